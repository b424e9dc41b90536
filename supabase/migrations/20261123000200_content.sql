-- content_items: public content on every phone, of all kinds in one replicated table, so that a phone opens one
-- collection for it. A projection, like teacher_listings: the truth is in the tables of the kinds (events, posts, …),
-- whose triggers keep it here through two functions. Nobody writes it directly.
--
-- The contract for a table of content:
--
--   app.put_content(kind, id, slug, sort_key, data)  a row is shown, or shown differently
--   app.remove_content(kind, id)                     it is not shown any more: hidden, unapproved, past, deleted
--
-- * Call them from AFTER INSERT, UPDATE and DELETE row triggers, whose functions are `security definer` with
--   `search_path = ''`. Put what visitors may see now, else remove; both may be called as often as you like: where
--   nothing changes nothing is written, no phone downloads anything and no hint is sent.
-- * `id` is the source row's id, of one kind for ever; another kind with the same id is refused (restrict_violation).
--   Of a person ('dancer') it is the person's id, so that the account's deletion finds it; what else names a person
--   (the author of a post) the kind's own triggers must remove or rename with the person.
-- * `slug` is for the address, as of teachers; unique among live rows of the kind (unique_violation). Null: the id is.
-- * `sort_key` is the order within the kind, ascending by bytes, then by id: the same in SQL and on the phone. It must
--   be a pure function of the row (no clock, no counters of others): what sorts by name takes app.fold(name), newest
--   first takes app.newest_first(time). Whatever depends on now ("over", "from today") the screen decides.
-- * `data` is one JSON object of at most 64 KB as text, and everything in it is public. Cities and dance styles in it
--   are ids: the phone has their names, and a rename costs no row here. No mass of text that few people open.
-- * A transaction that puts many rows takes them in the order of their ids, so that two of them cannot block each other.
-- * An update of the contents' shape (another key in `data`) is a migration that puts all rows again.
-- * A row that a later one replaces under the same slug is removed before the other is put.
--
-- A phone reads them as `ContentRow` (src/db/rows.ts) and shows what the feature's own check lets through.

create table public.content_items (
  id uuid primary key,
  kind text not null constraint content_items_kind check (
    kind in ('event', 'post', 'step', 'blog', 'sponsor', 'supporter', 'tier', 'dancer')
  ),
  -- Never shaped like an id: addresses take both.
  slug text constraint content_items_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  sort_key text collate "C" constraint content_items_sort_key check (char_length(sort_key) between 1 and 300),
  data jsonb constraint content_items_data check (
    jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536
  ),
  updated_at timestamptz not null default now(),
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint content_items_live check (_deleted or num_nulls(sort_key, data) = 0),
  constraint content_items_tombstone check (not _deleted or num_nonnulls(slug, sort_key, data) = 0)
);
create unique index content_items_slug on public.content_items (kind, slug) where not _deleted;
create index content_items_order on public.content_items (kind, sort_key, id) where not _deleted;
select app.replicate('content_items', 'content');

-- Shows a row, for the first time, anew or again.
create function app.put_content(kind text, id uuid, slug text, sort_key text, data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present_kind text;
begin
  insert into public.content_items as c (id, kind, slug, sort_key, data)
    values (put_content.id, put_content.kind, put_content.slug, put_content.sort_key, put_content.data)
    on conflict on constraint content_items_pkey do update set
      slug = excluded.slug, sort_key = excluded.sort_key, data = excluded.data, updated_at = now(), _deleted = false
    where c.kind = excluded.kind
      and (c.slug, c.sort_key, c.data, c._deleted)
        is distinct from (excluded.slug, excluded.sort_key, excluded.data, false);
  if not found then
    select c.kind into present_kind from public.content_items c where c.id = put_content.id;
    if present_kind <> put_content.kind then
      raise exception 'content % is of the kind % and never becomes %', put_content.id, present_kind, put_content.kind
        using errcode = 'restrict_violation';
    end if;
  end if;
end
$$;

-- Leaves a tombstone without contents. A row that was never shown, or is gone already, needs none.
create function app.remove_content(kind text, id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.content_items c
    set slug = null, sort_key = null, data = null, updated_at = now(), _deleted = true
    where c.id = remove_content.id and c.kind = remove_content.kind and not c._deleted
$$;

-- A sort key of times, the newest first: milliseconds that are left until the year 10000, in 15 digits.
create function app.newest_first(moment timestamptz) returns text
language sql immutable strict set search_path = ''
as $$
  select lpad(greatest(253402300800000 - floor(extract(epoch from moment) * 1000), 0)::bigint::text, 15, '0')
$$;

create function public.pull_content(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull('content_items', after_xid, after_id, page_size)
$$;

alter table public.content_items enable row level security;
grant select on public.content_items to anon, authenticated;
revoke truncate, references, trigger on public.content_items from service_role;
grant select, insert, update, delete on public.content_items to service_role;
create policy "live content is public" on public.content_items for select to anon, authenticated
  using (not _deleted);

revoke all on function app.put_content(text, uuid, text, text, jsonb), app.remove_content(text, uuid),
  app.newest_first(timestamptz) from public, anon, authenticated;
grant execute on function public.pull_content(bigint, uuid, integer) to anon, authenticated, service_role;

-- Leaving (LGPD art. 18): what is published under the person's own id goes with the person, and is shown to them.

create function app.forget_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.remove_content(c.kind, c.id) from public.content_items c where c.id = old.id and not c._deleted;
  return null;
end
$$;
-- Last by name: a kind's own trigger on the same row cannot bring it back.
create trigger zz_forget_content_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_content();
create trigger zz_forget_content_deleted after delete on public.user_profiles
  for each row execute function app.forget_content();

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_content;
revoke all on function app.my_data_before_content() from public, anon, authenticated;

create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_content() || jsonb_build_object('public_content', coalesce((
    select jsonb_agg(to_jsonb(c) - array['_xid', '_deleted'] order by c.kind)
    from public.content_items c where c.id = auth.uid() and not c._deleted
  ), '[]'))
$$;
grant execute on function public.my_data() to authenticated, service_role;
