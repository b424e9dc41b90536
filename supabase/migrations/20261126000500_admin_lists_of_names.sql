-- The back-office's lists of cities, dance styles and blog categories (…_admin_lists.sql says how lists work).

create index cities_by_name on public.cities ((app.fold(name) collate "C"), id) where not _deleted;
create index cities_words on public.cities using gin (app.search_words(app.fold(name))) where not _deleted;
create index dance_styles_by_name on public.dance_styles ((app.fold(name) collate "C"), id) where not _deleted;
create index dance_styles_words on public.dance_styles using gin (app.search_words(app.fold(name))) where not _deleted;
create index blog_categories_paged on public.blog_categories (position, id);
create index blog_categories_by_name on public.blog_categories ((app.fold(name) collate "C"), id);
create index blog_categories_words on public.blog_categories using gin (app.search_words(app.fold(name || ' ' || slug)));

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

-- As before (…_admin_lists_of_content.sql), and what a sending is called.
create or replace function app.admin_audit_row(line uuid) returns jsonb
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
    -- Not every key is an id.
    select case when l.row_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-' then left(l.row_id, 36)::uuid end
  ) k (id)
  where l.id = line
$$;
