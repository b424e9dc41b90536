-- Leads: what somebody is looking for, and the teachers that were found for them (specification 001 §3, §4, §7).
--
-- A lead belongs to whoever holds its id, which is made on the device and cannot be guessed. Nobody reads or writes
-- the table itself; the procedures below take the id.

-- Whether this is what ai-teacher-match stores: { cityMatch, brazilMatch }, each null or
-- { teacherId, matchPercentage, justification }, and what else it likes to note.
create function app.is_lead_analysis(analysis jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(analysis) = 'object' and analysis ?& array['cityMatch', 'brazilMatch']
    and octet_length(analysis::text) <= 20000
    and not exists (
      select from (values (analysis -> 'cityMatch'), (analysis -> 'brazilMatch')) m (match)
      where jsonb_typeof(match) <> 'null' and not coalesce(
        jsonb_typeof(match) = 'object'
        and (match ->> 'teacherId') ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        and jsonb_typeof(match -> 'matchPercentage') = 'number'
        and (match ->> 'matchPercentage') ~ '^([0-9]{1,2}|100)$'
        and jsonb_typeof(match -> 'justification') = 'string'
        and char_length(match ->> 'justification') between 1 and 1000, false)
    )
$$;

create table public.student_leads (
  id uuid primary key,
  -- Whoever was signed in when it was sent; visitors' leads are nobody's.
  user_id uuid references public.user_profiles (id) on delete cascade,
  nome text not null constraint student_leads_nome_check
    check (char_length(nome) <= 120 and btrim(nome, E' \t\n\r') <> ''),
  cidade text not null constraint student_leads_cidade_check
    check (char_length(cidade) <= 80 and btrim(cidade, E' \t\n\r') <> ''),
  estilo_danca text not null constraint student_leads_estilo_check
    check (char_length(estilo_danca) <= 80 and btrim(estilo_danca, E' \t\n\r') <> ''),
  objetivos text constraint student_leads_objetivos_check check (char_length(objetivos) between 1 and 1000),
  professor_encontrado text constraint student_leads_professor_check
    check (char_length(professor_encontrado) between 1 and 120),
  ai_analysis_data jsonb constraint student_leads_analysis_check
    check (ai_analysis_data is null or app.is_lead_analysis(ai_analysis_data)),
  -- When the one model call of this lead was given out.
  model_asked_at timestamptz,
  created_at timestamptz not null default now()
);
create index student_leads_user on public.student_leads (user_id) where user_id is not null;
create index student_leads_of_visitors on public.student_leads (created_at) where user_id is null;

-- How many model calls each address and, as address '', all together made on a day (UTC). The address is kept as a
-- hash together with the day, and for two days.
create table app.lead_model_calls (
  day date not null,
  address text not null,
  calls integer not null default 0 check (calls >= 0),
  primary key (day, address)
);

alter table public.student_leads enable row level security;
revoke all on public.student_leads from public, anon, authenticated;
revoke all on app.lead_model_calls from public, anon, authenticated;
revoke truncate, references, trigger on public.student_leads from service_role;
grant select, insert, update, delete on public.student_leads to service_role;

-- What the holder of the id may see: not whose it is.
create function app.lead_content(lead_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(l) - array['user_id', 'model_asked_at'] from public.student_leads l where l.id = lead_id
$$;

-- Command, for visitors too. `lead`: { id, nome, cidade, estilo_danca, objetivos|null }, names of city and style as
-- they were chosen. Answers { command_id, version, id, lead }; what is logged of it holds no personal data.
-- Hints: invalid_value (22023, the field or constraint in DETAIL), lead_exists (PT409): another command used the id.
create function public.create_lead(command_id uuid, lead jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := app.begin_command(command_id, 'lead.create', jsonb_build_object('lead', lead));
  lead_id uuid;
  rule text;
begin
  if answer is null then
    if jsonb_typeof(lead) is distinct from 'object' or octet_length(lead::text) > 20000 then
      perform app.refuse('22023', 'invalid_value', 'this is no lead', 'lead');
    end if;
    lead_id := app.id_field(lead, 'id');
    begin
      insert into public.student_leads (id, user_id, nome, cidade, estilo_danca, objetivos)
      values (
        lead_id,
        (select p.id from public.user_profiles p where p.id = auth.uid() and p.removed_at is null),
        app.text_field(lead, 'nome'), app.text_field(lead, 'cidade'), app.text_field(lead, 'estilo_danca'),
        app.text_field(lead, 'objetivos')
      )
      on conflict (id) do nothing;
      if not found then
        perform app.refuse('PT409', 'lead_exists', 'there is a lead with this id');
      end if;
      -- Visitors have no account to delete: theirs go after a year, as the privacy policy says.
      delete from public.student_leads l where l.user_id is null and l.created_at < now() - interval '1 year';
    exception when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
    end;
    answer := app.finish_command(command_id, jsonb_build_object('version', 1, 'id', lead_id));
  end if;
  return answer || jsonb_build_object('lead', app.lead_content((answer ->> 'id')::uuid));
end
$$;

-- The lead with this id, or null. { id, nome, cidade, estilo_danca, objetivos, professor_encontrado,
-- ai_analysis_data, created_at }
create function public.get_lead(lead_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.lead_content(lead_id)
$$;

-- Notes which teacher the holder of the lead was led to: the name as it is listed, nothing else changes.
-- Answers { id, professor_encontrado }. Hints: lead_unknown, teacher_unknown (PT404).
create function public.set_lead_teacher(lead_id uuid, teacher_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  teacher_name text;
begin
  select l.name into teacher_name from public.teacher_listings l where l.id = teacher_id and not l._deleted;
  if teacher_name is null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  update public.student_leads l set professor_encontrado = teacher_name where l.id = lead_id;
  if not found then
    perform app.refuse('PT404', 'lead_unknown', 'there is no such lead');
  end if;
  return jsonb_build_object('id', lead_id, 'professor_encontrado', teacher_name);
end
$$;

grant execute on function
  public.create_lead(uuid, jsonb),
  public.get_lead(uuid),
  public.set_lead_teacher(uuid, uuid)
  to anon, authenticated, service_role;

-- Leaving (LGPD art. 18): leads go with their person, and are shown to them.

create function app.forget_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.student_leads l where l.user_id = old.id;
  return null;
end
$$;
create trigger forget_leads after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_leads();

-- What was held before leads, with its own check of who asks; leads are added to it.
alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_leads;
revoke all on function app.my_data_before_leads() from public, anon, authenticated;

create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_leads() || jsonb_build_object('leads', coalesce((
    select jsonb_agg(to_jsonb(l) - 'user_id' order by l.created_at, l.id)
    from public.student_leads l where l.user_id = auth.uid()
  ), '[]'))
$$;
grant execute on function public.my_data() to authenticated, service_role;
