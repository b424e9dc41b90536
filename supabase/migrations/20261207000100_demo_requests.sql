-- Databases that had the older body of this function (a SET clause that only a superuser may write) get today's.
-- The teacher accepts, the student evaluates. Nobody is signed in meanwhile: that is the server's own side, which the rules
-- of requests and evaluations hold to their states only. Who was signed in is put back by hand, because a SET clause with
-- a parameter that PostgreSQL does not know needs a superuser, which hosted Supabase gives to nobody. An error puts it
-- back by itself: it rolls back to where it is caught, and settings of a transaction go with that.
create or replace function app.play_demo_request(request uuid, stars integer) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  subject constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
begin
  perform set_config('request.jwt.claims', '{}', true);
  perform set_config('request.jwt.claim.sub', '', true);
  update public.lesson_requests r set status = 'Aceito' where r.id = request;
  insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating, comment)
    select r.id, r.student_id, r.teacher_id, stars, 'Avaliação de teste.' from public.lesson_requests r where r.id = request;
  perform set_config('request.jwt.claims', claims, true);
  perform set_config('request.jwt.claim.sub', subject, true);
end
$$;
