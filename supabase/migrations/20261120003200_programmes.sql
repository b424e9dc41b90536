-- The sponsors' programme, the log of the crowdfunding sync, and supporters, sponsors and tiers as public content of the
-- kinds 'supporter', 'sponsor' and 'tier' (…_content.sql; specification 001 §3, §4, §9). Supporters are in …_support.sql.
--
-- Locks are taken in one order: supporter, its content, then the listing.

-- Monthly tiers of sponsors. A trigger counts `sold`; the check limits the slots, also with parallel writers.
create table public.sponsor_tier_definitions (
  tier text primary key check (tier in ('bronze', 'prata', 'ouro')),
  id uuid not null unique default gen_random_uuid(),
  position smallint not null unique check (position > 0),
  name text not null check (char_length(name) between 2 and 40),
  amount numeric(10, 2) not null unique check (amount > 0),
  slots integer not null check (slots >= 0),
  sold integer not null default 0,
  benefit_title text not null check (char_length(benefit_title) between 2 and 80),
  benefit_text text not null check (char_length(benefit_text) between 2 and 300),
  constraint sponsor_slots_held check (sold between 0 and slots)
);

create table public.sponsors (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint sponsors_name_check check (char_length(btrim(name)) between 2 and 80),
  tier text not null constraint sponsors_tier_check check (tier in ('bronze', 'prata', 'ouro')),
  tagline text constraint sponsors_tagline_check check (char_length(tagline) between 2 and 160),
  url text constraint sponsors_url_check check (
    char_length(url) <= 300 and url ~ '^https://[^[:space:]"<>\\/]+\.[^[:space:]"<>\\]+$'
  ),
  -- Only our own address, because a foreign one would tell its owner who views the page.
  logo_url text constraint sponsors_logo_check check (
    char_length(logo_url) <= 300 and logo_url !~ '\.\.'
    and logo_url ~ '^/storage/v1/object/public/sponsor-logos/[^[:space:]"<>\\]+$'
  ),
  is_active boolean not null default true,
  display_order integer not null default 0 constraint sponsors_order_check check (display_order between 0 and 9999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sponsors_active on public.sponsors (tier, display_order) where is_active;
create trigger touch_updated_at before update on public.sponsors for each row execute function app.touch_updated_at();

create function app.normalise_sponsor() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  new.tagline := nullif(btrim(new.tagline), '');
  new.url := nullif(btrim(new.url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  return new;
end
$$;
create trigger normalise before insert or update on public.sponsors for each row execute function app.normalise_sponsor();

-- Counts the active sponsors of a tier. Two sponsors for the last slot meet at the tier's row: the second waits, counts,
-- and violates the check. Hint: slots_taken (PT409, the tier in DETAIL).
create function app.count_sponsor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vacated constant text := case when tg_op <> 'INSERT' and old.is_active then old.tier end;
  taken constant text := case when tg_op <> 'DELETE' and new.is_active then new.tier end;
begin
  if vacated is not distinct from taken then
    return null;
  end if;
  perform from public.sponsor_tier_definitions d where d.tier in (vacated, taken) order by d.position for update;
  update public.sponsor_tier_definitions d set sold = d.sold - 1 where d.tier = vacated;
  update public.sponsor_tier_definitions d set sold = d.sold + 1 where d.tier = taken;
  return null;
exception when check_violation then
  perform app.refuse('PT409', 'slots_taken', 'every slot of this tier is taken', taken);
end
$$;
create trigger count_slots after insert or update or delete on public.sponsors
  for each row execute function app.count_sponsor();

-- Log of changes of supporters by the crowdfunding sync and admins. Read by admins only.
create table public.support_sync_logs (
  id uuid primary key default gen_random_uuid(),
  -- 'import': a run, 'import_row': one of its rows, 'manual': a change by an admin.
  sync_type text not null constraint support_sync_logs_type_check check (sync_type ~ '^[a-z][a-z_]{1,39}$'),
  email text constraint support_sync_logs_email_check check (char_length(email) <= 320),
  status text not null constraint support_sync_logs_status_check check (status in ('success', 'partial', 'error', 'skipped')),
  message text constraint support_sync_logs_message_check check (char_length(message) <= 500),
  api_response jsonb constraint support_sync_logs_response_check check (octet_length(api_response::text) <= 20000),
  created_at timestamptz not null default clock_timestamp()
);
create index support_sync_logs_newest on public.support_sync_logs (created_at desc, id);
create index support_sync_logs_email on public.support_sync_logs (lower(email)) where email is not null;

create policy "sponsor logos are listed by admins" on storage.objects for select to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are added by admins" on storage.objects for insert to authenticated
  with check (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are replaced by admins" on storage.objects for update to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()))
  with check (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are removed by admins" on storage.objects for delete to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()));

-- Public data of supporters: name, picture, tier; no e-mail, no amount. Supporters who prefer not to be named, or have no
-- name yet, have a row without name. `teacher_id`: the teacher's page to link, if any.
create view public.public_supporters with (security_barrier) as
select
  s.id,
  n.name,
  case when n.name is not null then p.profile_image_url end as profile_image_url,
  s.tier,
  case when n.name is not null and p.role = 'teacher' then p.id end as teacher_id,
  to_char(s.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM') as since
from public.supporter_tiers s
join public.supporter_tier_definitions d on d.tier = s.tier
left join public.user_profiles p on p.id = s.user_id and p.removed_at is null
cross join lateral (select case when s.is_listed then coalesce(s.display_name, p.name) end as name) n
where s.is_active and exists (
  select from public.supporter_tier_definitions l where l.benefit = 'listing' and l.position <= d.position
);

create trigger refuse_write instead of insert or update or delete on public.public_supporters
  for each row execute function app.refuse_write();

-- Puts or removes a supporter's content. The lock serialises writers of profile and support.
create function app.show_supporter(supporter_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  shown record;
begin
  perform from public.supporter_tiers s where s.id = supporter_id for update;
  select v.*, d.position into shown from public.public_supporters v
    join public.supporter_tier_definitions d on d.tier = v.tier where v.id = supporter_id;
  if not found then
    perform app.remove_content('supporter', supporter_id);
    return;
  end if;
  perform app.put_content('supporter', shown.id, null,
    -- Highest tier first; unnamed supporters come last in it.
    9 - shown.position || ' ' || coalesce('0' || app.fold(shown.name), '1'),
    jsonb_build_object('name', shown.name, 'image_url', shown.profile_image_url, 'tier', shown.tier,
      'teacher_id', shown.teacher_id, 'since', shown.since));
end
$$;

create function app.show_changed_supporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('supporter', old.id);
  else
    perform app.show_supporter(new.id);
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.supporter_tiers
  for each row execute function app.show_changed_supporter();

create function app.show_supporters_of_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.show_supporter(s.id)
    from (select t.id from public.supporter_tiers t where t.user_id = new.id order by t.id) s;
  return null;
end
$$;

-- A row trigger, so that it runs before the statement triggers that lock the listing.
create trigger show_support after update on public.user_profiles for each row
  when ((old.name, old.profile_image_url, old.role, old.removed_at)
    is distinct from (new.name, new.profile_image_url, new.role, new.removed_at))
  execute function app.show_supporters_of_person();

create function app.show_sponsor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('sponsor', old.id);
  elsif not new.is_active then
    perform app.remove_content('sponsor', new.id);
  else
    perform app.put_content('sponsor', new.id, null,
      (select 9 - d.position from public.sponsor_tier_definitions d where d.tier = new.tier)
        || ' ' || lpad(new.display_order::text, 4, '0') || ' ' || app.fold(new.name),
      jsonb_build_object('name', new.name, 'tier', new.tier, 'tagline', new.tagline, 'url', new.url,
        'logo_url', new.logo_url));
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.sponsors
  for each row execute function app.show_sponsor();

-- Argument: the programme, 'supporter' or 'sponsor'. A tier without slots is unlimited.
create function app.show_tier() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('tier', old.id);
  else
    perform app.put_content('tier', new.id, null, tg_argv[0] || ' ' || lpad(new.position::text, 3, '0'),
      (to_jsonb(new) - 'id') || jsonb_build_object('programme', tg_argv[0]));
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.supporter_tier_definitions
  for each row execute function app.show_tier('supporter');
create trigger show after insert or update or delete on public.sponsor_tier_definitions
  for each row execute function app.show_tier('sponsor');

-- Monthly amount of each supporter and sponsor over time, so that Investidores shows past months as they were; the tables
-- themselves have only today's tier and amount. No name and no e-mail, because the history outlives the person's row.
create table app.support_history (
  source text not null check (source in ('supporter', 'sponsor')),
  -- Id in supporter_tiers or sponsors, whose row may be deleted.
  record_id uuid not null,
  -- Start of this amount, valid until the record's next row.
  at timestamptz not null,
  tier text not null,
  -- In reais; 0: no (more) support.
  monthly numeric(10, 2) not null check (monthly >= 0),
  is_active boolean not null,
  primary key (source, record_id, at)
);

create function app.note_support(source text, record_id uuid, since timestamptz, tier text, monthly numeric,
  is_active boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into app.support_history as h (source, record_id, at, tier, monthly, is_active)
    values (source, record_id, since, tier, case when is_active then monthly else 0 end, is_active)
    on conflict on constraint support_history_pkey do update
      set tier = excluded.tier, monthly = excluded.monthly, is_active = excluded.is_active
$$;

-- The monthly amount: of a sponsor the tier's price, of a supporter the own amount.
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
  -- The start was corrected later.
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

select app.audit_table('sponsors', 'id');

-- A new price applies to present sponsors from this moment on.
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

create index support_sync_logs_paged on public.support_sync_logs (created_at, id);
create index support_sync_logs_status on public.support_sync_logs (status, created_at, id);
create index support_sync_logs_type on public.support_sync_logs (sync_type, created_at, id);
create index support_sync_logs_words on public.support_sync_logs
  using gin (app.search_words(app.fold(coalesce(email, ''))));

-- Procedures write this log too; only manual writes are audited.
select app.audit_table('support_sync_logs', 'id', '', 'email,message,api_response', 'current_user = ''authenticated''');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.sponsor_tier_definitions enable row level security;
alter table public.sponsors enable row level security;
alter table public.support_sync_logs enable row level security;
alter table app.support_history enable row level security;

grant select, insert, update, delete on public.sponsor_tier_definitions, public.sponsors, public.support_sync_logs
  to service_role;
grant select on public.public_supporters to service_role;

grant select (tier, id, position, name, amount, slots, sold, benefit_title, benefit_text
  ) on public.sponsor_tier_definitions to anon, authenticated;
create policy "tiers of sponsors are public" on public.sponsor_tier_definitions for select
  to anon, authenticated using (true);

grant select (id, name, tier, tagline, url, logo_url, is_active, display_order, created_at, updated_at
  ) on public.sponsors to anon, authenticated;
grant insert (id, name, tier, tagline, url, logo_url, is_active, display_order) on public.sponsors to authenticated;
grant update (id, name, tier, tagline, url, logo_url, is_active, display_order) on public.sponsors to authenticated;
grant delete on public.sponsors to authenticated;
create policy "active sponsors are public, admins see all" on public.sponsors for select to anon, authenticated
  using (is_active or (select app.is_admin()));
create policy "admins add sponsors" on public.sponsors for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change sponsors" on public.sponsors for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins remove sponsors" on public.sponsors for delete to authenticated
  using ((select app.is_admin()));

-- The log can be written and read, not changed.
grant select (id, sync_type, email, status, message, api_response, created_at
  ) on public.support_sync_logs to authenticated;
grant insert (id, sync_type, email, status, message, api_response) on public.support_sync_logs to authenticated;
create policy "admins read the log" on public.support_sync_logs for select to authenticated
  using ((select app.is_admin()));
create policy "admins add to the log" on public.support_sync_logs for insert to authenticated
  with check ((select app.is_admin()));

grant select (id, name, profile_image_url, tier, teacher_id, since) on public.public_supporters to anon, authenticated;

-- Commands of administrators for supporters and sponsors. command_log records who did what, and support_sync_logs records
-- changes of supporters too.
--
-- The crowdfunding sync has a preview that writes nothing, and an import that skips unchanged rows, so that importing the
-- same file twice changes nothing.

-- Writes one supporter by e-mail; absent fields of `supporter` stay, the default amount is the tier's price.
--   { email, tier, amount, is_active, display_name|null, is_listed }: tier or amount; the amount determines the tier.
-- Hints: invalid_value (22023, the field or constraint in DETAIL); tier_missing, amount_too_small (22023).
create function app.write_supporter(supporter jsonb) returns public.supporter_tiers
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := lower(app.text_field(supporter, 'email'));
  paid numeric := app.number_field(supporter, 'amount', null);
  wanted text := app.text_field(supporter, 'tier');
  former public.supporter_tiers;
  written public.supporter_tiers;
  rule text;
begin
  if address is null then
    perform app.refuse('22023', 'invalid_value', 'a supporter has an e-mail', 'email');
  end if;
  select * into former from public.supporter_tiers s where s.email = address for update;
  if wanted is null and paid is not null then
    wanted := app.tier_for_amount(paid);
    if wanted is null then
      perform app.refuse('22023', 'amount_too_small', 'no tier is as low as this amount', 'amount');
    end if;
  end if;
  wanted := coalesce(wanted, former.tier);
  if wanted is null then
    perform app.refuse('22023', 'tier_missing', 'a supporter has a tier or an amount', 'tier');
  end if;
  paid := coalesce(paid, case when wanted = former.tier then former.amount end,
    (select d.amount from public.supporter_tier_definitions d where d.tier = wanted), 0);
  begin
    insert into public.supporter_tiers as s (email, tier, amount, is_active, display_name, is_listed)
      values (address, wanted, paid, app.boolean_field(supporter, 'is_active', coalesce(former.is_active, true)),
        case when supporter ? 'display_name' then app.text_field(supporter, 'display_name') else former.display_name end,
        app.boolean_field(supporter, 'is_listed', coalesce(former.is_listed, true)))
      on conflict (email) do update set
        tier = excluded.tier, amount = excluded.amount, is_active = excluded.is_active,
        display_name = excluded.display_name, is_listed = excluded.is_listed
      returning * into written;
  exception when check_violation or not_null_violation or numeric_value_out_of_range then
    get stacked diagnostics rule = constraint_name;
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return written;
end
$$;

-- Command: adds or changes a supporter (app.write_supporter). Returns { command_id, id, user_id }.
create function public.save_supporter(command_id uuid, supporter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'supporter.save', supporter);
  written public.supporter_tiers;
begin
  if answer is not null then
    return answer;
  end if;
  written := app.write_supporter(supporter);
  insert into public.support_sync_logs (sync_type, email, status, message, api_response)
    values ('manual', written.email, 'success', 'Apoio salvo pela equipe.',
      jsonb_build_object('tier', written.tier, 'amount', written.amount, 'is_active', written.is_active, 'by', me));
  return app.finish_command(command_id, jsonb_build_object('id', written.id, 'user_id', written.user_id));
end
$$;

-- Command: ends a support; the row stays. Returns { command_id, id }. Hint: supporter_missing (PT404).
create function public.deactivate_supporter(command_id uuid, supporter_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'supporter.deactivate', to_jsonb(supporter_id));
  address text;
begin
  if answer is not null then
    return answer;
  end if;
  update public.supporter_tiers s set is_active = false where s.id = supporter_id returning s.email into address;
  if not found then
    perform app.refuse('PT404', 'supporter_missing', 'there is no such supporter');
  end if;
  insert into public.support_sync_logs (sync_type, email, status, message, api_response)
    values ('manual', address, 'success', 'Apoio desativado pela equipe.', jsonb_build_object('by', me));
  return app.finish_command(command_id, jsonb_build_object('id', supporter_id));
end
$$;

-- Command: imports the crowdfunding platform's list row by row: a wrong row does not stop others, unchanged rows are not
-- written. [{ email, tier | amount, active }], up to 5,000. Every row and the run add a row to support_sync_logs.
-- Returns { command_id, saved, same, failed, rows: [{ row: from 1, status 'success'|'skipped'|'error', message }] };
-- `same` counts the skipped ones. Hint: invalid_value (22023).
create function public.import_supporters(command_id uuid, supporters jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'supporter.import', supporters);
  line record;
  state text;
  words text;
  response jsonb;
  reason text;
  results jsonb[] := '{}';
  saved integer;
  same integer;
  failed integer;
begin
  if answer is not null then
    return answer;
  end if;
  -- Serialised, because two imports would lock the same supporters in different orders.
  perform pg_advisory_xact_lock(hashtextextended('danceflix supporter import', 0));
  for line in select * from app.plan_supporters(supporters) loop
    response := case when jsonb_typeof(line.entry) = 'object' then line.entry - 'email' end;
    begin
      case line.planned ->> 'outcome'
        when 'error' then
          state := 'error';
          words := line.planned ->> 'message';
          response := jsonb_build_object('reason', line.planned ->> 'hint');
        when 'same' then
          state := 'skipped';
          words := 'Apoio sem mudança.';
        when 'repeated' then
          state := 'skipped';
          words := line.planned ->> 'message';
        else
          perform app.write_supporter(line.planned - array['outcome', 'former', 'is_linked', 'message']);
          state := 'success';
          words := 'Apoio importado.';
      end case;
    exception when others then
      if sqlstate like '40%' then
        raise;
      end if;
      get stacked diagnostics reason = pg_exception_hint;
      state := 'error';
      words := app.import_reason(reason);
      response := jsonb_build_object('reason', coalesce(nullif(reason, ''), sqlstate), 'detail', left(sqlerrm, 300));
    end;
    if octet_length(response::text) > 10000 then
      response := null;
    end if;
    insert into public.support_sync_logs (sync_type, email, status, message, api_response)
      values ('import_row', line.planned ->> 'email', state, words, response);
    results := results || jsonb_build_object('row', line.place, 'status', state, 'message', words);
  end loop;
  select count(*) filter (where r ->> 'status' = 'success'), count(*) filter (where r ->> 'status' = 'skipped'),
      count(*) filter (where r ->> 'status' = 'error')
    into saved, same, failed from unnest(results) r;
  insert into public.support_sync_logs (sync_type, status, message, api_response)
    values ('import',
      case when failed = 0 then 'success' when saved + same = 0 then 'error' else 'partial' end,
      format('%s de %s linhas importadas, %s sem mudança.', saved, saved + same + failed, same),
      jsonb_build_object('saved', saved, 'same', same, 'failed', failed, 'by', me));
  return app.finish_command(command_id,
    jsonb_build_object('saved', saved, 'same', same, 'failed', failed, 'rows', to_jsonb(results)));
end
$$;

-- Command: adds or changes a sponsor; absent fields of `sponsor` stay.
--   { id, name, tier, tagline|null, url|null, logo_url|null, display_order, is_active }
-- Returns { command_id, id }. Hints: slots_taken (PT409); invalid_value (22023, the field or constraint in DETAIL).
create function public.save_sponsor(command_id uuid, sponsor jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'sponsor.save', sponsor);
  wanted constant uuid := app.id_field(sponsor, 'id');
  former public.sponsors;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if wanted is null then
    perform app.refuse('22023', 'invalid_value', 'a sponsor has an id', 'id');
  end if;
  select * into former from public.sponsors s where s.id = wanted for update;
  begin
    insert into public.sponsors as s (id, name, tier, tagline, url, logo_url, display_order, is_active)
      values (wanted,
        case when sponsor ? 'name' then app.text_field(sponsor, 'name') else former.name end,
        case when sponsor ? 'tier' then app.text_field(sponsor, 'tier') else former.tier end,
        case when sponsor ? 'tagline' then app.text_field(sponsor, 'tagline') else former.tagline end,
        case when sponsor ? 'url' then app.text_field(sponsor, 'url') else former.url end,
        case when sponsor ? 'logo_url' then app.text_field(sponsor, 'logo_url') else former.logo_url end,
        app.number_field(sponsor, 'display_order', coalesce(former.display_order, 0)),
        app.boolean_field(sponsor, 'is_active', coalesce(former.is_active, true)))
      on conflict (id) do update set
        name = excluded.name, tier = excluded.tier, tagline = excluded.tagline, url = excluded.url,
        logo_url = excluded.logo_url, display_order = excluded.display_order, is_active = excluded.is_active;
  exception when check_violation or not_null_violation or numeric_value_out_of_range then
    get stacked diagnostics rule = constraint_name;
    if rule = '' then
      get stacked diagnostics rule = column_name;
    end if;
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object('id', wanted, 'by', me));
end
$$;

-- Command: removes a sponsor from the page; the row stays and its slot becomes free. Returns { command_id, id }.
-- Hint: sponsor_missing (PT404).
create function public.deactivate_sponsor(command_id uuid, sponsor_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'sponsor.deactivate', to_jsonb(sponsor_id));
begin
  if answer is not null then
    return answer;
  end if;
  update public.sponsors s set is_active = false where s.id = sponsor_id;
  if not found then
    perform app.refuse('PT404', 'sponsor_missing', 'there is no such sponsor');
  end if;
  return app.finish_command(command_id, jsonb_build_object('id', sponsor_id, 'by', me));
end
$$;

-- The effect of importing a row: { email, tier, amount, is_active, outcome 'new'|'changed'|'same', former: { tier, amount,
-- is_active }|null, is_linked: whether an account with that confirmed e-mail exists }.
-- Raises like app.write_supporter: invalid_value, tier_missing, amount_too_small (22023).
create function app.plan_supporter(entry jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  address text;
  paid numeric;
  wanted text;
  is_active boolean;
  former public.supporter_tiers;
begin
  if jsonb_typeof(entry) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a row is an object', 'row');
  end if;
  address := lower(app.text_field(entry, 'email'));
  paid := app.number_field(entry, 'amount', null);
  wanted := app.text_field(entry, 'tier');
  is_active := app.boolean_field(entry, 'active', true);
  if address is null or char_length(address) > 320 or address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    perform app.refuse('22023', 'invalid_value', 'a supporter has an e-mail', 'email');
  elsif paid < 0 or paid >= 100000000 then
    perform app.refuse('22023', 'invalid_value', 'this amount is not allowed', 'amount');
  elsif wanted is not null and not exists (select from public.supporter_tier_definitions d where d.tier = wanted) then
    perform app.refuse('22023', 'invalid_value', 'there is no such tier', 'tier');
  end if;
  select * into former from public.supporter_tiers s where s.email = address;
  if wanted is null and paid is not null then
    wanted := app.tier_for_amount(paid);
    if wanted is null then
      perform app.refuse('22023', 'amount_too_small', 'no tier is as low as this amount', 'amount');
    end if;
  end if;
  wanted := coalesce(wanted, former.tier);
  if wanted is null then
    perform app.refuse('22023', 'tier_missing', 'a supporter has a tier or an amount', 'tier');
  end if;
  paid := round(coalesce(paid, case when wanted = former.tier then former.amount end,
    (select d.amount from public.supporter_tier_definitions d where d.tier = wanted)), 2);
  return jsonb_build_object('email', address, 'tier', wanted, 'amount', paid, 'is_active', is_active,
    'outcome', case when former.id is null then 'new'
      when (former.tier, former.amount, former.is_active) = (wanted, paid, is_active) then 'same' else 'changed' end,
    'former', case when former.id is not null then jsonb_build_object('tier', former.tier, 'amount', former.amount,
      'is_active', former.is_active) end,
    'is_linked', former.user_id is not null or exists (
      select from auth.users u join public.user_profiles p on p.id = u.id and p.removed_at is null
      where u.email = address and u.email_confirmed_at is not null));
end
$$;

create function app.import_reason(hint text) returns text
language sql immutable set search_path = ''
as $$
  select case hint
    when 'amount_too_small' then 'Valor abaixo do menor apoio.'
    when 'tier_missing' then 'Falta o nível ou o valor.'
    else 'Linha inválida.'
  end
$$;

-- The rows of a list with their effect: app.plan_supporter, or { outcome 'error', message, hint }. Of valid rows with the
-- same e-mail the last counts, the others are 'repeated', so that importing twice changes nothing.
-- Hint: invalid_value (22023) unless it is a list of 1 to 5,000.
create function app.plan_supporters(supporters jsonb) returns table (place integer, entry jsonb, planned jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  plans jsonb[] := '{}';
  hint text;
begin
  if jsonb_typeof(supporters) is distinct from 'array' or jsonb_array_length(supporters) not between 1 and 5000 then
    perform app.refuse('22023', 'invalid_value', 'a list of up to 5,000 supporters', 'supporters');
  end if;
  for entry in select e from jsonb_array_elements(supporters) e loop
    begin
      planned := app.plan_supporter(entry) || jsonb_build_object('message', null);
    exception when invalid_parameter_value then
      get stacked diagnostics hint = pg_exception_hint;
      planned := jsonb_build_object('outcome', 'error', 'message', app.import_reason(hint), 'hint', hint,
        'email', case when jsonb_typeof(entry) = 'object' then left(entry ->> 'email', 320) end);
    end;
    plans := plans || planned;
  end loop;
  return query
    select o.place::integer, supporters -> (o.place::integer - 1),
      case when o.plan ->> 'outcome' <> 'error' and o.place < max(o.place) over (
          partition by case when o.plan ->> 'outcome' <> 'error' then o.plan ->> 'email' end)
        then o.plan || jsonb_build_object('outcome', 'repeated', 'message', 'Outra linha abaixo tem este e-mail.')
        else o.plan end
    from unnest(plans) with ordinality o (plan, place) order by o.place;
end
$$;

-- Tells the effect of import_supporters with the same list, without writing. Returns { rows: [{ row: from 1, outcome
-- 'new'|'changed'|'same'|'repeated'|'error', message|null, email, tier, amount, is_active, former, is_linked }], new,
-- changed, same, repeated, errors }. Hints: admin_only (42501), invalid_value (22023) unless it is a list of 1 to 5,000.
create function public.preview_supporters(supporters jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return (
    select jsonb_build_object(
      'rows', jsonb_agg(p.planned - 'hint' || jsonb_build_object('row', p.place) order by p.place),
      'new', count(*) filter (where p.planned ->> 'outcome' = 'new'),
      'changed', count(*) filter (where p.planned ->> 'outcome' = 'changed'),
      'same', count(*) filter (where p.planned ->> 'outcome' = 'same'),
      'repeated', count(*) filter (where p.planned ->> 'outcome' = 'repeated'),
      'errors', count(*) filter (where p.planned ->> 'outcome' = 'error'))
    from app.plan_supporters(app.bounded('preview_supporters', 'supporters', supporters)) p
  );
end
$$;

grant execute on function public.save_supporter(uuid, jsonb), public.deactivate_supporter(uuid, uuid),
  public.import_supporters(uuid, jsonb), public.save_sponsor(uuid, jsonb), public.deactivate_sponsor(uuid, uuid),
  public.preview_supporters(jsonb) to authenticated;
