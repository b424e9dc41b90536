-- Commands: each write that a phone queues arrives once or often, and counts once.
--
-- A procedure that carries out a command begins it, returns the stored answer if there is one, works, and finishes:
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

-- Null when the command is new: carry it out. Otherwise the answer it was given before. The same id from another user,
-- of another kind or with another payload is PT409 (HTTP 409). Two deliveries at once take turns: the insert waits for
-- the other's transaction. A forgotten command (public.tidy_up) answers { command_id, forgotten: true }: to whom, is
-- not known any more, but the id and the content are only known to the phone that made them. A command that is carried
-- out for the first time takes a turn, and a suspended account begins none; one that was carried out before is still
-- answered as then, or the phone would show as unsent what has arrived.
create function app.begin_command(command_id uuid, kind text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash constant text := encode(sha256(convert_to(coalesce(payload, 'null')::text, 'UTF8')), 'hex');
  stored public.command_log;
begin
  insert into public.command_log (id, user_id, kind, payload_hash)
    values (command_id, auth.uid(), begin_command.kind, hash)
    on conflict (id) do nothing;
  if found then
    perform app.refuse_banned();
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

-- Stores and returns the answer, with the command's id in it: only an answer that names the command means delivered. It
-- also names the epoch that its version was counted in: versions of two epochs do not compare.
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

-- A command that was begun and never finished must not commit: its repetition could not be answered.
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

-- The stored answer of one command, as a repetition gets it. Before a phone tells a person that a write was refused, it
-- asks whether an earlier delivery of the same command was carried out. { command_id, forgotten: true } when the answer
-- is not kept any more; { command_id, missing: true } when there is no such command of the caller. Ids are unguessable,
-- and others' commands look missing. Reads, so it takes no turn.
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

-- Tells a phone which of these commands were carried out here, after a restore from a backup or an answer that was
-- lost: { user_id, epoch, commands: [{ id, answer }] }, in no order. `answer` is the one that a repetition would get;
-- it names the epoch of its version, which may be an earlier one than `epoch`, and versions of two epochs do not
-- compare. Only the caller's own commands and forgotten ones (public.tidy_up) are found; a visitor is told no more than
-- the id. Hint: invalid_value (22023) for more than 500 ids. VOLATILE, so that it is asked with POST, which no cache
-- and no read replica answers.
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

-- Whether there is an account behind the caller's token, kept from being removed until the transaction ends: its row is
-- taken before any profile, as who removes an account does.
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
    perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
  end if;
  return null;
end
$$;

-- Every command, whatever its procedure forgets: it enters the log first. Only a new one: a repetition is answered.
create trigger a_living_account after insert on public.command_log
  for each row execute function app.require_living_account();

-- After a_living_account by name.
create trigger b_terms after insert on public.command_log
  for each row execute function app.require_terms_of_command();

-- Suspending an account ends its writing at once. Its access token lives for up to an hour after the auth service has
-- begun to refuse sign-ins and refreshes, and a token opens every command and the rows that people write directly.
-- Hint: account_banned (PT403).
create function app.refuse_banned() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if app.is_blocked_account(auth.uid()) then
    perform app.refuse('PT403', 'account_banned', 'this account is suspended');
  end if;
end
$$;

create index command_log_age on public.command_log (created_at) where created_at is not null;

-- The limits that hold where no setting says otherwise, by subject: administrators may set all of them.
create function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('evaluations_day', 60), ('writes_person_hour', 600)
$$;

-- How much one person, one address and all visitors together may send in a while. Counted in the transaction of the
-- write, so that only writes that were carried out count and a repeated command counts once. Too much is PT429 (HTTP
-- 429): the phone keeps it and tries again later, nothing is lost. Held for all that comes by the API; the server
-- itself (seeds, imports, the service role) is not counted. `who` is a hash together with the period's beginning, so
-- that nobody is followed from one period to the next, and goes with the next clean-up (public.tidy_up).
create table app.rate_counts (
  subject text not null,
  since timestamptz not null,
  who text not null,
  calls integer not null check (calls > 0),
  primary key (subject, since, who)
);
create index rate_counts_since on app.rate_counts (since);

-- An address as it is counted. An IPv6 line is one household whatever its last 64 bits say. A text that is no address
-- still tells one caller from the next.
create function app.folded_address(told text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when family(told::inet) = 6 then host(network(set_masklen(told::inet, 64))) else host(told::inet) end;
exception when data_exception then
  return left(told, 100);
end
$$;

-- The customer of an IPv6 address, null of others. A customer with a /48 has 65,536 lines, and could use up the share
-- of all visitors together.
create function app.site_of(address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when family(address::inet) = 6 then host(network(set_masklen(address::inet, 48))) end;
exception when data_exception then
  return null;
end
$$;

-- The address of a visitor, as the gateway tells it; null without one. Of X-Forwarded-For the last entry counts, which
-- the proxy before us has written: the ones before it came with the request.
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

-- Takes one of `most` calls of `who` in this period (whole periods since 2000, UTC), or raises PT429 with the hint
-- too_many, the seconds until the next period in DETAIL. An admin may set other numbers: app_settings.rate_limits,
-- { subject: number }.
create function app.take_turn(subject text, who text, most integer, period interval) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  began constant timestamptz := date_bin(period, clock_timestamp(), timestamptz '2000-01-01 00:00:00+00');
  hashed constant text := left(encode(sha256(convert_to(began || ' ' || who, 'UTF8')), 'hex'), 32);
  allowed constant integer := coalesce(
    (select (s.value ->> take_turn.subject)::integer from public.app_settings s
      where s.key = 'rate_limits' and s.value ->> take_turn.subject ~ '^[0-9]{1,9}$'), most);
  taken integer;
begin
  insert into app.rate_counts as c (subject, since, who, calls)
    select take_turn.subject, began, hashed, 1 where allowed > 0
    on conflict on constraint rate_counts_pkey do update set calls = c.calls + 1 where c.calls < allowed
    returning c.calls into taken;
  if taken is null then
    perform app.refuse('PT429', 'too_many', 'Muitos envios em pouco tempo. Tente de novo mais tarde.',
      ceil(extract(epoch from began + period - clock_timestamp()))::integer::text);
  end if;
end
$$;

-- All that people write has a limit an hour: saving a profile in a loop would make every phone pull. A phone keeps the
-- excess and tries again. Administrators work through lists and are not counted.
create function app.take_write_turn() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and auth.uid() is not null and not app.is_admin() then
    perform app.take_turn('writes_person_hour', auth.uid()::text, 600, '1 hour');
  end if;
end
$$;

-- Writes to the own rows that are no command.
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

-- Dance styles that somebody adds and drops in a loop would make every phone pull like a profile would: rows of the own
-- styles are counted as the other own writes are. Procedures write them too, as commands.
create trigger limit_writes before insert or delete on public.teacher_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
create trigger limit_writes before insert or delete on public.student_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();

-- Rights; tests/database/matrix.ts says the same as data.

alter table public.command_log enable row level security;
alter table app.rate_counts enable row level security;

grant select, insert, update, delete on public.command_log to service_role;

grant execute on function public.command_receipt(uuid), public.known_commands(uuid[]) to anon, authenticated;
