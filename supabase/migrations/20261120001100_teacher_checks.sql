-- Checks of teachers by the team, and the rule that a teacher is shown only with a passed, unexpired check of identity:
-- 'Todos os professores são verificados' is true by construction, whoever writes `teachers.is_active`, in whatever way.
--
-- One row per check. Rows are never changed, only revoked, so that the history stays readable. A check holds until the
-- day before `expires_on` in São Paulo. How long each kind holds:
--   identity 24 months: documents and faces change slowly, and two years are what a booking site asks of its hosts
--   whatsapp, instagram 12: numbers and names pass to other people
--   experience 36: what was danced and taught stays true
--   references, picture 24
--   background (antecedentes criminais) 6: as schools ask of everybody who works with minors (ECA, art. 59-A)
--
-- `teachers.checks` and `teacher_listings.checks` carry the checks that hold in a compact form, because 10,000 listings
-- live on each phone. One check is a letter (i identity, w whatsapp, g instagram, e experience, r references, p picture,
-- b background), the month of the check (YYMM) and the day from which it no longer holds (YYMMDD): 'i2611281126'. The
-- check of identity comes first, so its last day is at a fixed place. Phones and readers compare it with their day, so
-- that a stopped timer shows nobody unchecked.

-- The calendar day by which checks expire. Tests replace this function to move the clock.
create function app.today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone 'America/Sao_Paulo')::date;
end
$$;

-- Today as in `checks`. For the policies of visitors, who may not use this schema.
create function app.today_code() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(app.today(), 'YYMMDD');
end
$$;

-- Months that a check of this kind holds; null for an unknown kind.
create function app.check_months(kind text) returns integer
language sql immutable set search_path = ''
as $$
  select case kind
    when 'identity' then 24 when 'whatsapp' then 12 when 'instagram' then 12 when 'experience' then 36
    when 'references' then 24 when 'picture' then 24 when 'background' then 6
  end
$$;

create table public.teacher_checks (
  id uuid primary key default gen_random_uuid(),
  -- Of the profile, because a check may be older than the row in `teachers`.
  teacher_id uuid not null references public.user_profiles (id) on delete cascade,
  kind text not null constraint teacher_checks_kind_check check (app.check_months(kind) is not null),
  outcome text not null default 'passed' constraint teacher_checks_outcome_check check (outcome in ('passed', 'failed')),
  -- When the team looked.
  checked_at timestamptz not null default clock_timestamp(),
  -- When the row was written; the time that a check holds counts from here.
  recorded_at timestamptz not null default clock_timestamp(),
  -- The first day on which it no longer holds; null for a failed check.
  expires_on date,
  -- Private to the team.
  note text constraint teacher_checks_note_check check (char_length(note) between 1 and 1000),
  checked_by uuid,
  revoked_at timestamptz,
  -- Null with `revoked_at`: the checked contact or picture was changed.
  revoked_by uuid,
  -- Private to the team.
  revoke_reason text constraint teacher_checks_reason_check check (char_length(revoke_reason) between 1 and 1000),
  -- When the teacher and the team were told that it is about to expire.
  told_at timestamptz,
  -- When the timed work saw that it had expired.
  ended_at timestamptz,
  -- Since when the name is another one than `checked_name`, the one that was checked.
  renamed_at timestamptz,
  checked_name text,
  constraint teacher_checks_times check (checked_at <= recorded_at),
  constraint teacher_checks_expiry check ((outcome = 'passed') = (expires_on is not null)),
  constraint teacher_checks_revoked check (
    (revoked_at is null or outcome = 'passed') and (revoked_at is not null or num_nonnulls(revoked_by, revoke_reason) = 0)
  ),
  constraint teacher_checks_renamed check (
    (renamed_at is null) = (checked_name is null) and (renamed_at is null or kind = 'identity' and outcome = 'passed')
  )
);
create index teacher_checks_teacher on public.teacher_checks (teacher_id, kind, expires_on);
create index teacher_checks_untold on public.teacher_checks (expires_on)
  where outcome = 'passed' and revoked_at is null and told_at is null;
create index teacher_checks_open on public.teacher_checks (expires_on)
  where outcome = 'passed' and revoked_at is null and ended_at is null;

create index teacher_checks_renamed_index on public.teacher_checks (teacher_id)
  where renamed_at is not null and revoked_at is null;

-- A check is written once. Afterwards it can only be revoked, once, and the timed work may note what it did, and a new
-- name whether it is another one than the checked one.
create function app.keep_check_history() returns trigger
language plpgsql set search_path = ''
as $$
declare
  later constant text[] := array['revoked_at', 'revoked_by', 'revoke_reason', 'told_at', 'ended_at', 'renamed_at', 'checked_name'];
begin
  if tg_op = 'INSERT' then
    new.checked_at := coalesce(new.checked_at, new.recorded_at);
    if new.outcome = 'passed' then
      -- Never longer than the kind holds.
      new.expires_on := least(new.expires_on, (
        (new.recorded_at at time zone 'America/Sao_Paulo')::date
          + make_interval(months => app.check_months(new.kind)))::date);
    end if;
  elsif to_jsonb(new) - later <> to_jsonb(old) - later
    or old.revoked_at is not null
      and (new.revoked_at, new.revoked_by, new.revoke_reason)
        is distinct from (old.revoked_at, old.revoked_by, old.revoke_reason)
  then
    raise exception 'a check is only revoked, never changed' using errcode = 'PT409', hint = 'check_is_history';
  end if;
  return new;
end
$$;
create trigger b_history before insert or update on public.teacher_checks
  for each row execute function app.keep_check_history();

-- The compact form of the checks that hold today; null without one. Of several of one kind, the one that holds longest.
create function app.checks_text(teacher uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(
      (array['i', 'w', 'g', 'e', 'r', 'p', 'b'])[k.place]
        || to_char(k.checked_at at time zone 'America/Sao_Paulo', 'YYMM') || to_char(k.expires_on, 'YYMMDD'),
      '' order by k.place)
    from (
      select distinct on (c.kind) c.checked_at, c.expires_on, array_position(
        array['identity', 'whatsapp', 'instagram', 'experience', 'references', 'picture', 'background'], c.kind) as place
      from public.teacher_checks c
      where c.teacher_id = teacher and c.outcome = 'passed' and c.revoked_at is null and c.expires_on > app.today()
      order by c.kind, c.expires_on desc, c.checked_at desc
    ) k
  );
end
$$;

-- Whether these checks have one of identity that holds today.
create function app.holds_identity(checks text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(checks like 'i%' and substr(checks, 6, 6) > app.today_code(), false);
end
$$;

-- Derives `checks` at every write, so that it cannot be forged, and refuses to show a teacher without a check of identity.
-- A teacher who is shown and whose check has ended meanwhile is taken off by whatever writes the row next. The lock is
-- for a row that does not exist yet: without it, a check could be revoked while the row is being inserted.
create function app.require_identity_check() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.is_active then
    perform from public.user_profiles p where p.id = new.id for no key update;
  end if;
  new.checks := app.checks_text(new.id);
  if new.is_active and not app.holds_identity(new.checks) then
    if tg_op = 'UPDATE' and old.is_active then
      new.is_active := false;
    else
      raise exception 'a teacher is shown only with a passed and unexpired check of identity'
        using errcode = 'PT409', hint = 'identity_unchecked', detail = new.id::text;
    end if;
  end if;
  return new;
end
$$;

-- Brings changed checks to `teachers`. Writing that row, not only locking it, makes a repeatable-read transaction that
-- approves meanwhile fail instead of trusting its old snapshot.
create function app.checks_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.teacher_id) into ids from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.teacher_id) into ids from old_rows o;
  else
    select array_agg(distinct n.teacher_id) into ids from new_rows n;
  end if;
  if ids is not null then
    perform from public.user_profiles p where p.id = any (ids) order by p.id for no key update;
    perform from public.teachers t where t.id = any (ids) order by t.id for update;
    update public.teachers t set checks = null
      where t.id = any (ids) and t.checks is distinct from app.checks_text(t.id);
  end if;
  return null;
end
$$;
create trigger checks_inserted after insert on public.teacher_checks referencing new table as new_rows
  for each statement execute function app.checks_changed();
create trigger checks_updated after update on public.teacher_checks
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('app.marks_only', true), '') <> 'on') execute function app.checks_changed();
create trigger checks_deleted after delete on public.teacher_checks referencing old table as old_rows
  for each statement execute function app.checks_changed();

select app.audit_table('teacher_checks', 'id', 'teacher_id', 'note,revoke_reason,checked_name');

-- A check of a number, of Instagram or of the picture is about what was looked at: another one is unchecked.
create function app.revoke_changed_check() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teacher_checks c set revoked_at = clock_timestamp()
    where c.teacher_id = new.id and c.kind = tg_argv[0] and c.outcome = 'passed' and c.revoked_at is null;
  return null;
end
$$;
create trigger revoke_whatsapp after update of whatsapp on public.user_profiles for each row
  when (old.whatsapp is distinct from new.whatsapp) execute function app.revoke_changed_check('whatsapp');
create trigger revoke_picture after update of profile_image_url on public.user_profiles for each row
  when (old.profile_image_url is distinct from new.profile_image_url) execute function app.revoke_changed_check('picture');
create trigger revoke_instagram after update of instagram on public.teachers for each row
  when (old.instagram is distinct from new.instagram) execute function app.revoke_changed_check('instagram');

create function app.forget_checks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_checks c where c.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_checks after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_checks();

create trigger zy_identity before insert or update on public.teachers
  for each row execute function app.require_identity_check();

grant execute on function app.today_code() to anon, authenticated;

-- Privileges and policies; tests/database/matrix.ts has the same as data. Only the procedures of administrators write
-- checks: a client with the service key that skips them writes nothing.

alter table public.teacher_checks enable row level security;
grant select on public.teacher_checks to service_role;
grant select (id, teacher_id, kind, outcome, checked_at, recorded_at, expires_on, note, checked_by, revoked_at,
  revoked_by, revoke_reason, told_at, ended_at, renamed_at, checked_name) on public.teacher_checks to authenticated;
create policy "admins read checks" on public.teacher_checks for select to authenticated
  using ((select app.is_admin()));

-- Checks of teachers end by themselves. Readers and phones compare the day, so nothing waits for this timer: it keeps
-- `is_active` true to the rule, removes the listing, and tells people in time.

-- 'identidade', 'WhatsApp e foto'.
create function app.spoken_checks(kinds text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when count(*) > 1
    then string_agg(w.word, ', ' order by w.place) filter (where w.place < w.last) || ' e '
      || max(w.word) filter (where w.place = w.last)
    else max(w.word) end
  from (
    select k.word, k.place, max(k.place) over () as last
    from (values ('identity', 'identidade', 1), ('whatsapp', 'WhatsApp', 2), ('instagram', 'Instagram', 3),
      ('experience', 'experiência', 4), ('references', 'referências', 5), ('picture', 'foto', 6),
      ('background', 'antecedentes', 7)) k (kind, word, place)
    where k.kind = any (kinds)
  ) w
$$;

-- Timed work: takes off teachers whose check of identity has ended, and tells teachers and administrators 30 days before
-- a check ends, once. A check that was renewed meanwhile is not spoken of. Begins with up to `at_most` checks of each kind of
-- work. Several processes may call it at once. Returns { ended, told }, numbers of checks.
create function public.tend_checks(at_most integer default 500) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := app.today();
  teachers uuid[];
  shown uuid[];
  ended integer := 0;
  told integer := 0;
  due record;
begin
  -- People are locked before their checks, as everywhere; what another process did meanwhile is then seen.
  teachers := array(
    select distinct c.teacher_id from (
      select o.teacher_id from public.teacher_checks o
      where o.outcome = 'passed' and o.revoked_at is null and o.ended_at is null and o.expires_on <= today
      order by o.expires_on, o.id limit at_most
    ) c);
  perform from public.user_profiles p where p.id = any (teachers) order by p.id for no key update;
  shown := array(select t.id from public.teachers t where t.id = any (teachers) and t.is_active order by t.id for update);
  update public.teacher_checks c set ended_at = clock_timestamp()
    where c.teacher_id = any (teachers) and c.outcome = 'passed' and c.revoked_at is null and c.ended_at is null
      and c.expires_on <= today;
  get diagnostics ended = row_count;
  perform app.tell_unchecked(t.id, 'A conferência da sua identidade venceu.')
    from public.teachers t where t.id = any (shown) and not t.is_active order by t.id;

  teachers := array(
    select distinct c.teacher_id from (
      select o.teacher_id from public.teacher_checks o join public.teachers t on t.id = o.teacher_id and t.is_active
      where o.outcome = 'passed' and o.revoked_at is null and o.told_at is null
        and o.expires_on > today and o.expires_on <= today + 30
      order by o.expires_on, o.id limit at_most
    ) c);
  perform from public.user_profiles p where p.id = any (teachers) order by p.id for no key update;
  for due in
    with noted as (
      update public.teacher_checks c set told_at = clock_timestamp()
        where c.teacher_id = any (teachers) and c.outcome = 'passed' and c.revoked_at is null and c.told_at is null
          and c.expires_on > today and c.expires_on <= today + 30
        returning c.teacher_id, c.kind, c.expires_on
    ), last as (
      select n.teacher_id, n.kind, n.expires_on, not exists (
        select from public.teacher_checks r
        where r.teacher_id = n.teacher_id and r.kind = n.kind and r.outcome = 'passed' and r.revoked_at is null
          and r.expires_on > n.expires_on
      ) as is_last
      from noted n
    )
    select l.teacher_id, count(*)::integer as many, min(l.expires_on) filter (where l.is_last) as first_day,
      array_agg(distinct l.kind) filter (where l.is_last) as kinds
    from last l group by l.teacher_id order by l.teacher_id
  loop
    told := told + due.many;
    if due.kinds is not null then
      perform app.notify(due.teacher_id, 'teacher.check_expiring', 'Está na hora de conferir de novo',
        'A conferência de ' || app.spoken_checks(due.kinds) || ' vence em ' || to_char(due.first_day, 'DD/MM/YYYY')
          || '. Fale com a equipe antes disso'
          || case when 'identity' = any (due.kinds) then ': sem ela o seu perfil sai da busca.' else '.' end,
        '/teacher/profile');
    end if;
  end loop;
  -- One message a day for all that was found on it.
  if told > 0 then
    perform app.notify(p.id, 'admin.checks_expiring', 'Conferências de professores vencem em 30 dias',
        'Veja quem precisa ser conferido de novo.', '/admin/teachers?state=expiring')
      from public.user_profiles p
      where p.role = 'admin' and p.removed_at is null and not exists (
        select from public.notifications n
        where n.user_id = p.id and n.kind = 'admin.checks_expiring'
          and (n.created_at at time zone 'America/Sao_Paulo')::date = (now() at time zone 'America/Sao_Paulo')::date
      );
  end if;
  return jsonb_build_object('ended', ended, 'told', told);
end
$$;

grant execute on function public.tend_checks(integer) to service_role;

-- A teacher who changes the name after the check of identity is to be looked at again: the check compared a document with
-- the name. The mildest answer that is right: the profile stays in the search, the check is marked with the name that was
-- checked, the teacher knows, and every administrator is told. Checking the identity again settles it, so does the old
-- name; the team can also revoke the check, which takes the profile off as ever. Letters' case, accents and spaces do not
-- count, and a name that the team writes itself does not either.

-- Names that say the same to a reader.
create function app.same_name(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select regexp_replace(btrim(app.fold(one)), '\s+', ' ', 'g') = regexp_replace(btrim(app.fold(other)), '\s+', ' ', 'g')
$$;

-- Whether the name of this teacher is not the one of any check of identity that holds.
create function app.is_renamed(teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(c.renamed_at is not null), false) from public.teacher_checks c
  where c.teacher_id = teacher and c.kind = 'identity' and c.outcome = 'passed' and c.revoked_at is null
    and c.expires_on > app.today()
$$;

create function app.mark_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  page constant text := '/admin/teachers/' || new.id;
begin
  perform set_config('app.marks_only', 'on', true);
  -- Unmarks what was checked with the name that is back, and marks what was checked with the one that goes.
  update public.teacher_checks c set renamed_at = case when c.renamed_at is null then clock_timestamp() end,
      checked_name = case when c.renamed_at is null then old.name end
    where c.teacher_id = new.id and c.kind = 'identity' and (
      c.renamed_at is not null and app.same_name(c.checked_name, new.name)
      or c.renamed_at is null and c.outcome = 'passed' and c.revoked_at is null and c.expires_on > app.today()
        and not app.same_name(old.name, new.name) and not app.is_admin());
  perform set_config('app.marks_only', '', true);
  if app.is_admin() then
    return null;
  end if;
  if not app.is_renamed(new.id) then
    return null;
  end if;
  -- One notice a day, however often the name changes.
  if exists (
    select from public.notifications n
    where n.kind = 'admin.teacher_renamed' and n.url = page and n.created_at > now() - interval '24 hours'
  ) then
    return null;
  end if;
  perform app.notify(new.id, 'teacher.renamed', 'A equipe vai conferir o seu nome novo',
    'A identidade foi conferida com o nome de antes. Seu perfil continua na busca; tenha um documento com foto à mão.',
    '/teacher/profile');
  perform app.notify_admins('admin.teacher_renamed', 'Um professor mudou de nome',
    'O nome não é mais o que foi conferido com o documento. Confira a identidade de novo.', page);
  return null;
end
$$;
create trigger zz_mark_renamed after update of name on public.user_profiles for each row
  when (new.role = 'teacher' and new.removed_at is null and old.name is distinct from new.name)
  execute function app.mark_renamed();

create function app.renamed_teachers() returns setof uuid
language sql stable security definer set search_path = '' rows 10
as $$
  select distinct c.teacher_id from public.teacher_checks c
  where c.renamed_at is not null and c.revoked_at is null and app.is_renamed(c.teacher_id)
$$;
