-- As before (…_audit.sql), without who of the team it was: the person reads what was decided and checked, not by whom.
create or replace function app.my_data_before_verifications() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_audit() || jsonb_build_object(
    'changes_by_team', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'action', l.action,
        'before', (coalesce(l.before, '{}') || coalesce(a.before, '{}')) - team,
        'after', (coalesce(l.after, '{}') || coalesce(a.after, '{}')) - team) order by l.at, l.id)
      from public.audit_log l left join app.audit_personal a on a.audit_id = l.id
      cross join (values (array['decided_by', 'checked_by', 'created_by'])) as names (team)
      where (l.row_id = auth.uid()::text or a.person_id = auth.uid()) and l.actor_id <> auth.uid()
    ), '[]'),
    'changes_made', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'row_id', l.row_id, 'action', l.action)
        order by l.at, l.id)
      from public.audit_log l where l.actor_id = auth.uid()
    ), '[]')
  )
$$;
