-- How much one person, one address and all visitors together may send in a while.
--
-- Counted in the transaction of the write, so that only what was carried out counts and a repeated command counts once.
-- Too much is PT429 (HTTP 429): the phone keeps it and tries again later, nothing is lost. Held here for whoever comes
-- by the API; the server itself (seeds, imports, the service role) is not counted.

-- `who` is a hash together with the period's beginning, so that nobody is followed from one period to the next, and
-- goes with the next clean-up (app.tidy_up).
create table app.rate_counts (
  subject text not null,
  since timestamptz not null,
  who text not null,
  calls integer not null check (calls > 0),
  primary key (subject, since, who)
);
create index rate_counts_since on app.rate_counts (since);
alter table app.rate_counts enable row level security;
revoke all on app.rate_counts from public, anon, authenticated;

-- Who calls, for a visitor: the address, as the gateway tells it. An IPv6 line is one household whatever its last 64
-- bits say. Null where nobody tells.
create function app.caller_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers jsonb;
  told text;
begin
  headers := nullif(current_setting('request.headers', true), '')::jsonb;
  told := nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))), '');
  if told is null then
    return null;
  end if;
  return case when family(told::inet) = 6 then host(network(set_masklen(told::inet, 64))) else host(told::inet) end;
exception when data_exception then
  -- What is no address still tells one caller from the next.
  return left(told, 100);
end
$$;

-- Takes one of `most` calls of `who` in this period (whole periods since 2000, UTC), or raises PT429 with the hint
-- too_many, the seconds until the next period in DETAIL. An admin may set other numbers: app_settings.rate_limits,
-- { subject: number }.
create function app.take_turn(subject text, who text, most integer, period interval) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  began constant timestamptz := date_bin(period, clock_timestamp(), timestamptz '2000-01-01 00:00:00+00');
  hashed constant text := left(encode(sha256(convert_to(began || ' ' || who, 'UTF8')), 'hex'), 32);
  allowed constant integer := coalesce(
    (select (s.value ->> take_turn.subject)::integer from public.app_settings s
      where s.key = 'rate_limits' and s.value ->> take_turn.subject ~ '^[0-9]{1,9}$'), most);
  taken integer;
begin
  insert into app.rate_counts as c (subject, since, who, calls)
    select take_turn.subject, began, hashed, 1 where allowed > 0
    on conflict on constraint rate_counts_pkey do update set calls = c.calls + 1 where c.calls < allowed
    returning c.calls into taken;
  if taken is null then
    perform app.refuse('PT429', 'too_many', 'Muitos envios em pouco tempo. Tente de novo mais tarde.',
      ceil(extract(epoch from began + period - clock_timestamp()))::integer::text);
  end if;
end
$$;

-- Visitors: by address, where one is told (a mobile network has many people behind one), and all together. People: each.
create function app.limit_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  if auth.uid() is not null then
    perform app.take_turn('leads_person_hour', auth.uid()::text, 20, '1 hour');
  elsif auth.role() = 'anon' then
    address := app.caller_address();
    if address is not null then
      perform app.take_turn('leads_address_hour', address, 60, '1 hour');
    end if;
    perform app.take_turn('leads_visitors_hour', '', 600, '1 hour');
  end if;
  return new;
end
$$;
create trigger limit_leads before insert on public.student_leads
  for each row execute function app.limit_leads();

create function app.limit_lesson_requests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.student_id = auth.uid() then
    perform app.take_turn('lesson_requests_day', auth.uid()::text, 20, '1 day');
  end if;
  return new;
end
$$;
-- After `guard` by name: what is no request does not count.
create trigger limit_requests before insert on public.lesson_requests
  for each row execute function app.limit_lesson_requests();

-- New ones and changes alike.
create function app.limit_evaluations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.evaluator_id = auth.uid() and (tg_op = 'INSERT' or (new.rating, new.comment, new.is_anonymous)
    is distinct from (old.rating, old.comment, old.is_anonymous) and not new._deleted)
  then
    perform app.take_turn('evaluations_day', auth.uid()::text, 60, '1 day');
  end if;
  return new;
end
$$;
create trigger limit_evaluations before insert or update on public.lesson_evaluations
  for each row execute function app.limit_evaluations();
