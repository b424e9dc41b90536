-- Who may do what with requests and evaluations; tests/database/matrix.ts says the same as data.

alter table public.lesson_requests enable row level security;
alter table public.lesson_request_versions enable row level security;
alter table public.lesson_evaluations enable row level security;

revoke all on public.lesson_requests, public.lesson_request_versions, public.lesson_evaluations,
  public.public_evaluations, public.pending_evaluations, app.own_lesson_requests, app.own_evaluations
  from public, anon, authenticated;
revoke all on public.lesson_requests, public.lesson_request_versions, public.lesson_evaluations,
  public.public_evaluations, public.pending_evaluations from service_role;
grant select, insert, update, delete on public.lesson_requests, public.lesson_request_versions,
  public.lesson_evaluations to service_role;
grant select on public.public_evaluations, public.pending_evaluations to anon, authenticated, service_role;

-- Written by procedures and triggers only.
grant select on public.lesson_requests to authenticated;
create policy "both sides read a request, admins all" on public.lesson_requests for select to authenticated
  using (student_id = (select auth.uid()) or teacher_id = (select auth.uid()) or (select app.is_admin()));

-- lesson_request_versions: nobody but the triggers that keep it and the pull that reads it.

-- What may be written of them, whoever writes: app.guard_evaluation. Admins read, they do not put words into mouths.
grant select on public.lesson_evaluations to authenticated;
grant insert (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous),
  update (rating, comment, is_anonymous) on public.lesson_evaluations to authenticated;
create policy "authors read their evaluations, admins all" on public.lesson_evaluations for select to authenticated
  using (evaluator_id = (select auth.uid()) or (select app.is_admin()));
create policy "authors add their evaluations" on public.lesson_evaluations for insert to authenticated
  with check (evaluator_id = (select auth.uid()));
create policy "authors change their evaluations" on public.lesson_evaluations for update to authenticated
  using (evaluator_id = (select auth.uid())) with check (evaluator_id = (select auth.uid()));

revoke all on all functions in schema app from public;
revoke all on function app.my_data_before_lessons(), app.delete_my_account_before_lessons(text)
  from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
revoke all on function
  public.create_lesson_request(uuid, jsonb),
  public.answer_lesson_request(uuid, uuid, text, text, bigint),
  public.cancel_lesson_request(uuid, uuid, text, bigint),
  public.pull_lesson_requests(bigint, uuid, integer),
  public.visible_ids_lesson_requests(),
  public.save_evaluation(uuid, jsonb),
  public.evaluations_of(uuid, integer, integer),
  public.pending_evaluations_of(uuid),
  public.pull_evaluations(bigint, uuid, integer),
  public.visible_ids_evaluations(),
  public.my_data(),
  public.delete_my_account(text)
  from public, anon;
grant execute on function public.evaluations_of(uuid, integer, integer) to anon;
grant execute on function
  public.create_lesson_request(uuid, jsonb),
  public.answer_lesson_request(uuid, uuid, text, text, bigint),
  public.cancel_lesson_request(uuid, uuid, text, bigint),
  public.pull_lesson_requests(bigint, uuid, integer),
  public.visible_ids_lesson_requests(),
  public.save_evaluation(uuid, jsonb),
  public.evaluations_of(uuid, integer, integer),
  public.pending_evaluations_of(uuid),
  public.pull_evaluations(bigint, uuid, integer),
  public.visible_ids_evaluations(),
  public.my_data(),
  public.delete_my_account(text)
  to authenticated;
