-- The blog. Admins write; everybody reads what is published and due. Lists replicate to every phone as content of the
-- kind 'blog', without the articles' text: that is read with `blog_post` when an article is opened, and kept there.
--
-- `published_at` may lie ahead. Nothing shows before: the text by the clock, the list by `is_listed`, which becomes true
-- when somebody next writes the row or `app.list_due_posts` finds it due. Every pull of content looks (one probe of a
-- small index), so that it works without a timer; `publish_due_posts` is for one.

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint blog_categories_name check (name = btrim(name) and char_length(name) between 2 and 60),
  slug text not null constraint blog_categories_slug unique constraint blog_categories_slug_check check (
    char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
  ),
  -- The order of the filter.
  position integer not null default 0 constraint blog_categories_position check (position between 0 and 9999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch_updated_at before update on public.blog_categories
  for each row execute function app.touch_updated_at();

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint blog_posts_title check (title = btrim(title) and char_length(title) between 3 and 140),
  -- As content_items has it.
  slug text not null constraint blog_posts_slug unique constraint blog_posts_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  category_id uuid not null references public.blog_categories (id) on delete restrict,
  excerpt text not null constraint blog_posts_excerpt check (char_length(btrim(excerpt)) between 10 and 300),
  cover_url text,
  cover_alt text not null default '' constraint blog_posts_cover_alt check (char_length(cover_alt) <= 200),
  body jsonb not null,
  -- As the byline says it; the author need not have an account.
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

-- Checks text and cover, and writes what follows from the rest. Hints (22023): rich_text, cover.
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

-- What a list shows of a post. `revision` changes with the text: a phone that keeps an older one reads it again.
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

-- Lists posts whose time has come, at most `at_most`; those that somebody is writing come next time. How many it were.
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

-- For a timer or cron of the backend.
create function public.publish_due_posts(at_most integer default 100) returns integer
language sql volatile security definer set search_path = ''
as $$
  select app.list_due_posts(at_most)
$$;

-- As before, and what became due since the last pull is listed first.
create or replace function public.pull_content(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.list_due_posts();
  return app.pull('content_items', after_xid, after_id, page_size);
end
$$;

-- A published and due post with its text; null when there is none.
create function public.blog_post(post_slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.post_content(p) || jsonb_build_object('id', p.id, 'slug', p.slug, 'body', p.body)
  from public.blog_posts p
  where p.slug = post_slug and p.status = 'published' and p.published_at <= now()
$$;

alter table public.blog_categories enable row level security;
alter table public.blog_posts enable row level security;
revoke all on public.blog_categories, public.blog_posts from anon, authenticated;
revoke truncate, references, trigger on public.blog_categories, public.blog_posts from service_role;
grant select, insert, update, delete on public.blog_categories, public.blog_posts to service_role;
grant select, delete on public.blog_categories, public.blog_posts to authenticated;
grant insert (id, name, slug, position), update (name, slug, position) on public.blog_categories to authenticated;
grant insert (id, title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name, status, published_at),
  update (title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name, status, published_at)
  on public.blog_posts to authenticated;

create policy "admins write categories" on public.blog_categories for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins write posts" on public.blog_posts for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

revoke all on function app.prepare_post(), app.post_content(public.blog_posts), app.show_post(public.blog_posts),
  app.follow_post(), app.follow_blog_category(), app.list_due_posts(integer),
  public.publish_due_posts(integer), public.blog_post(text) from public, anon, authenticated;
grant execute on function public.publish_due_posts(integer) to service_role;
grant execute on function public.blog_post(text) to anon, authenticated, service_role;

-- Pictures of articles: read by everyone, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('blog-images', 'blog-images', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "blog pictures are listed by admins" on storage.objects for select to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are added by admins" on storage.objects for insert to authenticated
  with check (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are replaced by admins" on storage.objects for update to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()))
  with check (bucket_id = 'blog-images' and (select app.is_admin()));
create policy "blog pictures are removed by admins" on storage.objects for delete to authenticated
  using (bucket_id = 'blog-images' and (select app.is_admin()));
