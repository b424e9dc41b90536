-- Dados de Teste: people and things that are nobody's, marked (`is_demo`), made and removed by the team where the server
-- allows it (app_settings.test_data_allowed). What hangs on a marked person (requests, evaluations, posts, leads) is of
-- the marked too, and has no mark of its own.

alter table public.user_profiles add column is_demo boolean not null default false;
alter table public.events add column is_demo boolean not null default false;
create index user_profiles_demo on public.user_profiles (id) where is_demo;
create index events_demo on public.events (id) where is_demo;
-- The mark is the server's, and events were granted whole.
revoke insert, update on public.events from authenticated;
grant insert (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url, description,
    organiser, is_published),
  update (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url, description, organiser,
    is_published)
  on public.events to authenticated;

create function app.test_data_counts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'teachers', (select count(*) from public.user_profiles p where p.is_demo and p.role = 'teacher' and p.removed_at is null),
    'students', (select count(*) from public.user_profiles p where p.is_demo and p.role = 'student' and p.removed_at is null),
    'requests', (select count(*) from public.lesson_requests r join public.user_profiles p on p.id = r.student_id
      where p.is_demo and p.removed_at is null),
    'events', (select count(*) from public.events e where e.is_demo))
$$;

create function app.is_test_data_allowed() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select s.value = 'true' from public.app_settings s where s.key = 'test_data_allowed'), false)
$$;

create function app.require_test_data() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  if not app.is_test_data_allowed() then
    perform app.refuse('42501', 'test_data_not_allowed', 'this site does not allow test data');
  end if;
  return me;
end
$$;

-- { allowed, counts: { teachers, students, requests, events } of what is there }
create function public.admin_test_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return jsonb_build_object('allowed', app.is_test_data_allowed(), 'counts', app.test_data_counts());
end
$$;

-- Puts one marked person; the address cannot receive anything.
create function app.put_demo_person(role text, place integer, city uuid) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  names constant text[] := array['Alice', 'Bento', 'Cecília', 'Davi', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Íris',
    'João', 'Karina', 'Léo', 'Manuela', 'Nuno', 'Olívia', 'Pedro'];
  id constant uuid := gen_random_uuid();
begin
  insert into public.user_profiles (id, name, email, role, whatsapp, city_id, is_demo)
    values (id, names[1 + place % 16] || ' Teste', id || '@teste.invalid', role, '+551190000' || lpad((place % 10000)::text, 4, '0'),
      city, true);
  return id;
end
$$;

-- The teacher accepts, the student evaluates. Nobody is signed in meanwhile: that is the server's own side, which the rules
-- of requests and evaluations hold to their states only. Who was signed in is put back by hand, because a SET clause with
-- a parameter that PostgreSQL does not know needs a superuser, which hosted Supabase gives to nobody. An error puts it
-- back by itself: it rolls back to where it is caught, and settings of a transaction go with that.
create function app.play_demo_request(request uuid, stars integer) returns void
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

-- Command: makes marked rows. wanted: { teachers 0–50, students 0–50, requests 0–100, events 0–20 }. A request is of a
-- marked student to a marked teacher; every other one is accepted and evaluated.
-- Answers { command_id, created: counts, counts: of all that is there }.
-- Hints: test_data_not_allowed (42501), invalid_value (22023, the field in DETAIL).
create function public.admin_create_test_data(command_id uuid, wanted jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_test_data();
  answer jsonb := app.begin_command(command_id, 'admin.test_data.create', wanted);
  before constant jsonb := app.test_data_counts();
  cities constant uuid[] := array(select c.id from public.cities c where c.active and not c._deleted order by c.name);
  styles constant uuid[] := array(select d.id from public.dance_styles d where d.active and not d._deleted order by d.name);
  teachers uuid[];
  students uuid[];
  person uuid;
  request uuid;
  field text;
  many integer;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(wanted) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'what is wanted is an object', 'wanted');
  end if;
  for field, many in values ('teachers', 50), ('students', 50), ('requests', 100), ('events', 20) loop
    if app.number_field(wanted, field, 0) not between 0 and many or app.number_field(wanted, field, 0) % 1 <> 0 then
      perform app.refuse('22023', 'invalid_value', 'this number is not allowed', field);
    end if;
  end loop;
  for place in 1 .. app.number_field(wanted, 'teachers', 0)::integer loop
    person := app.put_demo_person('teacher', place, cities[1 + place % cardinality(cities)]);
    insert into public.teachers (id, bio, experience, is_active)
      values (person, 'Perfil de teste: não é uma pessoa.', 'Dados de teste', true);
    insert into public.teacher_dance_styles (teacher_id, dance_style_id)
      values (person, styles[1 + place % cardinality(styles)]);
    perform public.update_teacher_slug(person, (select p.name from public.user_profiles p where p.id = person));
  end loop;
  for place in 1 .. app.number_field(wanted, 'students', 0)::integer loop
    person := app.put_demo_person('student', place, cities[1 + place % cardinality(cities)]);
    insert into public.students (id) values (person);
  end loop;
  teachers := array(select p.id from public.user_profiles p
    where p.is_demo and p.role = 'teacher' and p.removed_at is null order by p.created_at desc, p.id);
  students := array(select p.id from public.user_profiles p
    where p.is_demo and p.role = 'student' and p.removed_at is null order by p.created_at desc, p.id);
  if app.number_field(wanted, 'requests', 0) > 0 and (cardinality(teachers) = 0 or cardinality(students) = 0) then
    perform app.refuse('22023', 'invalid_value', 'requests need a marked student and teacher', 'requests');
  end if;
  for place in 1 .. app.number_field(wanted, 'requests', 0)::integer loop
    insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, message, request_date)
      select gen_random_uuid(), students[1 + place % cardinality(students)], l.teacher_id, l.dance_style_id,
        'Pedido de teste.', now() - make_interval(days => place % 60)
      from public.teacher_dance_styles l where l.teacher_id = teachers[1 + place / cardinality(students) % cardinality(teachers)]
      limit 1
      on conflict do nothing returning id into request;
    if request is not null and place % 2 = 0 then
      perform app.play_demo_request(request, 1 + place % 5);
    end if;
  end loop;
  insert into public.events (title, kind, dance_style_ids, city_id, starts_at, is_published, is_demo, organiser)
    select 'Baile de teste ' || n, 'baile', array[styles[1 + n % cardinality(styles)]],
      cities[1 + n % cardinality(cities)], date_trunc('hour', now()) + make_interval(days => n), true, true, 'Dados de teste'
    from generate_series(1, app.number_field(wanted, 'events', 0)::integer) n;
  return app.finish_command(command_id, jsonb_build_object(
    'counts', app.test_data_counts(),
    'created', (select jsonb_object_agg(c.key, c.value::text::integer - (before ->> c.key)::integer)
      from jsonb_each(app.test_data_counts()) c)));
end
$$;

-- Command: removes all marked rows, and nothing else. People leave the way people do: phones get tombstones.
-- Answers { command_id, removed: counts, counts: what is left }. Hint: test_data_not_allowed (42501).
create function public.admin_remove_test_data(command_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_test_data();
  answer jsonb := app.begin_command(command_id, 'admin.test_data.remove', 'null');
  before constant jsonb := app.test_data_counts();
  person uuid;
begin
  if answer is not null then
    return answer;
  end if;
  for person in
    select p.id from public.user_profiles p where p.is_demo and p.removed_at is null order by p.id
  loop
    perform app.forget_user(person);
  end loop;
  delete from public.events e where e.is_demo;
  return app.finish_command(command_id,
    jsonb_build_object('removed', before, 'counts', app.test_data_counts()));
end
$$;

revoke all on function app.test_data_counts(), app.is_test_data_allowed(), app.require_test_data(),
  app.put_demo_person(text, integer, uuid), app.play_demo_request(uuid, integer) from public, anon, authenticated;
revoke all on function public.admin_test_data(), public.admin_create_test_data(uuid, jsonb),
  public.admin_remove_test_data(uuid) from public, anon;
grant execute on function public.admin_test_data(), public.admin_create_test_data(uuid, jsonb),
  public.admin_remove_test_data(uuid) to authenticated;
