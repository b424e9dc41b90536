-- Searches that found nobody, by style and city, for teachers and the team.
--
-- Counted are people and phones with a live alert, and leads of the last half year that found nobody; each person and each
-- phone once per style and city. A visitor's phone counts when it can be reached. Only counts of five and more are kept,
-- rounded down to fives, made once a day: who adds an alert and looks again learns nothing of others.

create table app.demand (
  style_id uuid not null,
  city_id uuid not null,
  people integer not null constraint demand_people_check check (people >= 5 and people % 5 = 0),
  primary key (style_id, city_id)
);
alter table app.demand enable row level security;

-- The day of the last count, in São Paulo; one row.
create table app.demand_day (
  only_row boolean primary key default true check (only_row),
  day date not null
);
alter table app.demand_day enable row level security;

-- Counts anew, once a day. Returns whether it did.
create function app.renew_demand(at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Sao_Paulo')::date;
begin
  insert into app.demand_day as d (day) values (today)
    on conflict (only_row) do update set day = excluded.day where d.day <> excluded.day;
  if not found then
    return false;
  end if;
  delete from app.demand d where true;
  with wanted as (
    select a.style_id, a.city_id, coalesce('u' || a.user_id, 'p' || a.phone_id) as who
    from app.live_alerts a left join app.visitor_phones p on p.id = a.phone_id
    where num_nulls(a.style_id, a.city_id) = 0 and (a.user_id is not null or p.fcm_token is not null)
    union
    select s.id, c.id, coalesce('u' || l.user_id, 'v' || app.fold(l.nome))
    from public.student_leads l
    join public.dance_styles s on app.fold(s.name) = app.fold(l.estilo_danca) and not s._deleted
    join public.cities c on app.fold(c.name) = app.fold(l.cidade) and not c._deleted
    where app.is_unmet(l.professor_encontrado, l.ai_analysis_data) and l.created_at > at - interval '180 days'
  )
  insert into app.demand (style_id, city_id, people)
    select w.style_id, w.city_id, count(*) / 5 * 5 from wanted w group by w.style_id, w.city_id having count(*) >= 5;
  return true;
end
$$;

-- The counts with names and how many teach it: [{ style, city, people, teachers }], most wanted first. The number of
-- teachers is what everybody sees in the search.
create function app.named_demand(styles uuid[], cities uuid[], at_most integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('style', d.style, 'city', d.city, 'people', d.people,
    'teachers', d.teachers) order by d.fits desc, d.people desc, d.style, d.city), '[]')
  from (
    select s.name as style, c.name as city, w.people,
      (w.style_id = any (styles) and w.city_id = any (cities)) is true as fits, (
        select count(*) from public.teacher_listings l
        where not l._deleted and l.city_id = w.city_id and l.style_ids @> array[w.style_id]
          and substr(l.checks, 6, 6) > (select app.today_code())
      ) as teachers
    from app.demand w
    join public.dance_styles s on s.id = w.style_id and not s._deleted
    join public.cities c on c.id = w.city_id and not c._deleted
    where styles is null or w.style_id = any (styles) or w.city_id = any (cities)
    order by fits desc, w.people desc, s.name, c.name limit at_most
  ) d
$$;

-- Of the caller's own styles anywhere and of all styles in the own city. Returns { day, rows }. Hint: not_a_teacher (42501).
create function public.teacher_demand() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_living_person();
  profile constant public.user_profiles := app.require_profile();
begin
  perform app.refuse_banned();
  if profile.role <> 'teacher' then
    perform app.refuse('42501', 'not_a_teacher', 'only teachers see what is searched');
  end if;
  return jsonb_build_object('day', (select d.day from app.demand_day d), 'rows', app.named_demand(
    array(select t.dance_style_id from public.teacher_dance_styles t where t.teacher_id = me),
    case when profile.city_id is null then '{}'::uuid[] else array[profile.city_id] end, 20));
end
$$;

-- Everything, for the team. Returns { day, rows }.
create function public.admin_demand() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return jsonb_build_object('day', (select d.day from app.demand_day d), 'rows', app.named_demand(null, null, 200));
end
$$;

-- Runs each minute. Returns { found, told, tidied }; all 0 while another run is under way. `at`: for tests.
create function public.tell_alerts(at_most integer default 500, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('danceflix alerts', 0)) then
    return '{"found": 0, "told": 0, "tidied": 0}';
  end if;
  perform app.renew_demand(at);
  return jsonb_build_object('found', app.find_alert_hits(at_most, at), 'told', app.tell_alert_hits(at_most, at),
    'tidied', app.tidy_alerts(at_most, at));
end
$$;

-- Before: …_admin.sql. Also leaves out numbers below five.
create or replace function app.unmet_demand(since timestamptz, until timestamptz) returns jsonb
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

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.demand', '{}', 'no person', 'counts of five and more'),
  ('app.demand_day', '{}', 'no person', 'a day');

grant execute on function public.teacher_demand(), public.admin_demand() to authenticated, service_role;
grant execute on function public.tell_alerts(integer, timestamptz) to service_role;
