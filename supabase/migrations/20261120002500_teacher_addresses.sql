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

create function app.address_digest(slug text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(lower(slug), 'UTF8'))
$$;

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

-- On approval, a numbered address becomes the one of the name, where only a teacher who was never approved has it.
-- A teacher whom nobody has approved is shown to nobody, and so gives way to the approved one of that name.
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

-- Why the address of a page shows nobody: 'away' for an approved teacher who is not shown now, 'left' for one who has gone;
-- null for an address that is unknown, and of teachers who were never approved. `former`: a slug, present or former, or an id.

create function public.teacher_absence(former text) returns text
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select case when app.bounded('teacher_absence', 'former', former)
      ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then former::uuid end as id,
      app.address_digest(former) as digest
  ), found as (
    select a.teacher_id as id, a.teacher_id is null as has_left from app.teacher_addresses a, asked
      where a.digest = asked.digest
    union all
    select p.id, p.removed_at is not null from public.user_profiles p, asked where p.id = asked.id and p.role = 'teacher'
  )
  select case
    when f.has_left then 'left'
    when exists (select from public.teacher_listings l where l.id = f.id and not l._deleted) then null
    when exists (select from public.teachers t where t.id = f.id and t.approved_at is not null) then 'away' end
  from found f limit 1
$$;
grant execute on function public.teacher_absence(text) to anon, authenticated, service_role;

insert into app.parameter_bounds (procedure, parameter, at_most, command_kind) values
  ('teacher_absence', 'former', 1000, null);
