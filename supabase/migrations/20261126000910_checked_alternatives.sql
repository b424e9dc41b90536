-- As before, but a teacher whose check of identity has ended is no alternative, also before the timer has run.
create or replace function public.request_alternatives(request_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := app.require_person();
  request public.lesson_requests;
  city uuid;
  wished text[];
  is_open boolean;
begin
  select * into request from public.lesson_requests r where r.id = request_id and r.student_id = me;
  if request.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request');
  end if;
  city := coalesce(
    (select l.city_id from public.teacher_listings l where l.id = request.teacher_id and not l._deleted),
    (select p.city_id from public.user_profiles p where p.id = me)
  );
  is_open := cardinality(request.preferred_days) + cardinality(request.preferred_times) = 0;
  wished := array(
    select d || '-' || t
    from unnest(case cardinality(request.preferred_days)
      when 0 then array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']
      else request.preferred_days end) d
    cross join unnest(case cardinality(request.preferred_times)
      when 0 then array['manha', 'tarde', 'noite'] else request.preferred_times end) t
  );
  return coalesce((
    select jsonb_agg(found.id order by found.place)
    from (
      select l.id, row_number() over (
        order by not (is_open or coalesce(l.availability && wished, false)),
          (round(coalesce(l.rating_average, 0) * 100)::bigint * l.rating_count + 2000) / (l.rating_count + 5) desc,
          l.rank
      ) as place
      from public.teacher_listings l
      where not l._deleted and app.holds_identity(l.checks) and l.city_id = city and l.style_ids @> array[request.dance_style_id]
        and (is_open or coalesce(cardinality(l.availability), 0) = 0 or l.availability && wished)
        and not exists (
          select from public.lesson_requests r
          where r.student_id = me and r.teacher_id = l.id and r.dance_style_id = request.dance_style_id
        )
        and not exists (select from public.blocks b where b.user_id = me and b.person_id = l.id and b.is_on)
    ) found
    where found.place <= 3
  ), '[]');
end
$function$;
