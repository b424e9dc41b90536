-- The back-office's lists of students, requests, evaluations and leads (…_admin_lists.sql says how lists work).

-- How many requests each student made, and how many are accepted: what the ranking is sorted by. Added to under the
-- row's lock, so that requests of one student that are answered at once all count.
create table app.student_standing (
  id uuid primary key,
  accepted integer not null default 0,
  asked integer not null default 0
);
create index student_standing_rank on app.student_standing (accepted, asked, id);
alter table app.student_standing enable row level security;
revoke all on app.student_standing from public, anon, authenticated, service_role;

create function app.count_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accepted constant integer := (new.status = 'Aceito')::int
    - case tg_op when 'UPDATE' then (old.status = 'Aceito')::int else 0 end;
  asked constant integer := case tg_op when 'INSERT' then 1 else 0 end;
begin
  if (accepted, asked) <> (0, 0) and exists (
    select from public.user_profiles p where p.id = new.student_id and p.removed_at is null
  ) then
    insert into app.student_standing as s (id, accepted, asked) values (new.student_id, accepted, asked)
      on conflict (id) do update set accepted = s.accepted + excluded.accepted, asked = s.asked + excluded.asked;
  end if;
  return null;
end
$$;
create trigger zz_count_standing after insert or update of status on public.lesson_requests
  for each row execute function app.count_standing();
insert into app.student_standing (id, accepted, asked)
  select r.student_id, count(*) filter (where r.status = 'Aceito'), count(*)
  from public.lesson_requests r
  join public.user_profiles p on p.id = r.student_id and p.removed_at is null
  group by r.student_id;

create function app.forget_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.student_standing s where s.id = old.id;
  return null;
end
$$;
create trigger zz_forget_standing_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_standing();
create trigger zz_forget_standing_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_standing();
revoke all on function app.count_standing(), app.forget_standing() from public, anon, authenticated;

create index students_by_name on public.user_profiles ((app.fold(name) collate "C"), id)
  where role = 'student' and removed_at is null;
create index students_by_age on public.user_profiles (created_at, id) where role = 'student' and removed_at is null;
create index students_by_city on public.user_profiles (city_id, (app.fold(name) collate "C"), id)
  where role = 'student' and removed_at is null;

-- A student in a list: { id, name, email, whatsapp, image_url, city_id, city_name, style_names, created_at, is_public,
-- slug, accepted, asked, supports: tier|null }.
create function app.admin_student_row(student uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'whatsapp', p.whatsapp,
    'image_url', p.profile_image_url, 'city_id', p.city_id, 'city_name', app.named_city(p.city_id),
    'style_names', app.named_styles(array(
      select l.dance_style_id from public.student_dance_styles l where l.student_id = p.id)),
    'created_at', p.created_at, 'is_public', coalesce(s.is_public, false), 'slug', s.slug,
    'accepted', coalesce(n.accepted, 0), 'asked', coalesce(n.asked, 0),
    'supports', (select t.tier from public.supporter_tiers t where t.user_id = p.id and t.is_active
      order by t.amount desc limit 1))
  from public.user_profiles p
  left join public.students s on s.id = p.id
  left join app.student_standing n on n.id = p.id
  where p.id = student
$$;
revoke all on function app.admin_student_row(uuid) from public, anon, authenticated;

-- students · filter: search (name, e-mail), city_id, created_from, created_to. sort: name (default), created_at.
-- student_ranking · the same rows by accepted requests. No filter. sort: -accepted (default).
insert into app.admin_lists (name, source, condition, search, filters, sorts, default_sort, shown) values (
  'students', 'public.user_profiles r', 'r.role = ''student'' and r.removed_at is null',
  'app.search_words(app.fold(r.name || '' '' || r.email)) @@ $4',
  jsonb_build_object(
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'created_from', 'r.created_at >= ($1 ->> ''created_from'')::timestamptz',
    'created_to', 'r.created_at < ($1 ->> ''created_to'')::timestamptz'
  ),
  '{"name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  'name', 'app.admin_student_row(r.id)'
), (
  'student_ranking', 'app.student_standing r', 'true', null, '{}',
  '{"accepted": [["r.accepted", "integer"], ["r.asked", "integer"], ["r.id", "uuid"]]}',
  '-accepted', 'app.admin_student_row(r.id)'
);

create index lesson_requests_newest on public.lesson_requests (request_date, id);
create index lesson_requests_status on public.lesson_requests (status, request_date, id);
create index lesson_requests_style_newest on public.lesson_requests (dance_style_id, request_date, id);

-- requests · filter: search (either person's name or e-mail), status, dance_style_id, teacher_id, student_id, from, to.
-- sort: request_date (default '-request_date'), status.
-- Rows: { id, student, teacher: { id, name, role, image_url }|null, dance_style_id, style, status, preferred_days,
-- preferred_times, message, reason, request_date, answered_at, cancelled_at, cancelled_by }.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown) values (
  'requests', 'public.lesson_requests r', 'r.student_id = any ($5) or r.teacher_id = any ($5)',
  jsonb_build_object(
    'status', 'r.status = ($1 ->> ''status'')',
    'dance_style_id', 'r.dance_style_id = ($1 ->> ''dance_style_id'')::uuid',
    'teacher_id', 'r.teacher_id = ($1 ->> ''teacher_id'')::uuid',
    'student_id', 'r.student_id = ($1 ->> ''student_id'')::uuid',
    'from', 'r.request_date >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.request_date < ($1 ->> ''to'')::timestamptz'
  ),
  '{"request_date": [["r.request_date", "timestamptz"], ["r.id", "uuid"]],
    "status": [["r.status", "text"], ["r.request_date", "timestamptz"], ["r.id", "uuid"]]}',
  '-request_date',
  $shown$jsonb_build_object('id', r.id, 'student', app.named_person(r.student_id), 'teacher', app.named_person(r.teacher_id),
    'dance_style_id', r.dance_style_id, 'style', app.named_style(r.dance_style_id), 'status', r.status,
    'preferred_days', r.preferred_days, 'preferred_times', r.preferred_times, 'message', r.message, 'reason', r.reason,
    'request_date', r.request_date, 'answered_at', r.answered_at, 'cancelled_at', r.cancelled_at,
    'cancelled_by', r.cancelled_by)$shown$
);

create index lesson_evaluations_newest on public.lesson_evaluations (created_at, id) where not _deleted;
create index lesson_evaluations_without_words on public.lesson_evaluations (created_at, id)
  where comment is null and not _deleted;
create index lesson_evaluations_by_rating on public.lesson_evaluations (rating, created_at, id) where not _deleted;

-- evaluations · filter: search (either person), rating, is_anonymous, is_hidden, has_comment (booleans), evaluated_id,
-- evaluator_id, from, to. sort: created_at (default '-created_at'), rating.
-- Rows: { id, public_id, evaluator, evaluated: people, lesson_request_id, rating, comment, is_anonymous, is_public,
-- hidden_at, created_at, updated_at }. Of an anonymous one nobody but the team learns the evaluator.
insert into app.admin_lists (name, source, condition, search, filters, sorts, default_sort, shown) values (
  'evaluations', 'public.lesson_evaluations r', 'not r._deleted',
  'r.evaluator_id = any ($5) or r.evaluated_id = any ($5)',
  jsonb_build_object(
    'rating', 'r.rating = ($1 ->> ''rating'')::integer',
    'is_anonymous', 'r.is_anonymous = ($1 ->> ''is_anonymous'')::boolean',
    'is_hidden', '(r.hidden_at is not null) = ($1 ->> ''is_hidden'')::boolean',
    'has_comment', '(r.comment is not null) = ($1 ->> ''has_comment'')::boolean',
    'evaluated_id', 'r.evaluated_id = ($1 ->> ''evaluated_id'')::uuid',
    'evaluator_id', 'r.evaluator_id = ($1 ->> ''evaluator_id'')::uuid',
    'from', 'r.created_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "rating": [["r.rating", "integer"], ["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  '-created_at',
  $shown$jsonb_build_object('id', r.id, 'public_id', r.public_id, 'evaluator', app.named_person(r.evaluator_id),
    'evaluated', app.named_person(r.evaluated_id), 'lesson_request_id', r.lesson_request_id, 'rating', r.rating,
    'comment', r.comment, 'is_anonymous', r.is_anonymous, 'is_public', r.public_rating is not null,
    'hidden_at', r.hidden_at, 'created_at', r.created_at, 'updated_at', r.updated_at)$shown$
);

-- A lead without a teacher: nobody was found at all, or nobody in the city that was asked for.
create function app.is_unmet(professor_encontrado text, analysis jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select professor_encontrado is null or coalesce(analysis -> 'cityMatch' = 'null', false)
$$;
-- Whoever writes a lead writes its index.
grant execute on function app.is_unmet(text, jsonb) to service_role;

create index student_leads_newest on public.student_leads (created_at, id);
create index student_leads_by_name on public.student_leads ((app.fold(nome) collate "C"), id);
create index student_leads_unmet on public.student_leads (created_at, id)
  where app.is_unmet(professor_encontrado, ai_analysis_data);
create index student_leads_city on public.student_leads ((app.fold(cidade)), created_at, id);
create index student_leads_style on public.student_leads ((app.fold(estilo_danca)), created_at, id);
create index student_leads_words on public.student_leads
  using gin (app.search_words(app.fold(nome || ' ' || cidade || ' ' || estilo_danca)));

-- leads · filter: search (name, city, style), city, style (whole names, folded), unmet (boolean: without a teacher),
-- from, to. sort: created_at (default '-created_at'), name.
-- Rows: { id, nome, cidade, estilo_danca, objetivos, professor_encontrado, is_unmet, city_match, brazil_match: {
-- teacher: { id, name }|null, percentage }|null, user: person|null, created_at }.
insert into app.admin_lists (name, source, first, search, filters, sorts, default_sort, shown) values (
  'leads', 'public.student_leads r', '{search,city,style}',
  'app.search_words(app.fold(r.nome || '' '' || r.cidade || '' '' || r.estilo_danca)) @@ $4',
  jsonb_build_object(
    'city', 'app.fold(r.cidade) = app.fold($1 ->> ''city'')',
    'style', 'app.fold(r.estilo_danca) = app.fold($1 ->> ''style'')',
    'unmet', 'app.is_unmet(r.professor_encontrado, r.ai_analysis_data) = ($1 ->> ''unmet'')::boolean',
    'from', 'r.created_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "name": [["(app.fold(r.nome) collate \"C\")", "text"], ["r.id", "uuid"]]}',
  '-created_at',
  $shown$jsonb_build_object('id', r.id, 'nome', r.nome, 'cidade', r.cidade, 'estilo_danca', r.estilo_danca,
    'objetivos', r.objetivos, 'professor_encontrado', r.professor_encontrado,
    'is_unmet', app.is_unmet(r.professor_encontrado, r.ai_analysis_data),
    'city_match', app.lead_match(r.ai_analysis_data -> 'cityMatch'),
    'brazil_match', app.lead_match(r.ai_analysis_data -> 'brazilMatch'),
    'user', app.named_person(r.user_id), 'created_at', r.created_at)$shown$
);
create function app.lead_match(match jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case when jsonb_typeof(match) = 'object' then jsonb_build_object(
    'teacher', app.named_person((match ->> 'teacherId')::uuid), 'percentage', match -> 'matchPercentage') end
$$;
revoke all on function app.lead_match(jsonb) from public, anon, authenticated;

select app.open_admin_list(l.name) from app.admin_lists l
  where l.name in ('students', 'student_ranking', 'requests', 'evaluations', 'leads') order by l.name;
