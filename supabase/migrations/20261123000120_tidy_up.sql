-- Timed work: what becomes public by night, and what is not kept for ever. `tidy_up` does a bounded part of all that is
-- due and says how much; the embedded server's timer calls it, hosted a cron (README).
--
-- Kept for 90 days: who sent which command when, and notifications that were read.

-- A command log that forgets must not carry out again what a phone repeats: one that was in a drawer for half a year
-- still sends what it never heard the answer to. So a row is not deleted. What is left of it is the command's id and
-- the hash of its content, without person, kind, time and answer; the repetition is answered with the id alone, which
-- means delivered, and the phone pulls what became of it.
alter table public.command_log
  alter column kind drop not null,
  alter column created_at drop not null,
  add constraint command_log_forgotten check (
    num_nulls(kind, created_at) = 0 or num_nulls(kind, created_at, user_id) = 3
  );
create index command_log_age on public.command_log (created_at) where created_at is not null;

-- As before, and a forgotten command answers { command_id, forgotten: true }: to whom, is not known any more, but the
-- id and the content are only known to the phone that made them.
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

-- As before; a forgotten lead is found by the id in the content, which is known to be the same.
create or replace function public.create_lead(command_id uuid, lead jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := app.begin_command(command_id, 'lead.create', jsonb_build_object('lead', lead));
  lead_id uuid;
  rule text;
begin
  if answer is null then
    if jsonb_typeof(lead) is distinct from 'object' or octet_length(lead::text) > 20000 then
      perform app.refuse('22023', 'invalid_value', 'this is no lead', 'lead');
    end if;
    lead_id := app.id_field(lead, 'id');
    begin
      insert into public.student_leads (id, user_id, nome, cidade, estilo_danca, objetivos)
      values (
        lead_id,
        (select p.id from public.user_profiles p where p.id = auth.uid() and p.removed_at is null),
        app.text_field(lead, 'nome'), app.text_field(lead, 'cidade'), app.text_field(lead, 'estilo_danca'),
        app.text_field(lead, 'objetivos')
      )
      on conflict (id) do nothing;
      if not found then
        perform app.refuse('PT409', 'lead_exists', 'there is a lead with this id');
      end if;
    exception when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
    end;
    answer := app.finish_command(command_id, jsonb_build_object('version', 1, 'id', lead_id));
  elsif answer ? 'forgotten' then
    answer := answer || jsonb_build_object('version', 1, 'id', app.id_field(lead, 'id'));
  end if;
  return answer || jsonb_build_object('lead', app.lead_content((answer ->> 'id')::uuid));
end
$$;

-- Does what is due, at most `at_most` rows of each kind, and leaves to the next time what somebody else is writing.
-- Answers { released, commands, notifications, leads, counts }: how many of each. `at`: for tests.
create function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released constant integer := app.release_evaluations(at);
  commands integer;
  read integer;
  leads integer;
  counts integer;
begin
  update public.command_log c set user_id = null, kind = null, created_at = null, result = null
    where c.id in (
      select o.id from public.command_log o where o.created_at < at - interval '90 days'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics commands = row_count;

  update public.notifications n set _deleted = true
    where n.id in (
      select o.id from public.notifications o where o.read_at < at - interval '90 days' and not o._deleted
      order by o.read_at limit at_most for update skip locked
    );
  get diagnostics read = row_count;

  -- Visitors have no account to delete: theirs go after a year, as the privacy policy says.
  delete from public.student_leads l
    where l.id in (
      select o.id from public.student_leads o where o.user_id is null and o.created_at < at - interval '1 year'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics leads = row_count;

  -- Longer than the longest period that is counted.
  delete from app.rate_counts c where c.since < at - interval '2 days';
  get diagnostics counts = row_count;
  delete from app.lead_model_calls c where c.day < (at at time zone 'UTC')::date - 1;

  return jsonb_build_object('released', released, 'commands', commands, 'notifications', read, 'leads', leads,
    'counts', counts);
end
$$;
create index notifications_read on public.notifications (read_at) where read_at is not null and not _deleted;

revoke all on function public.tidy_up(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.tidy_up(integer, timestamptz) to service_role;
revoke all on all functions in schema app from public;

-- As before; what was tidied away meanwhile counts as done, instead of being refused to the phone that read it.
create or replace function public.mark_notifications_read(command_id uuid, ids uuid[]) returns jsonb
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
