-- How many writes wait on a phone, as the phone announces it while the server answers. A phone whose site data were cleared
-- comes back as a new device, and is told what was announced before: the writes themselves exist nowhere else.
create table app.waiting_writes (
  user_id uuid not null,
  -- Made by the phone, another one for each person.
  device uuid not null,
  waiting integer not null check (waiting between 1 and 10000),
  announced_at timestamptz not null default now(),
  primary key (user_id, device)
);
create index waiting_writes_age on app.waiting_writes (announced_at);
alter table app.waiting_writes enable row level security;

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('app.waiting_writes', '{user_id,device}', 't.user_id::text = $1', 'waiting_writes', '{user_id}', 'gone',
    'how many writes waited on which phone, and when it said so; 30 days');

-- Notes how many writes wait on this device, and tells what the person's other devices have announced:
-- { user_id, epoch, others: [{ device, waiting, announced_at }] }, the newest first. A person keeps the 20 newest devices;
-- one where nothing waits is forgotten, and each after 30 days (public.tidy_up). Not a command: it must not wait in the queue
-- that it counts. Hints: account_missing (PT401), account_banned (PT403), invalid_value (22023), too_many (PT429).
create function public.announce_waiting(device uuid, waiting integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not app.hold_own_account() then
    perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
  end if;
  perform app.refuse_banned();
  if announce_waiting.device is null or coalesce(announce_waiting.waiting, -1) not between 0 and 10000 then
    perform app.refuse('22023', 'invalid_value', 'this is no number of writes on a device', 'waiting');
  end if;
  perform app.take_turn('announcements_person_hour', me::text, 240, '1 hour');
  if announce_waiting.waiting = 0 then
    delete from app.waiting_writes w where w.user_id = me and w.device = announce_waiting.device;
  else
    insert into app.waiting_writes as w (user_id, device, waiting)
      values (me, announce_waiting.device, announce_waiting.waiting)
      on conflict on constraint waiting_writes_pkey
      do update set waiting = excluded.waiting, announced_at = excluded.announced_at;
    delete from app.waiting_writes w where w.user_id = me and w.device in (
      select o.device from app.waiting_writes o where o.user_id = me
      order by o.announced_at desc, o.device <> announce_waiting.device, o.device offset 20
    );
  end if;
  return jsonb_build_object('user_id', me, 'epoch', app.current_epoch(), 'others', coalesce((
    select jsonb_agg(
      jsonb_build_object('device', o.device, 'waiting', o.waiting, 'announced_at', o.announced_at)
      order by o.announced_at desc, o.device)
    from app.waiting_writes o where o.user_id = me and o.device <> announce_waiting.device
  ), '[]'));
end
$$;

grant execute on function public.announce_waiting(uuid, integer) to authenticated;
