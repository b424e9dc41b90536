-- The blog. Admins write; everybody reads published and due posts. The list replicates to every phone as content of the
-- kind 'blog', without the articles' text, which `blog_post` returns when an article is opened and the phone then keeps.
--
-- `published_at` may be in the future. Until then nothing is shown: the text depends on the clock, the list on
-- `is_listed`, which becomes true when the row is next written or `app.list_due_posts` finds it due. Every pull of
-- content calls that (one probe of a small index), so that no timer is needed.
--
-- Rich text: editors store a ProseMirror document (JSON), never HTML. A document with other nodes than these is refused,
-- and phones render it node by node from the same list (src/ui/rich-text), so that nothing else can reach a page:
--
--   doc         > blocks
--   blocks      paragraph, heading (level 2 or 3), bulletList, orderedList, blockquote (> blocks), image, horizontalRule
--   lists       > listItem (> blocks)
--   paragraph, heading > text, hardBreak; marks: bold, italic, link
--   link.href   https:, mailto:, an address within the site (/…) or the page (#…), ASCII only
--   image.src   a picture of the bucket blog-images, as path from the backend's root
--
-- Other attributes may be stored by an editor and are ignored.

create function app.is_safe_link(href text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(href) <= 2000 and href ~
    '^(https://[A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]+|mailto:[A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]+|/([A-Za-z0-9._~?#@!$&''()*+,;=%:-][A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]*)?|#[A-Za-z0-9._~-]*)$'
$$;

create function app.is_blog_picture(path text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(path) <= 300
    and path ~ '^/storage/v1/object/public/blog-images/[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*$'
$$;

-- The fault of a document, as text for a log; null when it is valid. `place`: the kind of node allowed here.
create function app.rich_text_fault(node jsonb, place text default 'doc', depth integer default 0) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kind text;
  inside text;
  part jsonb;
  fault text;
begin
  if depth = 0 and octet_length(node::text) > 200000 then
    return 'the document is too long';
  end if;
  if jsonb_typeof(node) is distinct from 'object' then
    return 'a node is not an object';
  end if;
  if depth > 12 then
    return 'the document is too deep';
  end if;
  kind := node ->> 'type';
  if kind is null or kind <> all (case place
    when 'doc' then array['doc']
    when 'block' then
      array['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'image', 'horizontalRule']
    when 'item' then array['listItem']
    else array['text', 'hardBreak'] end)
  then
    return format('a node of type %s is not allowed there', coalesce(left(kind, 40), 'none'));
  end if;
  if exists (
    select from jsonb_object_keys(node) k (name) where k.name not in ('type', 'attrs', 'content', 'text', 'marks')
  ) then
    return format('%s has an unknown part', kind);
  end if;

  if kind = 'text' and (jsonb_typeof(node -> 'text') is distinct from 'string' or node ->> 'text' = '') then
    return 'a text is empty';
  elsif kind = 'heading' and (node #>> '{attrs,level}') is distinct from '2'
    and (node #>> '{attrs,level}') is distinct from '3'
  then
    return 'a heading is of level 2 or 3';
  elsif kind = 'image' and not coalesce(app.is_blog_picture(node #>> '{attrs,src}'), false) then
    return 'a picture is not one of the blog''s own';
  end if;

  if coalesce(jsonb_typeof(node -> 'marks'), 'null') not in ('array', 'null') then
    return 'marks are no list';
  end if;
  for part in select m from jsonb_array_elements(
    case when jsonb_typeof(node -> 'marks') = 'array' then node -> 'marks' else '[]' end) m
  loop
    if jsonb_typeof(part) is distinct from 'object' or coalesce(part ->> 'type', '') not in ('bold', 'italic', 'link') then
      return 'a mark is unknown';
    end if;
    if part ->> 'type' = 'link' and not coalesce(app.is_safe_link(part #>> '{attrs,href}'), false) then
      return 'a link leads to an address that is not allowed';
    end if;
  end loop;

  inside := case
    when kind in ('doc', 'blockquote', 'listItem') then 'block'
    when kind in ('bulletList', 'orderedList') then 'item'
    when kind in ('paragraph', 'heading') then 'inline'
  end;
  if coalesce(jsonb_typeof(node -> 'content'), 'null') = 'null' then
    return case when kind = 'doc' then 'the document is empty' end;
  end if;
  if inside is null or jsonb_typeof(node -> 'content') <> 'array' then
    return format('%s has no such content', kind);
  end if;
  for part in select c from jsonb_array_elements(node -> 'content') c loop
    fault := app.rich_text_fault(part, inside, depth + 1);
    if fault is not null then
      return fault;
    end if;
  end loop;
  return null;
end
$$;

-- Reading time in minutes, at 200 words a minute; at least one.
create function app.reading_minutes(document jsonb) returns integer
language sql immutable strict set search_path = ''
as $$
  select greatest(1, ceil(sum(array_length(regexp_split_to_array(btrim(t #>> '{}', E' \t\n'), '\s+'), 1)) / 200.0))::integer
  from jsonb_path_query(document, 'strict $.** ? (@.type == "text").text') t
  where btrim(t #>> '{}', E' \t\n') <> ''
$$;

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint blog_categories_name check (name = btrim(name) and char_length(name) between 2 and 60),
  slug text not null constraint blog_categories_slug unique constraint blog_categories_slug_check check (
    char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
  ),
  -- Order in the filter.
  position integer not null default 0 constraint blog_categories_position check (position between 0 and 9999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch_updated_at before update on public.blog_categories
  for each row execute function app.touch_updated_at();

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint blog_posts_title check (title = btrim(title) and char_length(title) between 3 and 140),
  -- Same rule as in content_items.
  slug text not null constraint blog_posts_slug unique constraint blog_posts_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  category_id uuid not null references public.blog_categories (id) on delete restrict,
  excerpt text not null constraint blog_posts_excerpt check (char_length(btrim(excerpt)) between 10 and 300),
  cover_url text,
  cover_alt text not null default '' constraint blog_posts_cover_alt check (char_length(cover_alt) <= 200),
  body jsonb not null,
  -- Text of the byline; the author need not have an account.
  author_name text not null
    constraint blog_posts_author check (author_name = btrim(author_name) and char_length(author_name) between 2 and 80),
  status text not null default 'draft' constraint blog_posts_status check (status in ('draft', 'published')),
  published_at timestamptz,
  reading_minutes integer not null default 1,
  is_listed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint blog_posts_published check (status = 'draft' or published_at is not null)
);
create index blog_posts_category on public.blog_posts (category_id);
create index blog_posts_due on public.blog_posts (published_at) where status = 'published' and not is_listed;

-- Checks text and cover, and computes the derived columns. Hints (22023): rich_text, cover.
create function app.prepare_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fault text;
begin
  if tg_op = 'INSERT' or new.body is distinct from old.body then
    fault := app.rich_text_fault(new.body);
    if fault is not null then
      perform app.refuse('22023', 'rich_text', fault);
    end if;
    new.reading_minutes := app.reading_minutes(new.body);
  end if;
  if not coalesce(app.is_blog_picture(new.cover_url), true) then
    perform app.refuse('22023', 'cover', 'the cover is not one of the blog''s own pictures');
  end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  new.is_listed := new.status = 'published' and new.published_at <= now();
  return new;
end
$$;
create trigger prepare_post before insert or update on public.blog_posts
  for each row execute function app.prepare_post();
create trigger touch_updated_at before update on public.blog_posts
  for each row execute function app.touch_updated_at();

-- The data of a post in lists. `revision` changes with the text, so that phones with an older text read it again.
create function app.post_content(post public.blog_posts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'title', post.title,
    'excerpt', post.excerpt,
    'cover_url', post.cover_url,
    'cover_alt', post.cover_alt,
    'author_name', post.author_name,
    'published_at', to_char(post.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'reading_minutes', post.reading_minutes,
    'revision', left(encode(sha256(convert_to(post.body::text, 'UTF8')), 'hex'), 16),
    'category', jsonb_build_object('name', c.name, 'slug', c.slug, 'position', c.position)
  )
  from public.blog_categories c where c.id = post.category_id
$$;

create function app.show_post(post public.blog_posts) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if post.is_listed then
    perform app.put_content('blog', post.id, post.slug, app.newest_first(post.published_at), app.post_content(post));
  else
    perform app.remove_content('blog', post.id);
  end if;
end
$$;

create function app.follow_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('blog', old.id);
  else
    perform app.show_post(new);
  end if;
  return null;
end
$$;
create trigger follow_post after insert or update or delete on public.blog_posts
  for each row execute function app.follow_post();

create function app.follow_blog_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.show_post(p) from (
    select b from public.blog_posts b where b.category_id = new.id order by b.id
  ) posts (p);
  return null;
end
$$;
create trigger follow_blog_category after update of name, slug, position on public.blog_categories
  for each row execute function app.follow_blog_category();

-- Lists at most `at_most` posts that are due and returns their number; skips posts that are being written.
create function app.list_due_posts(at_most integer default 100) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  listed integer;
begin
  if not exists (
    select from public.blog_posts p where p.status = 'published' and not p.is_listed and p.published_at <= now()
  ) then
    return 0;
  end if;
  update public.blog_posts p set is_listed = true
    where p.id in (
      select d.id from public.blog_posts d
      where d.status = 'published' and not d.is_listed and d.published_at <= now()
      order by d.id limit at_most for update skip locked
    );
  get diagnostics listed = row_count;
  return listed;
end
$$;

-- A published and due post with its text, else null.
create function public.blog_post(post_slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.post_content(p) || jsonb_build_object('id', p.id, 'slug', p.slug, 'body', p.body)
  from public.blog_posts p
  where p.slug = app.bounded('blog_post', 'post_slug', post_slug) and p.status = 'published' and p.published_at <= now()
$$;

create policy "blog pictures are listed by admins" on storage.objects for select to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are added by admins" on storage.objects for insert to authenticated
  with check (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are replaced by admins" on storage.objects for update to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()))
  with check (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are removed by admins" on storage.objects for delete to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()));

create index blog_posts_by_title on public.blog_posts ((app.fold(title) collate "C"), id);
create index blog_posts_paged on public.blog_posts (updated_at, id);
create index blog_posts_status on public.blog_posts (status, updated_at, id);
create index blog_posts_words on public.blog_posts
  using gin (app.search_words(app.fold(title || ' ' || author_name || ' ' || slug)));

select app.audit_table('blog_posts', 'id');

create index blog_categories_paged on public.blog_categories (position, id);
create index blog_categories_by_name on public.blog_categories ((app.fold(name) collate "C"), id);
create index blog_categories_words on public.blog_categories using gin (app.search_words(app.fold(name || ' ' || slug)));

select app.audit_table('blog_categories', 'id');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.blog_categories enable row level security;
alter table public.blog_posts enable row level security;

grant select, insert, update, delete on public.blog_categories, public.blog_posts to service_role;

grant select (id, name, slug, position, created_at, updated_at) on public.blog_categories to authenticated;
grant insert (id, name, slug, position) on public.blog_categories to authenticated;
grant update (name, slug, position) on public.blog_categories to authenticated;
grant delete on public.blog_categories to authenticated;
create policy "admins write categories" on public.blog_categories for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

grant select (id, title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name, status, published_at,
  reading_minutes, is_listed, created_at, updated_at) on public.blog_posts to authenticated;
grant insert (id, title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name, status, published_at
  ) on public.blog_posts to authenticated;
grant update (title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name, status, published_at
  ) on public.blog_posts to authenticated;
grant delete on public.blog_posts to authenticated;
create policy "admins write posts" on public.blog_posts for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

grant execute on function public.blog_post(text) to anon, authenticated;
