-- What each supporter and sponsor gave a month, and from when: Investidores shows past months as they were. The tables
-- themselves hold today's tier and amount only. No name and no e-mail: the history outlives the person's row.
create table app.support_history (
  source text not null check (source in ('supporter', 'sponsor')),
  -- Of supporter_tiers or sponsors; the row may be gone.
  record_id uuid not null,
  -- This holds from here on, until the record's next line.
  at timestamptz not null,
  tier text not null,
  -- In reais; 0: gives nothing (any more).
  monthly numeric(10, 2) not null check (monthly >= 0),
  is_active boolean not null,
  primary key (source, record_id, at)
);
alter table app.support_history enable row level security;
revoke all on app.support_history from public, anon, authenticated;

create function app.note_support(source text, record_id uuid, since timestamptz, tier text, monthly numeric,
  is_active boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into app.support_history as h (source, record_id, at, tier, monthly, is_active)
    values (source, record_id, since, tier, case when is_active then monthly else 0 end, is_active)
    on conflict on constraint support_history_pkey do update
      set tier = excluded.tier, monthly = excluded.monthly, is_active = excluded.is_active
$$;

-- A sponsor gives what its tier costs; a supporter its own amount.
create function app.monthly_of(source text, record jsonb) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case source when 'supporter' then (record ->> 'amount')::numeric
    else (select d.amount from public.sponsor_tier_definitions d where d.tier = record ->> 'tier') end
$$;

-- Argument: 'supporter' or 'sponsor'.
create function app.keep_support_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  source constant text := tg_argv[0];
  now_is constant jsonb := to_jsonb(new);
  was constant jsonb := to_jsonb(old);
  id constant uuid := coalesce(now_is ->> 'id', was ->> 'id')::uuid;
begin
  if tg_op = 'DELETE' then
    if (was ->> 'is_active')::boolean then
      perform app.note_support(source, id, clock_timestamp(), was ->> 'tier', 0, false);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform app.note_support(source, id, least((now_is ->> 'created_at')::timestamptz, clock_timestamp()),
      now_is ->> 'tier', app.monthly_of(source, now_is), (now_is ->> 'is_active')::boolean);
    return null;
  end if;
  -- Told later that it began at another time.
  if now_is ->> 'created_at' is distinct from was ->> 'created_at' then
    update app.support_history h set at = (now_is ->> 'created_at')::timestamptz
      where h.source = tg_argv[0] and h.record_id = id and h.at = (
        select min(f.at) from app.support_history f where f.source = tg_argv[0] and f.record_id = id);
  end if;
  if (now_is ->> 'tier', now_is ->> 'amount', now_is ->> 'is_active')
    is distinct from (was ->> 'tier', was ->> 'amount', was ->> 'is_active')
  then
    perform app.note_support(source, id, clock_timestamp(), now_is ->> 'tier', app.monthly_of(source, now_is),
      (now_is ->> 'is_active')::boolean);
  end if;
  return null;
end
$$;
create trigger keep_history after insert or update or delete on public.supporter_tiers
  for each row execute function app.keep_support_history('supporter');
create trigger keep_history after insert or update or delete on public.sponsors
  for each row execute function app.keep_support_history('sponsor');

-- Another price holds for those who sponsor now from this moment on.
create function app.keep_price_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_support('sponsor', s.id, clock_timestamp(), s.tier, new.amount, true)
    from public.sponsors s where s.tier = new.tier and s.is_active;
  return null;
end
$$;
create trigger keep_history after update of amount on public.sponsor_tier_definitions
  for each row when (old.amount is distinct from new.amount) execute function app.keep_price_history();

-- For rows from before the history: as far as the tables tell.
select app.note_support('supporter', s.id, s.created_at, s.tier, s.amount, true) from public.supporter_tiers s;
select app.note_support('supporter', s.id, greatest(s.updated_at, s.created_at), s.tier, 0, false)
  from public.supporter_tiers s where not s.is_active;
select app.note_support('sponsor', s.id, s.created_at, s.tier, d.amount, true)
  from public.sponsors s join public.sponsor_tier_definitions d on d.tier = s.tier;
select app.note_support('sponsor', s.id, greatest(s.updated_at, s.created_at), s.tier, 0, false)
  from public.sponsors s where not s.is_active;

-- Investidores: { now: app.programme_figures, months: [{ month: its first day, supporters, sponsors, supporters_monthly,
-- sponsors_monthly }] of the last `months` (1 to 60), as it stood at each month's end (this one: now). }
create or replace function public.admin_investors(months integer default 12) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  this_month constant date := date_trunc('month', now() at time zone 'America/Sao_Paulo')::date;
begin
  return jsonb_build_object('now', app.programme_figures(), 'months', (
    select jsonb_agg(jsonb_build_object('month', m.first::date,
      'supporters', s.supporters, 'supporters_monthly', s.supporters_monthly,
      'sponsors', s.sponsors, 'sponsors_monthly', s.sponsors_monthly) order by m.first)
    from generate_series(this_month - make_interval(months => least(greatest(coalesce(months, 12), 1), 60) - 1),
      this_month::timestamp, interval '1 month') m (first)
    cross join lateral (
      select least(app.day_starts((m.first + interval '1 month')::date), clock_timestamp()) as at
    ) e
    cross join lateral (
      select count(*) filter (where h.source = 'supporter') as supporters,
        coalesce(sum(h.monthly) filter (where h.source = 'supporter'), 0) as supporters_monthly,
        count(*) filter (where h.source = 'sponsor') as sponsors,
        coalesce(sum(h.monthly) filter (where h.source = 'sponsor'), 0) as sponsors_monthly
      from (
        select distinct on (l.source, l.record_id) l.source, l.monthly, l.is_active from app.support_history l
        where l.at <= e.at order by l.source, l.record_id, l.at desc
      ) h where h.is_active
    ) s
  ));
end
$$;

revoke all on function app.note_support(text, uuid, timestamptz, text, numeric, boolean), app.monthly_of(text, jsonb),
  app.keep_support_history(), app.keep_price_history() from public, anon, authenticated;
