-- The inbox in the app, written by procedures and triggers (app.notify) and read by its owner, and the groups of
-- notifications that a person has muted.

-- user_id has no foreign key, as in all replicated tables: removing the owner leaves tombstones.
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text constraint notifications_kind_check check (kind ~ '^[a-z][a-z0-9_.]{1,60}$'),
  title text constraint notifications_title_check check (char_length(title) between 1 and 120),
  body text constraint notifications_body_check check (char_length(body) <= 1000),
  -- A path of this site, never of another host ('//', '/\').
  url text constraint notifications_url_check check (char_length(url) <= 300 and url ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'),
  read_at timestamptz,
  created_at timestamptz default now(),
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint notifications_live check (_deleted or num_nulls(kind, title, body, created_at) = 0),
  constraint notifications_tombstone check (
    not _deleted or num_nonnulls(kind, title, body, url, read_at, created_at) = 0
  )
);
create index notifications_unread on public.notifications (user_id) where read_at is null and not _deleted;

-- Blanks a removed notification except for its owner, whose phones need the tombstone.
create function app.blank_notification() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then
    raise exception 'a notification never changes hands: phones would keep it' using errcode = 'restrict_violation';
  end if;
  if new._deleted then
    new.kind := null;
    new.title := null;
    new.body := null;
    new.url := null;
    new.read_at := null;
    new.created_at := null;
  end if;
  return new;
end
$$;
create trigger blank before insert or update on public.notifications
  for each row execute function app.blank_notification();
select app.replicate_private('notifications', 'notifications', 'user_id');

-- Puts a notification into a person's inbox and returns its id, or null when the person has no live profile.
create function app.notify(person uuid, kind text, title text, body text, url text default null) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, kind, title, body, url)
    select p.id, notify.kind, notify.title, notify.body, notify.url
    from public.user_profiles p where p.id = person and p.removed_at is null
    returning id
$$;

-- The first activation of a teacher is the approval, see app.normalise_teacher.
create function app.notify_approved_teacher() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify(new.id, 'teacher.approved', 'Seu perfil foi aprovado!',
    'Agora você aparece na busca e os alunos podem pedir aulas com você.', '/teacher/home');
  return null;
end
$$;
create trigger notify_approved after update of is_active, approved_at on public.teachers for each row
  when (old.approved_at is null and new.approved_at is not null and new.is_active)
  execute function app.notify_approved_teacher();

create function public.pull_notifications(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('public.notifications', 'user_id', after_xid, after_id, page_size)
$$;

-- Ids of the notifications that the caller's phones may still hold. A replica drops all others.
create function public.visible_ids_notifications() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(n.id order by n.id) from public.notifications n where n.user_id = auth.uid() and not n._deleted
  ))
$$;

-- Command: marks the caller's notifications as read. Returns { command_id, version, marked }; notifications that were
-- read before or have been cleaned up count as done. Hints: invalid_value (22023) without ids or with more than 500,
-- notification_unknown (PT404) when none of them is the caller's.
create function public.mark_notifications_read(command_id uuid, ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'notifications.read', jsonb_build_object('ids', ids));
  marked integer;
  version bigint;
begin
  if answer is not null then
    return answer;
  end if;
  if coalesce(cardinality(ids), 0) not between 1 and 500 then
    perform app.refuse('22023', 'invalid_value', 'between 1 and 500 notifications can be marked at once');
  end if;
  perform from public.notifications n where n.id = any (ids) and n.user_id = me order by n.id for update;
  update public.notifications n set read_at = now()
    where n.id = any (ids) and n.user_id = me and n.read_at is null and not n._deleted;
  get diagnostics marked = row_count;
  select max(n._xid) into version from public.notifications n where n.id = any (ids) and n.user_id = me;
  if version is null then
    perform app.refuse('PT404', 'notification_unknown', 'there is no such notification');
  end if;
  return app.finish_command(command_id, jsonb_build_object('version', version, 'marked', marked));
end
$$;

create index notifications_read on public.notifications (read_at) where read_at is not null and not _deleted;

-- The group of a kind of notification; null for kinds that are never pushed, such as the welcome to a new user.
create function app.notification_group(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when kind = 'welcome' then null
    when kind like 'lesson\_request.%' then 'lessons'
    when kind = 'evaluation.received' then 'evaluations'
    when kind like 'news.%' then 'news'
    else 'account'
  end
$$;

create function app.blank_preferences() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.muted_notifications := '{}';
  return new;
end
$$;
create trigger blank_preferences before update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.blank_preferences();

-- Command: sets the groups of notifications muted on all of the caller's phones: 'lessons', 'evaluations', 'account',
-- 'news'. Returns { command_id, version }. Hints: invalid_value (22023), profile_missing (PT409).
create function public.set_notification_preferences(command_id uuid, muted text[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'notifications.preferences', jsonb_build_object('muted', muted));
begin
  if answer is not null then
    return answer;
  end if;
  if muted is null or array_position(muted, null) is not null
    or not muted <@ array['lessons', 'evaluations', 'account', 'news']
  then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'muted');
  end if;
  perform app.lock_person(me);
  update public.user_profiles p set muted_notifications = case when app.is_latest('muted_notifications')
      then array(select distinct m from unnest(muted) m order by m) else p.muted_notifications end
    where p.id = me and p.removed_at is null;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  return app.finish_command(command_id,
    (select jsonb_build_object('version', v._xid) from public.profile_versions v where v.id = me));
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.notifications enable row level security;

grant select, insert, update, delete on public.notifications to service_role;

-- Written by procedures only; admins read only their own too.
grant select (id, user_id, kind, title, body, url, read_at, created_at, _xid, _deleted
  ) on public.notifications to authenticated;
create policy "people read their notifications" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and not _deleted);

grant execute on function public.pull_notifications(bigint, uuid, integer), public.visible_ids_notifications(),
  public.mark_notifications_read(uuid, uuid[]), public.set_notification_preferences(uuid, text[]) to authenticated;
