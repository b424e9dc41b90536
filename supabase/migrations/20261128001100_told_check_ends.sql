-- The end of a check is told to everybody who relied on it: the teacher, guardians in whose agreement the check of
-- background is a condition, and, where the identity goes and with it the page, everybody with an open request.

create function app.tell_check_ended() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  how constant text := case when new.revoked_at is null then 'venceu' else 'foi retirada' end;
  word constant text := app.spoken_checks(array[new.kind]);
  request public.lesson_requests;
begin
  if exists (
    select from public.teacher_checks c
    where c.teacher_id = new.teacher_id and c.kind = new.kind and c.id <> new.id and c.outcome = 'passed'
      and c.revoked_at is null and c.expires_on > app.today()
  ) or not exists (select from public.user_profiles p where p.id = new.teacher_id and p.removed_at is null) then
    return null;
  end if;
  -- The end of the identity has its own notice (app.tell_unchecked).
  if new.kind <> 'identity' then
    perform app.notify(new.teacher_id, 'teacher.check_ended', 'Uma conferência ' || how,
      'A conferência de ' || word || ' ' || how || ' e não aparece mais na sua página. Para conferir de novo, fale com a equipe.',
      '/teacher/profile');
  end if;
  if new.kind not in ('identity', 'background') then
    return null;
  end if;
  -- Each person once, about the newest request.
  for request in
    select distinct on (r.student_id) r.* from public.lesson_requests r
    where r.teacher_id = new.teacher_id and r.status in ('Pendente', 'Aceito') and r.ended_at is null
      and (new.kind = 'identity' or r.guardian_terms is not null)
    order by r.student_id, r.request_date desc, r.id
  loop
    perform app.notify_about_request(request, request.student_id, 'lesson_request.check_ended',
      case when new.kind = 'background' then 'A conferência de antecedentes ' || how else 'O perfil do professor está fora do ar' end,
      case when new.kind = 'background'
        then 'A conferência de antecedentes de {name} ' || how
          || '. Até ela ser feita de novo, nenhuma aula para menor pode ser marcada ou confirmada.'
        else 'A conferência da identidade de {name} ' || how || ', e o perfil saiu da busca. O que vocês combinaram continua.' end);
  end loop;
  return null;
end
$$;
create trigger tell_ended after update on public.teacher_checks for each row
  when (new.outcome = 'passed' and (old.ended_at is null and new.ended_at is not null and new.revoked_at is null
    or old.revoked_at is null and new.revoked_at is not null and old.ended_at is null))
  execute function app.tell_check_ended();
