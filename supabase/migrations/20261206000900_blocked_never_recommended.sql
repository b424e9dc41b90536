-- Teachers whom a lead's owner has blocked, or who have blocked the owner, are never among its candidates.

-- A lead with the teachers that come into question: { lead: { id, user_id, city_id, style_id, cidade, estilo_danca,
-- objetivos, year }, analysis, candidates }, or null. At most 60 of the city and 60 of other cities, those with the
-- style first, then by rating, then by rank; the same choice as `shortlist` makes on the device.
-- Neither the asking person's name nor any contact of a teacher is among it.
create or replace function public.lead_candidates(lead_id uuid) returns jsonb
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
        where not l._deleted and l.city_id is not null and l.id <> all (blocked)
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
