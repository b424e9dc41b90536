-- What became of a command whose answer a phone has not heard: before it tells a person that a write was refused, it asks
-- whether an earlier delivery of the same command was carried out.
--
-- The stored answer, as a repetition gets it; { command_id, forgotten: true } when that is not kept any more;
-- { command_id, missing: true } when there is no such command of the caller. Ids are unguessable, and others' commands
-- look missing. Reads, so it takes no turn.
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
revoke all on function public.command_receipt(uuid) from public;
grant execute on function public.command_receipt(uuid) to anon, authenticated;
