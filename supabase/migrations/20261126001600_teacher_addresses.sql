-- Addresses of teachers' pages (/teachers/{slug}): an old one leads to the present one for ever and is never given to
-- somebody else, and owners may choose theirs.
--
-- Every address that was ever held is a row, the present one too, so that its primary key decides between two teachers
-- who take the same one at the same time. Only the digest is kept: the address of a removed account is often a name.

create table app.teacher_addresses (
  digest bytea primary key,
  -- Null: the account is gone, and the address leads nowhere.
  teacher_id uuid references public.teachers (id) on delete set null,
  taken_at timestamptz not null default now(),
  -- Chosen by its owner, so that a change of the name does not replace it.
  is_chosen boolean not null default false,
  constraint teacher_addresses_digest_check check (octet_length(digest) = 32)
);
create index teacher_addresses_teacher on app.teacher_addresses (teacher_id, taken_at);
alter table app.teacher_addresses enable row level security;

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.teacher_addresses', '{teacher_id}', 't.teacher_id::text = $1', null, 'blank', 'teacher_id = null, is_chosen = false',
    'which teacher an address leads to; a digest stays, so that nobody else gets the address');

create function app.address_digest(slug text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(lower(slug), 'UTF8'))
$$;

insert into app.teacher_addresses (digest, teacher_id)
  select app.address_digest(t.slug), t.id from public.teachers t where t.slug is not null;

-- Hint: slug_retired (PT409), for an address that was another teacher's.
create function app.take_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.teacher_addresses as a (digest, teacher_id) values (app.address_digest(new.slug), new.id)
    on conflict (digest) do update set taken_at = now() where a.teacher_id = new.id;
  if not found then
    perform app.refuse('PT409', 'slug_retired', 'this address was another page''s');
  end if;
  return null;
end
$$;
create trigger address_inserted after insert on public.teachers
  for each row when (new.slug is not null) execute function app.take_address();
create trigger address_updated after update of slug on public.teachers
  for each row when (new.slug is not null and new.slug is distinct from old.slug) execute function app.take_address();

create function app.forget_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update app.teacher_addresses a set teacher_id = null, is_chosen = false where a.teacher_id = new.id;
  return null;
end
$$;
create trigger forget_addresses after update of removed_at on public.user_profiles
  for each row when (old.removed_at is null and new.removed_at is not null) execute function app.forget_addresses();

-- The present address (slug, else id) of the listed teacher whose address this was; null: it leads nowhere.
create function public.teacher_address(former text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(l.slug, l.id::text)
  from app.teacher_addresses a
  join public.teacher_listings l on l.id = a.teacher_id and not l._deleted
  where char_length(app.bounded('teacher_address', 'former', former)) <= 200
    and a.digest = app.address_digest(former)
    and not coalesce(app.has_blocked(auth.uid(), l.id), false)
$$;
grant execute on function public.teacher_address(text) to anon, authenticated, service_role;

-- Words that would look like a page of ours, or like the team.
create function app.reserved_slugs() returns text[]
language sql immutable set search_path = ''
as $$
  select array['admin', 'administracao', 'administrador', 'ajuda', 'api', 'apoio', 'aula', 'aulas', 'buscar', 'cadastrar',
    'cadastro', 'conta', 'contato', 'danceflix', 'editar', 'entrar', 'equipe', 'moderacao', 'moderador', 'new', 'nova',
    'novo', 'null', 'oficial', 'pagamento', 'pagamentos', 'pix', 'professor', 'professora', 'professores', 'sair',
    'search', 'seguranca', 'sistema', 'sobre', 'suporte', 'teacher', 'teachers', 'undefined', 'verificado', 'verificados']
$$;

-- Command: the teacher chooses the address of the own page. address: { slug }.
-- Hints: slug_too_short, slug_malformed, slug_reserved (22023), slug_taken, slug_retired, slug_too_many (PT409),
-- not_a_teacher (42501), profile_missing (PT409).
create function public.set_own_slug(command_id uuid, address jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'slug.set', address);
  wanted text;
  present text;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(address, array['slug']);
  wanted := lower(coalesce(app.text_field(address, 'slug'), ''));
  if char_length(wanted) < 3 then
    perform app.refuse('22023', 'slug_too_short', 'an address has three characters at least', 'slug');
  end if;
  if char_length(wanted) > 60 or wanted !~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    or wanted ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform app.refuse('22023', 'slug_malformed', 'an address has small letters, digits and single hyphens', 'slug');
  end if;
  if app.skeleton(wanted) = any (select app.skeleton(r) from unnest(app.reserved_slugs()) r)
    or app.is_false_name(replace(wanted, '-', ' '))
  then
    perform app.refuse('22023', 'slug_reserved', 'this address is not for persons', 'slug');
  end if;
  perform from public.user_profiles p where p.id = me for no key update;
  if (app.require_profile()).role <> 'teacher' then
    perform app.refuse('42501', 'not_a_teacher', 'only teachers have such a page');
  end if;
  select t.slug into present from public.teachers t where t.id = me for update;
  if not app.is_latest('slug') then
    wanted := present;
  end if;
  if present is distinct from wanted then
    perform app.require_own_address(me, wanted);
    if (select count(*) from app.teacher_addresses a
        where a.teacher_id = me and a.is_chosen and a.taken_at > now() - interval '30 days') >= 3 then
      perform app.refuse('PT409', 'slug_too_many', 'three new addresses in thirty days');
    end if;
    begin
      update public.teachers t set slug = wanted where t.id = me;
    exception when unique_violation then
      perform app.refuse('PT409', 'slug_taken', 'this address is another page''s', 'slug');
    end;
  end if;
  update app.teacher_addresses a set is_chosen = true
    where a.digest = app.address_digest(wanted) and a.teacher_id = me;
  return app.finish_command(command_id, (
    select jsonb_build_object('version', v._xid, 'slug', wanted) from public.profile_versions v where v.id = me));
end
$$;
grant execute on function public.set_own_slug(uuid, jsonb) to authenticated, service_role;

-- As before (…_people.sql), and: never gives a former address of another teacher, and keeps one that its owner chose.
create or replace function public.update_teacher_slug(teacher_id uuid, teacher_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  chooses constant boolean := app.is_server() or app.is_admin();
  own_name text;
  base text;
  current_slug text;
  candidate text;
  suffix integer := 1;
begin
  if not (chooses or coalesce(teacher_id = auth.uid(), false)) then
    raise exception 'the address of a page is its teacher''s' using errcode = 'insufficient_privilege';
  end if;
  if char_length(teacher_name) > 200 then
    raise exception 'a name has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  select p.name into own_name from public.user_profiles p
    where p.id = update_teacher_slug.teacher_id and p.removed_at is null;
  base := app.slug_base(case when chooses then teacher_name else own_name end);
  -- Serialises teachers with the same base, so that the second sees the first's slug after its commit.
  perform pg_advisory_xact_lock(hashtextextended('danceflix slug ' || base, 0));
  select t.slug into current_slug
    from public.teachers t
    join public.user_profiles p on p.id = t.id and p.removed_at is null
    where t.id = update_teacher_slug.teacher_id
    for update of t;
  if not found then
    raise exception 'there is no such teacher' using errcode = 'PT404';
  end if;
  if current_slug ~ ('^' || base || '(-[0-9]+)?$') or not chooses and exists (
    select from app.teacher_addresses a where a.digest = app.address_digest(current_slug) and a.is_chosen)
  then
    return current_slug;
  end if;
  perform app.free_address(base, update_teacher_slug.teacher_id);
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.teachers t where t.slug = candidate)
      and not exists (select from app.teacher_addresses a where a.digest = app.address_digest(candidate)
        and a.teacher_id is distinct from update_teacher_slug.teacher_id)
    then
      begin
        update public.teachers t set slug = candidate where t.id = update_teacher_slug.teacher_id;
        return candidate;
      exception when unique_violation or sqlstate 'PT409' then
        -- Taken meanwhile by another base ('ana-2' is also the base of a teacher named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;
