-- The newest 200 posts are listed, also after newer ones were taken off: whoever floods the Mural must not erase it. What
-- the team's block of an account has taken off stays off.

-- Unlisted for its age alone.
alter table public.posts
  add column is_older boolean not null default false,
  add constraint posts_older check (not (is_older and is_listed));
create index posts_older on public.posts (created_at desc, id desc) where is_older and removed_at is null;

-- As before (…_posts.sql); a post that somebody is taking off is left to them: waiting for it would be a deadlock.
create or replace function app.unlist_older_posts() returns trigger
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

-- As before (…_posts.sql), of all posts of the account.
create or replace function app.account_blocked() returns trigger
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
  return null;
end
$$;

-- A post under the id of a person would keep that person's public page away: ids of content are of one kind for good.
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

revoke all on function app.list_older_posts(), app.post_taken_off(), app.guard_post_id()
  from public, anon, authenticated;

-- A post that the team brings back takes the place of the oldest: with what had come in for it, phones held 201.
-- Before `zz_list_older_after_removal` by name, which then finds no room.
create trigger zy_unlist_older_after_return after update of removed_at on public.posts
  for each statement execute function app.unlist_older_posts();
