-- A post that the team brings back takes the place of the oldest: with what had come in for it, phones held 201.
-- Before `zz_list_older_after_removal` by name, which then finds no room.
create trigger zy_unlist_older_after_return after update of removed_at on public.posts
  for each statement execute function app.unlist_older_posts();
