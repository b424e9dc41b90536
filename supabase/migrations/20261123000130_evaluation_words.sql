-- As before (…_evaluations.sql: what it takes, answers and hints). Its refusals are in words for people, because the app
-- shows them as they are: 'Erro ao criar avaliação: {detail}' (specification 001 §8).
create or replace function public.save_evaluation(command_id uuid, evaluation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'evaluation.save', evaluation);
  wanted public.lesson_evaluations;
  request public.lesson_requests;
  written uuid;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(evaluation) is distinct from 'object' or octet_length(evaluation::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'Esta não é uma avaliação.', 'evaluation');
  end if;
  select k into refused from jsonb_object_keys(evaluation) k
    where k <> all (array['id', 'lesson_request_id', 'rating', 'comment', 'is_anonymous']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'Uma avaliação não tem este campo.', refused);
  end if;
  wanted.id := app.id_field(evaluation, 'id');
  wanted.lesson_request_id := app.id_field(evaluation, 'lesson_request_id');
  if wanted.id is null or wanted.lesson_request_id is null then
    perform app.refuse('22023', 'invalid_value', 'Falta um valor.', 'id');
  end if;
  if coalesce(evaluation ->> 'rating', '') !~ '^[1-5]$' or jsonb_typeof(evaluation -> 'rating') <> 'number' then
    perform app.refuse('22023', 'invalid_value', 'Escolha de 1 a 5 estrelas.', 'rating');
  end if;
  if coalesce(jsonb_typeof(evaluation -> 'is_anonymous'), 'boolean') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'Um valor não foi aceito. Confira e envie de novo.', 'is_anonymous');
  end if;
  wanted.rating := (evaluation ->> 'rating')::integer;
  wanted.is_anonymous := coalesce((evaluation ->> 'is_anonymous')::boolean, false);
  wanted.comment := app.text_field(evaluation, 'comment');

  select * into request from public.lesson_requests r
    where r.id = wanted.lesson_request_id and me in (r.student_id, r.teacher_id);
  if request.id is null then
    perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
  end if;
  perform app.hold_people(array[request.student_id, request.teacher_id]);
  if not exists (select from public.user_profiles p where p.id = me and p.removed_at is null) then
    perform app.refuse('PT409', 'profile_missing', 'Seu cadastro ainda não está completo.');
  end if;
  -- Two phones of one author take turns here.
  perform from public.lesson_requests r where r.id = request.id for no key update;

  begin
    update public.lesson_evaluations e
      set rating = wanted.rating, comment = wanted.comment, is_anonymous = wanted.is_anonymous
      where e.lesson_request_id = request.id and e.evaluator_id = me
      returning e.id into written;
    if written is null then
      insert into public.lesson_evaluations
          (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous)
        values (wanted.id, request.id, me,
          case when me = request.student_id then request.teacher_id else request.student_id end,
          wanted.rating, wanted.comment, wanted.is_anonymous);
    end if;
  exception
    when unique_violation then
      perform app.refuse('PT409', 'evaluation_exists', 'Já existe outra avaliação com este registro. Envie de novo.');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'Um valor não foi aceito. Confira e envie de novo.', rule);
  end;
  return app.finish_command(command_id, (
    select jsonb_build_object('version', e._xid, 'evaluation_id', e.id, 'created', written is null)
    from public.lesson_evaluations e where e.lesson_request_id = request.id and e.evaluator_id = me
  ));
end
$$;
