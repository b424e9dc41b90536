-- Who is told of whom ('Avise-me', …_teacher_alerts.sql), within ten minutes.
--
-- 1. A trigger notes each teacher whose listing newly appears, or changes style, city or bairro, with what it was before.
-- 2. A minute later tell_alerts (…_demand.sql) compares the noted teachers with all alerts. An alert made at the same moment is committed
--    by then, so neither of the two can miss the other. Each pair of an alert and a teacher is a hit at most once, ever.
-- 3. Three minutes after a person's first hit, one notification tells all of that person's hits, so that a morning of
--    approvals is one push. Visitors' phones get a push of their own, since they have no inbox.
--
-- Telling names no teacher: an inbox that named one would have to follow a change of name, a pause and a block.

create table app.findable_teachers (
  teacher_id uuid primary key,
  noted_at timestamptz not null default now(),
  -- As it was before the first noted change; null: not findable.
  was_styles uuid[],
  was_city uuid,
  was_neighborhood text
);
create index findable_teachers_noted on app.findable_teachers (noted_at);
alter table app.findable_teachers enable row level security;

create table app.alert_hits (
  -- Of public.teacher_alerts or app.visitor_alerts.
  alert_id uuid not null,
  teacher_id uuid not null,
  found_at timestamptz not null default now(),
  -- Null: still to be told.
  told_at timestamptz,
  primary key (alert_id, teacher_id)
);
create index alert_hits_waiting on app.alert_hits (found_at) where told_at is null;
create index alert_hits_teacher on app.alert_hits (teacher_id);
alter table app.alert_hits enable row level security;

create table app.visitor_pushes (
  id uuid primary key default gen_random_uuid(),
  phone_id uuid not null references app.visitor_phones (id) on delete cascade,
  title text not null,
  body text not null,
  url text not null,
  due_at timestamptz not null,
  -- Earliest next try: the due time, the end of a lease, or the time of a retry.
  next_at timestamptz not null,
  lease uuid,
  -- Hash of the tried token, so that a new token of the phone does not inherit the outcome.
  token_hash bytea,
  attempts integer not null default 0,
  failures integer not null default 0,
  finished_at timestamptz,
  outcome text constraint visitor_pushes_outcome_check check (outcome in ('sent', 'expired', 'no_phone', 'given_up')),
  constraint visitor_pushes_finished check ((finished_at is null) = (outcome is null))
);
create index visitor_pushes_waiting on app.visitor_pushes (next_at) where finished_at is null;
create index visitor_pushes_phone on app.visitor_pushes (phone_id);
alter table app.visitor_pushes enable row level security;

create function app.note_findable() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or old._deleted then
    insert into app.findable_teachers (teacher_id) values (new.id) on conflict do nothing;
  else
    insert into app.findable_teachers (teacher_id, was_styles, was_city, was_neighborhood)
      values (new.id, old.style_ids, old.city_id, old.neighborhood) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger note_findable_inserted after insert on public.teacher_listings
  for each row when (not new._deleted) execute function app.note_findable();
create trigger note_findable_updated after update on public.teacher_listings
  for each row when (not new._deleted and (old._deleted or new.style_ids is distinct from old.style_ids
    or new.city_id is distinct from old.city_id or new.neighborhood is distinct from old.neighborhood))
  execute function app.note_findable();

-- Whether these styles, this city and this bairro are what an alert waits for; the search compares a bairro alike.
create function app.fits_alert(
  alert app.live_alerts, style_ids uuid[], city_id uuid, neighborhood text
) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce((alert.style_id is null or alert.style_id = any (style_ids))
    and (alert.city_id is null or alert.city_id = fits_alert.city_id)
    and (alert.area is null or strpos(app.fold(fits_alert.neighborhood), alert.area) > 0), false)
$$;

-- Whether the alert's owner may be told of this teacher: not of oneself, and not across a block, whoever made it.
create function app.may_tell(person uuid, teacher uuid) returns boolean
language sql stable set search_path = ''
as $$
  select person is null or person <> teacher and not app.has_blocked(person, teacher) and not app.has_blocked(teacher, person)
$$;

-- Percent-encoding of a query's value (RFC 3986).
create function app.url_text(value text) returns text
language sql immutable strict set search_path = ''
as $$
  select coalesce(string_agg(case when chr(b.byte) ~ '[A-Za-z0-9._~-]' then chr(b.byte)
    else '%' || upper(lpad(to_hex(b.byte), 2, '0')) end, '' order by b.n), '')
  from (
    select n, get_byte(convert_to(value, 'UTF8'), n) as byte
    from generate_series(0, octet_length(convert_to(value, 'UTF8')) - 1) n
  ) b
$$;

-- 'Zouk em Vitória, Jardim da Penha', and the search for it.
create function app.alert_words(alert app.live_alerts, out words text, out url text)
language sql stable set search_path = ''
as $$
  select coalesce(s.name, 'Aulas') || coalesce(' em ' || c.name, '') || coalesce(', ' || alert.neighborhood, ''),
    '/search?' || concat_ws('&', 'style=' || app.url_text(s.name), 'city=' || app.url_text(c.name),
      'area=' || app.url_text(alert.neighborhood))
  from (values (1)) one
  left join public.dance_styles s on s.id = alert.style_id
  left join public.cities c on c.id = alert.city_id
$$;

-- The notification of one person or phone about its hits: { title, body, url }.
create function app.alert_news(alerts uuid[], teachers uuid[], person uuid, phone uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select w.words, w.url, count(*) as n
    from app.live_alerts a
    join unnest(alerts, teachers) h (alert_id, teacher_id) on h.alert_id = a.id
    cross join lateral app.alert_words(a) w
    where a.user_id is not distinct from person and a.phone_id is not distinct from phone
    group by a.id, w.words, w.url
  ), summed as (
    select count(*) as alerts, (select count(distinct t) from unnest(teachers) t) as people from told
  )
  select jsonb_build_object(
    'title', case when s.alerts = 1 then left('Chegou professor: ' || (select t.words from told t), 120)
      else 'Chegaram professores que você procura' end,
    'body', case
      when s.alerts > 1 then left((select string_agg(t.words || ' (' || t.n || ')', '; ' order by t.words) from told t), 900)
        || '.'
      when s.people = 1 then 'Uma pessoa nova ensina o que você procura. Veja o perfil e combine a primeira aula.'
      else s.people || ' pessoas novas ensinam o que você procura. Veja os perfis e combine a primeira aula.' end,
    'url', case when s.people = 1 then '/teachers/' || teachers[1]
      when s.alerts = 1 and (select char_length(t.url) from told t) <= 300 then (select t.url from told t)
      else '/search' end)
  from summed s
$$;

-- Compares the noted teachers with all alerts. Returns the number of new hits.
create function app.find_alert_hits(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hits integer;
begin
  with noted as (
    delete from app.findable_teachers f where f.teacher_id in (
      select o.teacher_id from app.findable_teachers o where o.noted_at <= at - interval '1 minute'
      order by o.noted_at limit at_most for update skip locked
    )
    returning f.*
  ), places as materialized (
    -- An alert names this city or none: two equal joins are faster than one condition with 'or'.
    select n.*, l.style_ids, l.city_id, l.neighborhood, p.city as place
    from noted n
    join public.teacher_listings l on l.id = n.teacher_id and not l._deleted
      and substr(l.checks, 6, 6) > (select app.today_code())
    cross join lateral (values (l.city_id), ('00000000-0000-0000-0000-000000000000'::uuid)) p (city)
    where p.city is not null
  )
  insert into app.alert_hits (alert_id, teacher_id, found_at)
    select a.id, n.teacher_id, at
    from places n
    join app.live_alerts a on coalesce(a.city_id, '00000000-0000-0000-0000-000000000000') = n.place
    where app.fits_alert(a, n.style_ids, n.city_id, n.neighborhood)
      and not app.fits_alert(a, n.was_styles, n.was_city, n.was_neighborhood)
      and app.may_tell(a.user_id, n.teacher_id)
    on conflict do nothing;
  get diagnostics hits = row_count;
  return hits;
end
$$;

-- Tells people and phones whose first hit is three minutes old. A hit whose teacher is gone again, or blocked by now, is
-- never told. Returns how many were told.
create function app.tell_alert_hits(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
  news jsonb;
  told integer := 0;
begin
  for due in
    with waiting as (
      select a.user_id, a.phone_id, h.alert_id, h.teacher_id, h.found_at, app.may_tell(a.user_id, h.teacher_id)
        and exists (
          select from public.teacher_listings l
          where l.id = h.teacher_id and not l._deleted and substr(l.checks, 6, 6) > (select app.today_code())
            and app.fits_alert(a, l.style_ids, l.city_id, l.neighborhood)
        ) as holds
      from app.alert_hits h join app.live_alerts a on a.id = h.alert_id
      where h.told_at is null
        and (a.phone_id is null or exists (
          select from app.visitor_phones p where p.id = a.phone_id and p.fcm_token is not null))
    )
    select w.user_id, w.phone_id, array_agg(w.alert_id) as all_alerts, array_agg(w.teacher_id) as all_teachers,
      array_agg(w.alert_id order by w.alert_id, w.teacher_id) filter (where w.holds) as alerts,
      array_agg(w.teacher_id order by w.alert_id, w.teacher_id) filter (where w.holds) as teachers
    from waiting w
    group by w.user_id, w.phone_id
    having min(w.found_at) <= at - interval '3 minutes'
    order by min(w.found_at) limit at_most
  loop
    update app.alert_hits h set told_at = at
      from unnest(due.all_alerts, due.all_teachers) u (alert_id, teacher_id)
      where h.alert_id = u.alert_id and h.teacher_id = u.teacher_id;
    continue when due.alerts is null;
    news := app.alert_news(due.alerts, due.teachers, due.user_id, due.phone_id);
    if due.phone_id is null then
      perform app.notify(due.user_id, 'alert.found', news ->> 'title', news ->> 'body', news ->> 'url');
    else
      insert into app.visitor_pushes (phone_id, title, body, url, due_at, next_at)
        values (due.phone_id, news ->> 'title', news ->> 'body', news ->> 'url', app.push_due_at(at), app.push_due_at(at));
    end if;
    told := told + 1;
  end loop;
  return told;
end
$$;

-- Ends alerts after a year, and deletes what nobody needs any more. Returns how many rows that were.
create function app.tidy_alerts(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rows integer;
  changed integer := 0;
begin
  update public.teacher_alerts a set _deleted = true where a.id in (
    select o.id from public.teacher_alerts o
    where not o.is_on and not o._deleted and o.changed_at <= at - interval '30 days'
    order by o.changed_at limit at_most for update skip locked);
  get diagnostics rows = row_count;
  changed := changed + rows;
  update public.teacher_alerts a set is_on = false where a.id in (
    select o.id from public.teacher_alerts o where o.is_on and o.expires_at <= at
    order by o.expires_at limit at_most for update skip locked);
  get diagnostics rows = row_count;
  changed := changed + rows;
  delete from app.visitor_alerts v where v.id in (
    select o.id from app.visitor_alerts o where o.expires_at <= at
    order by o.expires_at limit at_most for update skip locked);
  get diagnostics rows = row_count;
  changed := changed + rows;
  delete from app.visitor_phones p where p.id in (
    select o.id from app.visitor_phones o
    where o.fcm_token is null and o.token_at <= at - interval '30 days'
      or not exists (select from app.visitor_alerts v where v.phone_id = o.id) and o.token_at <= at - interval '1 day'
    limit at_most for update skip locked);
  get diagnostics rows = row_count;
  changed := changed + rows;
  delete from app.alert_hits h where h.found_at <= at - interval '30 days' and (
    h.told_at is null or not exists (select from app.live_alerts a where a.id = h.alert_id));
  get diagnostics rows = row_count;
  changed := changed + rows;
  delete from app.visitor_pushes p where p.due_at <= at - interval '2 days';
  get diagnostics rows = row_count;
  return changed + rows;
end
$$;

-- Before: …_lesson_reminders.sql.
create or replace function public.pushes_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from app.push_pause p where p.until > at) and (exists (
    select from public.push_queue q
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at, q.zone)
  ) or exists (
    select from app.visitor_pushes v where v.finished_at is null and v.next_at <= at and app.may_push(v.due_at, at)
  ))
$$;

-- As public.claim_pushes, for the pushes of visitors' phones, with the same shape: a push is its own notification, without
-- a user.
create function public.claim_visitor_pushes(
  at_most integer default 20, lease_seconds integer default 120, at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_lease constant uuid := gen_random_uuid();
  paused timestamptz;
  taken integer;
begin
  select p.until into paused from app.push_pause p where p.until > at;
  if found then
    return jsonb_build_object('lease', this_lease, 'taken', 0, 'paused_until', paused, 'messages', '[]'::jsonb);
  end if;
  update app.visitor_pushes v
    set lease = this_lease, attempts = v.attempts + 1,
      next_at = at + make_interval(secs => least(greatest(lease_seconds, 1), 3600)),
      token_hash = (select app.token_hash(p.fcm_token) from app.visitor_phones p where p.id = v.phone_id)
    where v.id in (
      select o.id from app.visitor_pushes o
      where o.finished_at is null and o.next_at <= at and app.may_push(o.due_at, at)
      order by o.next_at limit least(greatest(at_most, 1), 100) for update skip locked
    );
  get diagnostics taken = row_count;
  update app.visitor_pushes v set finished_at = at, lease = null, outcome = w.why
    from (
      select o.id, case
        when o.due_at + interval '24 hours' <= at then 'expired'
        when p.fcm_token is null then 'no_phone'
        -- Drains probably die of it.
        when o.attempts > 20 then 'given_up' end as why
      from app.visitor_pushes o join app.visitor_phones p on p.id = o.phone_id where o.lease = this_lease
    ) w
    where v.id = w.id and w.why is not null;
  return jsonb_build_object('lease', this_lease, 'taken', taken, 'paused_until', null, 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('notification_id', v.id, 'user_id', null, 'kind', 'alert.found',
      'title', v.title, 'body', v.body, 'url', v.url,
      'seconds', floor(extract(epoch from v.due_at + interval '24 hours' - at))::integer,
      'phones', jsonb_build_array(jsonb_build_object('subscription_id', p.id, 'token', p.fcm_token))) order by v.due_at, v.id)
    from app.visitor_pushes v join app.visitor_phones p on p.id = v.phone_id where v.lease = this_lease
  ), '[]'));
end
$$;

-- As public.finish_pushes: records [{ notification_id, subscription_id, outcome, reason }] of a lease. A dead token is
-- forgotten, and so is one that was refused three times.
create function public.finish_visitor_pushes(
  lease uuid, results jsonb, pause_seconds integer default 0, at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_lease constant uuid := finish_visitor_pushes.lease;
  result record;
  recorded integer := 0;
  finished integer := 0;
  switched_off integer := 0;
begin
  if jsonb_typeof(results) is distinct from 'array' or jsonb_array_length(results) > 2000 then
    perform app.refuse('22023', 'invalid_value', 'these are no results', 'results');
  end if;
  for result in
    select r.outcome, v.id, v.phone_id, v.failures, v.token_hash
    from jsonb_to_recordset(results) r (notification_id uuid, outcome text)
    -- An expired lease can still report sent pushes, but nothing else.
    join app.visitor_pushes v on v.id = r.notification_id and v.finished_at is null
      and (v.lease = this_lease or r.outcome = 'sent')
    order by v.id for update of v
  loop
    recorded := recorded + 1;
    if result.outcome = 'retry' and result.failures < 9 then
      update app.visitor_pushes v set lease = null, failures = v.failures + 1,
        next_at = app.push_due_at(at + make_interval(secs => app.push_back_off(v.failures + 1))) where v.id = result.id;
      continue;
    end if;
    update app.visitor_pushes v set lease = null, finished_at = at, outcome = case result.outcome
        when 'sent' then 'sent' when 'dead' then 'no_phone' when 'refused' then 'no_phone' else 'given_up' end
      where v.id = result.id;
    finished := finished + 1;
    if result.outcome in ('dead', 'refused') then
      update app.visitor_phones p
        set failures = p.failures + 1, token_at = at,
          fcm_token = case when result.outcome = 'refused' and p.failures < 2 then p.fcm_token end
        where p.id = result.phone_id and app.token_hash(p.fcm_token) = result.token_hash;
      switched_off := switched_off + (result.outcome = 'dead')::int;
    elsif result.outcome = 'sent' then
      update app.visitor_phones p set failures = 0 where p.id = result.phone_id and p.failures > 0;
    end if;
  end loop;
  -- Not tried: available to the next drain, and no try.
  update app.visitor_pushes v set lease = null, next_at = at, attempts = v.attempts - 1
    where v.lease = this_lease and v.finished_at is null;
  if pause_seconds > 0 then
    insert into app.push_pause as p (until) values (at + make_interval(secs => least(pause_seconds, 3600)))
      on conflict (only_row) do update set until = greatest(p.until, excluded.until);
  end if;
  return jsonb_build_object('recorded', recorded, 'finished', finished, 'switched_off', switched_off);
end
$$;

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.findable_teachers', '{teacher_id}', 't.teacher_id::text = $1', null, 'gone', null,
    'whose public listing has just changed; a minute'),
  ('app.alert_hits', '{teacher_id}', 't.teacher_id::text = $1', null, 'gone', null,
    'of which teachers an alert has told; the alert itself is exported'),
  ('app.visitor_pushes', '{phone_id}', null, null, 'runs out', null, 'of visitors: two days');

grant execute on function public.claim_visitor_pushes(integer, integer, timestamptz),
  public.finish_visitor_pushes(uuid, jsonb, integer, timestamptz) to service_role;
