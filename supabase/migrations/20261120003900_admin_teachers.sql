-- Teachers in the back-office: the directory, and the team's commands.
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
  created_at timestamptz not null,
  -- The end of the last check of identity, ended ones too.
  identity_until date
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
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id
    order by l.position, l.dance_style_id
  ) as style_ids,
  app.teacher_state(t.is_active, t.is_paused, t.approved_at) as state, t.is_featured, t.slug is not null as has_slug,
  coalesce(e.average_rating, 0) as rating, coalesce(e.total_evaluations, 0) as rating_count, t.created_at,
  (select max(c.expires_on) from public.teacher_checks c
    where c.teacher_id = t.id and c.kind = 'identity' and c.outcome = 'passed' and c.revoked_at is null) as identity_until
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
left join public.user_evaluation_stats e on e.user_id = t.id;

-- In steps, so that folding names, the most expensive part, is done only for new and renamed teachers. `offset 0` makes
-- the planner look each teacher up by id: it has no statistics of these tables, and would go through all teachers. One
-- plan serves all calls, because planning takes longer than looking a teacher up.
create function app.recompute_directory(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  insert into app.teacher_directory (id, name, email, city_id, style_ids, state, is_featured, has_slug, rating,
      rating_count, created_at, identity_until)
    select s.id, s.name, s.email, s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count,
      s.created_at, s.identity_until
    from (select distinct i from unnest(ids) i) i
    cross join lateral (select * from app.directory_source o where o.id = i.i offset 0) s
    where not exists (select from app.teacher_directory d where d.id = s.id)
    on conflict do nothing;
  update app.teacher_directory d set name = s.name, email = s.email
    from (select distinct i from unnest(ids) i) i
    cross join lateral (select * from app.directory_source o where o.id = i.i offset 0) s
    where d.id = s.id and (d.name, d.email) <> (s.name, s.email);
  update app.teacher_directory d set city_id = s.city_id, style_ids = s.style_ids, state = s.state,
      is_featured = s.is_featured, has_slug = s.has_slug, rating = s.rating, rating_count = s.rating_count,
      identity_until = s.identity_until
    from (select distinct i from unnest(ids) i) i
    cross join lateral (select * from app.directory_source o where o.id = i.i offset 0) s
    where d.id = s.id
      and (d.city_id, d.style_ids, d.state, d.is_featured, d.has_slug, d.rating, d.rating_count, d.identity_until)
        is distinct from (s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count, s.identity_until);
  delete from app.teacher_directory d
    where d.id = any (ids) and not exists (select from app.directory_source s where s.id = d.id offset 0);
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
create index teacher_directory_identity on app.teacher_directory (identity_until, folded_name, id);

-- filter: search (name, e-mail), state ('pending'|'active'|'paused'|'inactive'), featured, has_slug (booleans), city_id,
-- style_id, created_from, created_to, identity_from, identity_to (the end of the last check of identity), renamed (since
-- that check), asked (for a change, and not adjusted; booleans). sort: name (default), created_at, rating.
insert into app.admin_lists (name, source, first, search, filters, sorts, default_sort, shown) values (
  'teachers', 'app.teacher_directory r', '{search,city_id,style_id,identity_from,identity_to}', 'r.words @@ $4',
  jsonb_build_object(
    'state', 'r.state = ($1 ->> ''state'')',
    'featured', 'r.is_featured = ($1 ->> ''featured'')::boolean',
    'has_slug', 'r.has_slug = ($1 ->> ''has_slug'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'style_id', 'r.style_ids @> array[($1 ->> ''style_id'')::uuid]',
    'created_from', 'r.created_at >= ($1 ->> ''created_from'')::timestamptz',
    'created_to', 'r.created_at < ($1 ->> ''created_to'')::timestamptz',
    'identity_from', 'r.identity_until >= ($1 ->> ''identity_from'')::date',
    'identity_to', 'r.identity_until < ($1 ->> ''identity_to'')::date',
    'renamed', '($1 ->> ''renamed'')::boolean and r.id = any (array(select app.renamed_teachers()))',
    'asked', 'case
    when ($1 ->> ''asked'')::boolean then r.id = any (array(
      select v.teacher_id from public.teacher_reviews v where v.outcome = ''adjust'' and v.adjusted_at is null))
    else not exists (
      select from public.teacher_reviews v
      where v.teacher_id = r.id and v.outcome = ''adjust'' and v.adjusted_at is null)
  end'
  ),
  '{"name": [["r.folded_name", "text"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "rating": [["r.rating", "numeric"], ["r.rating_count", "integer"], ["r.id", "uuid"]]}',
  'name',
  $shown$app.admin_teacher_row(r.id)$shown$
);

-- A teacher in a list: { id, name, email, whatsapp, image_url, city_id, city_name, style_ids, style_names, state,
-- is_active, is_paused, is_featured, is_highlighted, slug, rating_average|null, rating_count, created_at, approved_at,
-- checks: those that hold in compact form, identity_until: the end of the last check of identity, adjustment: {
-- message, asked_at, adjusted_at } of a teacher who was asked for a change }.
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
    'checks', t.checks, 'identity_until', d.identity_until,
    'adjustment', (select jsonb_build_object('message', a.message, 'asked_at', a.checked_at, 'adjusted_at', a.adjusted_at)
      from app.adjustment_of(d.id) a where a.id is not null))
  from app.teacher_directory d
  join public.teachers t on t.id = d.id
  join public.user_profiles p on p.id = d.id
  where d.id = teacher
$$;

select app.open_admin_list('teachers');

-- Command: sets the fields of 1 to 500 teachers that only the team may set, all or none.
--   changes: [{ id, is_active, is_featured, approved_at, checks, revoke }]; absent fields stay.
-- The first activation is the approval: it sets `approved_at` and notifies the teacher. `approved_at` null requires
-- `is_active` false and revokes the approval (for undo), including its notification. `checks` are the kinds that were
-- checked, recorded in the same transaction; `revoke`, ids of checks, revokes them.
-- Returns { command_id, changed, rows: [{ id, name, outcome: 'changed'|'same', is_active, is_featured, approved_at }],
-- undo }: `undo` is the `changes` of a command that reverts this one.
-- Hints: invalid_value (22023, the field in DETAIL), teacher_unknown (PT404, its id in DETAIL), identity_unchecked
-- (PT409, the teacher's id in DETAIL: made active without a valid check of identity and without 'identity' among
-- `checks`). A person certifies one teacher at a time: checks_one_by_one (checks in a command of several teachers),
-- approvals_at_once (more than 50 first approvals in one; both 22023), identity_renamed (PT409, the teacher's id in
-- DETAIL: among several, the first approval of a teacher whose name is another one than the checked one).
create function public.admin_set_teachers(command_id uuid, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teachers.set', changes);
  change jsonb;
  refused text;
  ids uuid[] := '{}';
  missing uuid;
  firsts uuid[];
  former jsonb;
  was record;
  recorded jsonb := '{}';
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
      where k <> all (array['id', 'is_active', 'is_featured', 'approved_at', 'checks', 'revoke']) limit 1;
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
    perform app.check_kinds_field(change, 'checks');
    if exists (select from unnest(app.text_items(change, 'revoke')) r where r !~ '^[0-9a-f-]{36}$') then
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'revoke');
    end if;
    ids := ids || app.id_field(change, 'id');
  end loop;
  if cardinality(ids) > 1
    and exists (select from jsonb_array_elements(changes) c where app.check_kinds_field(c, 'checks') <> '{}') then
    perform app.refuse('22023', 'checks_one_by_one', 'checks are recorded for one teacher at a time', 'checks');
  end if;

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
  firsts := array(
    select t.id from public.teachers t join jsonb_array_elements(changes) c on (c ->> 'id')::uuid = t.id
    where t.id = any (ids) and t.approved_at is null and app.boolean_field(c, 'is_active', false)
  );
  if cardinality(firsts) > 50 then
    perform app.refuse('22023', 'approvals_at_once', 'at most 50 first approvals at a time', 'changes');
  elsif cardinality(ids) > 1 then
    select i into missing from unnest(firsts) i where app.is_renamed(i) limit 1;
    if missing is not null then
      perform app.refuse('PT409', 'identity_renamed', 'the identity was checked for another name', missing::text);
    end if;
  end if;

  update public.teacher_checks c set revoked_at = clock_timestamp(), revoked_by = me, revoke_reason = 'Desfeito'
    from jsonb_array_elements(changes) e, jsonb_array_elements_text(coalesce(nullif(e -> 'revoke', 'null'), '[]')) r (id)
    where c.id = r.id::uuid and c.teacher_id = (e ->> 'id')::uuid and c.outcome = 'passed' and c.revoked_at is null;
  -- In the transaction of the approval that they are for.
  for was in select c.value as wanted from jsonb_array_elements(changes) c where c.value ? 'checks' loop
    recorded := recorded || jsonb_build_object(was.wanted ->> 'id', app.record_checks((was.wanted ->> 'id')::uuid,
      app.check_kinds_field(was.wanted, 'checks'), 'passed', null, me));
  end loop;
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
    select jsonb_build_object('changed', count(*) filter (where x.later is distinct from x.former or x.recorded <> '[]'),
      'rows', jsonb_agg(jsonb_build_object('former', x.former, 'now', x.later, 'recorded', x.recorded) order by x.place))
    from (
      select o.place, former -> t.id::text as former, jsonb_build_object('is_active', t.is_active,
        'is_featured', t.is_featured, 'approved_at', t.approved_at) as later,
        coalesce(recorded -> t.id::text, '[]') as recorded
      from unnest(ids) with ordinality o (id, place) join public.teachers t on t.id = o.id
    ) x
  )));
end
$$;

-- Adds the names to the logged result, which names no person; the ids are in the repeated command.
create function app.answer_teachers_set(changes jsonb, logged jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select logged || jsonb_build_object(
    'rows', jsonb_agg(jsonb_build_object('id', x.id, 'name', app.named_person(x.id::uuid) ->> 'name',
      'outcome', case when x.is_changed then 'changed' else 'same' end) || x.later order by x.place),
    'undo', coalesce(jsonb_agg(jsonb_build_object('id', x.id) || x.former
      || case when x.recorded = '[]' then '{}' else jsonb_build_object('revoke', x.recorded) end order by x.place) filter (where x.is_changed), '[]'))
  from (
    select o.place, c ->> 'id' as id, o.entry -> 'former' as former, o.entry -> 'now' as later,
      coalesce(o.entry -> 'recorded', '[]') as recorded,
      o.entry -> 'former' <> o.entry -> 'now' or coalesce(o.entry -> 'recorded', '[]') <> '[]' as is_changed
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

-- One teacher: { teacher: as in admin_list_teachers, profile: { bio, experience, neighborhood, instagram,
-- modalidades_aula, stars: { five_stars … one_star }, support: { tier, amount }|null }, page: the public listing as it
-- would be now, also of a teacher who is not shown,
-- checks: [{ id, kind, outcome, checked_at, expires_on, note, revoked_at, revoke_reason, checked_by, revoked_by: { id,
-- name }|null }], newest first,
-- reviews: [{ id, outcome, checked, message, checked_at, adjusted_at, checked_by: { id, name }|null }], newest first,
-- requests: { total, Pendente, Aceito, Recusado, Cancelado, rows: the newest 20 as in admin_list_requests },
-- evaluations: { total, rows: the newest 20 received, as in admin_list_evaluations }, totals: app.teacher_totals,
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
    'totals', app.teacher_totals(teacher_id),
    'page', (select to_jsonb(s) - array['is_active', 'is_paused', 'is_live']
      from app.teacher_source s where s.id = admin_teacher.teacher_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(r) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(r.checked_by)) order by r.checked_at desc, r.id)
      from public.teacher_reviews r where r.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'profile', (
      select jsonb_build_object('bio', t.bio, 'experience', t.experience, 'neighborhood', t.neighborhood,
        'instagram', t.instagram, 'modalidades_aula', t.modalidades_aula,
        'stars', (select to_jsonb(e) - array['user_id', 'average_rating', 'total_evaluations', 'last_evaluation_date']
          from public.user_evaluation_stats e where e.user_id = t.id),
        'support', (select jsonb_build_object('tier', s.tier, 'amount', s.amount) from public.supporter_tiers s
          where s.user_id = t.id and s.is_active order by s.amount desc limit 1))
      from public.teachers t where t.id = admin_teacher.teacher_id
    ),
    'checks', coalesce((
      select jsonb_agg(to_jsonb(c) - array['teacher_id', 'recorded_at', 'told_at', 'ended_at', 'checked_by', 'revoked_by']
        || jsonb_build_object('checked_by', app.named_person(c.checked_by), 'revoked_by', app.named_person(c.revoked_by))
        order by c.checked_at desc, c.id)
      from public.teacher_checks c where c.teacher_id = admin_teacher.teacher_id
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

grant execute on function public.admin_set_teachers(uuid, jsonb), public.admin_teacher(uuid) to authenticated;
