-- What people write has a limit an hour, whatever it is: saving a profile in a loop would make every phone pull. A phone
-- keeps what is too much and tries again (…_rate_limits.sql). Administrators work through lists and are not counted.

create function app.take_write_turn() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and auth.uid() is not null and not app.is_admin() then
    perform app.take_turn('writes_person_hour', auth.uid()::text, 600, '1 hour');
  end if;
end
$$;

-- As before (…_tidy_up.sql); a command that is carried out for the first time takes a turn.
create or replace function app.begin_command(command_id uuid, kind text, payload jsonb) returns jsonb
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

revoke all on function app.take_write_turn(), app.limit_own_writes() from public, anon, authenticated;

-- Dance styles that somebody adds and drops in a loop would make every phone pull like a profile would: rows of the own
-- styles are counted as the other own writes are. Procedures write them too, as commands.
create trigger limit_writes before insert or delete on public.teacher_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
create trigger limit_writes before insert or delete on public.student_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
