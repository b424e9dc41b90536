-- The back-office's lists of students, requests, evaluations, leads, supporters, sponsors, the sync's log, posts,
-- events, steps, blog, audit and names (see …_admin_lists.sql for the interface).

-- Number of requests that each student made and that were accepted, for sorting the ranking. Updated under the row's lock,
-- so that parallel answers to requests of one student all count.
create table app.student_standing (
  id uuid primary key,
  accepted integer not null default 0,
  asked integer not null default 0
);
create index student_standing_rank on app.student_standing (accepted, asked, id);

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

-- A student in a list: { id, name, email, whatsapp, image_url, city_id, city_name, style_names, created_at, is_public,
-- slug, accepted, asked, held: the lessons that the student has had, supports: tier|null }.
create function app.admin_student_row(student uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'whatsapp', p.whatsapp,
    'image_url', p.profile_image_url, 'city_id', p.city_id, 'city_name', app.named_city(p.city_id),
    'style_names', app.named_styles(array(
      select l.dance_style_id from public.student_dance_styles l where l.student_id = p.id)),
    'created_at', p.created_at, 'is_public', coalesce(s.is_public, false), 'slug', s.slug,
    'accepted', coalesce(n.accepted, 0), 'asked', coalesce(n.asked, 0),
    'held', (select count(*) from public.lesson_requests r
      join public.lessons l on l.request_id = r.id and l.status = 'held' where r.student_id = p.id),
    'supports', (select t.tier from public.supporter_tiers t where t.user_id = p.id and t.is_active
      order by t.amount desc limit 1))
  from public.user_profiles p
  left join public.students s on s.id = p.id
  left join app.student_standing n on n.id = p.id
  where p.id = student
$$;

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
    'cancelled_by', r.cancelled_by, 'for_minor', r.guardian_terms is not null)$shown$
);

-- evaluations · filter: search (either person), rating, is_anonymous, is_hidden, has_comment (booleans), evaluated_id,
-- evaluator_id, from, to. sort: created_at (default '-created_at'), rating.
-- Rows: { id, public_id, evaluator, evaluated: people, lesson_request_id, rating, comment, is_anonymous, is_public,
-- hidden_at, created_at, updated_at }. Only the team can see the evaluator of an anonymous one.
insert into app.admin_lists (name, source, condition, search, filters, sorts, default_sort, shown) values (
  'evaluations', 'public.lesson_evaluations r', 'not r._deleted',
  -- Uses the index of each side: without statistics of this table the planner expects so many rows for a search that it
  -- would scan the whole table.
  'r.id = any (array(
    select e.id from public.lesson_evaluations e where e.evaluator_id = any ($5)
    union select e.id from public.lesson_evaluations e where e.evaluated_id = any ($5)))',
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

select app.open_admin_list(l.name) from app.admin_lists l
  where l.name in ('students', 'student_ranking', 'requests', 'evaluations', 'leads') order by l.name;

-- supporters · filter: search (e-mail, public name, name of the person), tier, is_active, is_linked (booleans).
-- sort: amount (default '-amount'), created_at. Rows: { id, email, tier, amount, is_active, display_name, is_listed,
-- person|null, created_at, updated_at }.
-- sponsors · small. filter: tier, is_active. sort: tier (default '-tier'), name.
-- Rows: { id, name, tier, tagline, url, logo_url, is_active, display_order, created_at, updated_at }.
-- sync_logs · filter: search (e-mail), status, sync_type. sort: created_at (default '-created_at').
-- Rows: { id, sync_type, email, status, message, api_response, created_at }. The latest 50: page_size 50.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown, is_small) values (
  'supporters', 'public.supporter_tiers r',
  'app.search_words(app.fold(r.email || '' '' || coalesce(r.display_name, ''''))) @@ $4 or r.user_id = any ($5)',
  jsonb_build_object(
    'tier', 'r.tier = ($1 ->> ''tier'')',
    'is_active', 'r.is_active = ($1 ->> ''is_active'')::boolean',
    'is_linked', '(r.user_id is not null) = ($1 ->> ''is_linked'')::boolean'
  ),
  '{"amount": [["r.amount", "numeric"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  '-amount', $shown$to_jsonb(r) - array['user_id', '_keys', '_place']
    || jsonb_build_object('person', app.named_person(r.user_id))$shown$, false
), (
  'sponsors',
  '(select s.*, d.position from public.sponsors s join public.sponsor_tier_definitions d on d.tier = s.tier) r',
  null,
  jsonb_build_object(
    'tier', 'r.tier = ($1 ->> ''tier'')',
    'is_active', 'r.is_active = ($1 ->> ''is_active'')::boolean'
  ),
  '{"tier": [["r.position", "integer"], ["(9999 - r.display_order)", "integer"], ["r.id", "uuid"]],
    "name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]]}',
  '-tier', $shown$to_jsonb(r) - array['position', '_keys', '_place']$shown$, true
), (
  'sync_logs', 'public.support_sync_logs r', 'app.search_words(app.fold(coalesce(r.email, ''''))) @@ $4',
  jsonb_build_object(
    'status', 'r.status = ($1 ->> ''status'')',
    'sync_type', 'r.sync_type = ($1 ->> ''sync_type'')'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  '-created_at', $shown$to_jsonb(r) - array['_keys', '_place']$shown$, false
);

-- posts · filter: search (words of the text), author_id, is_listed, is_removed (booleans), city_id, from, to.
-- sort: created_at (default '-created_at'). Rows: { id, author|null, text|null, city_name, style, created_at, is_listed,
-- removed_at, removed_by, removal_reason, open_reports }.
-- events · filter: search (title, venue, organiser), is_published, is_past, waiting (proposals; booleans), city_id, kind,
-- from, to.
-- sort: starts_at (default '-starts_at'), title. Rows: all columns, and city_name, style_names, proposal.
-- steps · filter: search (name), dance_style_id, level, is_published. sort: name (default), created_at.
-- Rows: all columns, and style.
-- blog_posts · filter: search (title, byline, slug), status, category_id. sort: updated_at (default '-updated_at'),
-- title. Rows: all columns but the body, and category.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown) values (
  'posts', 'public.posts r', 'app.search_words(app.fold(coalesce(r.text, ''''))) @@ $4',
  jsonb_build_object(
    'author_id', 'r.author_id = ($1 ->> ''author_id'')::uuid',
    'is_listed', '(r.is_listed and r.removed_at is null) = ($1 ->> ''is_listed'')::boolean',
    'is_removed', '(r.removed_at is not null) = ($1 ->> ''is_removed'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'from', 'r.created_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', '-created_at',
  $shown$jsonb_build_object('id', r.id, 'author', app.named_person(r.author_id), 'text', r.text,
    'city_name', app.named_city(r.city_id), 'style', app.named_style(r.dance_style_id), 'created_at', r.created_at,
    'is_listed', r.is_listed, 'removed_at', r.removed_at, 'removed_by', r.removed_by, 'removal_reason', r.removal_reason,
    'open_reports', (select count(*) from public.reports o where o.what = 'post' and o.target_id = r.id
      and o.status = 'open'))$shown$
), (
  'events', 'public.events r',
  'app.search_words(app.fold(r.title || '' '' || coalesce(r.venue, '''') || '' '' || coalesce(r.organiser, ''''))) @@ $4',
  jsonb_build_object(
    'is_published', 'r.is_published = ($1 ->> ''is_published'')::boolean',
    'is_past', '(case when r.weekly then coalesce(r.weekly_until < app.today(), false) else r.starts_at < now() end)
      = ($1 ->> ''is_past'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'kind', 'r.kind = ($1 ->> ''kind'')',
    'from', 'r.starts_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.starts_at < ($1 ->> ''to'')::timestamptz',
    'waiting', 'r.id = any (array(select p.event_id from public.event_proposals p
      where p.state = ''waiting'' and ($1 ->> ''waiting'')::boolean))'
  ),
  '{"starts_at": [["r.starts_at", "timestamptz"], ["r.id", "uuid"]],
    "title": [["(app.fold(r.title) collate \"C\")", "text"], ["r.id", "uuid"]]}', '-starts_at',
  $shown$to_jsonb(r) - array['_keys', '_place'] || jsonb_build_object('city_name', app.named_city(r.city_id),
    'style_names', app.named_styles(r.dance_style_ids)) || jsonb_build_object('proposal', (
    select jsonb_build_object('state', p.state, 'reason', p.reason, 'sent_at', p.sent_at, 'person', app.named_person(p.person_id))
    from public.event_proposals p where p.event_id = r.id))$shown$
), (
  'steps', 'public.dance_steps r', 'app.search_words(app.fold(r.name)) @@ $4',
  jsonb_build_object(
    'dance_style_id', 'r.dance_style_id = ($1 ->> ''dance_style_id'')::uuid',
    'level', 'r.level = ($1 ->> ''level'')',
    'is_published', 'r.is_published = ($1 ->> ''is_published'')::boolean'
  ),
  '{"name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', 'name',
  $shown$to_jsonb(r) - array['_keys', '_place'] || jsonb_build_object('style', app.named_style(r.dance_style_id))$shown$
), (
  'blog_posts',
  -- Without the articles' text.
  '(select b.id, b.title, b.slug, b.category_id, b.excerpt, b.cover_url, b.cover_alt, b.author_name, b.status,
    b.published_at, b.reading_minutes, b.is_listed, b.created_at, b.updated_at from public.blog_posts b) r',
  'app.search_words(app.fold(r.title || '' '' || r.author_name || '' '' || r.slug)) @@ $4',
  jsonb_build_object(
    'status', 'r.status = ($1 ->> ''status'')',
    'category_id', 'r.category_id = ($1 ->> ''category_id'')::uuid'
  ),
  '{"updated_at": [["r.updated_at", "timestamptz"], ["r.id", "uuid"]],
    "title": [["(app.fold(r.title) collate \"C\")", "text"], ["r.id", "uuid"]]}', '-updated_at',
  $shown$to_jsonb(r) - array['_keys', '_place'] || jsonb_build_object('category', (
    select c.name from public.blog_categories c where c.id = r.category_id))$shown$
);

-- audit · filter: search (who did it by name or e-mail; words of table and values), action, table_name, row_id,
-- actor_id, from, to. sort: at (default '-at').
-- Rows: { id, at, actor: person|null, action, table_name, row_id, label: present or last name of the row|null,
-- before, after: changed columns, personal ones as long as the person's account exists, hidden: names of columns whose
-- values were removed }.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown) values (
  'audit', 'public.audit_log r', 'r.words @@ $4 or r.actor_id = any ($5)',
  jsonb_build_object(
    'action', 'r.action = ($1 ->> ''action'')',
    'table_name', 'r.table_name = ($1 ->> ''table_name'')',
    'row_id', 'r.row_id = ($1 ->> ''row_id'')',
    'actor_id', 'r.actor_id = ($1 ->> ''actor_id'')::uuid',
    'from', 'r.at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"at": [["r.at", "timestamptz"], ["r.id", "uuid"]]}', '-at', 'app.admin_audit_row(r.id)'
);

-- A row of the audit in its list.
create function app.admin_audit_row(line uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', l.id, 'at', l.at, 'actor', app.named_person(l.actor_id), 'is_rule', l.actor_id is null, 'action', l.action,
    'table_name', l.table_name, 'row_id', l.row_id,
    'label', coalesce(
      (select p.name from public.user_profiles p where p.id = k.id
        and p.removed_at is null and l.table_name in ('user_profiles', 'teachers', 'students', 'teacher_dance_styles',
          'student_dance_styles')),
      (select p.name from public.user_profiles p where p.id = a.person_id and p.removed_at is null),
      a.after ->> 'email', a.before ->> 'email',
      l.after ->> 'name', l.before ->> 'name', l.after ->> 'title', l.before ->> 'title',
      case l.table_name
        when 'cities' then (select c.name from public.cities c where c.id = k.id)
        when 'dance_styles' then (select d.name from public.dance_styles d where d.id = k.id)
        when 'sponsors' then (select s.name from public.sponsors s where s.id = k.id)
        when 'supporter_tiers' then (select s.email from public.supporter_tiers s where s.id = k.id)
        when 'events' then (select e.title from public.events e where e.id = k.id)
        when 'dance_steps' then (select d.name from public.dance_steps d where d.id = k.id)
        when 'blog_posts' then (select b.title from public.blog_posts b where b.id = k.id)
        when 'blog_categories' then (select b.name from public.blog_categories b where b.id = k.id)
        when 'bulk_notifications' then (select b.title from public.bulk_notifications b where b.id = k.id)
        when 'app_settings' then l.row_id
      end),
    'before', case when l.before is not null or a.before is not null
      then coalesce(l.before, '{}') || coalesce(a.before, '{}') end,
    'after', case when l.after is not null or a.after is not null
      then coalesce(l.after, '{}') || coalesce(a.after, '{}') end,
    'hidden', case when a.audit_id is null then l.personal else '{}' end)
  from public.audit_log l left join app.audit_personal a on a.audit_id = l.id
  cross join lateral (
    -- Only keys that are ids.
    select case when l.row_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-' then left(l.row_id, 36)::uuid end
  ) k (id)
  where l.id = line
$$;

select app.open_admin_list(l.name) from app.admin_lists l
  where l.name in ('supporters', 'sponsors', 'sync_logs', 'posts', 'events', 'steps', 'blog_posts', 'audit')
  order by l.name;

-- cities, dance_styles · filter: search (name), active. sort: name (default). Rows: { id, name, active }.
-- blog_categories · filter: search (name, slug). sort: position (default), name. Rows: { id, name, slug, position }.
insert into app.admin_lists (name, source, condition, search, filters, sorts, default_sort, shown) values (
  'cities', 'public.cities r', 'not r._deleted', 'app.search_words(app.fold(r.name)) @@ $4',
  jsonb_build_object('active', 'r.active = ($1 ->> ''active'')::boolean'),
  '{"name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]]}', 'name',
  'jsonb_build_object(''id'', r.id, ''name'', r.name, ''active'', r.active)'
), (
  'dance_styles', 'public.dance_styles r', 'not r._deleted', 'app.search_words(app.fold(r.name)) @@ $4',
  jsonb_build_object('active', 'r.active = ($1 ->> ''active'')::boolean'),
  '{"name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]]}', 'name',
  'jsonb_build_object(''id'', r.id, ''name'', r.name, ''active'', r.active)'
), (
  'blog_categories', 'public.blog_categories r', 'true', 'app.search_words(app.fold(r.name || '' '' || r.slug)) @@ $4', '{}',
  '{"position": [["r.position", "integer"], ["r.id", "uuid"]],
    "name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]]}', 'position',
  'jsonb_build_object(''id'', r.id, ''name'', r.name, ''slug'', r.slug, ''position'', r.position)'
);

select app.open_admin_list(l.name) from app.admin_lists l
  where l.name in ('cities', 'dance_styles', 'blog_categories') order by l.name;

alter table app.student_standing enable row level security;
