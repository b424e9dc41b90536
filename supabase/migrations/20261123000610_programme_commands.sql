-- Commands of administrators for supporters and sponsors. command_log records who did what, and support_sync_logs records
-- changes of supporters too.
--
-- The crowdfunding sync has a preview that writes nothing, and an import that skips unchanged rows, so that importing the
-- same file twice changes nothing.

create function app.require_programme_admin() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not app.is_admin() then
    perform app.refuse('42501', 'admin_only', 'only administrators write supporters and sponsors');
  end if;
  return me;
end
$$;

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
  me constant uuid := app.require_programme_admin();
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
  me constant uuid := app.require_programme_admin();
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
  me constant uuid := app.require_programme_admin();
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
  me constant uuid := app.require_programme_admin();
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
  me constant uuid := app.require_programme_admin();
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
  me constant uuid := app.require_programme_admin();
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
