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

-- Months of Investidores, the last one up to now. state: 'recorded', 'reconstructed', 'open' (ended, not recorded yet, or
-- before the first data) or 'running'.
create or replace function public.admin_investors(months integer default 12) returns jsonb
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

-- As before, by what happened in each week, whatever came of it later: people who registered, requests that were accepted,
-- evaluations that were written.
create or replace function app.weekly_figures(since timestamptz, until timestamptz) returns jsonb
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
drop index public.user_profiles_created;
create index user_profiles_created on public.user_profiles (created_at);
create index lesson_requests_by_answer on public.lesson_requests (answered_at) where answered_at is not null;

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.month_facts', '{}', 'no person', 'sums of each month');

grant execute on function public.record_months(timestamptz) to service_role;
