-- Facts about a teacher's answers, public with the listing: after how many waking hours an answer comes as a rule, and to
-- how many of ten requests one comes in time (within 48 waking hours). Over the requests of the last 90 days.
--
-- The figures are coarse, renewed once a day, hidden below five requests, and replaced only when three more requests have
-- been decided or after 30 days: so that no change of a figure tells about one request.

create table app.response_facts (
  id uuid primary key,
  -- Requests that had been decided at the publication, of all times.
  decided integer not null,
  -- The bound below which half of the answers come; null with fewer than five answers in time.
  reply_hours integer constraint response_facts_hours_check check (reply_hours in (1, 3, 6, 14, 28, 48)),
  reply_tenths integer not null constraint response_facts_tenths_check check (reply_tenths in (0, 2, 4, 6, 8, 9, 10)),
  published_at timestamptz not null
);
alter table app.response_facts enable row level security;
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('app.response_facts', '{id}', 't.id::text = $1', null, 'gone', 'counted from requests, which are shown');

create function app.forget_response_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.response_facts f where f.id = old.id;
  return null;
end
$$;
create trigger forget_response_facts_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_response_facts();
create trigger forget_response_facts_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_response_facts();

-- The day of the last renewal: who updates it, renews.
create table app.response_days (
  singleton boolean primary key default true constraint response_days_singleton_check check (singleton),
  day date not null
);
alter table app.response_days enable row level security;
insert into app.response_days (day) values ('2026-01-01');
insert into app.personal_data (place, after_leaving, reason) values
  ('app.response_days', 'no person', 'the day of a renewal');

-- Requests that are decided: answered, or left for 48 waking hours. `waited`: milliseconds until the answer, null where
-- none came in time. One that its student cancelled before is not counted.
create function app.decided_requests(at timestamptz)
returns table (teacher_id uuid, request_date timestamptz, waited bigint)
language sql stable set search_path = ''
as $$
  select d.teacher_id, d.request_date, case when d.waited < 172800000 then d.waited end
  from (
    select r.teacher_id, r.request_date, a.answered_at,
      app.waking_between(r.request_date, coalesce(a.answered_at, r.cancelled_at, at)) as waited
    from public.lesson_requests r
    cross join lateral (
      select coalesce(r.answered_at, case when r.cancelled_by = 'teacher' then r.cancelled_at end)
    ) a (answered_at)
  ) d
  where d.answered_at is not null or d.waited >= 172800000
$$;

-- Renews the facts of all teachers once a day, after 4:00 in São Paulo. Returns how many have changed.
create function app.renew_response_facts(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Sao_Paulo' - interval '4 hours')::date;
  changed uuid[];
begin
  perform from app.response_days d where d.day < today for update skip locked;
  if not found then
    return 0;
  end if;
  update app.response_days d set day = today where d.day < today;
  with counted as (
    select r.teacher_id as id, count(*)::integer as decided,
      count(*) filter (where r.request_date > at - interval '90 days') as recent,
      count(r.waited) filter (where r.request_date > at - interval '90 days') as in_time,
      percentile_disc(0.5) within group (order by r.waited)
        filter (where r.request_date > at - interval '90 days' and r.waited is not null) as usual
    from app.decided_requests(at) r group by r.teacher_id
  ), facts as (
    select c.id, c.decided,
      case when c.in_time >= 5 then (
        select min(h) from unnest(array[1, 3, 6, 14, 28, 48]) h where c.usual <= h * 3600000::bigint
      ) end as reply_hours,
      (select max(t) from unnest(array[0, 2, 4, 6, 8, 9, 10]) t where c.in_time * 10 >= c.recent * t) as reply_tenths
    from counted c join public.user_profiles p on p.id = c.id and p.removed_at is null
    where c.recent >= 5
  ), hidden as (
    delete from app.response_facts f where not exists (select from facts n where n.id = f.id) returning f.id
  ), published as (
    insert into app.response_facts as f (id, decided, reply_hours, reply_tenths, published_at)
      select n.id, n.decided, n.reply_hours, n.reply_tenths, at from facts n order by n.id
      on conflict (id) do update set decided = excluded.decided, reply_hours = excluded.reply_hours,
        reply_tenths = excluded.reply_tenths, published_at = excluded.published_at
      where excluded.decided >= f.decided + 3 or f.published_at <= at - interval '30 days'
      returning f.id
  )
  select array_agg(x.id) into changed from (select h.id from hidden h union all select p.id from published p) x;
  perform app.recompute_listings(changed);
  return coalesce(cardinality(changed), 0);
end
$$;

-- As before, with the facts at the end.
create or replace view app.teacher_source_core as
select
  t.id,
  p.name,
  f.folded_name,
  (case when s.highlighted then '0' else '1' end || f.folded_name || ' ' || t.id) collate "C" as rank,
  p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id order by l.position, l.dance_style_id
  ) as style_ids,
  p.profile_image_url, p.whatsapp, t.bio, t.experience, t.neighborhood, t.instagram, t.modalidades_aula, t.slug,
  t.is_featured or s.on_stage as is_featured,
  s.highlighted as is_highlighted,
  e.average_rating as rating_average,
  coalesce(e.total_evaluations, 0) as rating_count,
  coalesce(e.five_stars, 0) as five_stars,
  coalesce(e.four_stars, 0) as four_stars,
  coalesce(e.three_stars, 0) as three_stars,
  coalesce(e.two_stars, 0) as two_stars,
  coalesce(e.one_star, 0) as one_star,
  t.approved_at,
  false as _deleted,
  t.is_active,
  t.is_paused,
  t.is_active and not t.is_paused as is_live,
  a.reply_hours,
  a.reply_tenths
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
cross join lateral (select app.fold(p.name) as folded_name) f
cross join lateral (
  select
    coalesce(bool_or(st.tier in ('destaque_salao', 'brilho_palco')), false) as highlighted,
    coalesce(bool_or(st.tier = 'brilho_palco'), false) as on_stage
  from public.supporter_tiers st where st.user_id = t.id and st.is_active
) s
left join public.user_evaluation_stats e on e.user_id = t.id
left join app.response_facts a on a.id = t.id;

alter table public.teacher_listings add reply_hours integer, add reply_tenths integer;
grant select (reply_hours, reply_tenths) on public.teacher_listings to anon, authenticated;
select app.define_teacher_views(), app.define_listings();
