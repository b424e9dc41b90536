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
    when kind like 'lesson\_request.%' or kind like 'lesson.%' then 'lessons'
    when kind in ('evaluation.received', 'evaluation.replied', 'evaluation.changed') then 'evaluations'
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

-- Notifications of the team to many people: a sending and its recipients, which are fixed when it starts. Written by
-- procedures only, step by step, so that a sending can stop and continue and never notifies a person twice.
--
-- The order is: preview, start (which fixes the recipients), then steps until it is done. An open page calls for steps,
-- and timed work does too; a call while another step is running reports that and does nothing.

create table public.bulk_notifications (
  id uuid primary key,
  title text not null constraint bulk_notifications_title_check check (char_length(title) between 3 and 120),
  body text not null constraint bulk_notifications_body_check check (char_length(body) between 3 and 1000),
  -- Same rule as in public.notifications: a path of this site.
  url text constraint bulk_notifications_url_check
    check (char_length(url) <= 300 and url ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'),
  -- Audience; null is everybody.
  role text constraint bulk_notifications_role_check check (role in ('student', 'teacher', 'admin')),
  city_id uuid references public.cities (id),
  dance_style_id uuid references public.dance_styles (id),
  state text not null default 'sending' constraint bulk_notifications_state_check
    check (state in ('sending', 'stopped', 'done')),
  total integer not null constraint bulk_notifications_total_check check (total >= 0),
  sent integer not null default 0,
  -- Number of recipients who left before their turn.
  gone integer not null default 0,
  -- Null when that administrator has left.
  created_by uuid,
  created_at timestamptz not null default now(),
  stopped_at timestamptz,
  finished_at timestamptz,
  constraint bulk_notifications_counts_check check (sent >= 0 and gone >= 0 and sent + gone <= total)
);
create index bulk_notifications_newest on public.bulk_notifications (created_at, id);
create index bulk_notifications_by_state on public.bulk_notifications (state, created_at, id);
create index bulk_notifications_same on public.bulk_notifications (md5(title || E'\n' || body || E'\n' || coalesce(url, '')), created_at);
create index bulk_notifications_words on public.bulk_notifications
  using gin (app.search_words(app.fold(title || ' ' || body)));
create index bulk_notifications_author on public.bulk_notifications (created_by) where created_by is not null;

create table public.bulk_notification_recipients (
  bulk_id uuid not null references public.bulk_notifications (id) on delete cascade,
  -- Without a foreign key, like inboxes: app.forget_bulk removes a person who leaves.
  person_id uuid not null,
  state text not null default 'waiting' constraint bulk_notification_recipients_state_check
    check (state in ('waiting', 'sent')),
  notification_id uuid,
  sent_at timestamptz,
  primary key (bulk_id, person_id),
  constraint bulk_notification_recipients_sent_check
    check ((state = 'sent') = (notification_id is not null) and (state = 'sent') = (sent_at is not null))
);
create index bulk_notification_recipients_by_state on public.bulk_notification_recipients (state, bulk_id, person_id);
create index bulk_notification_recipients_person on public.bulk_notification_recipients (person_id);

-- Only decisions are audited: start, stop, continue. Changes of counters are not.
create trigger audit after insert or delete or update of stopped_at on public.bulk_notifications
  for each row execute function app.audit('id', '', '');

-- Adds to a sending's counters; the last recipient finishes it.
create function app.count_bulk(bulk uuid, more_sent integer, more_gone integer) returns void
language sql volatile set search_path = ''
as $$
  update public.bulk_notifications b set sent = b.sent + more_sent, gone = b.gone + more_gone,
      state = case when b.sent + more_sent + b.gone + more_gone = b.total then 'done' else b.state end,
      finished_at = case when b.sent + more_sent + b.gone + more_gone = b.total
        then coalesce(b.finished_at, clock_timestamp()) end
    where b.id = bulk and (more_sent, more_gone) <> (0, 0);
$$;

-- Removes a person who leaves from all recipients. Named to run before the inbox is emptied: a step that is notifying this
-- person holds the row, so that its notification exists when the inbox is emptied.
create function app.forget_bulk() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  bulk uuid;
  untold integer;
begin
  for bulk, untold in
    with taken as (
      delete from public.bulk_notification_recipients r where r.person_id = old.id returning r.bulk_id, r.state
    )
    select t.bulk_id, count(*) filter (where t.state = 'waiting') from taken t group by 1 order by 1
  loop
    perform app.count_bulk(bulk, 0, untold);
  end loop;
  update public.bulk_notifications b set created_by = null where b.created_by = old.id;
  return null;
end
$$;
create trigger bulk_forget_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_bulk();
create trigger bulk_forget_deleted after delete on public.user_profiles
  for each row execute function app.forget_bulk();

-- A field of the audience. Hints: invalid_value (22023, the field in DETAIL).
create function app.bulk_audience_field(audience jsonb, field text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(audience, field);
begin
  if wanted is not null and not exists (
    select from public.cities c where field = 'city_id' and c.id = wanted and not c._deleted
    union all
    select from public.dance_styles s where field = 'dance_style_id' and s.id = wanted and not s._deleted
  ) then
    perform app.refuse('22023', 'invalid_value', 'there is no such place or style', field);
  end if;
  return wanted;
end
$$;

-- The audience of a message: $1 role, $2 city, $3 style, each null for all.
create function app.bulk_audience_statement(role text, city uuid, style uuid) returns text
language sql immutable set search_path = ''
as $$
  select 'select p.id, p.role from public.user_profiles p where p.removed_at is null and not p.is_demo'
    || case when role is null then ' and p.role in (''student'', ''teacher'', ''admin'')' else ' and p.role = $1' end
    || case when city is null then '' else ' and p.city_id = $2' end
    || case when style is null then '' else ' and p.id in (
      select s.student_id from public.student_dance_styles s where s.dance_style_id = $3
      union all select t.teacher_id from public.teacher_dance_styles t where t.dance_style_id = $3)' end
$$;

-- The audience without recipients of an identical message within the last day, so that a double click, a second tab or a
-- second administrator notifies no person twice. $4: title, $5: body, $6: url|null.
create function app.bulk_new_statement(role text, city uuid, style uuid) returns text
language sql immutable set search_path = ''
as $$
  select 'select a.id, a.role, exists (
      select from public.bulk_notification_recipients r where r.person_id = a.id and r.bulk_id = any (array(
        select b.id from public.bulk_notifications b
        where md5(b.title || E''\n'' || b.body || E''\n'' || coalesce(b.url, '''')) = md5($4 || E''\n'' || $5 || E''\n'' || coalesce($6, ''''))
          and b.created_at > now() - interval ''1 day''))
    ) as has_it from (' || app.bulk_audience_statement(role, city, style) || ') a'
$$;

-- Number of recipients, before a message is sent. message: { role, city_id, dance_style_id, title, body, url }, each null
-- or absent when not known yet. Returns { total, student, teacher, admin, already: people who got or will get an identical
-- message since yesterday, and are left out }. Hints: admin_only (42501), invalid_value (22023).
create function public.admin_preview_bulk(message jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb;
begin
  perform app.bounded('admin_preview_bulk', 'message', message);
  if jsonb_typeof(message) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a message is an object', 'message');
  end if;
  execute format('select jsonb_build_object(
      ''total'', count(*) filter (where not n.has_it),
      ''student'', count(*) filter (where not n.has_it and n.role = ''student''),
      ''teacher'', count(*) filter (where not n.has_it and n.role = ''teacher''),
      ''admin'', count(*) filter (where not n.has_it and n.role = ''admin''),
      ''already'', count(*) filter (where n.has_it)) from (%s) n',
      app.bulk_new_statement(app.text_field(message, 'role'), app.bulk_audience_field(message, 'city_id'),
        app.bulk_audience_field(message, 'dance_style_id')))
    into answer using app.text_field(message, 'role'), app.id_field(message, 'city_id'),
      app.id_field(message, 'dance_style_id'), coalesce(app.text_field(message, 'title'), ''),
      coalesce(app.text_field(message, 'body'), ''), app.text_field(message, 'url');
  return answer;
end
$$;

-- A sending in lists and pages: { id, title, body, url, role, city_id, city_name, dance_style_id, style, state
-- 'sending'|'stopped'|'done', total, sent, gone, created_by: person|null, created_at, stopped_at, finished_at }.
create function app.bulk_row(bulk uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(b) || jsonb_build_object('city_name', app.named_city(b.city_id),
    'style', app.named_style(b.dance_style_id), 'created_by', app.named_person(b.created_by))
  from public.bulk_notifications b where b.id = bulk
$$;

-- One sending; null when it does not exist.
create function public.admin_bulk(bulk_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return app.bulk_row(bulk_id);
end
$$;

-- Command: fixes the recipients of a message and starts the sending. message: { id (made on the device), title, body,
-- url|null, role|null, city_id|null, dance_style_id|null }. Returns { command_id, id, total }.
-- Hints: invalid_value (22023, the field or constraint in DETAIL); bulk_nobody (22023): the audience is empty;
-- bulk_repeated (PT409): the whole audience got an identical message since yesterday; bulk_exists (PT409: the id).
create function public.admin_start_bulk(command_id uuid, message jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.bulk.start', message);
  wanted public.bulk_notifications;
  refused text;
  rule text;
  people uuid[];
  known boolean;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(message) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a message is an object', 'message');
  end if;
  select k into refused from jsonb_object_keys(message) k
    where k <> all (array['id', 'title', 'body', 'url', 'role', 'city_id', 'dance_style_id']) limit 1;
  if refused is not null or app.id_field(message, 'id') is null then
    perform app.refuse('22023', 'invalid_value', 'a message has no such field', coalesce(refused, 'id'));
  end if;
  wanted.id := app.id_field(message, 'id');
  wanted.title := app.text_field(message, 'title');
  wanted.body := app.text_field(message, 'body');
  wanted.url := app.text_field(message, 'url');
  wanted.role := app.text_field(message, 'role');
  wanted.city_id := app.bulk_audience_field(message, 'city_id');
  wanted.dance_style_id := app.bulk_audience_field(message, 'dance_style_id');
  -- Serialised, because each start must see the recipients of the one before.
  perform pg_advisory_xact_lock(hashtextextended('danceflix bulk start', 0));
  execute format('select array_agg(n.id order by n.id) from (%s) n where not n.has_it',
      app.bulk_new_statement(wanted.role, wanted.city_id, wanted.dance_style_id))
    into people using wanted.role, wanted.city_id, wanted.dance_style_id, coalesce(wanted.title, ''),
      coalesce(wanted.body, ''), wanted.url;
  begin
    insert into public.bulk_notifications (id, title, body, url, role, city_id, dance_style_id, total, created_by)
      values (wanted.id, wanted.title, wanted.body, wanted.url, wanted.role, wanted.city_id, wanted.dance_style_id,
        coalesce(cardinality(people), 0), me);
  exception
    when unique_violation then
      perform app.refuse('PT409', 'bulk_exists', 'this id belongs to another sending');
    when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  if people is null then
    execute format('select exists (%s)',
        app.bulk_audience_statement(wanted.role, wanted.city_id, wanted.dance_style_id))
      into known using wanted.role, wanted.city_id, wanted.dance_style_id;
    if known then
      perform app.refuse('PT409', 'bulk_repeated', 'everybody got this message since yesterday');
    end if;
    perform app.refuse('22023', 'bulk_nobody', 'nobody is reached');
  end if;
  insert into public.bulk_notification_recipients (bulk_id, person_id) select wanted.id, p from unnest(people) p;
  return app.finish_command(command_id, jsonb_build_object('id', wanted.id, 'total', cardinality(people)));
end
$$;

-- Notifies the next recipients of a sending. Returns the number of rows processed; null when it is stopped or done, or
-- another step is running.
create function app.step_bulk(bulk uuid, size integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  message public.bulk_notifications;
  told integer;
  gone integer;
begin
  -- Locked to the end: one step at a time, and a stop waits for the running step.
  select * into message from public.bulk_notifications b
    where b.id = bulk and b.state = 'sending' for update skip locked;
  if not found then
    return null;
  end if;
  with next as materialized (
    select r.person_id from public.bulk_notification_recipients r
    where r.bulk_id = bulk and r.state = 'waiting' order by r.person_id limit size
    -- A recipient who is leaving at this moment is skipped and counted by app.forget_bulk.
    for update skip locked
  ), written as materialized (
    select n.person_id, app.notify(n.person_id, 'news.message', message.title, message.body, message.url) as id from next n
  ), marked as (
    update public.bulk_notification_recipients r
      set state = 'sent', notification_id = w.id, sent_at = clock_timestamp()
      from written w where r.bulk_id = bulk and r.person_id = w.person_id and w.id is not null
      returning 1
  ), dropped as (
    -- Recipients without a live profile.
    delete from public.bulk_notification_recipients r using written w
      where r.bulk_id = bulk and r.person_id = w.person_id and w.id is null
      returning 1
  )
  select (select count(*) from marked), (select count(*) from dropped) into told, gone;
  perform app.count_bulk(bulk, told, gone);
  return told + gone;
end
$$;

-- Notifies up to `size` (1 to 500) more people. Returns the sending (app.bulk_row) with `stepped`: the number processed,
-- null when it is not running or another step is. Repeated calls continue and notify no person twice.
-- Hints: admin_only (42501), bulk_unknown (PT404).
create function public.admin_step_bulk(bulk_id uuid, size integer default 100) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  stepped constant integer := app.step_bulk(bulk_id, least(greatest(coalesce(size, 100), 1), 500));
  answer constant jsonb := app.bulk_row(bulk_id);
begin
  if answer is null then
    perform app.refuse('PT404', 'bulk_unknown', 'there is no such sending');
  end if;
  return answer || jsonb_build_object('stepped', stepped);
end
$$;

create function app.turn_bulk(bulk uuid, stops boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  update public.bulk_notifications b set state = case when stops then 'stopped' else 'sending' end,
      stopped_at = case when stops then clock_timestamp() end
    where b.id = bulk and b.state = case when stops then 'sending' else 'stopped' end;
  if not found and not exists (select from public.bulk_notifications b where b.id = bulk) then
    perform app.refuse('PT404', 'bulk_unknown', 'there is no such sending');
  end if;
  return app.bulk_row(bulk);
end
$$;

-- Stops a sending after the running step, or continues a stopped one; repeated calls change nothing. Both return
-- app.bulk_row. Hints: admin_only (42501), bulk_unknown (PT404).
create function public.admin_stop_bulk(bulk_id uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.turn_bulk(bulk_id, true)
$$;
create function public.admin_resume_bulk(bulk_id uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.turn_bulk(bulk_id, false)
$$;

-- bulk · filter: search (title, text), state. sort: created_at (default '-created_at'). Rows: app.bulk_row.
-- bulk_recipients · filter: search (name, e-mail), bulk_id, state. sort: person (default).
-- Rows: { id, person|null, state 'waiting'|'sent', sent_at, read_at: of the notification, push: null when no phone was
-- to be notified or after a day, 'waiting', or an outcome of push_queue }.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown) values (
  'bulk', 'public.bulk_notifications r', 'app.search_words(app.fold(r.title || '' '' || r.body)) @@ $4',
  jsonb_build_object('state', 'r.state = ($1 ->> ''state'')'),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', '-created_at', 'app.bulk_row(r.id)'
), (
  'bulk_recipients', 'public.bulk_notification_recipients r', 'r.person_id = any ($5)',
  jsonb_build_object(
    'bulk_id', 'r.bulk_id = ($1 ->> ''bulk_id'')::uuid',
    'state', 'r.state = ($1 ->> ''state'')'
  ),
  '{"person": [["r.bulk_id", "uuid"], ["r.person_id", "uuid"]]}', 'person',
  $shown$jsonb_build_object('id', r.person_id, 'person', app.named_person(r.person_id), 'state', r.state,
    'sent_at', r.sent_at, 'read_at', (select n.read_at from public.notifications n where n.id = r.notification_id),
    'push', (select coalesce(q.outcome, 'waiting') from public.push_queue q where q.notification_id = r.notification_id))$shown$
);

select app.open_admin_list(l.name) from app.admin_lists l where l.name in ('bulk', 'bulk_recipients') order by l.name;

-- Notifies up to `at_most` people of the running sendings, oldest first; skips sendings with a running step. Returns the
-- number of rows processed: when it equals `at_most` there may be more.
create function public.send_bulk_notifications(at_most integer default 500) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bulk uuid;
  done integer := 0;
  stepped integer;
begin
  for bulk in
    select b.id from public.bulk_notifications b where b.state = 'sending' order by b.created_at, b.id
  loop
    exit when done >= at_most;
    stepped := app.step_bulk(bulk, at_most - done);
    done := done + coalesce(stepped, 0);
  end loop;
  return done;
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.bulk_notifications enable row level security;
alter table public.bulk_notification_recipients enable row level security;

grant select on public.bulk_notifications, public.bulk_notification_recipients to service_role;

grant execute on function public.admin_preview_bulk(jsonb), public.admin_bulk(uuid),
  public.admin_start_bulk(uuid, jsonb), public.admin_step_bulk(uuid, integer), public.admin_stop_bulk(uuid),
  public.admin_resume_bulk(uuid) to authenticated;
grant execute on function public.send_bulk_notifications(integer) to service_role;
