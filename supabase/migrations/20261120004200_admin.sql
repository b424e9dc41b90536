-- The back-office: figures, settings and test data.
--
-- Days and weeks (from Monday) of figures are those of São Paulo.
--
-- Test data ('Dados de Teste') are invented people and things with the flag `is_demo`, created and removed by the team
-- where the server allows it (app_settings.test_data_allowed). Rows that belong to such a person (requests, evaluations,
-- posts, leads) have no flag of their own.

create function app.day_starts(day date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select day::timestamp at time zone 'America/Sao_Paulo'
$$;
create function app.week_of(moment timestamptz) returns date
language sql immutable set search_path = ''
as $$
  select date_trunc('week', moment at time zone 'America/Sao_Paulo')::date
$$;

-- Leads without a teacher by city and style: [{ city, style, leads, nobody: those for which no teacher was found at all
-- }], most first, at most 50. City and style in their most frequent spelling. Leaves out numbers below five.
create function app.unmet_demand(since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('city', u.city, 'style', u.style, 'leads', u.leads,
    'nobody', case when u.nobody >= 5 then u.nobody else 0 end) order by u.leads desc, u.city, u.style), '[]')
  from (
    select mode() within group (order by l.cidade) as city, mode() within group (order by l.estilo_danca) as style,
      count(*) as leads, count(*) filter (where l.professor_encontrado is null) as nobody
    from public.student_leads l
    where app.is_unmet(l.professor_encontrado, l.ai_analysis_data) and l.created_at >= since and l.created_at < until
    group by app.fold(l.cidade), app.fold(l.estilo_danca)
    having count(*) >= 5
    order by count(*) desc limit 50
  ) u
$$;

-- The figures of each week by what happened in it, whatever came of it later: [{ week, students, teachers (registered),
-- approved, requests, accepted (answered so), leads, unmet, evaluations (written), posts }], every week of the period.
create function app.weekly_figures(since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with happened as (
    select app.week_of(p.created_at) as week, p.role || 's' as what from public.user_profiles p
      where p.created_at >= since and p.created_at < until and p.role in ('student', 'teacher')
    union all
    select app.week_of(t.approved_at), 'approved' from public.teachers t
      where t.approved_at >= since and t.approved_at < until
    union all
    select app.week_of(r.request_date), x.what from public.lesson_requests r
      cross join lateral (values ('requests'),
        (case when r.answered_at is not null and r.status <> 'Recusado' then 'accepted' end)) x (what)
      where r.request_date >= since and r.request_date < until
    union all
    select app.week_of(l.created_at), x.what from public.student_leads l
      cross join lateral (values ('leads'),
        (case when app.is_unmet(l.professor_encontrado, l.ai_analysis_data) then 'unmet' end)) x (what)
      where l.created_at >= since and l.created_at < until
    union all
    select app.week_of(e.created_at), 'evaluations' from public.lesson_evaluations e
      where e.created_at >= since and e.created_at < until
    union all
    select app.week_of(p.created_at), 'posts' from public.posts p where p.created_at >= since and p.created_at < until
  ), counted as (
    select h.week, h.what, count(*) as n from happened h where h.what is not null group by h.week, h.what
  )
  select jsonb_agg(jsonb_build_object('week', w.week::date, 'students', 0, 'teachers', 0, 'approved', 0, 'requests', 0,
    'accepted', 0, 'leads', 0, 'unmet', 0, 'evaluations', 0, 'posts', 0)
    || coalesce((select jsonb_object_agg(c.what, c.n) from counted c where c.week = w.week::date), '{}') order by w.week)
  from generate_series(app.week_of(since)::timestamp, app.week_of(until - interval '1 microsecond')::timestamp,
    interval '1 week') w (week)
$$;

-- Supporters and sponsors now: { supporters: { active, monthly, tiers: [{ tier, name, amount, active, monthly }] },
-- sponsors: { active, monthly, tiers: [{ tier, name, amount, slots, sold, free, monthly }] }, monthly }.
create function app.programme_figures() returns jsonb
language sql stable set search_path = ''
as $$
  with supporters as (
    select d.tier, d.name, d.amount, d.position, count(s.id) as active, coalesce(sum(s.amount), 0) as monthly
    from public.supporter_tier_definitions d left join public.supporter_tiers s on s.tier = d.tier and s.is_active
    group by d.tier
  ), sponsors as (
    select d.*, d.slots - d.sold as free, d.sold * d.amount as monthly from public.sponsor_tier_definitions d
  )
  select jsonb_build_object(
    'supporters', (select jsonb_build_object('active', sum(s.active), 'monthly', sum(s.monthly),
      'tiers', jsonb_agg(to_jsonb(s) - 'position' order by s.position)) from supporters s),
    'sponsors', (select jsonb_build_object('active', sum(s.sold), 'monthly', sum(s.monthly),
      'tiers', jsonb_agg(jsonb_build_object('tier', s.tier, 'name', s.name, 'amount', s.amount, 'slots', s.slots,
        'sold', s.sold, 'free', s.free, 'monthly', s.monthly) order by s.position)) from sponsors s),
    'monthly', (select sum(s.monthly) from supporters s) + (select sum(s.monthly) from sponsors s))
$$;

-- Start and end of a period of days; by default twelve weeks that end today. Hint: invalid_value (22023).
create function app.period(since date, until date, out from_moment timestamptz, out to_moment timestamptz)
language plpgsql stable set search_path = ''
as $$
declare
  last constant date := coalesce(until, (now() at time zone 'America/Sao_Paulo')::date);
  first constant date := coalesce(since, last - 83);
begin
  if first > last or last - first > 1900 or first < date '2000-01-01' then
    perform app.refuse('22023', 'invalid_value', 'a period has at most 1,900 days', 'since');
  end if;
  from_moment := app.day_starts(first);
  to_moment := app.day_starts(last + 1);
end
$$;

-- The dashboard; both days included, the last twelve weeks by default. { since, until, people: { student, teacher,
-- admin }, teachers: { pending, active, paused, inactive, featured, without_slug }, requests: { all: { Pendente, Aceito,
-- Recusado, Cancelado }, period: the same }, leads: { all, period, unmet: of the period }, unmet_demand: of the period
-- (app.unmet_demand), evaluations: { all, average|null, period, anonymous, hidden }, programmes (app.programme_figures),
-- reports: { open }, weeks (app.weekly_figures) }.
-- Hints: admin_only (42501), invalid_value (22023): more than 1,900 days, or fewer than one.
create function public.admin_dashboard(since date default null, until date default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  period record;
  nothing constant jsonb := '{"Pendente": 0, "Aceito": 0, "Recusado": 0, "Cancelado": 0}';
begin
  select * into period from app.period(since, until);
  return jsonb_build_object(
    'since', (period.from_moment at time zone 'America/Sao_Paulo')::date,
    'until', (period.to_moment at time zone 'America/Sao_Paulo')::date - 1,
    'people', (
      select '{"student": 0, "teacher": 0, "admin": 0}' || coalesce(jsonb_object_agg(p.role, p.n), '{}')
      from (select u.role, count(*) as n from public.user_profiles u where u.removed_at is null group by u.role) p
    ),
    'teachers', (
      select jsonb_build_object(
        'pending', count(*) filter (where d.state = 'pending'), 'active', count(*) filter (where d.state = 'active'),
        'paused', count(*) filter (where d.state = 'paused'), 'inactive', count(*) filter (where d.state = 'inactive'),
        'featured', count(*) filter (where d.is_featured), 'without_slug', count(*) filter (where not d.has_slug))
      from app.teacher_directory d
    ),
    'requests', jsonb_build_object(
      'all', nothing || coalesce((select jsonb_object_agg(x.status, x.n) from (
        select r.status, count(*) as n from public.lesson_requests r group by r.status) x), '{}'),
      'period', nothing || coalesce((select jsonb_object_agg(x.status, x.n) from (
        select r.status, count(*) as n from public.lesson_requests r
        where r.request_date >= period.from_moment and r.request_date < period.to_moment group by r.status) x), '{}')
    ),
    'leads', (
      select jsonb_build_object('all', (select count(*) from public.student_leads), 'period', count(*),
        'unmet', count(*) filter (where app.is_unmet(l.professor_encontrado, l.ai_analysis_data)))
      from public.student_leads l where l.created_at >= period.from_moment and l.created_at < period.to_moment
    ),
    'unmet_demand', app.unmet_demand(period.from_moment, period.to_moment),
    'evaluations', (
      select jsonb_build_object('all', count(*), 'average', round(avg(e.rating), 2),
        'period', count(*) filter (where e.created_at >= period.from_moment and e.created_at < period.to_moment),
        'anonymous', count(*) filter (where e.is_anonymous), 'hidden', count(e.hidden_at))
      from public.lesson_evaluations e where not e._deleted
    ),
    'programmes', app.programme_figures(),
    'reports', jsonb_build_object('open', (select count(*) from public.reports r where r.status = 'open')),
    'waiting', app.waiting_for_team(),
    'weeks', app.weekly_figures(period.from_moment, period.to_moment)
  );
end
$$;

-- Months of Investidores, the last one up to now. state: 'recorded', 'reconstructed', 'open' (ended, not recorded yet, or
-- before the first data) or 'running'.
create function public.admin_investors(months integer default 12) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  this_month constant date := date_trunc('month', now() at time zone 'America/Sao_Paulo')::date;
begin
  return jsonb_build_object('now', app.programme_figures(), 'months', (
    select jsonb_agg(coalesce(to_jsonb(r) - array['is_reconstructed', 'recorded_at'], x.facts)
      || jsonb_build_object('month', m.first, 'state', case
        when m.first = this_month then 'running' when r.month is null then 'open'
        when r.is_reconstructed then 'reconstructed' else 'recorded' end) order by m.first)
    from (
      select x::date as first from generate_series(
        this_month - make_interval(months => least(greatest(coalesce(months, 12), 1), 60) - 1),
        this_month::timestamp, interval '1 month') x
    ) m
    left join app.month_facts r on r.month = m.first and m.first < this_month
    left join lateral (
      select to_jsonb(f) as facts from app.facts_of_month(m.first, case when m.first = this_month
        then clock_timestamp() + interval '1 microsecond' else app.day_starts((m.first + interval '1 month')::date) end) f
      where r.month is null
    ) x on true
  ));
end
$$;

-- Checks the value of a setting for every API user who writes it. The server itself (seeds, tests) is trusted.
--
--   default_teacher_id  the id of a teacher who is shown, or null
--   rate_limits         { subject: number }: 0 to 1,000,000, of the subjects of app.rate_limits
--   test_data_allowed   true or false; only the server sets it, so that no administrator fills a live site with test data
-- Other keys are not checked.
create function app.check_setting(key text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects constant text[] := (select array_agg(l.subject) from app.rate_limits() l);
  wrong text;
begin
  if key = 'default_teacher_id' and value <> 'null' then
    if jsonb_typeof(value) <> 'string' or not exists (
      select from public.teacher_listings l where l.id::text = value #>> '{}' and not l._deleted
    ) then
      perform app.refuse('22023', 'teacher_unknown', 'there is no such teacher, or nobody sees them', key);
    end if;
  elsif key = 'rate_limits' then
    if jsonb_typeof(value) <> 'object' then
      perform app.refuse('22023', 'invalid_value', 'rate limits are an object', key);
    end if;
    select l.key into wrong from jsonb_each(value) l
      where l.key <> all (subjects) or jsonb_typeof(l.value) <> 'number'
        or l.value::text !~ '^[0-9]{1,7}$' or l.value::numeric > 1000000
      limit 1;
    if wrong is not null then
      perform app.refuse('22023', 'invalid_value', 'this limit is not allowed', wrong);
    end if;
  elsif key = 'test_data_allowed' then
    perform app.refuse('42501', 'server_only', 'this is set by the server''s own side', key);
  end if;
end
$$;

create function app.guard_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.key, new.value) is distinct from (old.key, old.value) then
    perform app.check_setting(new.key, new.value);
  end if;
  if tg_op = 'UPDATE' and new.key <> old.key then
    perform app.refuse('22023', 'invalid_value', 'a setting keeps its key', 'key');
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.app_settings for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_setting();

-- Command: sets an existing setting, or one that app.check_setting names. Returns { command_id, key, value, former: the
-- value for undo }. Hints: invalid_value (22023, the key or limit in DETAIL), teacher_unknown (22023), server_only
-- (42501), setting_unknown (PT404).
create function public.admin_set_setting(command_id uuid, setting_key text, setting_value jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.setting.set',
    jsonb_build_object('key', setting_key, 'value', setting_value));
  wanted constant jsonb := coalesce(setting_value, 'null');
  former public.app_settings;
begin
  if answer is not null then
    return answer;
  end if;
  if octet_length(wanted::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'this value is too long', setting_key);
  end if;
  perform app.check_setting(setting_key, wanted);
  select * into former from public.app_settings s where s.key = setting_key for update;
  if former.key is null and setting_key is distinct from 'rate_limits' then
    perform app.refuse('PT404', 'setting_unknown', 'there is no such setting', setting_key);
  end if;
  insert into public.app_settings as s (key, value, is_public, description)
    values (setting_key, wanted, false, 'How many may be sent in a while, where it is not as built in')
    on conflict (key) do update set value = excluded.value where s.value <> excluded.value;
  return app.finish_command(command_id,
    jsonb_build_object('key', setting_key, 'value', wanted, 'former', former.value));
end
$$;

-- { settings: [{ key, value, is_public, description, updated_at }], default_teacher: { id, name, … }|null (the teacher
-- of the setting, shown or not), limits: { subject: { set|null, built_in } } }
create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return jsonb_build_object(
    'settings', (select coalesce(jsonb_agg(to_jsonb(s) order by s.key), '[]') from public.app_settings s),
    'default_teacher', (
      select app.named_person((s.value #>> '{}')::uuid) || jsonb_build_object(
        'is_shown', exists (select from public.teacher_listings l
          where l.id = (s.value #>> '{}')::uuid and not l._deleted))
      from public.app_settings s where s.key = 'default_teacher_id' and s.value <> 'null'
        and s.value #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    ),
    'limits', (
      select jsonb_object_agg(b.subject, jsonb_build_object('built_in', b.most, 'set', (
        select s.value -> b.subject from public.app_settings s where s.key = 'rate_limits')))
      from app.rate_limits() b
    )
  );
end
$$;

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

-- { allowed, counts: { teachers, students, requests, events } of the present test data }
create function public.admin_test_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return jsonb_build_object('allowed', app.is_test_data_allowed(), 'counts', app.test_data_counts());
end
$$;

-- Inserts one test person; the e-mail address cannot receive mail.
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

-- Lets the teacher accept and the student evaluate a request. Meanwhile no person is signed in, so that the call counts as
-- the server's own, which may do each transition. The signed-in person is restored by a statement, because a SET clause
-- with a parameter that PostgreSQL does not know needs a superuser, which hosted Supabase grants to nobody. After an
-- error the rollback restores it.
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

-- Command: creates test data. wanted: { teachers 0–50, students 0–50, requests 0–100, events 0–20 }. Each teacher has a
-- check of identity. A request is of a test student to a test teacher; every other one is accepted and evaluated.
-- Returns { command_id, created: counts, counts: of all present test data }.
-- Hints: test_data_not_allowed (42501), invalid_value (22023, the field in DETAIL).
create function public.admin_create_test_data(command_id uuid, wanted jsonb) returns jsonb
language plpgsql security definer set search_path = ''
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
    insert into public.teacher_checks (teacher_id, kind, note, checked_by)
      values (person, 'identity', 'Dados de teste', me);
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

-- Command: removes all test data, and nothing else. Test people are removed like real ones: phones get tombstones.
-- Returns { command_id, removed: counts, counts: of what is left }. Hint: test_data_not_allowed (42501).
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

grant execute on function public.admin_dashboard(date, date), public.admin_investors(integer),
  public.admin_set_setting(uuid, text, jsonb), public.admin_settings(), public.admin_test_data(),
  public.admin_create_test_data(uuid, jsonb), public.admin_remove_test_data(uuid) to authenticated;

-- The figures of each month as they were at its end, in São Paulo. Recorded once and never changed, so that an account
-- removed, a request cancelled or a start corrected later does not change what was true then.

create table app.month_facts (
  -- The first day of the month.
  month date primary key constraint month_facts_month_check check (extract(day from month) = 1),
  -- Accounts at the end of the month.
  students integer not null,
  teachers integer not null,
  -- In the month.
  accepted integer not null,
  lessons_held integer not null,
  -- At the end of the month, with the amounts per month in reais.
  supporters integer not null,
  supporters_monthly numeric(12, 2) not null,
  sponsors integer not null,
  sponsors_monthly numeric(12, 2) not null,
  -- Recorded more than two days after the month's end, from what was still known.
  is_reconstructed boolean not null,
  recorded_at timestamptz not null default now()
);
create function app.refuse_rewriting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'recorded months do not change' using errcode = 'restrict_violation';
end
$$;
create trigger refuse_rewriting before update or delete or truncate on app.month_facts
  for each statement execute function app.refuse_rewriting();
alter table app.month_facts enable row level security;

-- The figures of the month that begins on `first`, as of `until`.
create function app.facts_of_month(
  first date, until timestamptz, out students bigint, out teachers bigint, out accepted bigint, out lessons_held bigint,
  out supporters bigint, out supporters_monthly numeric, out sponsors bigint, out sponsors_monthly numeric
)
language sql stable set search_path = ''
as $$
  select p.students, p.teachers,
    -- A request that was accepted keeps the moment of its answer when it is cancelled later.
    (select count(*) from public.lesson_requests r
      where r.answered_at >= app.day_starts(first) and r.answered_at < until and r.status <> 'Recusado'),
    (select count(*) from public.lessons l
      where l.status = 'held' and l.held_at >= app.day_starts(first) and l.held_at < until),
    s.supporters, s.supporters_monthly, s.sponsors, s.sponsors_monthly
  from (
    select count(*) filter (where u.role = 'student') as students, count(*) filter (where u.role = 'teacher') as teachers
    from public.user_profiles u where u.created_at < until and (u.removed_at is null or u.removed_at >= until)
  ) p
  cross join (
    select count(*) filter (where h.source = 'supporter') as supporters,
      coalesce(sum(h.monthly) filter (where h.source = 'supporter'), 0) as supporters_monthly,
      count(*) filter (where h.source = 'sponsor') as sponsors,
      coalesce(sum(h.monthly) filter (where h.source = 'sponsor'), 0) as sponsors_monthly
    from (
      select distinct on (c.source, c.record_id) c.source, c.monthly, c.is_active from app.support_history c
      where c.at < until order by c.source, c.record_id, c.at desc
    ) h where h.is_active
  ) s
$$;

-- Records the months that have ended and are not recorded yet, the oldest first. Ten minutes after a month's end, the
-- transactions of its last moments have ended too. `at`: the present moment. Returns how many. Any number of processes may
-- call it at any time: a month is recorded once.
create function app.record_months(at timestamptz, is_late boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  last constant date :=
    (date_trunc('month', (at - interval '10 minutes') at time zone 'America/Sao_Paulo') - interval '1 month')::date;
  first date := (select max(f.month) + interval '1 month' from app.month_facts f)::date;
  recorded integer;
begin
  if first is null then
    select date_trunc('month', min(x.at) at time zone 'America/Sao_Paulo')::date into first
      from (select min(u.created_at) as at from public.user_profiles u
        union all select min(h.at) from app.support_history h) x;
  end if;
  insert into app.month_facts (month, students, teachers, accepted, lessons_held, supporters, supporters_monthly, sponsors,
      sponsors_monthly, is_reconstructed, recorded_at)
    select m.first, f.students, f.teachers, f.accepted, f.lessons_held, f.supporters, f.supporters_monthly, f.sponsors,
      f.sponsors_monthly, is_late or at >= e.until + interval '2 days', at
    from (select x::date as first from generate_series(first::timestamp, last::timestamp, interval '1 month') x) m
    cross join lateral (select app.day_starts((m.first + interval '1 month')::date) as until) e
    cross join lateral app.facts_of_month(m.first, e.until) f
    order by m.first
    on conflict (month) do nothing;
  get diagnostics recorded = row_count;
  return recorded;
end
$$;

-- Timed work, each hour: by the embedded server's timer, or by Cron on Supabase. `at`: for tests.
create function public.record_months(at timestamptz default now()) returns integer
language sql volatile security definer set search_path = ''
as $$
  select app.record_months(at, false)
$$;

-- The months before this release, from what is still known of them.
select app.record_months(now(), true);

grant execute on function public.record_months(timestamptz) to service_role;

-- Everything that people ask of the team, by kind: the dashboard shows each as long as it waits, so that nothing proposed
-- or reported reaches nobody. A kind that is added here needs a line in src/features/admin/dashboard (a test compares the
-- two).
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
