-- posts: the Mural, short posts by signed-in people. The newest 200 are public content of the kind 'post'; older ones are
-- unlisted and stay in their authors' data (my_data) until removed.
--
-- Public about an author: first name (the whole name of admins, who speak for the team), picture, role, and a tag that is
-- equal for posts of one person. The tag is a digest of the random id: a phone that knows the id (the author's own, or
-- one that blocked the author) recognises the posts, and the id cannot be derived from the tag.
--
-- All writers lock in one order: the author's profile, then posts by id, then content by id.
--
-- A flood must not erase the Mural: when newer posts are removed, older ones are listed again, up to 200.

create table public.posts (
  id uuid primary key,
  author_id uuid not null references public.user_profiles (id) on delete cascade,
  -- Null once the author has removed it. A text removed by the team stays readable for the team and the author.
  text text constraint posts_text_check check (
    char_length(text) between 1 and 500 and text = btrim(text)
    -- White space and invisible characters alone are not a text.
    and regexp_replace(text, '[\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]', '', 'g') <> ''
  ),
  city_id uuid references public.cities (id),
  dance_style_id uuid references public.dance_styles (id),
  created_at timestamptz not null default now(),
  is_listed boolean not null default true,
  removed_at timestamptz,
  removed_by text constraint posts_removed_by_check check (removed_by in ('author', 'team')),
  removal_reason text constraint posts_reason_check check (char_length(removal_reason) between 1 and 500),
  -- Unlisted only because of its age.
  is_older boolean not null default false,
  constraint posts_removed check ((removed_at is null) = (removed_by is null)),
  constraint posts_has_text check ((text is null) = (removed_by is not null and removed_by = 'author')),
  constraint posts_older check (not (is_older and is_listed))
);
create index posts_author on public.posts (author_id, created_at);
create index posts_newest on public.posts (created_at, id) where is_listed and removed_at is null;
create index posts_city on public.posts (city_id);
create index posts_style on public.posts (dance_style_id);

create function app.author_tag(author uuid) returns text
language sql immutable strict set search_path = ''
as $$
  select left(encode(sha256(convert_to(author::text, 'UTF8')), 'hex'), 32)
$$;

-- Puts one post into public content, or removes it. The caller holds the post's lock.
create function app.show_post(post public.posts) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.user_profiles;
begin
  select * into author from public.user_profiles p where p.id = post.author_id and p.removed_at is null;
  if author.id is null or not post.is_listed or post.removed_at is not null then
    perform app.remove_content('post', post.id);
    return;
  end if;
  perform app.put_content('post', post.id, null, app.newest_first(post.created_at), jsonb_build_object(
    'author_name', case when author.role = 'admin' then btrim(author.name)
      else split_part(btrim(author.name), ' ', 1) end,
    'author_image_url', author.profile_image_url,
    'author_role', author.role,
    'author_tag', app.author_tag(author.id),
    'text', post.text,
    'city_id', post.city_id,
    'style_id', post.dance_style_id,
    'created_at', to_char(post.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ));
end
$$;

create function app.post_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('post', old.id);
  else
    perform app.show_post(new);
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.posts
  for each row execute function app.post_written();

-- Lists only the newest 200. Writers are serialised, so that each sees the result of the one before. Skips posts that
-- another transaction is removing, because waiting for it could deadlock.
create function app.unlist_older_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 200;
  older uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('danceflix posts', 0));
  for older in
    select o.id from (
      select p.id from public.posts p where p.is_listed and p.removed_at is null
      order by p.created_at desc, p.id desc offset at_most
    ) o order by o.id
  loop
    perform from public.posts p where p.id = older and p.is_listed and p.removed_at is null for update skip locked;
    if found then
      update public.posts p set is_listed = false, is_older = true where p.id = older;
    end if;
  end loop;
  return null;
end
$$;
create trigger zz_unlist_older after insert on public.posts
  for each statement execute function app.unlist_older_posts();

-- Updates the listed posts of an author with a new name, picture or role.
create function app.author_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  post public.posts;
begin
  for post in
    select * from public.posts p where p.author_id = new.id and p.is_listed and p.removed_at is null
    order by p.id for update
  loop
    perform app.show_post(post);
  end loop;
  return null;
end
$$;
create trigger show_author_on_posts after update of name, profile_image_url, role on public.user_profiles for each row
  when (new.removed_at is null and (old.name, old.profile_image_url, old.role)
    is distinct from (new.name, new.profile_image_url, new.role))
  execute function app.author_changed();

-- Removes the posts of a deleted account (LGPD art. 18); a hard-deleted profile does so by the foreign key.
create function app.forget_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.posts p where p.author_id = old.id order by p.id for update;
  delete from public.posts p where p.author_id = old.id;
  return null;
end
$$;
create trigger forget_posts_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_posts();

-- Unlists the posts of a blocked account. Lifting the block does not list old ones again.
create function app.account_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  post uuid;
begin
  for post in
    select p.id from public.posts p where p.author_id = new.id and (p.is_listed or p.is_older) order by p.id for update
  loop
    update public.posts p set is_listed = false, is_older = false where p.id = post;
  end loop;
  perform app.list_older_posts();
  if new.banned_until > now() and coalesce(old.banned_until <= now(), true) then
    perform app.tell_suspended(new.id);
  end if;
  return null;
end
$$;
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'banned_until'
  ) then
    create trigger danceflix_user_blocked after update of banned_until on auth.users for each row
      when (new.banned_until is not null and new.banned_until is distinct from old.banned_until)
      execute function app.account_blocked();
  end if;
end
$$;

-- Whether the post may be reported: while it is listed.
create function app.reportable_post(post uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.posts p where p.id = post and p.is_listed and p.removed_at is null)
$$;

-- Command: a signed-in person writes on the Mural. `post`: { id (made on the device), text (1 to 500 characters),
-- city_id|null, dance_style_id|null }. At most 10 per person in 24 hours, including removed ones.
-- Returns { command_id, version, post_id, created_at }.
-- Hints: invalid_value (22023, the field or constraint in DETAIL), city_unknown, style_unknown (22023),
-- profile_missing (PT409), too_many_posts (PT409), post_exists (PT409: the id is taken).
create function public.create_post(command_id uuid, post jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  at_most constant integer := 10;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'post.create', post);
  wanted public.posts;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(post) is distinct from 'object' or octet_length(post::text) > 10000 then
    perform app.refuse('22023', 'invalid_value', 'this is no post', 'post');
  end if;
  select k into refused from jsonb_object_keys(post) k
    where k <> all (array['id', 'text', 'city_id', 'dance_style_id']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a post has no such field', refused);
  end if;
  foreach refused in array array['id', 'text'] loop
    if app.text_field(post, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.id := app.id_field(post, 'id');
  wanted.text := app.text_field(post, 'text');
  wanted.city_id := app.id_field(post, 'city_id');
  wanted.dance_style_id := app.id_field(post, 'dance_style_id');
  if wanted.city_id is not null
    and not exists (select from public.cities c where c.id = wanted.city_id and not c._deleted)
  then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  if wanted.dance_style_id is not null
    and not exists (select from public.dance_styles d where d.id = wanted.dance_style_id and not d._deleted)
  then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'dance_style_id');
  end if;

  -- Serialises one person's posts, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if (
    select count(*) from public.posts p where p.author_id = me and p.created_at > now() - interval '24 hours'
  ) >= at_most then
    perform app.refuse('PT409', 'too_many_posts', 'these are enough posts for a day');
  end if;
  begin
    insert into public.posts (id, author_id, text, city_id, dance_style_id)
      values (wanted.id, me, wanted.text, wanted.city_id, wanted.dance_style_id)
      returning * into wanted;
  exception
    -- restrict_violation: the id belongs to other public content.
    when unique_violation or restrict_violation then
      perform app.refuse('PT409', 'post_exists', 'this id belongs to something else');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object(
    'version', (select c._xid from public.content_items c where c.id = wanted.id),
    'post_id', wanted.id, 'created_at', wanted.created_at));
end
$$;

-- Command: removes a post. Authors remove their own, which deletes the text; admins remove any, with a reason or null
-- that is told to the author.
-- Returns { command_id, version, post_id, removed_by }.
-- Hints: invalid_value (22023), profile_missing (PT409), post_unknown (PT404: unknown or removed already),
-- not_the_author (42501).
create function public.remove_post(command_id uuid, post_id uuid, reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  given constant jsonb := jsonb_build_object('post_id', post_id, 'reason', reason);
  answer jsonb := app.begin_command(command_id, 'post.remove', given);
  why constant text := app.text_field(given, 'reason');
  post public.posts;
  by_author boolean;
begin
  if answer is not null then
    return answer;
  end if;
  if char_length(why) > 500 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  perform app.require_profile();
  select * into post from public.posts p where p.id = post_id for update;
  if post.id is null then
    perform app.refuse('PT404', 'post_unknown', 'there is no such post');
  end if;
  by_author := post.author_id = me;
  if not by_author and not app.is_admin() then
    perform app.refuse('42501', 'not_the_author', 'only the author and the team remove a post');
  end if;
  if post.removed_at is not null then
    perform app.refuse('PT404', 'post_unknown', 'the post is removed already');
  end if;
  update public.posts p set
    removed_at = now(),
    removed_by = case when by_author then 'author' else 'team' end,
    removal_reason = case when by_author then null else why end,
    text = case when by_author then null else p.text end
    where p.id = post.id;
  if not by_author then
    perform app.notify(post.author_id, 'post.removed', 'Sua publicação saiu do Mural',
      'A equipe do Danceflix removeu uma publicação sua.' || coalesce(' Motivo: ' || why, ''), '/comunidade/mural');
  end if;
  return app.finish_command(command_id, jsonb_build_object(
    'version', (select c._xid from public.content_items c where c.id = post.id),
    'post_id', post.id, 'removed_by', case when by_author then 'author' else 'team' end));
end
$$;

create index posts_older on public.posts (created_at desc, id desc) where is_older and removed_at is null;

-- Lists the newest 200 posts again after newer ones were removed, because a flood must not erase the Mural. Posts
-- unlisted by the team's block of an account stay unlisted.
create function app.list_older_posts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  at_most constant integer := 200;
  older uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('danceflix posts', 0));
  for older in
    select p.id from public.posts p where p.is_older and p.removed_at is null
    order by p.created_at desc, p.id desc
    limit greatest(at_most - (select count(*) from public.posts l where l.is_listed and l.removed_at is null), 0)
    for update skip locked
  loop
    update public.posts p set is_listed = true, is_older = false where p.id = older;
  end loop;
end
$$;

create function app.post_taken_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.list_older_posts();
  return null;
end
$$;
create trigger zz_list_older_after_removal after update of removed_at on public.posts
  for each statement execute function app.post_taken_off();
create trigger zz_list_older_after_delete after delete on public.posts
  for each statement execute function app.post_taken_off();

-- Refuses a post with the id of a person: it would occupy that person's public page, because a content id keeps its kind.
create function app.guard_post_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.user_profiles p where p.id = new.id) then
    raise exception 'this id belongs to a person' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger guard_id before insert on public.posts for each row execute function app.guard_post_id();

-- A post restored by the team replaces the oldest one; otherwise 201 would be listed. Named to run before
-- `zz_list_older_after_removal`, which then finds no room.
create trigger zy_unlist_older_after_return after update of removed_at on public.posts
  for each statement execute function app.unlist_older_posts();

create index posts_paged on public.posts (created_at, id);
create index posts_removed on public.posts (created_at, id) where removed_at is not null;
create index posts_words on public.posts using gin (app.search_words(app.fold(coalesce(text, ''))));

create trigger false_name before insert or update of text on public.posts
  for each row execute function app.refuse_false_name('text', 'text');

select app.audit_table('posts', 'id', 'author_id', 'text,removal_reason');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.posts enable row level security;

grant select, insert, update, delete on public.posts to service_role;

grant select (id, author_id, text, city_id, dance_style_id, created_at, is_listed, removed_at, removed_by,
  removal_reason, is_older) on public.posts to authenticated;
create policy "authors read their posts, admins all" on public.posts for select to authenticated
  using (author_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.create_post(uuid, jsonb), public.remove_post(uuid, uuid, text) to authenticated;
