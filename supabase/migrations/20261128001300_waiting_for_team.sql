-- What people ask of the team, by kind: the dashboard shows each as long as it waits, so that nothing proposed or reported
-- reaches nobody. A kind that is added here needs a line in src/features/admin/dashboard (a test compares the two).
create function app.waiting_for_team() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'teachers', (select count(*) from app.teacher_directory d where d.state = 'pending'),
    'reports', (select count(*) from public.reports r where r.status = 'open' and not r.is_set_aside),
    'reports_aside', (select count(*) from public.reports r where r.status = 'open' and r.is_set_aside),
    'events', (select count(*) from public.event_proposals p where p.state = 'waiting'),
    'renamed', (select count(*) from app.renamed_teachers())
  )
$$;

-- A proposed event is told to administrators, once until they have read of it.
create function app.tell_event_proposed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.notifications (user_id, kind, title, body, url)
    select p.id, 'admin.event_proposed', 'Alguém divulgou um evento', 'Ele entra na agenda quando a equipe publicar.',
      '/admin/eventos?waiting=true'
    from public.user_profiles p
    where p.role = 'admin' and p.removed_at is null and not exists (
      select from public.notifications n
      where n.user_id = p.id and n.kind = 'admin.event_proposed' and n.read_at is null
    );
  return null;
end
$$;
create trigger tell_proposed after insert or update of state on public.event_proposals for each row
  when (new.state = 'waiting') execute function app.tell_event_proposed();
