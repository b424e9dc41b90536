-- The back-office's figures. Days and weeks (from Monday) are those of São Paulo.

create index user_profiles_created on public.user_profiles (created_at) where removed_at is null;
create index teachers_approved on public.teachers (approved_at) where approved_at is not null;

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

-- Leads without a teacher by what was asked for: [{ city, style, leads, nobody: of them, those for whom nobody was found
-- at all }], most first, 50 at most. City and style as they are written most often.
create function app.unmet_demand(since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('city', u.city, 'style', u.style, 'leads', u.leads, 'nobody', u.nobody)
    order by u.leads desc, u.city, u.style), '[]')
  from (
    select mode() within group (order by l.cidade) as city, mode() within group (order by l.estilo_danca) as style,
      count(*) as leads, count(*) filter (where l.professor_encontrado is null) as nobody
    from public.student_leads l
    where app.is_unmet(l.professor_encontrado, l.ai_analysis_data) and l.created_at >= since and l.created_at < until
    group by app.fold(l.cidade), app.fold(l.estilo_danca)
    order by count(*) desc limit 50
  ) u
$$;

-- What happened in each week: [{ week, students, teachers (registered), approved, requests, accepted (answered so),
-- leads, unmet, evaluations, posts }], every week of the period.
create function app.weekly_figures(since timestamptz, until timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with happened as (
    select app.week_of(p.created_at) as week, p.role || 's' as what from public.user_profiles p
      where p.created_at >= since and p.created_at < until and p.removed_at is null and p.role in ('student', 'teacher')
    union all
    select app.week_of(t.approved_at), 'approved' from public.teachers t
      where t.approved_at >= since and t.approved_at < until
    union all
    select app.week_of(r.request_date), x.what from public.lesson_requests r
      cross join lateral (values ('requests'), (case when r.status = 'Aceito' then 'accepted' end)) x (what)
      where r.request_date >= since and r.request_date < until
    union all
    select app.week_of(l.created_at), x.what from public.student_leads l
      cross join lateral (values ('leads'),
        (case when app.is_unmet(l.professor_encontrado, l.ai_analysis_data) then 'unmet' end)) x (what)
      where l.created_at >= since and l.created_at < until
    union all
    select app.week_of(e.created_at), 'evaluations' from public.lesson_evaluations e
      where e.created_at >= since and e.created_at < until and not e._deleted
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

-- The first and last moment of days; twelve weeks that end today when they are not given. Hint: invalid_value (22023).
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
-- Hints: admin_only (42501), invalid_value (22023): more than 1,900 days, or none.
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
    'weeks', app.weekly_figures(period.from_moment, period.to_moment)
  );
end
$$;

-- Investidores: { now: app.programme_figures, months: [{ month: its first day, supporters, sponsors, supporters_monthly,
-- sponsors_monthly }] of the last `months` (1 to 60), as it stood at each month's end (this one: now) }.
-- What is no longer active counts until it was last changed; amounts are those of now.
create function public.admin_investors(months integer default 12) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  this_month constant date := date_trunc('month', now() at time zone 'America/Sao_Paulo')::date;
begin
  return jsonb_build_object('now', app.programme_figures(), 'months', (
    select jsonb_agg(jsonb_build_object('month', m.first::date,
      'supporters', s.n, 'supporters_monthly', s.amount, 'sponsors', p.n, 'sponsors_monthly', p.amount) order by m.first)
    from generate_series(this_month - make_interval(months => least(greatest(coalesce(months, 12), 1), 60) - 1),
      this_month::timestamp, interval '1 month') m (first)
    cross join lateral (select least(app.day_starts((m.first + interval '1 month')::date), now()) as at) e
    cross join lateral (
      select count(*) as n, coalesce(sum(t.amount), 0) as amount from public.supporter_tiers t
      where t.created_at <= e.at and (t.is_active or t.updated_at > e.at)
    ) s
    cross join lateral (
      select count(*) as n, coalesce(sum(d.amount), 0) as amount
      from public.sponsors x join public.sponsor_tier_definitions d on d.tier = x.tier
      where x.created_at <= e.at and (x.is_active or x.updated_at > e.at)
    ) p
  ));
end
$$;

revoke all on function app.day_starts(date), app.week_of(timestamptz), app.unmet_demand(timestamptz, timestamptz),
  app.weekly_figures(timestamptz, timestamptz), app.programme_figures(), app.period(date, date)
  from public, anon, authenticated;
revoke all on function public.admin_dashboard(date, date), public.admin_investors(integer) from public, anon;
grant execute on function public.admin_dashboard(date, date), public.admin_investors(integer) to authenticated;
