-- The back-office's lists of supporters, sponsors, the sync's log, posts, events, steps, blog and audit
-- (…_admin_lists.sql says how lists work).

create index supporter_tiers_amount on public.supporter_tiers (amount, id);
create index supporter_tiers_created on public.supporter_tiers (created_at, id);
create index supporter_tiers_tier on public.supporter_tiers (tier, amount, id);
create index supporter_tiers_words on public.supporter_tiers
  using gin (app.search_words(app.fold(email || ' ' || coalesce(display_name, ''))));
create index support_sync_logs_paged on public.support_sync_logs (created_at, id);
create index support_sync_logs_status on public.support_sync_logs (status, created_at, id);
create index support_sync_logs_type on public.support_sync_logs (sync_type, created_at, id);
create index support_sync_logs_words on public.support_sync_logs
  using gin (app.search_words(app.fold(coalesce(email, ''))));

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

create index posts_paged on public.posts (created_at, id);
create index posts_removed on public.posts (created_at, id) where removed_at is not null;
create index posts_words on public.posts using gin (app.search_words(app.fold(coalesce(text, ''))));
create index events_by_title on public.events ((app.fold(title) collate "C"), id);
create index events_words on public.events using gin (
  app.search_words(app.fold(title || ' ' || coalesce(venue, '') || ' ' || coalesce(organiser, ''))));
create index events_kind on public.events (kind, starts_at, id);
create index events_unpublished on public.events (starts_at, id) where not is_published;
create index events_of_city on public.events (city_id, starts_at, id);
create index dance_steps_by_name on public.dance_steps ((app.fold(name) collate "C"), id);
create index dance_steps_paged on public.dance_steps (created_at, id);
create index dance_steps_unpublished on public.dance_steps ((app.fold(name) collate "C"), id) where not is_published;
create index dance_steps_of_style on public.dance_steps (dance_style_id, (app.fold(name) collate "C"), id);
create index dance_steps_words on public.dance_steps using gin (app.search_words(app.fold(name)));
create index blog_posts_by_title on public.blog_posts ((app.fold(title) collate "C"), id);
create index blog_posts_paged on public.blog_posts (updated_at, id);
create index blog_posts_status on public.blog_posts (status, updated_at, id);
create index blog_posts_words on public.blog_posts
  using gin (app.search_words(app.fold(title || ' ' || author_name || ' ' || slug)));

-- posts · filter: search (words of the text), author_id, is_listed, is_removed (booleans), city_id, from, to.
-- sort: created_at (default '-created_at'). Rows: { id, author|null, text|null, city_name, style, created_at, is_listed,
-- removed_at, removed_by, removal_reason, open_reports }.
-- events · filter: search (title, venue, organiser), is_published, is_past (booleans), city_id, kind, from, to.
-- sort: starts_at (default '-starts_at'), title. Rows: all columns, and city_name, style_names.
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
    'is_past', '(r.starts_at < now()) = ($1 ->> ''is_past'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'kind', 'r.kind = ($1 ->> ''kind'')',
    'from', 'r.starts_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.starts_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"starts_at": [["r.starts_at", "timestamptz"], ["r.id", "uuid"]],
    "title": [["(app.fold(r.title) collate \"C\")", "text"], ["r.id", "uuid"]]}', '-starts_at',
  $shown$to_jsonb(r) - array['_keys', '_place'] || jsonb_build_object('city_name', app.named_city(r.city_id),
    'style_names', app.named_styles(r.dance_style_ids))$shown$
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
-- Rows: { id, at, actor: person|null, action, table_name, row_id, label: what the row is called now or was|null,
-- before, after: changed columns, personal ones as long as the person's account is there, hidden: names of those whose
-- values are gone }.
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

create function app.admin_audit_row(line uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', l.id, 'at', l.at, 'actor', app.named_person(l.actor_id), 'action', l.action,
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
        when 'app_settings' then l.row_id
      end),
    'before', case when l.before is not null or a.before is not null
      then coalesce(l.before, '{}') || coalesce(a.before, '{}') end,
    'after', case when l.after is not null or a.after is not null
      then coalesce(l.after, '{}') || coalesce(a.after, '{}') end,
    'hidden', case when a.audit_id is null then l.personal else '{}' end)
  from public.audit_log l left join app.audit_personal a on a.audit_id = l.id
  cross join lateral (
    -- Not every key is an id.
    select case when l.row_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-' then left(l.row_id, 36)::uuid end
  ) k (id)
  where l.id = line
$$;
revoke all on function app.admin_audit_row(uuid) from public, anon, authenticated;

select app.open_admin_list(l.name) from app.admin_lists l
  where l.name in ('supporters', 'sponsors', 'sync_logs', 'posts', 'events', 'steps', 'blog_posts', 'audit')
  order by l.name;
