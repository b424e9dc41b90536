-- A small product for the backend's suite, which so does not depend on Danceflix's schema.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 80),
  stars int check (stars between 0 and 5),
  is_public boolean not null default false,
  data jsonb,
  created_at timestamptz not null default now(),
  unique (owner, title)
);
create table public.tags (
  id bigint generated always as identity primary key,
  note_id uuid not null references public.notes (id) on delete cascade,
  label text not null
);
alter table public.notes enable row level security;
alter table public.tags enable row level security;
create policy notes_read on public.notes for select to anon, authenticated
  using (is_public or owner = (select auth.uid()));
create policy notes_write on public.notes for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy tags_read on public.tags for select to anon, authenticated
  using (exists (select from public.notes n where n.id = note_id));
create policy tags_write on public.tags for all to authenticated
  using (exists (select from public.notes n where n.id = note_id and n.owner = (select auth.uid())));


-- Its policy lets everyone read; only the missing privilege keeps it closed.
create table public.vault (id int primary key, word text);
alter table public.vault enable row level security;
create policy vault_read on public.vault for select using (true);
insert into public.vault values (1, 'sesame');

-- Privileges in schema public are not granted by default any more.
grant select on public.notes, public.tags to anon;
grant select, insert, update, delete on public.notes, public.tags to authenticated, service_role;
grant select, insert, update, delete on public.vault to service_role;

create function public.whoami() returns jsonb language sql stable as $$
  select jsonb_build_object('uid', auth.uid(), 'role', auth.role(), 'email', auth.email(),
    'jwt_sub', auth.jwt() ->> 'sub', 'current_user', current_user)
$$;
create function public.complain(code text, message text) returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = message, hint = 'a hint', detail = 'a detail';
end $$;
create function public.shout(word text, times int default 2) returns text language sql immutable as $$
  select repeat(upper(word), times)
$$;
create function public.same(given jsonb) returns jsonb language sql immutable as $$ select given $$;
create function public.my_notes() returns setof public.notes language sql stable as $$
  select * from public.notes where owner = auth.uid()
$$;

create function public.announce_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'notes', 'public:notes', false);
  perform realtime.send(jsonb_build_object('title', new.title), 'note', 'user:' || new.owner::text, true);
  return null;
end $$;
create trigger announce_note after insert on public.notes for each row execute function public.announce_note();
create policy own_topic_listen on realtime.messages for select to authenticated
  using (realtime.topic() = 'user:' || (select auth.uid())::text and extension = 'broadcast');
create policy room_listen on realtime.messages for select to authenticated
  using (realtime.topic() like 'room:%');
create policy room_send on realtime.messages for insert to authenticated
  with check (realtime.topic() like 'room:%' and realtime.topic() <> 'room:quiet');
alter publication supabase_realtime add table public.notes;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 100000, array['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']),
  ('papers', 'papers', false, null, null)
on conflict (id) do nothing;
create policy own_folder_insert on storage.objects for insert to authenticated
  with check (bucket_id in ('pictures', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy own_folder_select on storage.objects for select to authenticated
  using (bucket_id in ('pictures', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy own_folder_update on storage.objects for update to authenticated
  using (bucket_id in ('pictures', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy own_folder_delete on storage.objects for delete to authenticated
  using (bucket_id in ('pictures', 'papers') and (storage.foldername(name))[1] = (select auth.uid())::text);

grant execute on function public.whoami(), public.complain(text, text), public.shout(text, int), public.same(jsonb),
  public.my_notes() to anon, authenticated, service_role;
