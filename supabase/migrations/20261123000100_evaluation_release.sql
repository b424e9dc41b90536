-- When an evaluation becomes public, in which order its writers lock, and refusals in words for people.
--
-- Who wrote an anonymous evaluation must not be found by watching when the number of stars changes: a teacher with one
-- student would know at once, and one with two by who was there that day. So what others read and what is counted is
-- not the row itself but what has been published of it (`public_rating`, `public_comment`):
--   with the author's name: at once, as it is written;
--   anonymous, while at least three people may have written it (accepted requests whose other side has not evaluated
--     that person by name): at once too, because the moment names nobody among them;
--   anonymous otherwise: it waits. app.release_evaluations publishes, by night and of the days before, all that wait
--     for one person when two people's are waiting, or the number of possible authors has grown to three; and what
--     was written in a month that is over, even alone, so that nothing is withheld for longer than its month, which
--     is what the date says anyway.
-- A change of an anonymous one waits in the same way, with the former version in sight meanwhile. A name that is hidden
-- goes at once, and so do words that are taken back: withholding either would be worse.

alter table public.lesson_evaluations
  add column public_rating integer,
  add column public_comment text;

-- All that was there is public already.
update public.lesson_evaluations set public_rating = rating, public_comment = comment;

alter table public.lesson_evaluations
  add constraint lesson_evaluations_public_check check (public_comment is null or public_rating is not null),
  add constraint lesson_evaluations_named_is_public check (
    is_anonymous or (public_rating is not null and public_rating = rating and public_comment is not distinct from comment)
  );
create index lesson_evaluations_waiting on public.lesson_evaluations (evaluated_id)
  where public_rating is distinct from rating or public_comment is distinct from comment;
create index lesson_requests_accepted on public.lesson_requests (teacher_id) where status = 'Aceito';

-- How many people may have written an anonymous evaluation of this person.
create function app.possible_authors(person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(distinct o.id)::integer
  from public.lesson_requests r
  cross join lateral (select case when r.teacher_id = person then r.student_id else r.teacher_id end as id) o
  where person in (r.student_id, r.teacher_id) and r.status = 'Aceito'
    and not exists (
      select from public.lesson_evaluations e
      where e.evaluator_id = o.id and e.evaluated_id = person and not e.is_anonymous
    )
$$;

-- After `guard` by name, before `zz_stamp`.
create function app.publish_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.public_rating := null;
    new.public_comment := null;
  elsif new._deleted and not old._deleted then
    -- The author is gone: the stars stay with who got them, without words.
    new.public_comment := null;
    return new;
  elsif (new.rating, new.comment, new.is_anonymous) is not distinct from (old.rating, old.comment, old.is_anonymous) then
    -- The release itself, and writes that change nothing.
    return new;
  elsif new.is_anonymous and not old.is_anonymous then
    new.public_rating := null;
    new.public_comment := null;
  end if;
  if not new.is_anonymous or app.possible_authors(new.evaluated_id) >= 3 then
    new.public_rating := new.rating;
    new.public_comment := new.comment;
  elsif new.comment is null then
    new.public_comment := null;
  end if;
  return new;
end
$$;
create trigger publish before insert or update on public.lesson_evaluations
  for each row execute function app.publish_evaluation();

-- Counts what is public. As before: the row is added to under its lock, and its date tells the month only.
create or replace function app.count_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former constant integer := case tg_op when 'UPDATE' then old.public_rating end;
  later constant integer := new.public_rating;
  month constant timestamptz := date_trunc('month', new.created_at at time zone 'America/Sao_Paulo')
    at time zone 'America/Sao_Paulo';
begin
  if later is not distinct from former then
    return null;
  end if;
  if former is null then
    insert into public.user_evaluation_stats as s
        (user_id, five_stars, four_stars, three_stars, two_stars, one_star, last_evaluation_date)
      values (new.evaluated_id, (later = 5)::int, (later = 4)::int, (later = 3)::int, (later = 2)::int, (later = 1)::int,
        month)
      on conflict (user_id) do update set
        five_stars = s.five_stars + excluded.five_stars, four_stars = s.four_stars + excluded.four_stars,
        three_stars = s.three_stars + excluded.three_stars, two_stars = s.two_stars + excluded.two_stars,
        one_star = s.one_star + excluded.one_star,
        last_evaluation_date = greatest(s.last_evaluation_date, excluded.last_evaluation_date);
  else
    update public.user_evaluation_stats s set
      five_stars = s.five_stars + (later is not distinct from 5)::int - (former = 5)::int,
      four_stars = s.four_stars + (later is not distinct from 4)::int - (former = 4)::int,
      three_stars = s.three_stars + (later is not distinct from 3)::int - (former = 3)::int,
      two_stars = s.two_stars + (later is not distinct from 2)::int - (former = 2)::int,
      one_star = s.one_star + (later is not distinct from 1)::int - (former = 1)::int
    where s.user_id = new.evaluated_id;
  end if;
  return null;
end
$$;
-- Not `update of`: `publish` sets the column, no statement names it.
drop trigger count_stars on public.lesson_evaluations;
create trigger count_stars after insert or update on public.lesson_evaluations
  for each row execute function app.count_evaluation();

-- Publishes the anonymous evaluations whose time has come (above). Answers how many. `at`: for tests and demo data.
-- Takes what nobody else is writing and leaves the rest to the next time: it never waits for an author or a removal,
-- and takes the statistics of one person after the other, in order.
create function app.release_evaluations(at timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant timestamptz :=
    date_trunc('day', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  this_month constant timestamptz :=
    date_trunc('month', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  ripe uuid[];
  one record;
  released integer := 0;
  here integer;
begin
  select array_agg(l.id) into ripe from (
    select e.id from public.lesson_evaluations e
    where (e.public_rating is distinct from e.rating or e.public_comment is distinct from e.comment)
      and e.updated_at < today
    order by e.id for update skip locked
  ) l;
  for one in
    select w.evaluated_id, count(distinct w.evaluator_id) >= 2 or app.possible_authors(w.evaluated_id) >= 3 as together
    from public.lesson_evaluations w
    -- Whoever is gone has no statistics left, and nobody reads of them.
    join public.user_profiles p on p.id = w.evaluated_id and p.removed_at is null
    where w.id = any (ripe) group by w.evaluated_id order by w.evaluated_id
  loop
    update public.lesson_evaluations e set public_rating = e.rating, public_comment = e.comment
      where e.id = any (ripe) and e.evaluated_id = one.evaluated_id and (one.together or e.updated_at < this_month);
    get diagnostics here = row_count;
    released := released + here;
  end loop;
  return released;
end
$$;

create or replace view public.public_evaluations with (security_barrier) as
select
  e.public_id as id,
  e.evaluated_id,
  e.public_rating as rating,
  e.public_comment as comment,
  e.is_anonymous,
  case when not e.is_anonymous then p.name end as author_name,
  case when not e.is_anonymous then p.profile_image_url end as author_image_url,
  -- For the evaluated person's own page of the request; nobody else knows requests.
  case when not e.is_anonymous and e.evaluated_id = (select auth.uid()) then e.lesson_request_id end as lesson_request_id,
  date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')::date as month
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
order by e.public_id;

-- As before, but a change no longer locks the two people: it holds its row before any trigger runs, and a removal
-- that holds the person would wait for that row (a deadlock). None is needed: a removal takes the person's evaluations
-- before anything else (app.forget_user), so either it comes first and is seen here, or it comes later and blanks this.
-- A new row is nobody's yet: that still holds both people and then the request, as every command does.
-- Refusals are in words for people: the app shows them as they are.
create or replace function app.guard_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
begin
  if tg_op = 'UPDATE' then
    if (new.lesson_request_id, new.evaluator_id, new.evaluated_id, new.created_at)
      is distinct from (old.lesson_request_id, old.evaluator_id, old.evaluated_id, old.created_at)
    then
      perform app.refuse('23514', 'evaluation_fixed', 'whose evaluation of whom it is does not change');
    end if;
    -- What was blanked with an account stays blank.
    if old._deleted and (new.comment, new.rating, new.is_anonymous, new._deleted)
      is distinct from (old.comment, old.rating, old.is_anonymous, old._deleted)
    then
      perform app.refuse('PT409', 'profile_missing', 'Uma das duas contas não existe mais.');
    end if;
  end if;
  new.comment := nullif(btrim(new.comment), '');
  if new.comment ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value',
      'O comentário tem algo que não pode ser enviado. Mude o texto e envie de novo.', 'comment');
  end if;
  if tg_op = 'UPDATE' and (new.rating, new.comment, new.is_anonymous)
    is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    return new;
  end if;
  new.updated_at := greatest(clock_timestamp(), new.created_at);
  if tg_op = 'UPDATE' and new.is_anonymous <> old.is_anonymous then
    new.public_id := gen_random_uuid();
  end if;
  -- Taking words back is always possible, and leaving too.
  if tg_op = 'UPDATE' and new.comment is null
    and (new._deleted or (new.rating, new.is_anonymous) is not distinct from (old.rating, old.is_anonymous))
  then
    return new;
  end if;

  if tg_op = 'INSERT' then
    -- Before anything that could tell a stranger about the request; the policy would come too late for that.
    if new.evaluator_id <> auth.uid() then
      perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
    end if;
    perform app.hold_people(array[new.evaluator_id, new.evaluated_id]);
    select * into request from public.lesson_requests r where r.id = new.lesson_request_id for share;
    -- One answer for a request of others and for none at all.
    if request.id is null or new.evaluator_id not in (request.student_id, request.teacher_id) then
      perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
    end if;
    if new.evaluated_id is null or new.evaluated_id = new.evaluator_id
      or new.evaluated_id not in (request.student_id, request.teacher_id)
    then
      perform app.refuse('42501', 'not_the_other', 'Só a outra pessoa do pedido pode ser avaliada.');
    end if;
  end if;
  if (
    select count(*) from public.user_profiles p
    where p.id in (new.evaluator_id, new.evaluated_id) and p.removed_at is null
  ) <> 2 then
    perform app.refuse('PT409', 'profile_missing', 'Uma das duas contas não existe mais.');
  end if;
  if tg_op = 'INSERT' and request.status <> 'Aceito' then
    perform app.refuse('PT409', 'request_not_accepted',
      'Só um pedido aceito pode ser avaliado, e este não está mais aceito.', request.status);
  end if;
  return new;
end
$$;

-- As before. Everything that removals and writers of evaluations both take comes in one order: the person, the
-- requests, the evaluations, then what the listing is computed from, the statistics among it.
create or replace function app.forget_user(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = forget_user.user_id for update;
  perform from public.lesson_requests r
    where forget_user.user_id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e
    where forget_user.user_id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  perform app.lock_person(user_id);
  update public.user_profiles p
    set name = '', email = '', whatsapp = null, city_id = null, profile_image_url = null, removed_at = now()
    where p.id = forget_user.user_id and p.removed_at is null;
  update public.teachers t
    set bio = null, experience = null, neighborhood = null, instagram = null, modalidades_aula = '{particular}',
      is_active = false, is_paused = false, is_featured = false, approved_at = null, slug = null
    where t.id = forget_user.user_id;
  delete from public.teacher_dance_styles s where s.teacher_id = forget_user.user_id;
  delete from public.student_dance_styles s where s.student_id = forget_user.user_id;
  delete from public.user_evaluation_stats s where s.user_id = forget_user.user_id;
  -- What was paid stays in the books, whose it was does not.
  update public.supporter_tiers s
    set user_id = null, email = s.id || '@removed.invalid', is_active = false
    where s.user_id = forget_user.user_id;
  delete from public.command_log c where c.user_id = forget_user.user_id;
end
$$;
