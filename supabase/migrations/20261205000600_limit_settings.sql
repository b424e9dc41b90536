-- What is counted, and how much of it is allowed where no setting says otherwise: administrators may set all of them.
create function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('evaluations_day', 60), ('writes_person_hour', 600)
$$;
revoke all on function app.rate_limits() from public, anon, authenticated;

-- As before (…_admin_settings.sql), of all of them.
create or replace function app.check_setting(key text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  subjects constant text[] := (select array_agg(l.subject) from app.rate_limits() l);
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

-- As before, with all of them.
create or replace function public.admin_settings() returns jsonb
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
      from app.rate_limits() b
    )
  );
end
$$;
