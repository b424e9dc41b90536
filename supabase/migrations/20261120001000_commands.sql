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
  kind text not null check (kind ~ '^[a-z][a-z0-9_.]{1,60}$'),
  payload_hash text not null check (payload_hash ~ '^[0-9a-f]{64}$'),
  result jsonb,
  created_at timestamptz not null default now()
);
create index command_log_user on public.command_log (user_id) where user_id is not null;

-- Null when the command is new: carry it out. Otherwise the answer it was given before.
-- The same id from another user, of another kind or with another payload is PT409 (HTTP 409).
-- Two deliveries at once take turns: the insert waits for the other's transaction.
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
    return null;
  end if;
  select * into stored from public.command_log c where c.id = command_id;
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

-- Stores and returns the answer, with the command's id in it: only an answer that names the command means delivered.
create function app.finish_command(command_id uuid, result jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer constant jsonb := coalesce(result, '{}') || jsonb_build_object('command_id', command_id);
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
