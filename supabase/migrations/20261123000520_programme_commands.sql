-- What the back-office does to supporters and sponsors: commands of admins. Who did what stays in command_log, what
-- happened to a supporter in support_sync_logs too.

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

-- The boolean of a JSON object, `otherwise` when it is not named; invalid_value when it is none.
create function app.boolean_field(content jsonb, key text, otherwise boolean) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(content -> key, 'null') = 'null' then
    return otherwise;
  end if;
  if jsonb_typeof(content -> key) <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::boolean;
end
$$;

-- The number of a JSON object, `otherwise` when it is not named; invalid_value when it is none.
create function app.number_field(content jsonb, key text, otherwise numeric) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(content -> key, 'null') = 'null' then
    return otherwise;
  end if;
  if jsonb_typeof(content -> key) <> 'number' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::numeric;
end
$$;

-- Writes one supporter by e-mail; what `supporter` does not name stays, a new one costs what its tier costs.
--   { email, tier, amount, is_active, display_name|null, is_listed }: tier or amount, the amount says the tier then.
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

-- Command: adds or changes a supporter (app.write_supporter). Answers { command_id, id, user_id }.
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

-- Command: ends a support; the row stays. Answers { command_id, id }. Hint: supporter_missing (PT404).
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

-- Command: takes over the crowdfunding platform's list, row by row: what is wrong with one stops no other.
--   [{ email, tier | amount, active }], up to 5,000. Every row and the run leave a line in support_sync_logs.
-- Answers { command_id, saved, failed }. Hint: invalid_value (22023).
create function public.import_supporters(command_id uuid, supporters jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_programme_admin();
  answer jsonb := app.begin_command(command_id, 'supporter.import', supporters);
  entry jsonb;
  reason text;
  saved integer := 0;
  failed integer := 0;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(supporters) is distinct from 'array' or jsonb_array_length(supporters) not between 1 and 5000 then
    perform app.refuse('22023', 'invalid_value', 'a list of up to 5,000 supporters', 'supporters');
  end if;
  -- Two imports at once would lock the same supporters in different orders.
  perform pg_advisory_xact_lock(hashtextextended('danceflix supporter import', 0));
  for entry in select e from jsonb_array_elements(supporters) e loop
    begin
      if jsonb_typeof(entry) <> 'object' then
        perform app.refuse('22023', 'invalid_value', 'a row is an object', 'row');
      end if;
      perform app.write_supporter(
        (entry - array['active', 'is_active', 'display_name', 'is_listed'])
          || jsonb_build_object('is_active', app.boolean_field(entry, 'active', true)));
      saved := saved + 1;
      insert into public.support_sync_logs (sync_type, email, status, message, api_response)
        values ('import_row', app.text_field(entry, 'email'), 'success', 'Apoio importado.', entry - 'email');
    exception when others then
      if sqlstate like '40%' then
        raise;
      end if;
      get stacked diagnostics reason = pg_exception_hint;
      failed := failed + 1;
      insert into public.support_sync_logs (sync_type, email, status, message, api_response)
        values ('import_row',
          case when jsonb_typeof(entry) = 'object' then left(entry ->> 'email', 320) end, 'error',
          case reason
            when 'amount_too_small' then 'Valor abaixo do menor apoio.'
            when 'tier_missing' then 'Falta o nível ou o valor.'
            else 'Linha inválida.'
          end,
          jsonb_build_object('reason', coalesce(nullif(reason, ''), sqlstate), 'detail', left(sqlerrm, 300)));
    end;
  end loop;
  insert into public.support_sync_logs (sync_type, status, message, api_response)
    values ('import',
      case when failed = 0 then 'success' when saved = 0 then 'error' else 'partial' end,
      format('%s de %s linhas importadas.', saved, saved + failed),
      jsonb_build_object('saved', saved, 'failed', failed, 'by', me));
  return app.finish_command(command_id, jsonb_build_object('saved', saved, 'failed', failed));
end
$$;

-- Command: adds or changes a sponsor; what `sponsor` does not name stays.
--   { id, name, tier, tagline|null, url|null, logo_url|null, display_order, is_active }
-- Answers { command_id, id }. Hints: slots_taken (PT409); invalid_value (22023, the field or constraint in DETAIL).
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

-- Command: takes a sponsor off the page; the row stays, its slot is free. Answers { command_id, id }.
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
