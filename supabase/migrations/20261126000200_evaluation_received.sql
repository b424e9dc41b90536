-- Tells a person that somebody evaluated them, at the moment when others may read it and once for each evaluation,
-- however often it changes, is hidden and comes back. An anonymous one that still waits tells nobody.

-- The words name neither the author nor the request: a name that is hidden later would stay in the inbox.
create function app.notify_evaluated() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Demo data have inboxes of their own.
  if current_setting('app.seeding', true) = 'on' then
    return null;
  end if;
  insert into public.notifications (id, user_id, kind, title, body, url)
    select md5('evaluation.received ' || new.id)::uuid, p.id, 'evaluation.received', 'Você recebeu uma avaliação',
      'Alguém avaliou as aulas que vocês combinaram. Veja como estão as suas estrelas.',
      case p.role when 'teacher' then '/teacher/home' else '/student/profile' end
    from public.user_profiles p where p.id = new.evaluated_id and p.removed_at is null
    on conflict (id) do nothing;
  return null;
end
$$;
-- Not `update of`: `publish` sets the column, no statement names it.
create trigger notify_received after insert on public.lesson_evaluations for each row
  when (new.public_rating is not null) execute function app.notify_evaluated();
create trigger notify_published after update on public.lesson_evaluations for each row
  when (old.public_rating is null and new.public_rating is not null) execute function app.notify_evaluated();

revoke all on function app.notify_evaluated() from public, anon, authenticated;
