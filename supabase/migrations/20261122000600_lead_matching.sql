-- What the function ai-teacher-match asks of the database, as the service role and nobody else.

-- How good a rating is when few votes count little: the average in ten-thousandths, with five votes of 4.2 added.
-- Whole numbers, so that it is exactly `ratingStrength` of supabase/functions/_shared/matching/shortlist.ts.
create function app.rating_strength(average numeric, votes integer) returns bigint
language sql immutable set search_path = ''
as $$
  select (round(coalesce(average, 0) * 100)::bigint * coalesce(votes, 0) + 2100) * 100 / (coalesce(votes, 0) + 5)
$$;

-- A lead with the teachers that come into question: { lead: { id, user_id, city_id, style_id, cidade, estilo_danca,
-- objetivos, year }, analysis, candidates }, or null. At most 60 of the city and 60 of other cities, those with the
-- style first, then by rating, then by rank; the same choice as `shortlist` makes on the device.
-- Neither the name of who asks nor any contact of a teacher is among it.
create function public.lead_candidates(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  lead public.student_leads;
  wanted_city uuid;
  wanted_style uuid;
begin
  select * into lead from public.student_leads l where l.id = lead_id;
  if not found then
    return null;
  end if;
  select c.id into wanted_city from public.cities c where app.fold(c.name) = app.fold(lead.cidade) and not c._deleted;
  select s.id into wanted_style from public.dance_styles s
    where app.fold(s.name) = app.fold(lead.estilo_danca) and not s._deleted;
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
        where not l._deleted and l.city_id is not null
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

-- Gives out the one model call of a lead: 'granted'; 'capped' when the address or the day had its share; 'taken' when
-- it was given out before; 'done' when the analysis is stored; 'unknown' without such a lead.
create function public.claim_lead_model(lead_id uuid, address text, per_address integer, per_day integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  hashed constant text := left(encode(sha256(convert_to(today || ' ' || coalesce(address, ''), 'UTF8')), 'hex'), 32);
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
  insert into app.lead_model_calls (day, address) values (today, ''), (today, hashed) on conflict do nothing;
  perform from app.lead_model_calls c where c.day = today and c.address in ('', hashed) order by c.address for update;
  if exists (
    select from app.lead_model_calls c where c.day = today
      and (c.address = '' and c.calls >= per_day or c.address = hashed and c.calls >= per_address)
  ) then
    return 'capped';
  end if;
  update app.lead_model_calls c set calls = c.calls + 1 where c.day = today and c.address in ('', hashed);
  return 'granted';
end
$$;

-- Stores the analysis of a lead, once: the first stays. Answers the stored one; null without such a lead.
-- `teacher_id` is the teacher whose name the lead keeps, unless it has one.
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

grant execute on function
  public.lead_candidates(uuid),
  public.claim_lead_model(uuid, text, integer, integer),
  public.save_lead_analysis(uuid, jsonb, uuid)
  to service_role;
