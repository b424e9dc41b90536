-- What is read of evaluations: everybody's view, what is still to be evaluated, and the author's own for the phones.

-- Evaluations of shown teachers for everybody, those of a person for that person and for admins. Of an anonymous one
-- nothing leads to its author: no name, no picture, no request, an id that only this view knows, the month alone, and
-- rows in the order of random ids, because a table without an order shows which row came last. A view over the private
-- table also hides the system columns, whose transaction ids would tell the moment.
create view public.public_evaluations with (security_barrier) as
select
  e.public_id as id,
  e.evaluated_id,
  e.rating,
  e.comment,
  e.is_anonymous,
  case when not e.is_anonymous then p.name end as author_name,
  case when not e.is_anonymous then p.profile_image_url end as author_image_url,
  -- For the evaluated person's own page of the request; nobody else knows requests.
  case when not e.is_anonymous and e.evaluated_id = (select auth.uid()) then e.lesson_request_id end as lesson_request_id,
  date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')::date as month
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
order by e.public_id;

-- One page of the evaluations that somebody received, newest month first, at random within it:
-- { evaluations: rows of public_evaluations, total_count, total_pages }. The caller sees what the view shows.
create function public.evaluations_of(person uuid, page_number integer default 1, items_per_page integer default 10)
returns jsonb
language sql stable set search_path = ''
as $$
  with shown as materialized (
    select * from public.public_evaluations e where e.evaluated_id = person
  ), size as (
    select least(greatest(coalesce(items_per_page, 10), 1), 100) as items
  ), page as (
    select s.* from shown s order by s.month desc, s.id
    limit (select items from size)
    offset (least(greatest(coalesce(page_number, 1), 1), 100000) - 1)::bigint * (select items from size)
  )
  select jsonb_build_object(
    'evaluations', coalesce((select jsonb_agg(to_jsonb(p) order by p.month desc, p.id) from page p), '[]'),
    'total_count', (select count(*) from shown),
    'total_pages', (select ceil(count(*)::numeric / (select items from size))::integer from shown)
  )
$$;

-- Accepted requests whose other side this person has not evaluated yet. For each row's evaluator only.
create view public.pending_evaluations with (security_barrier) as
select
  r.id as lesson_request_id,
  me.id as evaluator_id,
  other.id as evaluated_id,
  other.name as evaluated_name,
  other.profile_image_url as evaluated_image_url,
  r.dance_style_id,
  (select d.name from public.dance_styles d where d.id = r.dance_style_id) as style,
  r.request_date
from public.lesson_requests r
join public.user_profiles me on me.id in (r.student_id, r.teacher_id) and me.removed_at is null
join public.user_profiles other on other.id in (r.student_id, r.teacher_id) and other.id <> me.id
  and other.removed_at is null
where r.status = 'Aceito' and me.id = (select auth.uid())
  and not exists (
    select from public.lesson_evaluations e where e.lesson_request_id = r.id and e.evaluator_id = me.id
  );

-- The same for a person named by id, who has to be the caller. Hint: not_the_owner (42501).
create function public.pending_evaluations_of(person uuid) returns setof public.pending_evaluations
language plpgsql stable set search_path = ''
as $$
begin
  if auth.uid() is null or person is distinct from auth.uid() then
    raise exception 'Usuário não autorizado' using errcode = '42501', hint = 'not_the_owner';
  end if;
  return query select * from public.pending_evaluations p order by p.request_date desc, p.lesson_request_id;
end
$$;

-- Evaluations as their author's phones hold them. What is pending follows on the phone from its accepted requests.
create view app.own_evaluations as
select
  e.id, e.evaluator_id, e.lesson_request_id, e.evaluated_id,
  case when not e._deleted then e.rating end as rating,
  e.comment, e.is_anonymous, e.created_at, e.updated_at, e._xid, e._deleted
from public.lesson_evaluations e;

create function public.pull_evaluations(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_evaluations', 'evaluator_id', after_xid, after_id, page_size)
$$;

-- Every evaluation that the caller's phones may hold: { user_id, ids }.
create function public.visible_ids_evaluations() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('user_id', app.require_person(), 'ids', coalesce((
    select jsonb_agg(e.id order by e.id) from public.lesson_evaluations e
    where e.evaluator_id = auth.uid() and not e._deleted
  ), '[]'))
$$;
