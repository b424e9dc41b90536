-- Teachers in the back-office: the directory, verifications, and the team's commands.
--
-- app.teacher_directory: every teacher, hidden ones included, with the columns that the back-office searches, filters and
-- sorts by. Kept by the same triggers and under the same lock as the listings (…_listings.sql).
--
-- state: 'pending' never approved · 'active' shown · 'paused' approved, paused by the teacher · 'inactive' hidden by the
-- team.

create table app.teacher_directory (
  id uuid primary key,
  name text not null,
  email text not null,
  folded_name text collate "C" not null generated always as (app.fold(name) collate "C") stored,
  words tsvector not null generated always as (app.search_words(app.fold(name || ' ' || email))) stored,
  city_id uuid,
  style_ids uuid[] not null,
  state text not null,
  is_featured boolean not null,
  has_slug boolean not null,
  rating numeric(3, 2) not null,
  rating_count integer not null,
  created_at timestamptz not null
);

create function app.teacher_state(is_active boolean, is_paused boolean, approved_at timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_active then case when is_paused then 'paused' else 'active' end
    when approved_at is null then 'pending'
    else 'inactive'
  end
$$;

-- The directory as computed from its sources.
create view app.directory_source as
select t.id, p.name, p.email, p.city_id,
  array(select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id order by 1) as style_ids,
  app.teacher_state(t.is_active, t.is_paused, t.approved_at) as state, t.is_featured, t.slug is not null as has_slug,
  coalesce(e.average_rating, 0) as rating, coalesce(e.total_evaluations, 0) as rating_count, t.created_at
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
left join public.user_evaluation_stats e on e.user_id = t.id;

-- In steps, so that folding names, the most expensive part, is done only for new and renamed teachers.
create function app.recompute_directory(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into app.teacher_directory (id, name, email, city_id, style_ids, state, is_featured, has_slug, rating,
      rating_count, created_at)
    select s.id, s.name, s.email, s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count,
      s.created_at
    from app.directory_source s
    where s.id = any (ids) and not exists (select from app.teacher_directory d where d.id = s.id)
    on conflict do nothing;
  update app.teacher_directory d set name = s.name, email = s.email
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id and (d.name, d.email) <> (s.name, s.email);
  update app.teacher_directory d set city_id = s.city_id, style_ids = s.style_ids, state = s.state,
      is_featured = s.is_featured, has_slug = s.has_slug, rating = s.rating, rating_count = s.rating_count
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id
      and (d.city_id, d.style_ids, d.state, d.is_featured, d.has_slug, d.rating, d.rating_count)
        is distinct from (s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count);
  delete from app.teacher_directory d
    where d.id = any (ids) and not exists (select from app.directory_source s where s.id = d.id);
end
$$;

create index teacher_directory_name on app.teacher_directory (folded_name, id);
create index teacher_directory_created on app.teacher_directory (created_at, id);
create index teacher_directory_rating on app.teacher_directory (rating, rating_count, id);
create index teacher_directory_state_name on app.teacher_directory (state, folded_name, id);
create index teacher_directory_state_created on app.teacher_directory (state, created_at, id);
create index teacher_directory_city on app.teacher_directory (city_id, folded_name, id);
create index teacher_directory_featured on app.teacher_directory (folded_name, id) where is_featured;
create index teacher_directory_no_slug on app.teacher_directory (folded_name, id) where not has_slug;
create index teacher_directory_styles on app.teacher_directory using gin (style_ids);
create index teacher_directory_words on app.teacher_directory using gin (words);

-- Verifications of teachers by the team ('Todos os professores são verificados'). Each verification is a new row, so that
-- the history stays readable.
create table public.teacher_verifications (
  id uuid primary key,
  teacher_id uuid not null references public.teachers (id) on delete cascade,
  -- Subset of identity, whatsapp, instagram, experience, references, picture.
  checked text[] not null constraint teacher_verifications_checked_check check (
    cardinality(checked) between 1 and 6 and array_position(checked, null) is null
    and checked <@ array['identity', 'whatsapp', 'instagram', 'experience', 'references', 'picture']
  ),
  outcome text not null constraint teacher_verifications_outcome_check check (outcome in ('passed', 'failed')),
  note text constraint teacher_verifications_note_check check (char_length(note) between 1 and 1000),
  checked_by uuid not null,
  checked_at timestamptz not null default now()
);
create index teacher_verifications_teacher on public.teacher_verifications (teacher_id, checked_at);
select app.audit_table('teacher_verifications', 'id', 'teacher_id', 'note');

create function app.forget_verifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_verifications v where v.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_verifications after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_verifications();

-- filter: search (name, e-mail), state ('pending'|'active'|'paused'|'inactive'), featured, has_slug (booleans), city_id,
-- style_id, created_from, created_to. sort: name (default), created_at, rating.
insert into app.admin_lists (name, source, first, search, filters, sorts, default_sort, shown) values (
  'teachers', 'app.teacher_directory r', '{search,city_id,style_id}', 'r.words @@ $4',
  jsonb_build_object(
    'state', 'r.state = ($1 ->> ''state'')',
    'featured', 'r.is_featured = ($1 ->> ''featured'')::boolean',
    'has_slug', 'r.has_slug = ($1 ->> ''has_slug'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'style_id', 'r.style_ids @> array[($1 ->> ''style_id'')::uuid]',
    'created_from', 'r.created_at >= ($1 ->> ''created_from'')::timestamptz',
    'created_to', 'r.created_at < ($1 ->> ''created_to'')::timestamptz'
  ),
  '{"name": [["r.folded_name", "text"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "rating": [["r.rating", "numeric"], ["r.rating_count", "integer"], ["r.id", "uuid"]]}',
  'name',
  $shown$app.admin_teacher_row(r.id)$shown$
);

-- A teacher in a list: { id, name, email, whatsapp, image_url, city_id, city_name, style_ids, style_names, state,
-- is_active, is_paused, is_featured, is_highlighted, slug, rating_average|null, rating_count, created_at, approved_at,
-- verified_at: of the last passed verification }.
create function app.admin_teacher_row(teacher uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id, 'name', d.name, 'email', d.email, 'whatsapp', p.whatsapp, 'image_url', p.profile_image_url,
    'city_id', d.city_id, 'city_name', app.named_city(d.city_id),
    'style_ids', d.style_ids, 'style_names', app.named_styles(d.style_ids),
    'state', d.state, 'is_active', t.is_active, 'is_paused', t.is_paused, 'is_featured', t.is_featured,
    'is_highlighted', coalesce('search_highlight' = any (app.benefits_of(d.id)), false),
    'slug', t.slug, 'rating_average', nullif(d.rating, 0), 'rating_count', d.rating_count,
    'created_at', d.created_at, 'approved_at', t.approved_at,
    'verified_at', (select max(v.checked_at) from public.teacher_verifications v
      where v.teacher_id = d.id and v.outcome = 'passed'))
  from app.teacher_directory d
  join public.teachers t on t.id = d.id
  join public.user_profiles p on p.id = d.id
  where d.id = teacher
$$;

select app.open_admin_list('teachers');

-- Command: sets the fields of 1 to 500 teachers that only the team may set, all or none.
--   changes: [{ id, is_active, is_featured, approved_at }]; absent fields stay.
-- The first activation is the approval: it sets `approved_at` and notifies the teacher. `approved_at` null requires
-- `is_active` false and revokes the approval (for undo), including its notification.
-- Returns { command_id, changed, rows: [{ id, name, outcome: 'changed'|'same', is_active, is_featured, approved_at }],
-- undo }: `undo` is the `changes` of a command that reverts this one.
-- Hints: invalid_value (22023, the field in DETAIL), teacher_unknown (PT404, its id in DETAIL).
create function public.admin_set_teachers(command_id uuid, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teachers.set', changes);
  change jsonb;
  refused text;
  ids uuid[] := '{}';
  missing uuid;
  former jsonb;
begin
  if answer ? 'forgotten' then
    return answer;
  elsif answer is not null then
    return app.answer_teachers_set(changes, answer);
  end if;
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 500 then
    perform app.refuse('22023', 'invalid_value', 'between 1 and 500 teachers', 'changes');
  end if;
  for change in select c from jsonb_array_elements(changes) c loop
    if jsonb_typeof(change) <> 'object' then
      perform app.refuse('22023', 'invalid_value', 'a change is an object', 'changes');
    end if;
    select k into refused from jsonb_object_keys(change) k
      where k <> all (array['id', 'is_active', 'is_featured', 'approved_at']) limit 1;
    if refused is not null or app.id_field(change, 'id') is null or app.id_field(change, 'id') = any (ids) then
      perform app.refuse('22023', 'invalid_value', 'each teacher once, with its id', coalesce(refused, 'id'));
    end if;
    perform app.boolean_field(change, 'is_active', null), app.boolean_field(change, 'is_featured', null);
    if change -> 'approved_at' = 'null' and app.boolean_field(change, 'is_active', true) then
      perform app.refuse('22023', 'invalid_value', 'who is shown is approved', 'approved_at');
    end if;
    begin
      perform app.text_field(change, 'approved_at')::timestamptz;
    exception when invalid_datetime_format or datetime_field_overflow then
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'approved_at');
    end;
    ids := ids || app.id_field(change, 'id');
  end loop;

  perform from public.user_profiles p where p.id = any (ids) order by p.id for share;
  perform from public.teachers t where t.id = any (ids) order by t.id for update;
  select i into missing from unnest(ids) i where not exists (
    select from public.teachers t join public.user_profiles p on p.id = t.id
    where t.id = i and p.role = 'teacher' and p.removed_at is null
  ) limit 1;
  if missing is not null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher', missing::text);
  end if;
  select jsonb_object_agg(t.id, jsonb_build_object('is_active', t.is_active, 'is_featured', t.is_featured,
      'approved_at', t.approved_at))
    into former from public.teachers t where t.id = any (ids);

  update public.teachers t set is_active = w.is_active, is_featured = w.is_featured, approved_at = w.approved_at
    from (
      select f.id, app.boolean_field(c, 'is_active', f.is_active) as is_active,
        app.boolean_field(c, 'is_featured', f.is_featured) as is_featured,
        case when c ? 'approved_at' then (c ->> 'approved_at')::timestamptz else f.approved_at end as approved_at
      from jsonb_array_elements(changes) c join public.teachers f on f.id = (c ->> 'id')::uuid
    ) w
    where w.id = t.id and (t.is_active, t.is_featured, t.approved_at)
      is distinct from (w.is_active, w.is_featured, w.approved_at);

  -- Removes the notification of a revoked approval, unless it was read.
  perform app.take_back_approval(t.id) from public.teachers t
    where t.id = any (ids) and t.approved_at is null and former -> t.id::text -> 'approved_at' <> 'null';

  return app.answer_teachers_set(changes, app.finish_command(command_id, (
    select jsonb_build_object('changed', count(*) filter (where x.later is distinct from x.former),
      'rows', jsonb_agg(jsonb_build_object('former', x.former, 'now', x.later) order by x.place))
    from (
      select o.place, former -> t.id::text as former, jsonb_build_object('is_active', t.is_active,
        'is_featured', t.is_featured, 'approved_at', t.approved_at) as later
      from unnest(ids) with ordinality o (id, place) join public.teachers t on t.id = o.id
    ) x
  )));
end
$$;

-- Adds the names to the logged result, which contains none; the ids are in the repeated command.
create function app.answer_teachers_set(changes jsonb, logged jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select logged || jsonb_build_object(
    'rows', jsonb_agg(jsonb_build_object('id', x.id, 'name', app.named_person(x.id::uuid) ->> 'name',
      'outcome', case when x.is_changed then 'changed' else 'same' end) || x.later order by x.place),
    'undo', coalesce(jsonb_agg(jsonb_build_object('id', x.id) || x.former order by x.place) filter (where x.is_changed), '[]'))
  from (
    select o.place, c ->> 'id' as id, o.entry -> 'former' as former, o.entry -> 'now' as later,
      o.entry -> 'former' <> o.entry -> 'now' as is_changed
    from jsonb_array_elements(logged -> 'rows') with ordinality o (entry, place)
    join jsonb_array_elements(changes) with ordinality g (c, place) using (place)
  ) x
$$;

create function app.take_back_approval(teacher uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notifications n set _deleted = true
    where n.user_id = teacher and n.kind = 'teacher.approved' and n.read_at is null and not n._deleted
$$;

-- Command: records a verification of a teacher. verification: { id (made on the device), teacher_id, checked: of identity,
-- whatsapp, instagram, experience, references, picture; outcome 'passed'|'failed', note|null }.
-- Returns { command_id, id, checked_at }. Hints: invalid_value (22023, the field or constraint in DETAIL),
-- teacher_unknown (PT404), verification_exists (PT409: the id is taken).
create function public.admin_verify_teacher(command_id uuid, verification jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.verify', verification);
  written public.teacher_verifications;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(verification) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a verification is an object', 'verification');
  end if;
  select k into refused from jsonb_object_keys(verification) k
    where k <> all (array['id', 'teacher_id', 'checked', 'outcome', 'note']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a verification has no such field', refused);
  end if;
  perform from public.user_profiles p where p.id = app.id_field(verification, 'teacher_id')
    and p.role = 'teacher' and p.removed_at is null for share;
  if not found then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  begin
    insert into public.teacher_verifications (id, teacher_id, checked, outcome, note, checked_by)
      values (app.id_field(verification, 'id'), app.id_field(verification, 'teacher_id'),
        app.text_items(verification, 'checked'), app.text_field(verification, 'outcome'),
        app.text_field(verification, 'note'), me)
      returning * into written;
  exception
    when unique_violation then
      perform app.refuse('PT409', 'verification_exists', 'this id belongs to another verification');
    when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object('id', written.id, 'checked_at', written.checked_at));
end
$$;

-- One teacher: { teacher: as in admin_list_teachers, profile: { bio, experience, neighborhood, instagram,
-- modalidades_aula, stars: { five_stars … one_star }, support: { tier, amount }|null },
-- verifications: [{ id, checked, outcome, note, checked_at, checked_by: { id, name }|null }], newest first,
-- requests: { total, Pendente, Aceito, Recusado, Cancelado, rows: the newest 20 as in admin_list_requests },
-- evaluations: { total, rows: the newest 20 received, as in admin_list_evaluations },
-- reports: open ones about the profile, history: the newest 50 of admin_list_audit about this teacher };
-- null without such a teacher. The lists have more, with the filters teacher_id, evaluated_id, row_id.
create function public.admin_teacher(teacher_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  listed constant jsonb := app.admin_teacher_row(teacher_id);
begin
  if listed is null then
    return null;
  end if;
  return jsonb_build_object(
    'teacher', listed,
    'profile', (
      select jsonb_build_object('bio', t.bio, 'experience', t.experience, 'neighborhood', t.neighborhood,
        'instagram', t.instagram, 'modalidades_aula', t.modalidades_aula,
        'stars', (select to_jsonb(e) - array['user_id', 'average_rating', 'total_evaluations', 'last_evaluation_date']
          from public.user_evaluation_stats e where e.user_id = t.id),
        'support', (select jsonb_build_object('tier', s.tier, 'amount', s.amount) from public.supporter_tiers s
          where s.user_id = t.id and s.is_active order by s.amount desc limit 1))
      from public.teachers t where t.id = admin_teacher.teacher_id
    ),
    'verifications', coalesce((
      select jsonb_agg(to_jsonb(v) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(v.checked_by)) order by v.checked_at desc, v.id)
      from public.teacher_verifications v where v.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'requests', (
      select jsonb_build_object('total', count(*),
        'Pendente', count(*) filter (where r.status = 'Pendente'), 'Aceito', count(*) filter (where r.status = 'Aceito'),
        'Recusado', count(*) filter (where r.status = 'Recusado'), 'Cancelado', count(*) filter (where r.status = 'Cancelado'))
      from public.lesson_requests r where r.teacher_id = admin_teacher.teacher_id
    ) || jsonb_build_object('rows', public.admin_list_requests(
      jsonb_build_object('teacher_id', teacher_id), '-request_date', null, 20) -> 'rows'),
    'evaluations', jsonb_build_object(
      'total', (select count(*) from public.lesson_evaluations e
        where e.evaluated_id = admin_teacher.teacher_id and not e._deleted),
      'rows', public.admin_list_evaluations(
        jsonb_build_object('evaluated_id', teacher_id), '-created_at', null, 20) -> 'rows'),
    'reports', (select count(*) from public.reports r
      where r.what = 'profile' and r.target_id = admin_teacher.teacher_id and r.status = 'open'),
    'history', public.admin_list_audit(jsonb_build_object('row_id', teacher_id), '-at', null, 50) -> 'rows'
  );
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table app.teacher_directory enable row level security;
alter table public.teacher_verifications enable row level security;

grant select, insert, update, delete on public.teacher_verifications to service_role;

grant select (id, teacher_id, checked, outcome, note, checked_by, checked_at
  ) on public.teacher_verifications to authenticated;
create policy "admins read verifications" on public.teacher_verifications for select to authenticated
  using ((select app.is_admin()));

grant execute on function public.admin_set_teachers(uuid, jsonb), public.admin_verify_teacher(uuid, jsonb),
  public.admin_teacher(uuid) to authenticated;
