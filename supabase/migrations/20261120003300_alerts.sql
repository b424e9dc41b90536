-- 'Avise-me': a person is told when a teacher becomes findable who teaches a style, in a city, in a bairro.
--
-- PEOPLE WITH AN ACCOUNT keep their alerts in public.teacher_alerts, replicated to their phones (`alerts`). A row is one
-- wish of one person (style, city, bairro), switched on and off: what is switched off keeps its row for thirty days, so
-- that every phone learns of it, and a wish made again is the same row.
--
-- VISITORS keep theirs on the phone. The server knows a phone by the hash of a secret that only this phone has, reaches it
-- by its push token, and deletes both with the last alert, or thirty days after the token stopped working.
--
-- The parts below find who has to be told of whom, tell them, and count what is searched in vain.

create table public.teacher_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  -- Null: any style, any city, any bairro.
  style_id uuid,
  city_id uuid,
  neighborhood text constraint teacher_alerts_neighborhood_check check (char_length(neighborhood) between 2 and 80),
  area text generated always as (app.fold(neighborhood)) stored,
  is_on boolean not null,
  expires_at timestamptz,
  -- When it was last switched on or off.
  changed_at timestamptz not null default now(),
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint teacher_alerts_live check (
    _deleted or num_nonnulls(style_id, city_id) > 0 and (neighborhood is null or city_id is not null)
      and expires_at is not null
  ),
  constraint teacher_alerts_tombstone check (
    not _deleted or not is_on and num_nonnulls(style_id, city_id, neighborhood, expires_at) = 0
  )
);
create unique index teacher_alerts_one on public.teacher_alerts (user_id, style_id, city_id, area) nulls not distinct
  where not _deleted;
create index teacher_alerts_ending on public.teacher_alerts (expires_at) where is_on;
create index teacher_alerts_off on public.teacher_alerts (changed_at) where not is_on and not _deleted;
select app.replicate_private('teacher_alerts', 'alerts', 'user_id');

create function app.blank_alert() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then
    raise exception 'an alert never changes hands: phones would keep it' using errcode = 'restrict_violation';
  end if;
  if new._deleted then
    new.is_on := false;
    new.style_id := null;
    new.city_id := null;
    new.neighborhood := null;
    new.expires_at := null;
  end if;
  if tg_op = 'INSERT' or new.is_on <> old.is_on then
    new.changed_at := now();
  end if;
  return new;
end
$$;
create trigger blank before insert or update on public.teacher_alerts for each row execute function app.blank_alert();

alter table public.teacher_alerts enable row level security;

create table app.visitor_phones (
  id uuid primary key default gen_random_uuid(),
  secret_hash text not null constraint visitor_phones_secret_key unique
    constraint visitor_phones_secret_check check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- Null: not known yet, or dead.
  fcm_token text constraint visitor_phones_token_check check (
    char_length(fcm_token) between 100 and 4096 and fcm_token ~ '^[!-~]+$'
  ),
  failures integer not null default 0,
  -- When the token was saved, or died.
  token_at timestamptz not null default now()
);
create index visitor_phones_token on app.visitor_phones using hash (fcm_token) where fcm_token is not null;
create index visitor_phones_mute on app.visitor_phones (token_at) where fcm_token is null;
alter table app.visitor_phones enable row level security;

create table app.visitor_alerts (
  id uuid primary key,
  phone_id uuid not null references app.visitor_phones (id) on delete cascade,
  style_id uuid,
  city_id uuid,
  neighborhood text constraint visitor_alerts_neighborhood_check check (char_length(neighborhood) between 2 and 80),
  area text generated always as (app.fold(neighborhood)) stored,
  expires_at timestamptz not null,
  constraint visitor_alerts_live check (
    num_nonnulls(style_id, city_id) > 0 and (neighborhood is null or city_id is not null)
  )
);
create unique index visitor_alerts_one on app.visitor_alerts (phone_id, style_id, city_id, area) nulls not distinct;
create index visitor_alerts_ending on app.visitor_alerts (expires_at);
alter table app.visitor_alerts enable row level security;

-- Every alert that counts; one of `user_id` and `phone_id` is set.
create view app.live_alerts as
select a.id, a.user_id, null::uuid as phone_id, a.style_id, a.city_id, a.neighborhood, a.area
from public.teacher_alerts a where a.is_on and a.expires_at > now()
union all
select v.id, null, v.phone_id, v.style_id, v.city_id, v.neighborhood, v.area
from app.visitor_alerts v where v.expires_at > now();

create view app.own_alerts as
select a.id, a.user_id, a.style_id, a.city_id, a.neighborhood, a.is_on, a.expires_at, a._xid, a._deleted
from public.teacher_alerts a;

create function public.pull_alerts(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_alerts', 'user_id', after_xid, after_id, page_size)
$$;

-- The wish of an alert: { style_id, city_id, neighborhood }, each a value or null. `wanted`: style and city have to be
-- offered, as they need not be to stop an alert. Hints: invalid_value, place_unknown (PT404).
create function app.alert_wish(alert jsonb, wanted boolean, out style_id uuid, out city_id uuid, out neighborhood text)
language plpgsql stable set search_path = ''
as $$
begin
  style_id := app.id_field(alert, 'style_id');
  city_id := app.id_field(alert, 'city_id');
  neighborhood := app.folded_text(app.text_field(alert, 'neighborhood'), 'line');
  if num_nonnulls(style_id, city_id) = 0 then
    perform app.refuse('22023', 'invalid_value', 'a style, a city or both', 'style_id');
  end if;
  if neighborhood is not null and (
    city_id is null or char_length(neighborhood) not between 2 and 80 or not app.is_clean_text(neighborhood, 'line')
    or app.fold(neighborhood) = ''
  ) then
    perform app.refuse('22023', 'invalid_value', 'a bairro of a city, up to 80 characters', 'neighborhood');
  end if;
  if wanted and (
    style_id is not null
      and not exists (select from public.dance_styles s where s.id = style_id and s.active and not s._deleted)
    or city_id is not null
      and not exists (select from public.cities c where c.id = city_id and c.active and not c._deleted)
  ) then
    perform app.refuse('PT404', 'place_unknown', 'this style or city is not offered');
  end if;
end
$$;

insert into app.commands_without_terms (kind, reason) values ('alert.set', 'a wish to be told, seen by nobody else');

-- Command: switches an alert of the caller on or off. alert: { style_id, city_id, neighborhood, wanted }. An alert lasts a
-- year from when it was last asked for. Answers { version, row_id }.
-- Hints: invalid_value (22023, the field in DETAIL), place_unknown (PT404), too_many_alerts, profile_missing (PT409).
create function public.set_teacher_alert(command_id uuid, alert jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'alert.set', alert);
  wish record;
  wanted boolean;
  present public.teacher_alerts;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(alert, array['style_id', 'city_id', 'neighborhood', 'wanted']);
  wanted := app.boolean_field(alert, 'wanted', null);
  if wanted is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'wanted');
  end if;
  wish := app.alert_wish(alert, wanted);
  -- Serialises the person's own alerts, so that they are counted one by one.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if wanted and (
    select count(*) from public.teacher_alerts a where a.user_id = me and a.is_on
      and (a.style_id, a.city_id, a.area) is distinct from (wish.style_id, wish.city_id, app.fold(wish.neighborhood))
  ) >= 20 then
    perform app.refuse('PT409', 'too_many_alerts', 'a person has up to twenty alerts');
  end if;
  if app.is_latest(concat_ws(' ', 'alert', coalesce(wish.style_id::text, '-'), coalesce(wish.city_id::text, '-'),
    app.fold(wish.neighborhood)))
  then
    insert into public.teacher_alerts as a (user_id, style_id, city_id, neighborhood, is_on, expires_at)
      values (me, wish.style_id, wish.city_id, wish.neighborhood, wanted, now() + interval '1 year')
      on conflict (user_id, style_id, city_id, area) where not _deleted do update
        set is_on = excluded.is_on, neighborhood = excluded.neighborhood, expires_at = excluded.expires_at;
  end if;
  select * into present from public.teacher_alerts a
    where a.user_id = me and not a._deleted and (a.style_id, a.city_id, a.area)
      is not distinct from (wish.style_id, wish.city_id, app.fold(wish.neighborhood));
  return app.finish_command(command_id, jsonb_build_object('version', present._xid, 'row_id', present.id));
end
$$;

-- Counts a call of a visitor about alerts against its address and all visitors together.
create function app.take_alert_turn() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := app.caller_address();
  site constant text := app.site_of(app.caller_address());
begin
  if address is not null then
    perform app.take_turn('alerts_address_day', address, 30, '24 hours');
    if site is not null then
      perform app.take_turn('alerts_site_day', site, 60, '24 hours');
    end if;
  end if;
  if not app.count_visitor('alerts', site, 600) then
    perform app.refuse_turn('1 hour');
  end if;
end
$$;

-- The hash of a phone's secret. Hint: invalid_value.
create function app.phone_secret(content jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  secret constant text := app.text_field(content, 'secret');
begin
  if secret is null or secret !~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform app.refuse('22023', 'invalid_value', 'this is no secret', 'secret');
  end if;
  return encode(sha256(convert_to(secret, 'UTF8')), 'hex');
end
$$;

-- Command of a visitor: adds an alert. alert: { id, secret, style_id, city_id, neighborhood }. It lasts a year. The log of
-- commands does not learn the secret.
-- Hints: invalid_value (22023), place_unknown (PT404), too_many_alerts, alert_exists (PT409), too_many (PT429).
create function public.set_visitor_alert(command_id uuid, alert jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := app.begin_command(command_id, 'alert.visitor', alert - 'secret');
  wish record;
  alert_id uuid;
  phone uuid;
  hash text;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(alert, array['id', 'secret', 'style_id', 'city_id', 'neighborhood']);
  alert_id := app.id_field(alert, 'id');
  if alert_id is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'id');
  end if;
  hash := app.phone_secret(alert);
  perform app.take_alert_turn();
  wish := app.alert_wish(alert, true);
  -- Locks the phone, also where it is known.
  insert into app.visitor_phones as p (secret_hash) values (hash)
    on conflict (secret_hash) do update set failures = p.failures
    returning p.id into phone;
  -- The same wish again: the phone knows it by the new id from now on.
  delete from app.visitor_alerts v
    where v.phone_id = phone
      and (v.style_id, v.city_id, v.area) is not distinct from (wish.style_id, wish.city_id, app.fold(wish.neighborhood));
  if (select count(*) from app.visitor_alerts v where v.phone_id = phone) >= 10 then
    perform app.refuse('PT409', 'too_many_alerts', 'a phone has up to ten alerts');
  end if;
  insert into app.visitor_alerts (id, phone_id, style_id, city_id, neighborhood, expires_at)
    values (alert_id, phone, wish.style_id, wish.city_id, wish.neighborhood, now() + interval '1 year')
    on conflict (id) do nothing;
  if not found then
    perform app.refuse('PT409', 'alert_exists', 'this id belongs to another alert');
  end if;
  return app.finish_command(command_id, jsonb_build_object('version', null, 'alert_id', alert_id));
end
$$;

-- Command of a visitor: removes an alert, and with the last one everything that is known of the phone. Not in the log of
-- commands, because a repetition returns the same, and visitors leave no rows behind. alert: { id, secret }.
-- Returns { command_id, stopped }. Hint: invalid_value (22023).
create function public.stop_visitor_alert(command_id uuid, alert jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  phone uuid;
  gone boolean;
begin
  perform app.require_fields(alert, array['id', 'secret']);
  select p.id into phone from app.visitor_phones p where p.secret_hash = app.phone_secret(alert) for update;
  delete from app.visitor_alerts v where v.id = app.id_field(alert, 'id') and v.phone_id = phone;
  gone := found;
  delete from app.visitor_phones p
    where p.id = phone and not exists (select from app.visitor_alerts v where v.phone_id = phone);
  return jsonb_build_object('command_id', stop_visitor_alert.command_id, 'stopped', gone);
end
$$;

-- Saves where a visitor's phone is reached. phone: { secret, token }; the token is FCM's. Returns { saved }.
-- Hints: invalid_value (22023), too_many (PT429).
create function public.save_visitor_phone(phone jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash text;
  token text;
begin
  if octet_length(phone::text) > 6000 or jsonb_typeof(phone) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'this is no phone', 'phone');
  end if;
  hash := app.phone_secret(phone);
  token := app.text_field(phone, 'token');
  if token is null or char_length(token) not between 100 and 4096 or token !~ '^[!-~]+$' then
    perform app.refuse('22023', 'invalid_value', 'this is no token', 'token');
  end if;
  perform app.take_alert_turn();
  perform pg_advisory_xact_lock(hashtextextended('danceflix phone token ' || token, 0));
  -- One phone, one secret: a token that another secret held came from a phone that has forgotten it.
  update app.visitor_phones p set fcm_token = null, token_at = now() where p.fcm_token = token and p.secret_hash <> hash;
  insert into app.visitor_phones as p (secret_hash, fcm_token) values (hash, token)
    on conflict (secret_hash) do update set fcm_token = excluded.fcm_token, failures = 0, token_at = now();
  return jsonb_build_object('saved', true);
end
$$;

create function app.forget_alerts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teacher_alerts a set _deleted = true where a.user_id = old.id and not a._deleted;
  return null;
end
$$;
create trigger forget_alerts_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_alerts();
create trigger forget_alerts_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_alerts();

grant select, insert, update, delete on public.teacher_alerts to service_role;
grant execute on function public.pull_alerts(bigint, uuid, integer), public.set_teacher_alert(uuid, jsonb)
  to authenticated, service_role;
grant execute on function public.set_visitor_alert(uuid, jsonb), public.stop_visitor_alert(uuid, jsonb),
  public.save_visitor_phone(jsonb) to anon;

-- Who is told of whom, within ten minutes.
--
-- 1. A trigger notes each teacher whose listing newly appears, or changes style, city or bairro, with what it was before.
-- 2. A minute later tell_alerts compares the noted teachers with all alerts. An alert made at the same moment is
--    committed by then, so neither of the two can miss the other. Each pair of an alert and a teacher is a hit at most
--    once, ever.
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

grant execute on function public.claim_visitor_pushes(integer, integer, timestamptz),
  public.finish_visitor_pushes(uuid, jsonb, integer, timestamptz) to service_role;

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
  me constant uuid := app.require_person();
  profile constant public.user_profiles := app.require_profile();
begin
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

grant execute on function public.teacher_demand(), public.admin_demand() to authenticated, service_role;
grant execute on function public.tell_alerts(integer, timestamptz) to service_role;
