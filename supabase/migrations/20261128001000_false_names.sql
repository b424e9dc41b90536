-- Names that pass themselves off as the team's. What a text looks like decides, not its letters: a Cyrillic 'Ѕuроrtе' and a
-- 'Dancef1ix' are compared by their skeletons (Unicode TR39), for which the look-alikes of Latin letters are listed here.
-- The phone has the same in src/lib/false-names.ts; a test compares the two.

create function app.look_alikes() returns table (letter text, look_alikes text)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('a', 'ΑαΛλАаɑᴀɐᎪ4@'), ('b', 'ΒβВвЬьБбʙƅ68'), ('c', 'ςСсᴄᏟ'), ('d', 'δԀԁДдᴅᎠđĐðÐ'),
    ('e', 'ΕεΞξΣЕеЭэЄєҽЗзɛᴇᎬǝə3'), ('f', 'ҒғꜰƒφФф'), ('g', 'ɡɢᏀԌցᎶ9'), ('h', 'ΗНнʜᎻҺһЋћհħĦ'), ('j', 'ϳЈјᎫᴊȷյ'),
    ('k', 'ΚκКкҚқᴋᏦƙ'), ('l', 'ΙιІіӀӏıɩɪʟᏞłŁ1!|'), ('m', 'ΜМмᴍᎷɱ'), ('n', 'ΝηΠπИиПпЛлɴŋŊոռղ'),
    ('o', 'ΟοσΘθОоӨөᴏօՕɵøØ0'), ('p', 'ΡρРрᴘᏢþÞք'), ('q', 'Ԛԛɋզ'), ('r', 'ГгЯяʀᎡᏒ'), ('s', 'ЅѕꜱᏚ5$'),
    ('t', 'ΤτТтᴛᎢŧŦ7ƭ'), ('u', 'υμЦцսՍᴜ'), ('v', 'νѴѵʋᴠᏙ'), ('w', 'ωΨψԜԝШшЩщᴡᏔᎳ'), ('x', 'ΧχХх'),
    ('y', 'ΥγУуҮүҰұʏ'), ('z', 'ΖζᴢᏃ2')
$$;

-- Both sides of the list for translate(), which are computed once per plan.
create function app.all_look_alikes() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(l.look_alikes, '' order by l.letter) from app.look_alikes() l
$$;
create function app.all_looked_like() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(repeat(l.letter, char_length(l.look_alikes)), '' order by l.letter) from app.look_alikes() l
$$;

-- What a text looks like, in small Latin letters. Only for comparing: 'i' and 'l' are one letter, as are 'rn' and 'm'.
create function app.skeleton(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(lower(translate(
      regexp_replace(normalize(value, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g'),
      app.all_look_alikes(), app.all_looked_like()) collate "C"),
    'i', 'l'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd')
$$;

-- One alternative of a pattern for each word, as skeletons.
create function app.any_of_skeletons(words text[]) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(app.skeleton(w), '|') from unnest(words) w
$$;

create function app.official_words() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['adm', 'admin', 'administracao', 'administrador', 'administradora', 'atendimento', 'equipe', 'moderacao',
    'moderador', 'moderadora', 'suporte', 'support', 'sac']
$$;

-- Whether a text is nothing but the name of an office of this site: 'Equipe do Danceflix', 'S u p o r t e'.
create function app.is_official(value text, with_brand boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(app.skeleton(value), '[^a-z]+', '', 'g') ~ ('^(' || s.links || ')*(' || s.offices || ')('
    || s.links || '|' || s.offices || ')*$')
  from (
    select case when with_brand then app.any_of_skeletons(app.official_words() || array['danceflix'])
        else app.any_of_skeletons(app.official_words()) end as offices,
      app.any_of_skeletons(array['a', 'o', 'e', 'da', 'de', 'do', 'oficial', 'tecnico', 'central', 'time', 'site', 'danceflix'])
        as links
  ) s
$$;

-- Whether a name passes itself off as the team's, or mixes alphabets within a word, as no honest name does.
create function app.is_false_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select app.is_official(value, true)
    or regexp_replace(s.words, ' ', '', 'g') ~ app.skeleton('danceflix')
    or s.words ~ ('(^| )(' || s.offices || ')')
    or s.words ~ '^[a-z]{1,2} ' and regexp_replace(s.words, ' ', '', 'g') ~ ('^(' || s.offices || ')')
    or exists (
      select from regexp_split_to_table(normalize(value, NFKD), ' +') word
      where word ~ '[a-zA-Z\u0180-\u024f\u0250-\u02af\u1d00-\u1dbf]'
        and word ~ '[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\u1f00-\u1fff\uab70-\uabbf]'
    )
  from (
    select btrim(regexp_replace(app.skeleton(value), '[^a-z]+', ' ', 'g')) as words,
      app.any_of_skeletons(array['admin', 'atendimento', 'equipe', 'moderac', 'moderad', 'suporte', 'support', 'verificad'])
        as offices
  ) s
$$;

-- Whether a text is signed or headed in the team's name: a line, or what stands before its colon.
create function app.is_false_signature(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select exists (
    select from regexp_split_to_table(value, '\n') line
    cross join lateral (select substring(line from '^([^:]{1,40}):') as heading) h
    where char_length(line) <= 60 and app.is_official(line, false) or app.is_official(h.heading, true)
  )
$$;

-- Refuses a false name in the column of the first argument; of the second kind, 'text', a false signature. Hint:
-- name_reserved (22023), detail: the column. The team may name itself.
create function app.refuse_false_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and value is not distinct from to_jsonb(old) ->> tg_argv[0] or coalesce(value, '') = ''
    or to_jsonb(new) ->> 'role' = 'admin' or app.is_admin()
  then
    return new;
  end if;
  if tg_argv[1] = 'text' and app.is_false_signature(value) or tg_argv[1] = 'name' and app.is_false_name(value) then
    perform app.refuse('22023', 'name_reserved', 'this name is the team''s, or mixes alphabets', tg_argv[0]);
  end if;
  return new;
end
$$;
create trigger false_name before insert or update of name on public.user_profiles
  for each row execute function app.refuse_false_name('name', 'name');
create trigger false_name before insert or update of display_name on public.supporter_tiers
  for each row execute function app.refuse_false_name('display_name', 'name');
create trigger false_name before insert or update of organiser on public.events
  for each row execute function app.refuse_false_name('organiser', 'name');
create trigger false_name before insert or update of nome on public.student_leads
  for each row execute function app.refuse_false_name('nome', 'name');
create trigger false_name before insert or update of text on public.posts
  for each row execute function app.refuse_false_name('text', 'text');

-- Addresses. A teacher whom nobody has approved is shown to nobody, and so gives way to the approved one of that name.

-- Frees an address for an approved teacher from one who was never approved: that one gets the first free number.
create function app.free_address(address text, taker uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  holder uuid;
  candidate text;
  suffix integer := 2;
begin
  if not exists (select from public.teachers t where t.id = taker and t.approved_at is not null) then
    return;
  end if;
  select t.id into holder from public.teachers t
    where t.slug = address and t.id <> taker and t.approved_at is null and not t.is_active for update;
  if found then
    loop
      candidate := address || '-' || suffix;
      exit when not exists (select from app.teacher_addresses a where a.digest = app.address_digest(candidate)
        and a.teacher_id is distinct from holder)
        and not exists (select from public.teachers t where t.slug = candidate and t.id <> holder);
      suffix := suffix + 1;
    end loop;
    update public.teachers t set slug = candidate where t.id = holder;
    perform app.notify(holder, 'teacher.address_moved', 'O endereço da sua página mudou',
      'Um professor aprovado com esse nome ficou com o endereço de antes. O seu agora é /teachers/' || candidate
      || '. Você pode escolher outro.', '/teacher/configurations');
  end if;
  delete from app.teacher_addresses a using public.teachers t
    where a.digest = app.address_digest(address) and t.id = a.teacher_id and t.id <> taker
      and t.approved_at is null and not t.is_active;
end
$$;

-- Before an own choice: the address of an approved teacher's name is nobody else's, and an approved teacher gets the one of
-- the own name. Hint: slug_taken (PT409).
create function app.require_own_address(me uuid, wanted text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_own_name constant boolean := wanted = app.slug_base((select p.name from public.user_profiles p where p.id = me));
begin
  if is_own_name then
    perform app.free_address(wanted, me);
  elsif exists (
    select from public.teacher_listings l
    where l.folded_name = replace(wanted, '-', ' ') and l.id <> me and not l._deleted
  ) then
    perform app.refuse('PT409', 'slug_taken', 'this address is the name of another teacher', 'slug');
  end if;
end
$$;

-- On approval, a numbered address becomes the one of the name, where only a teacher who was never approved has it.
create function app.claim_name_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  base constant text := app.slug_base((select p.name from public.user_profiles p where p.id = new.id));
begin
  if new.slug !~ ('^' || base || '-[0-9]+$') or exists (
    select from app.teacher_addresses a where a.digest = app.address_digest(new.slug) and a.is_chosen)
  then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('danceflix slug ' || base, 0));
  if not exists (select from public.teachers t where t.slug = base and t.approved_at is null and not t.is_active) then
    return null;
  end if;
  perform app.free_address(base, new.id);
  if not exists (select from public.teachers t where t.slug = base)
    and not exists (select from app.teacher_addresses a where a.digest = app.address_digest(base)
      and a.teacher_id is distinct from new.id)
  then
    update public.teachers t set slug = base where t.id = new.id;
  end if;
  return null;
end
$$;
create trigger claim_name_address after update of approved_at on public.teachers
  for each row when (old.approved_at is null and new.approved_at is not null and new.slug is not null)
  execute function app.claim_name_address();
