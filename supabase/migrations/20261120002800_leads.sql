-- Leads: a search for a teacher by a visitor or user, and the teachers found for it (specification 001 §3, §4, §7).
--
-- A visitor's lead belongs to the holder of its id, which is made on the device and cannot be guessed; a signed-in
-- person's belongs to that person. No API role reads or writes the table itself; procedures take the id.

-- Whether the value is a result of ai-teacher-match: { cityMatch, brazilMatch }, each null or
-- { teacherId, matchPercentage, justification }; further fields are allowed.
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
  -- The signed-in sender; null for visitors.
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
  -- Time at which the one model call of this lead was granted.
  model_asked_at timestamptz,
  created_at timestamptz not null default now()
);
create index student_leads_user on public.student_leads (user_id) where user_id is not null;
create index student_leads_of_visitors on public.student_leads (created_at) where user_id is null;

-- Number of model calls per address and day (UTC), with address '' for all together. The address is stored as a hash
-- together with the day, for two days.
create table app.lead_model_calls (
  day date not null,
  address text not null,
  calls integer not null default 0 check (calls >= 0),
  primary key (day, address)
);

-- A lead as shown to the holder of its id, without its owner.
create function app.lead_content(lead_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(l) - array['user_id', 'model_asked_at'] from public.student_leads l where l.id = lead_id
$$;

-- Command, for visitors too. `lead`: { id, nome, cidade, estilo_danca, objetivos|null }, city and style by the chosen
-- names. Returns { command_id, version, id, lead }; its logged result contains no personal data. For a forgotten command
-- the lead is found by the id in the payload.
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
    exception when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
    end;
    answer := app.finish_command(command_id, jsonb_build_object('version', 1, 'id', lead_id));
  elsif answer ? 'forgotten' then
    answer := answer || jsonb_build_object('version', 1, 'id', app.id_field(lead, 'id'));
  end if;
  return answer || jsonb_build_object('lead', app.lead_content((answer ->> 'id')::uuid));
end
$$;

-- The lead with this id, or null, also when it belongs to another person. { id, nome, cidade, estilo_danca, objetivos,
-- professor_encontrado, ai_analysis_data, created_at }
create function public.get_lead(lead_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.lead_content(l.id) from public.student_leads l
  where l.id = lead_id and (l.user_id is null or l.user_id = auth.uid() or app.is_server())
$$;

-- Stores the listed name of the teacher that the lead led to.
-- Returns { id, professor_encontrado }. Hints: lead_unknown (another person's lead too), teacher_unknown (PT404).
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
  update public.student_leads l set professor_encontrado = teacher_name
    where l.id = lead_id and (l.user_id is null or l.user_id = auth.uid() or app.is_server());
  if not found then
    perform app.refuse('PT404', 'lead_unknown', 'there is no such lead');
  end if;
  return jsonb_build_object('id', lead_id, 'professor_encontrado', teacher_name);
end
$$;

-- Account deletion (LGPD art. 18): leads are exported to their person and removed with the account.

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

-- Limits visitors by address, where it is known (a mobile network has many people behind one), by network (/24, /48), and
-- all together; signed-in people individually. A lead that has to wait is answered on the phone meanwhile.
create function app.limit_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  site text;
begin
  if auth.uid() is not null then
    perform app.take_turn('leads_person_hour', auth.uid()::text, 20, '1 hour');
  elsif auth.role() = 'anon' then
    address := app.caller_address();
    if address is not null then
      perform app.take_turn('leads_address_hour', address, 60, '1 hour');
      site := app.site_of(address);
      if site is not null then
        perform app.take_turn('leads_site_hour', site, 120, '1 hour');
      end if;
    end if;
    if not app.count_visitor('leads', site, 600) then
      perform app.refuse_turn('1 hour');
    end if;
  end if;
  return new;
end
$$;
create trigger limit_leads before insert on public.student_leads
  for each row execute function app.limit_leads();

-- Bayesian rating in ten-thousandths: the average with five extra votes of 4.2, so that few votes count little. Whole
-- numbers, so that it equals `ratingStrength` of supabase/functions/_shared/matching/shortlist.ts exactly.
create function app.rating_strength(average numeric, votes integer) returns bigint
language sql immutable set search_path = ''
as $$
  select (round(coalesce(average, 0) * 100)::bigint * coalesce(votes, 0) + 2100) * 100 / (coalesce(votes, 0) + 5)
$$;

-- A lead with its candidates: { lead: { id, user_id, city_id, style_id, cidade, estilo_danca, objetivos, year },
-- analysis, candidates }, or null. At most 60 teachers of the city and 60 of other cities, those of the style first,
-- then by rating, then by rank; the same choice as `shortlist` on the device. Excludes teachers whose check of identity
-- has ended, whom the lead's owner has blocked, or who have blocked the owner. Contains neither the owner's name nor
-- contacts of teachers.
create function public.lead_candidates(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  lead public.student_leads;
  wanted_city uuid;
  wanted_style uuid;
  blocked uuid[];
begin
  select * into lead from public.student_leads l where l.id = lead_id;
  if not found then
    return null;
  end if;
  select c.id into wanted_city from public.cities c where app.fold(c.name) = app.fold(lead.cidade) and not c._deleted;
  select s.id into wanted_style from public.dance_styles s
    where app.fold(s.name) = app.fold(lead.estilo_danca) and not s._deleted;
  -- Empty for a visitor's lead.
  blocked := array(
    select case when b.user_id = lead.user_id then b.person_id else b.user_id end
    from public.blocks b where b.is_on and lead.user_id in (b.user_id, b.person_id));
  return jsonb_build_object(
    'lead', jsonb_build_object(
      'id', lead.id, 'user_id', lead.user_id, 'city_id', wanted_city, 'style_id', wanted_style,
      'cidade', lead.cidade, 'estilo_danca', lead.estilo_danca, 'objetivos', lead.objetivos,
      'year', extract(year from lead.created_at at time zone 'UTC')::integer
    ),
    'analysis', lead.ai_analysis_data,
    'candidates', (
      with known as (
        select l.*, l.city_id = wanted_city is true as here,
          coalesce(wanted_style = any (l.style_ids), false) as teaches,
          app.rating_strength(l.rating_average, l.rating_count) as strength
        from public.teacher_listings l
        where not l._deleted and substr(l.checks, 6, 6) > (select app.today_code())
          and l.city_id is not null and l.id <> all (blocked)
      ), placed as (
        select k.*, row_number() over (partition by k.here order by k.teaches desc, k.strength desc, k.rank) as place
        from known k
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'rank', p.rank, 'city_id', p.city_id, 'style_ids', p.style_ids, 'bio', p.bio,
        'experience', p.experience, 'neighborhood', p.neighborhood, 'modalities', p.modalidades_aula,
        'rating_average', p.rating_average, 'rating_count', p.rating_count
      ) order by p.rank), '[]')
      from placed p where p.place <= 60
    )
  );
end
$$;

-- Grants the one model call of a lead: 'granted'; 'capped' when the address or the day reached its limit; 'taken' when
-- granted before; 'done' when the analysis is stored; 'unknown' without such a lead. An IPv6 /64 counts as one address,
-- and all networks of a customer (/48) together get twice an address's limit, so that no customer uses up the day.
create function public.claim_lead_model(lead_id uuid, address text, per_address integer, per_day integer)
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

-- Stores the analysis of a lead, once: the first stays. Returns the stored one; null without such a lead.
-- `teacher_id`: the teacher whose name the lead keeps, unless it has one already.
create function public.save_lead_analysis(lead_id uuid, analysis jsonb, teacher_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.student_leads l set
    ai_analysis_data = analysis,
    professor_encontrado = coalesce(l.professor_encontrado,
      (select t.name from public.teacher_listings t where t.id = teacher_id and not t._deleted))
  where l.id = lead_id and l.ai_analysis_data is null;
  return (select l.ai_analysis_data from public.student_leads l where l.id = lead_id);
end
$$;

create function app.hash_of_day(day date, who text) returns text
language sql immutable set search_path = ''
as $$
  select left(encode(sha256(convert_to(day || ' ' || who, 'UTF8')), 'hex'), 32)
$$;

-- Whether a lead has no teacher: none at all, or none in the wanted city.
create function app.is_unmet(professor_encontrado text, analysis jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select professor_encontrado is null or coalesce(analysis -> 'cityMatch' = 'null', false)
$$;

create index student_leads_newest on public.student_leads (created_at, id);
create index student_leads_by_name on public.student_leads ((app.fold(nome) collate "C"), id);
create index student_leads_unmet on public.student_leads (created_at, id)
  where app.is_unmet(professor_encontrado, ai_analysis_data);
create index student_leads_city on public.student_leads ((app.fold(cidade)), created_at, id);
create index student_leads_style on public.student_leads ((app.fold(estilo_danca)), created_at, id);
create index student_leads_words on public.student_leads
  using gin (app.search_words(app.fold(nome || ' ' || cidade || ' ' || estilo_danca)));

create trigger false_name before insert or update of nome on public.student_leads
  for each row execute function app.refuse_false_name('nome', 'name');

-- The analysis without the matches of this teacher.
create function app.without_teacher(analysis jsonb, teacher text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(m.key,
    case when strpos(m.value::text, teacher) > 0 then 'null'::jsonb else m.value end), '{}')
  from jsonb_each(analysis) m
$$;

-- Removes the name of a removed teacher from the leads of others, unless another teacher has the same name.
create function app.forget_teacher_in_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.student_leads l set professor_encontrado = null
    where l.professor_encontrado = old.name
      and not exists (select from public.teacher_listings t where t.name = old.name and t.id <> old.id and not t._deleted);
  return null;
end
$$;
create trigger forget_teacher_in_leads after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null and old.role = 'teacher')
  execute function app.forget_teacher_in_leads();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.student_leads enable row level security;

grant select, insert, update, delete on public.student_leads to service_role;

-- An index calls it as the writer of the row.
grant execute on function app.is_unmet(text, jsonb) to service_role;

grant execute on function public.create_lead(uuid, jsonb), public.get_lead(uuid), public.set_lead_teacher(uuid, uuid)
  to anon, authenticated;
grant execute on function public.lead_candidates(uuid), public.claim_lead_model(uuid, text, integer, integer),
  public.save_lead_analysis(uuid, jsonb, uuid) to service_role;
