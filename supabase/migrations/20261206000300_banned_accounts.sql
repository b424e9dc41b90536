-- Suspending an account ends what it may write at once. Its access token lives for up to an hour after the auth service
-- has begun to refuse sign-ins and refreshes, and a token opens every command and the rows that people write directly.

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

-- As before (…_rate_of_commands.sql); a suspended account begins no command. One that was carried out before is still
-- answered as then, or the phone would show as unsent what has arrived.
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

-- As before (…_registration.sql): registering and deleting begin here.
create or replace function app.lock_account(out id uuid, out email text, out metadata jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  select u.id, u.email, coalesce(u.raw_user_meta_data, '{}') into id, email, metadata
    from auth.users u where u.id = me for update;
  if id is null or exists (select from public.user_profiles p where p.id = me and p.removed_at is not null) then
    perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
  end if;
  perform app.refuse_banned();
end
$$;

-- As before (…_registration.sql).
create or replace function public.abort_registration() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  perform from auth.users u where u.id = me for update;
  perform app.refuse_banned();
  if exists (select from public.user_profiles p where p.id = me) then
    perform app.refuse('PT409', 'profile_exists', 'this registration is complete');
  end if;
  delete from auth.users u where u.id = me;
  return jsonb_build_object('aborted', found);
end
$$;

-- Rows that people write without a command, and procedures that are none. On every table, so that a procedure is
-- covered by what it writes; a new table that people may write directly needs one too (banned.test.ts). Only
-- command_log has none: a command that is sent again is answered.
create function app.refuse_banned_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.refuse_banned();
  return null;
end
$$;
do $$
declare
  one record;
begin
  for one in
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'command_log'
  loop
    execute format(
      'create trigger banned_refused before insert or update or delete on public.%I
         for each statement execute function app.refuse_banned_write()', one.relname);
  end loop;
end
$$;

-- Pictures are written by the storage service in the person's name.
create function app.may_write() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not app.is_blocked_account(auth.uid())
$$;
create policy "suspended accounts add no files" on storage.objects as restrictive for insert to authenticated
  with check (app.may_write());
create policy "suspended accounts replace no files" on storage.objects as restrictive for update to authenticated
  using (app.may_write());
create policy "suspended accounts remove no files" on storage.objects as restrictive for delete to authenticated
  using (app.may_write());

revoke all on function app.refuse_banned(), app.refuse_banned_write(), app.may_write() from public, anon, authenticated;
grant execute on function app.may_write() to authenticated;
