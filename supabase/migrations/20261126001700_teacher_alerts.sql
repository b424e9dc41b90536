-- 'Avise-me': a person is told when a teacher becomes findable who teaches a style, in a city, in a bairro.
--
-- PEOPLE WITH AN ACCOUNT keep their alerts in public.teacher_alerts, replicated to their phones (`alerts`). A row is one
-- wish of one person (style, city, bairro), switched on and off: what is switched off keeps its row for thirty days, so
-- that every phone learns of it, and a wish made again is the same row.
--
-- VISITORS keep theirs on the phone. The server knows a phone by the hash of a secret that only this phone has, reaches it
-- by its push token, and deletes both with the last alert, or thirty days after the token stopped working.
--
-- …_alert_telling.sql finds who has to be told of whom, and tells them.

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
insert into app.typed_texts (relation, column_name, kind) values ('teacher_alerts', 'neighborhood', 'line');
create trigger aa_clean before insert or update on public.teacher_alerts
  for each row execute function app.clean_typed_texts();
create trigger banned_refused before insert or update or delete on public.teacher_alerts
  for each statement execute function app.refuse_banned_write();
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

-- Before: …_urgent_reports.sql.
create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('lesson_proposals_day', 100), ('evaluations_day', 60), ('writes_person_hour', 600),
    ('adjustments_teacher_day', 10), ('reports_address_day', 10), ('reports_site_day', 20), ('reports_visitors_hour', 200),
    ('alerts_address_day', 30), ('alerts_site_day', 60), ('alerts_visitors_hour', 600)
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

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('public.teacher_alerts', '{user_id,neighborhood}', 't.user_id::text = $1 and not t._deleted', 'teacher_alerts', 'blank',
    '_deleted = true', 'phones drop it by the tombstone'),
  ('app.visitor_phones', '{secret_hash,fcm_token}', null, null, 'runs out', null,
    'of visitors: deleted with the last alert, or thirty days after the token stopped working'),
  ('app.visitor_alerts', '{phone_id,neighborhood}', null, null, 'runs out', null,
    'of visitors: a year, or until the phone stops them');

grant select, insert, update, delete on public.teacher_alerts to service_role;
grant execute on function public.pull_alerts(bigint, uuid, integer), public.set_teacher_alert(uuid, jsonb)
  to authenticated, service_role;
grant execute on function public.set_visitor_alert(uuid, jsonb), public.stop_visitor_alert(uuid, jsonb),
  public.save_visitor_phone(jsonb) to anon;
