-- Settings: what each may be, whoever of the API's users writes it. The server itself (seeds, tests) is trusted.
--
--   default_teacher_id  the id of a teacher who is shown, or null
--   rate_limits         { subject: how many }: 0 to 1,000,000; see app.take_turn for what they count
--   test_data_allowed   true or false; the server's own: an administrator of a live site must not be able to fill it
-- Other keys are free.

create function app.check_setting(key text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects constant text[] := array['leads_person_hour', 'leads_address_hour', 'leads_visitors_hour',
    'lesson_requests_day', 'evaluations_day'];
  wrong text;
begin
  if key = 'default_teacher_id' and value <> 'null' then
    if jsonb_typeof(value) <> 'string' or not exists (
      select from public.teacher_listings l where l.id::text = value #>> '{}' and not l._deleted
    ) then
      perform app.refuse('22023', 'teacher_unknown', 'there is no such teacher, or nobody sees them', key);
    end if;
  elsif key = 'rate_limits' then
    if jsonb_typeof(value) <> 'object' then
      perform app.refuse('22023', 'invalid_value', 'rate limits are an object', key);
    end if;
    select l.key into wrong from jsonb_each(value) l
      where l.key <> all (subjects) or jsonb_typeof(l.value) <> 'number'
        or l.value::text !~ '^[0-9]{1,7}$' or l.value::numeric > 1000000
      limit 1;
    if wrong is not null then
      perform app.refuse('22023', 'invalid_value', 'this limit is not allowed', wrong);
    end if;
  elsif key = 'test_data_allowed' then
    perform app.refuse('42501', 'server_only', 'this is set by the server''s own side', key);
  end if;
end
$$;

create function app.guard_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.key, new.value) is distinct from (old.key, old.value) then
    perform app.check_setting(new.key, new.value);
  end if;
  if tg_op = 'UPDATE' and new.key <> old.key then
    perform app.refuse('22023', 'invalid_value', 'a setting keeps its key', 'key');
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.app_settings for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_setting();

-- Command: sets a setting that there is, or one of the above. Answers { command_id, key, value, former: undo with it }.
-- Hints: invalid_value (22023, the key or limit in DETAIL), teacher_unknown (22023), server_only (42501),
-- setting_unknown (PT404).
create function public.admin_set_setting(command_id uuid, setting_key text, setting_value jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.setting.set',
    jsonb_build_object('key', setting_key, 'value', setting_value));
  wanted constant jsonb := coalesce(setting_value, 'null');
  former public.app_settings;
begin
  if answer is not null then
    return answer;
  end if;
  if octet_length(wanted::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'this value is too long', setting_key);
  end if;
  perform app.check_setting(setting_key, wanted);
  select * into former from public.app_settings s where s.key = setting_key for update;
  if former.key is null and setting_key is distinct from 'rate_limits' then
    perform app.refuse('PT404', 'setting_unknown', 'there is no such setting', setting_key);
  end if;
  insert into public.app_settings as s (key, value, is_public, description)
    values (setting_key, wanted, false, 'How many may be sent in a while, where it is not as built in')
    on conflict (key) do update set value = excluded.value where s.value <> excluded.value;
  return app.finish_command(command_id,
    jsonb_build_object('key', setting_key, 'value', wanted, 'former', former.value));
end
$$;

-- { settings: [{ key, value, is_public, description, updated_at }], default_teacher: { id, name, … }|null (who the
-- setting names, shown or not), limits: { subject: { set|null, built_in } } }
create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
begin
  return jsonb_build_object(
    'settings', (select coalesce(jsonb_agg(to_jsonb(s) order by s.key), '[]') from public.app_settings s),
    'default_teacher', (
      select app.named_person((s.value #>> '{}')::uuid) || jsonb_build_object(
        'is_shown', exists (select from public.teacher_listings l
          where l.id = (s.value #>> '{}')::uuid and not l._deleted))
      from public.app_settings s where s.key = 'default_teacher_id' and s.value <> 'null'
        and s.value #>> '{}' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    ),
    'limits', (
      select jsonb_object_agg(b.subject, jsonb_build_object('built_in', b.most, 'set', (
        select s.value -> b.subject from public.app_settings s where s.key = 'rate_limits')))
      from (values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_visitors_hour', 600),
        ('lesson_requests_day', 20), ('evaluations_day', 60)) b (subject, most)
    )
  );
end
$$;

revoke all on function app.check_setting(text, jsonb), app.guard_setting() from public, anon, authenticated;
revoke all on function public.admin_set_setting(uuid, text, jsonb), public.admin_settings() from public, anon;
grant execute on function public.admin_set_setting(uuid, text, jsonb), public.admin_settings() to authenticated;
