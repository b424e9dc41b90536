-- A visitor's lead belongs to whoever holds its id. A signed-in person's belongs to that person: the id alone neither
-- reads it nor notes a teacher with it. And the model's calls of a day are shared out by household.

-- As before (…_leads.sql); somebody else's lead is none.
create or replace function public.get_lead(lead_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.lead_content(l.id) from public.student_leads l
  where l.id = lead_id and (l.user_id is null or l.user_id = auth.uid() or app.is_server())
$$;

-- As before (…_leads.sql); somebody else's lead is none.
create or replace function public.set_lead_teacher(lead_id uuid, teacher_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  teacher_name text;
begin
  select l.name into teacher_name from public.teacher_listings l where l.id = teacher_id and not l._deleted;
  if teacher_name is null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  update public.student_leads l set professor_encontrado = teacher_name
    where l.id = lead_id and (l.user_id is null or l.user_id = auth.uid() or app.is_server());
  if not found then
    perform app.refuse('PT404', 'lead_unknown', 'there is no such lead');
  end if;
  return jsonb_build_object('id', lead_id, 'professor_encontrado', teacher_name);
end
$$;

-- An address as it is counted: an IPv6 line is a /64. What is no address still tells one caller from the next.
create function app.folded_address(told text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when family(told::inet) = 6 then host(network(set_masklen(told::inet, 64))) else host(told::inet) end;
exception when data_exception then
  return left(told, 100);
end
$$;

-- As before (…_rate_limits.sql). Of X-Forwarded-For the last entry counts, which the proxy before us has written: the
-- ones before it came with the request.
create or replace function app.caller_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return app.folded_address(nullif(btrim(
    coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', -1))), ''));
end
$$;

-- As before (…_lead_matching.sql); an IPv6 line counts as one address, and all lines of a customer (/48) together get
-- twice an address's share, so that no household uses up the day.
create or replace function public.claim_lead_model(lead_id uuid, address text, per_address integer, per_day integer)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  line constant text := coalesce(app.folded_address(address), '');
  shares constant jsonb := jsonb_strip_nulls(jsonb_build_object('', per_day,
    app.hash_of_day(today, line), per_address,
    app.hash_of_day(today, 'site ' || coalesce(app.site_of(line), '')),
      case when app.site_of(line) is not null then 2 * per_address end));
  lead public.student_leads;
begin
  select * into lead from public.student_leads l where l.id = lead_id for update;
  if not found then
    return 'unknown';
  elsif lead.ai_analysis_data is not null then
    return 'done';
  elsif lead.model_asked_at is not null then
    return 'taken';
  end if;
  update public.student_leads l set model_asked_at = clock_timestamp() where l.id = lead_id;

  delete from app.lead_model_calls c where c.day < today - 1;
  insert into app.lead_model_calls (day, address)
    select today, s.key from jsonb_each(shares) s order by s.key on conflict do nothing;
  perform from app.lead_model_calls c where c.day = today and shares ? c.address order by c.address for update;
  if exists (
    select from app.lead_model_calls c
    where c.day = today and shares ? c.address and c.calls >= (shares ->> c.address)::integer
  ) then
    return 'capped';
  end if;
  update app.lead_model_calls c set calls = c.calls + 1 where c.day = today and shares ? c.address;
  return 'granted';
end
$$;

create function app.hash_of_day(day date, who text) returns text
language sql immutable set search_path = ''
as $$
  select left(encode(sha256(convert_to(day || ' ' || who, 'UTF8')), 'hex'), 32)
$$;

revoke all on function app.folded_address(text), app.hash_of_day(date, text) from public, anon, authenticated;
