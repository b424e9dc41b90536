-- Messages of the team to many: a sending, and everybody it goes to, settled when it is confirmed. Written by procedures
-- only (…_bulk_sending.sql), one step after the other, so that a sending stops, goes on, and never tells anybody twice.

create table public.bulk_notifications (
  id uuid primary key,
  title text not null constraint bulk_notifications_title_check check (char_length(title) between 3 and 120),
  body text not null constraint bulk_notifications_body_check check (char_length(body) between 3 and 1000),
  -- As of public.notifications: a path of this site.
  url text constraint bulk_notifications_url_check
    check (char_length(url) <= 300 and url ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'),
  -- Whom it is for; null is everybody.
  role text constraint bulk_notifications_role_check check (role in ('student', 'teacher', 'admin')),
  city_id uuid references public.cities (id),
  dance_style_id uuid references public.dance_styles (id),
  state text not null default 'sending' constraint bulk_notifications_state_check
    check (state in ('sending', 'stopped', 'done')),
  total integer not null constraint bulk_notifications_total_check check (total >= 0),
  sent integer not null default 0,
  -- Who left before their turn.
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
  -- Without a foreign key, as in inboxes: who leaves is taken out below.
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

alter table public.bulk_notifications enable row level security;
alter table public.bulk_notification_recipients enable row level security;
revoke all on public.bulk_notifications, public.bulk_notification_recipients
  from public, anon, authenticated, service_role;
grant select on public.bulk_notifications, public.bulk_notification_recipients to service_role;

-- What somebody decided: that it goes out, that it stops, that it goes on. Its counters are nobody's change.
create trigger audit after insert or delete or update of stopped_at on public.bulk_notifications
  for each row execute function app.audit('id', '', '');

-- Everybody whom a message can be for, read in order.
create index user_profiles_reached on public.user_profiles (role, city_id, id)
  where removed_at is null and not is_demo;

-- Adds to a sending's counters; with the last one it is done.
create function app.count_bulk(bulk uuid, more_sent integer, more_gone integer) returns void
language sql volatile set search_path = ''
as $$
  update public.bulk_notifications b set sent = b.sent + more_sent, gone = b.gone + more_gone,
      state = case when b.sent + more_sent + b.gone + more_gone = b.total then 'done' else b.state end,
      finished_at = case when b.sent + more_sent + b.gone + more_gone = b.total
        then coalesce(b.finished_at, clock_timestamp()) end
    where b.id = bulk and (more_sent, more_gone) <> (0, 0);
$$;

-- Who leaves is in no list any more. Before the inbox is emptied (triggers run in order of their names): a step that is
-- telling this person holds the row, so the message is there to be taken away afterwards.
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
revoke all on function app.count_bulk(uuid, integer, integer), app.forget_bulk() from public, anon, authenticated;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_bulk;
revoke all on function app.my_data_before_bulk() from public, anon, authenticated;

-- Everything held about the caller, by subject (…_own_data.sql), with the messages of the team that the caller is in the
-- list of, and, of an administrator, those the caller sent.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_bulk() || jsonb_build_object(
    'team_messages', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'state', r.state, 'sent_at', r.sent_at) order by b.created_at, b.id)
      from public.bulk_notification_recipients r join public.bulk_notifications b on b.id = r.bulk_id
      where r.person_id = auth.uid()
    ), '[]'),
    'team_messages_sent', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'body', b.body, 'total', b.total, 'created_at', b.created_at)
        order by b.created_at, b.id)
      from public.bulk_notifications b where b.created_by = auth.uid()
    ), '[]')
  )
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;
