-- Commands: a queued write of a phone may arrive several times and is executed once.
--
-- A procedure begins a command, returns the stored result if there is one, does its work, and finishes:
--
--   answer := app.begin_command(command_id, 'lesson_request.create', payload);
--   if answer is not null then return answer; end if;
--   …
--   return app.finish_command(command_id, jsonb_build_object('version', …));

create table public.command_log (
  id uuid primary key,
  user_id uuid,
  kind text check (kind ~ '^[a-z][a-z0-9_.]{1,60}$'),
  payload_hash text not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  result jsonb,
  created_at timestamptz default now(),
  constraint command_log_forgotten check (
    num_nulls(kind, created_at) = 0 or num_nulls(kind, created_at, user_id) = 3
  )
);
create index command_log_user on public.command_log (user_id) where user_id is not null;

-- How long each parameter of a procedure may be that holds a text or a document (bytes) or a list (items). The rows are in
-- the last migrations; tests/database/security/parameter-bounds.test.ts refuses a procedure without them. `command_kind`: the
-- parameter is what begin_command is given for this kind of command.
create table app.parameter_bounds (
  procedure text not null,
  parameter text not null,
  at_most integer not null check (at_most > 0),
  command_kind text unique,
  primary key (procedure, parameter)
);
alter table app.parameter_bounds enable row level security;

-- The value, unless it is longer than its parameter may be: 22023, hint too_long. For procedures that look at every part
-- of it; a cost that grows with the value would be paid before anything else could refuse it.
create function app.bounded(procedure text, parameter text, value text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if octet_length(value) > (
    select b.at_most from app.parameter_bounds b
    where b.procedure = bounded.procedure and b.parameter = bounded.parameter
  ) then
    perform app.refuse('22023', 'too_long', 'this is longer than it may be', bounded.parameter);
  end if;
  return value;
end
$$;

create function app.bounded(procedure text, parameter text, value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.bounded(procedure, parameter, value::text);
  return value;
end
$$;

-- Returns null for a new command, which the caller then executes, else the stored result. The same id from another user,
-- of another kind or with another payload raises PT409 (HTTP 409). Of two deliveries at once the second waits in the
-- insert for the first's transaction. A forgotten command (public.tidy_up) returns { command_id, forgotten: true }: its
-- sender is not known any more, but only the phone that made the command knows its id and content. A new command counts
-- against the rate limit, and a suspended account may begin none: the door lets its commands through, because a repetition
-- is answered even then; otherwise the phone would show a delivered command as unsent.
create function app.begin_command(command_id uuid, kind text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  written constant text := coalesce(payload, 'null')::text;
  hash text;
  stored public.command_log;
begin
  if octet_length(written) > coalesce(
    (select b.at_most from app.parameter_bounds b where b.command_kind = begin_command.kind), 40000)
  then
    perform app.refuse('22023', 'too_long', 'this is longer than it may be', begin_command.kind);
  end if;
  hash := encode(sha256(convert_to(written, 'UTF8')), 'hex');
  insert into public.command_log (id, user_id, kind, payload_hash)
    values (command_id, auth.uid(), begin_command.kind, hash)
    on conflict (id) do nothing;
  if found then
    if app.is_blocked_account(auth.uid()) then
      perform app.refuse('PT403', 'account_banned', 'this account is suspended');
    end if;
    perform app.take_write_turn();
    return null;
  end if;
  select * into stored from public.command_log c where c.id = command_id;
  if stored.id is not null and stored.kind is null and stored.payload_hash = hash then
    return jsonb_build_object('command_id', command_id, 'forgotten', true);
  end if;
  if stored.id is null
    or (stored.user_id, stored.kind, stored.payload_hash) is distinct from (auth.uid(), begin_command.kind, hash)
  then
    raise exception 'this command id was used for something else' using errcode = 'PT409';
  end if;
  if stored.result is null then
    raise exception 'this command is already being carried out' using errcode = 'PT409';
  end if;
  return stored.result;
end
$$;

-- Stores and returns the result with the command's id in it, because only a response with the id means delivered. It also
-- contains the epoch of its version, because versions of two epochs do not compare.
create function app.finish_command(command_id uuid, result jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer constant jsonb := coalesce(result, '{}')
    || jsonb_build_object('command_id', command_id, 'epoch', app.current_epoch());
begin
  update public.command_log c set result = answer where c.id = command_id and c.result is null;
  if not found then
    raise exception 'command % was not begun here', command_id using errcode = 'invalid_transaction_state';
  end if;
  return answer;
end
$$;

-- Prevents the commit of a command that was begun and not finished, because a repetition would have no result.
create function app.require_finished_command() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.command_log c where c.id = new.id and c.result is null) then
    raise exception 'command % was begun but not finished', new.id using errcode = 'invalid_transaction_state';
  end if;
  return null;
end
$$;
create constraint trigger finished after insert on public.command_log
  deferrable initially deferred for each row execute function app.require_finished_command();

-- The stored result of one command, as a repetition returns it. Before a phone reports a write as refused, it asks
-- whether an earlier delivery was executed. { command_id, forgotten: true } when the result is not kept any more;
-- { command_id, missing: true } when the caller has no such command. Ids are unguessable, and others' commands look
-- missing. It only reads, so it does not count against the rate limit.
create function public.command_receipt(command_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select case
        when c.kind is null then jsonb_build_object('command_id', c.id, 'forgotten', true)
        else c.result
      end
      from public.command_log c
      where c.id = command_receipt.command_id
        and (c.kind is null or (c.user_id is not distinct from auth.uid() and c.result is not null))),
    jsonb_build_object('command_id', command_receipt.command_id, 'missing', true))
$$;

-- Tells a phone which of these commands were executed here, after a restore from a backup or a lost response:
-- { user_id, epoch, commands: [{ id, answer }] }, in no order. `answer` is what a repetition would return; it contains
-- the epoch of its version, which may differ from `epoch`, and versions of two epochs do not compare. Finds only the
-- caller's own commands and forgotten ones (public.tidy_up); a visitor gets no more than the id. Hint: invalid_value
-- (22023) for more than 500 ids. VOLATILE, so that it is requested with POST, which no cache and no read replica answers.
create function public.known_commands(p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if coalesce(cardinality(p_ids), 0) > 500 then
    perform app.refuse('22023', 'invalid_value', 'at most 500 commands can be asked for at once', 'p_ids');
  end if;
  return jsonb_build_object('user_id', me, 'epoch', app.current_epoch(), 'commands', coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'answer', case
      when c.kind is null then jsonb_build_object('command_id', c.id, 'forgotten', true)
      when me is null then jsonb_build_object('command_id', c.id)
      else c.result end))
    from public.command_log c
    where c.id = any (p_ids) and (c.kind is null or (c.user_id is not distinct from me and c.result is not null))
  ), '[]'));
end
$$;

-- Whether the caller's token has an account, locked against removal until the transaction ends. Its row is locked before
-- any profile, in the same order as the removal of an account.
create function app.hold_own_account() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform from auth.users u where u.id = me for key share;
  return found and not exists (select from public.user_profiles p where p.id = me and p.removed_at is not null);
end
$$;

create function app.require_living_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not app.hold_own_account() then
    perform app.refuse_missing_account();
  end if;
  return null;
end
$$;

-- The door asked already whether the account lives. A command also holds it, because a removal that runs at the same time
-- sweeps what it finds: rows that a command wrote afterwards would stay. Every command inserts here first.
create trigger a_living_account after insert on public.command_log
  for each row execute function app.require_living_account();

-- Named to run after a_living_account.
create trigger b_terms after insert on public.command_log
  for each row execute function app.require_terms_of_command();

create index command_log_age on public.command_log (created_at) where created_at is not null;

-- Default rate limits by subject; administrators may change all of them in the settings.
create function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('lesson_proposals_day', 100), ('evaluations_day', 60), ('writes_person_hour', 600),
    ('adjustments_teacher_day', 10), ('reports_address_day', 10), ('reports_site_day', 20), ('reports_visitors_hour', 200),
    ('alerts_address_day', 30), ('alerts_site_day', 60), ('alerts_visitors_hour', 600)
$$;

-- Number of writes per person, per address and of all visitors together in a period. Counted in the transaction of the
-- write, so that only executed writes count and a repeated command counts once. Above the limit PT429 (HTTP 429) is
-- raised: the phone keeps the write and retries later. Applies to API calls, not to the server itself (seeds, imports,
-- the service role). `who` is a hash that includes the period's start, so that a caller cannot be followed from one
-- period to the next; old rows are removed by public.tidy_up.
create table app.rate_counts (
  subject text not null,
  since timestamptz not null,
  who text not null,
  calls integer not null check (calls > 0),
  primary key (subject, since, who)
);
create index rate_counts_since on app.rate_counts (since);

-- An address as it is counted. An IPv6 /64 is one household, whatever the last 64 bits are. A text that is not an address
-- still distinguishes callers.
create function app.folded_address(told text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when family(told::inet) = 6 then host(network(set_masklen(told::inet, 64))) else host(told::inet) end;
exception when data_exception then
  return left(told, 100);
end
$$;

-- The network of an address: the /24 of IPv4, the /48 of IPv6; null for what is no address. A customer with a /48 has
-- 65,536 lines and could use up the share of all visitors together.
create function app.site_of(address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return host(network(set_masklen(address::inet, case family(address::inet) when 6 then 48 else 24 end)));
exception when data_exception then
  return null;
end
$$;

-- The address of a visitor, as the gateway tells it; null without one. The last entry of X-Forwarded-For counts, which
-- our proxy has added; earlier ones can be forged.
create function app.caller_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return app.folded_address(nullif(btrim(
    coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', -1))), ''));
end
$$;

-- Counts one of `most` calls of `who` in this period (whole periods since 2000, UTC); false when there were as many.
-- app_settings.rate_limits ({ setting: number }) overrides `most`; the setting is named like the subject unless told.
create function app.count_turn(subject text, who text, most integer, period interval, setting text default null)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  began constant timestamptz := date_bin(period, clock_timestamp(), timestamptz '2000-01-01 00:00:00+00');
  hashed constant text := left(encode(sha256(convert_to(began || ' ' || who, 'UTF8')), 'hex'), 32);
  name constant text := coalesce(setting, subject);
  allowed constant integer := coalesce(
    (select (s.value ->> name)::integer from public.app_settings s
      where s.key = 'rate_limits' and s.value ->> name ~ '^[0-9]{1,9}$'), most);
begin
  insert into app.rate_counts as c (subject, since, who, calls)
    select count_turn.subject, began, hashed, 1 where allowed > 0
    on conflict on constraint rate_counts_pkey do update set calls = c.calls + 1 where c.calls < allowed;
  return found;
end
$$;

-- Raises PT429 with the hint too_many and the seconds until the next period in DETAIL.
create function app.refuse_turn(period interval) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform app.refuse('PT429', 'too_many', 'Muitos envios em pouco tempo. Tente de novo mais tarde.',
    ceil(extract(epoch from date_bin(period, clock_timestamp(), timestamptz '2000-01-01 00:00:00+00') + period
      - clock_timestamp()))::integer::text);
end
$$;

-- Counts one call like count_turn, or raises like refuse_turn.
create function app.take_turn(subject text, who text, most integer, period interval) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not app.count_turn(subject, who, most, period) then
    perform app.refuse_turn(period);
  end if;
end
$$;

-- Counts a call against what all visitors have together in an hour; false when that is used up. A network that was not
-- seen in this hour has three calls of a reserve as large as that, which those that are seen often cannot use up: a
-- flood from few networks closes the door to nobody else.
create function app.count_visitor(subject text, site text, most integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_new constant boolean := site is not null and app.count_turn(subject || '_newcomer_hour', site, 3, '1 hour');
  shared constant text := subject || '_visitors_hour';
begin
  return app.count_turn(shared, '', most, '1 hour')
    or is_new and app.count_turn(subject || '_reserve_hour', '', most, '1 hour', shared);
end
$$;

-- Limits a person's writes per hour, because saving a profile in a loop would make every phone pull. The phone keeps
-- further writes and retries. Administrators, who work through lists, are not limited.
create function app.take_write_turn() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and auth.uid() is not null and not app.is_admin() then
    perform app.take_turn('writes_person_hour', auth.uid()::text, 600, '1 hour');
  end if;
end
$$;

-- Counts direct writes of one's own rows, which are not commands.
create function app.limit_own_writes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.take_write_turn();
  return null;
end
$$;
create trigger limit_writes before update on public.user_profiles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
create trigger limit_writes before update on public.teachers for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();

-- Adding and removing dance styles in a loop would make every phone pull too, so direct writes of them are counted.
-- Procedures also write them, as commands.
create trigger limit_writes before insert or delete on public.teacher_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
create trigger limit_writes before insert or delete on public.student_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.command_log enable row level security;
alter table app.rate_counts enable row level security;

grant select, insert, update, delete on public.command_log to service_role;

grant execute on function public.command_receipt(uuid), public.known_commands(uuid[]) to anon, authenticated;

-- Fields of which the later write counts, whichever arrives first: two phones of one person write without a connection,
-- and the one that was off for a week must not undo what the other said this morning. src/outbox/conflicts.ts names the
-- rule of every kind of write.
--
-- A phone tells with each write when it was written, by the server's clock as far as the phone knows it.

create table app.written_fields (
  person_id uuid not null,
  field text not null,
  written_at timestamptz not null,
  primary key (person_id, field)
);
alter table app.written_fields enable row level security;

-- When the write of this request was made. X-Written-At: ISO 8601, not after now and not more than a year ago; without
-- it, or with nonsense in it, the write is as old as the request.
create function app.written_at() returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  told constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-written-at';
begin
  if told ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z$' then
    return greatest(least(told::timestamptz, now()), now() - interval '1 year');
  end if;
  return now();
exception when datetime_field_overflow or invalid_datetime_format then
  return now();
end
$$;

-- Whether this request's write of the caller's field is the latest so far; notes it if so. `seen`: its author saw the
-- present value, so that it counts whatever the times say.
create function app.is_latest(field text, seen boolean default false) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into app.written_fields as w (person_id, field, written_at)
    values (auth.uid(), is_latest.field, app.written_at())
    on conflict on constraint written_fields_pkey do update set written_at = greatest(w.written_at, excluded.written_at)
    where coalesce(seen, false) or w.written_at <= excluded.written_at;
  return found;
end
$$;

-- The changes without the fields that were written later than by this request.
create function app.latest_fields(prefix text, changes jsonb, seen boolean) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(changes) e where app.is_latest(prefix || e.key, seen)
$$;

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

-- Notes how many writes wait on this device, and tells what the person's other devices have announced:
-- { user_id, epoch, others: [{ device, waiting, announced_at }] }, the newest first. A person keeps the 20 newest devices;
-- one where nothing waits is forgotten, and each after 30 days (public.tidy_up). Not a command: it must not wait in the queue
-- that it counts. Hints: account_missing (PT401), invalid_value (22023), too_many (PT429).
create function public.announce_waiting(device uuid, waiting integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not app.hold_own_account() then
    perform app.refuse_missing_account();
  end if;
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
