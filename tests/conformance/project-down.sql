-- Removes from a project what tests/conformance/migrations made, and the people of the suite; the
-- product's schema stays. project.ts removes the files of the buckets through the Storage API
-- before: deleting rows alone would leave the files behind.
drop policy if exists own_topic_listen on realtime.messages;
drop policy if exists room_listen on realtime.messages;
drop policy if exists room_send on realtime.messages;
drop policy if exists own_folder_insert on storage.objects;
drop policy if exists own_folder_select on storage.objects;
drop policy if exists own_folder_update on storage.objects;
drop policy if exists own_folder_delete on storage.objects;

do $$
begin
  if exists (select from storage.objects where bucket_id in ('pictures', 'papers')) then
    raise exception 'The buckets hold files' using hint = 'Give SUPABASE_URL and SUPABASE_SECRET_KEY too.';
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.buckets where id in ('pictures', 'papers');
end $$;

drop function if exists public.my_notes();
drop table if exists public.tags, public.notes, public.vault;
drop function if exists public.announce_note(), public.whoami(), public.complain(text, text),
  public.shout(text, int), public.same(jsonb), public.on_day(date), public.count_of(uuid[]);

delete from auth.users where email like 'pessoa-%@danceflix.test';
