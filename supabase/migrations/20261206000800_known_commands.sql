-- After a restore from a backup, and after an answer that was lost, a phone has to learn which of its commands this
-- database knows. Each answer also names the epoch that its version was counted in: versions of two epochs do not compare.

-- As before (…_commands.sql); the answer carries the epoch.
create or replace function app.finish_command(command_id uuid, result jsonb) returns jsonb
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

-- Which of these commands were carried out here: { user_id, epoch, commands: [{ id, answer }] }, in no order. `answer` is
-- what a repetition would be answered; it names the epoch of its version, which may be an earlier one than `epoch`,
-- and versions of two epochs do not compare. Only the caller's own commands and forgotten ones (…_tidy_up.sql) are
-- found; a visitor is told no more than the id. Hint: invalid_value (22023) for more than 500 ids.
-- VOLATILE, so that it is asked with POST, which no cache and no read replica answers.
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

revoke all on function public.known_commands(uuid[]) from public;
grant execute on function public.known_commands(uuid[]) to anon, authenticated, service_role;
