-- Evaluations: each side of an accepted request may evaluate the other once, and change the evaluation later.
--
-- The table is read by authors and admins only; public_evaluations shows the public part. The rules are enforced here
-- for every writer: the procedure, a direct insert or update, the server.
--
-- The author of an anonymous evaluation must not be identifiable by the moment when the number of stars changes: a
-- teacher with one student would know at once, and one with two by who had a lesson that day. A phone that comes back
-- online sends all unsent writes within a second, so that versions and times would be next to those of the author's post
-- or new name. So others read, and statistics count, only the published part of the row (`public_rating`,
-- `public_comment`):
--   with the author's name: published at once;
--   anonymous: withheld. app.release_evaluations runs at night for earlier days and publishes all that are withheld for
--     one person when those of two authors are withheld, or at least three people may have written it (accepted requests
--     whose other side has not evaluated that person by name). It also publishes evaluations of a past month, even single
--     ones, so that none is withheld beyond its month, which the public date tells anyway.
-- Changes of an anonymous evaluation are withheld in the same way, with the former version visible meanwhile. Hiding the
-- name and withdrawing the text take effect at once, because delaying either would be worse. Texts of an anonymous author
-- who deletes the account stay visible, without a link to the author, until the end of that month; texts that were still
-- withheld are never shown.

create table public.lesson_evaluations (
  id uuid primary key default gen_random_uuid(),
  lesson_request_id uuid not null references public.lesson_requests (id),
  evaluator_id uuid not null,
  evaluated_id uuid not null,
  rating integer not null constraint lesson_evaluations_rating_check check (rating between 1 and 5),
  comment text constraint lesson_evaluations_comment_check check (char_length(comment) between 1 and 1000),
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Identifies the evaluation for others. Random, and changed when the author hides or shows the name, so that a former
  -- copy cannot be matched by its id.
  public_id uuid not null default gen_random_uuid() unique,
  _xid bigint not null default 0,
  -- The author's account is removed: the stars stay in the evaluated person's statistics, the author's phones drop the row.
  _deleted boolean not null default false,
  -- The published part, which others read and statistics count; null before publication.
  public_rating integer,
  public_comment text,
  -- Set when the team has hidden it: only the author still reads it, and it is not counted.
  hidden_at timestamptz,
  -- The evaluated person's answer, under the evaluation for all who read it.
  reply text constraint lesson_evaluations_reply_check check (char_length(reply) between 1 and 500),
  replied_at timestamptz,
  -- Stars at the first publication; null before.
  first_rating integer,
  -- A change since the first publication that is not published yet.
  rewritten boolean not null default false,
  edited_at timestamptz,
  lessons_held integer,
  reply_hidden_at timestamptz,
  -- When the present reply was written; `replied_at` is the first one's.
  reply_written_at timestamptz,
  constraint lesson_evaluations_one_each unique (lesson_request_id, evaluator_id),
  constraint lesson_evaluations_other check (evaluator_id <> evaluated_id),
  constraint lesson_evaluations_gone check (not _deleted or (comment is null and is_anonymous)),
  constraint lesson_evaluations_public_check check (public_comment is null or public_rating is not null),
  constraint lesson_evaluations_named_is_public check (
    is_anonymous or hidden_at is not null or num_nonnulls(public_rating, public_comment) = 0
    or (public_rating is not null and public_rating = rating and public_comment is not distinct from comment)
  ),
  constraint lesson_evaluations_hidden_is_not_public check (
    hidden_at is null or (public_rating is null and public_comment is null)
  ),
  constraint lesson_evaluations_reply_of_published check (
    reply is null or public_rating is not null or hidden_at is not null
  )
);
create index lesson_evaluations_evaluated on public.lesson_evaluations (evaluated_id, public_id);

create index lesson_evaluations_sealed on public.lesson_evaluations (created_at)
  where public_rating is null and hidden_at is null;

-- app.evaluation_right says who may write; a name that others have read stays. "Not evaluated already" is the unique
-- key. An insert locks the people first and then the request, as every command does, so that the request is still
-- accepted at the commit. An update must lock neither: it holds its row before any trigger runs, and a removal that
-- holds the person would wait for that row (a deadlock). It needs no lock, because a removal blanks the person's
-- evaluations first (app.forget_user): either it comes first and is seen here, or it comes later and blanks this. Error
-- messages are in Portuguese, because the app shows them unchanged.
create function app.guard_evaluation() returns trigger
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
    -- A row blanked with its account stays blank.
    if old._deleted and (new.comment, new.rating, new.is_anonymous, new._deleted)
      is distinct from (old.comment, old.rating, old.is_anonymous, old._deleted)
    then
      perform app.refuse('PT409', 'profile_missing', 'Uma das duas contas não existe mais.');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.is_anonymous and not old.is_anonymous and not new._deleted
    and old.first_rating is not null
  then
    perform app.refuse('PT409', 'name_was_read', 'Sua avaliação já foi publicada com seu nome, e continua com ele.');
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
  -- Withdrawing the text is always possible, also during the removal of an account.
  if tg_op = 'UPDATE' and new.comment is null
    and (new._deleted or (new.rating, new.is_anonymous) is not distinct from (old.rating, old.is_anonymous))
  then
    return new;
  end if;

  if tg_op = 'INSERT' then
    -- Checked before anything that could reveal the request to a stranger; the policy is checked later.
    if new.evaluator_id <> auth.uid() then
      perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
    end if;
    perform app.hold_people(array[new.evaluator_id, new.evaluated_id]);
    select * into request from public.lesson_requests r where r.id = new.lesson_request_id for share;
    -- The same error for a request of others and for an unknown one.
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
  if tg_op = 'INSERT' and (select g.may from app.evaluation_right(request, new.evaluator_id) g) is null then
    perform app.refuse('PT409', 'request_not_accepted',
      'Só um pedido aceito pode ser avaliado, e este não está mais aceito.', request.status);
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.lesson_evaluations
  for each row execute function app.guard_evaluation();
select app.replicate_private('lesson_evaluations', 'evaluations', 'evaluator_id');

-- Statistics count the published part by adding differences under the row's lock, which is correct with other writers and
-- keeps the stars of before. The date is truncated to the month, so that an anonymous author cannot be found by the time.
create function app.count_evaluation() returns trigger
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

-- Not `update of`: the trigger `publish` sets the column, which no statement names.
create trigger count_stars after insert or update on public.lesson_evaluations
  for each row execute function app.count_evaluation();

-- Command: writes or changes the caller's evaluation of the other side. `evaluation`: { id (made on the device),
-- lesson_request_id, rating 1–5, comment|null (to 1,000 characters), is_anonymous }. An existing evaluation of that
-- request is changed, whatever its id (another phone may have created it). Returns { command_id, version,
-- evaluation_id, created }. Hints: invalid_value (22023, the field or constraint in DETAIL), not_a_party (42501),
-- request_not_accepted (PT409, the state in DETAIL), evaluation_exists (PT409: the id is taken), profile_missing
-- (PT409: one of the two is removed). Messages are in Portuguese, because the app shows them unchanged: 'Erro ao criar
-- avaliação: {detail}' (specification 001 §8).
create function public.save_evaluation(command_id uuid, evaluation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'evaluation.save', evaluation);
  wanted public.lesson_evaluations;
  request public.lesson_requests;
  written uuid;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(evaluation) is distinct from 'object' or octet_length(evaluation::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'Esta não é uma avaliação.', 'evaluation');
  end if;
  select k into refused from jsonb_object_keys(evaluation) k
    where k <> all (array['id', 'lesson_request_id', 'rating', 'comment', 'is_anonymous']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'Uma avaliação não tem este campo.', refused);
  end if;
  wanted.id := app.id_field(evaluation, 'id');
  wanted.lesson_request_id := app.id_field(evaluation, 'lesson_request_id');
  if wanted.id is null or wanted.lesson_request_id is null then
    perform app.refuse('22023', 'invalid_value', 'Falta um valor.', 'id');
  end if;
  if coalesce(evaluation ->> 'rating', '') !~ '^[1-5]$' or jsonb_typeof(evaluation -> 'rating') <> 'number' then
    perform app.refuse('22023', 'invalid_value', 'Escolha de 1 a 5 estrelas.', 'rating');
  end if;
  if coalesce(jsonb_typeof(evaluation -> 'is_anonymous'), 'boolean') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'Um valor não foi aceito. Confira e envie de novo.', 'is_anonymous');
  end if;
  wanted.rating := (evaluation ->> 'rating')::integer;
  wanted.is_anonymous := coalesce((evaluation ->> 'is_anonymous')::boolean, false);
  wanted.comment := app.text_field(evaluation, 'comment');

  select * into request from public.lesson_requests r
    where r.id = wanted.lesson_request_id and me in (r.student_id, r.teacher_id);
  if request.id is null then
    perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
  end if;
  perform app.hold_people(array[request.student_id, request.teacher_id]);
  if not exists (select from public.user_profiles p where p.id = me and p.removed_at is null) then
    perform app.refuse('PT409', 'profile_missing', 'Seu cadastro ainda não está completo.');
  end if;
  -- Serialises an author's phones.
  perform from public.lesson_requests r where r.id = request.id for no key update;

  begin
    update public.lesson_evaluations e
      set rating = wanted.rating, comment = wanted.comment, is_anonymous = wanted.is_anonymous
      where e.lesson_request_id = request.id and e.evaluator_id = me
      returning e.id into written;
    if written is null then
      insert into public.lesson_evaluations
          (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous)
        values (wanted.id, request.id, me,
          case when me = request.student_id then request.teacher_id else request.student_id end,
          wanted.rating, wanted.comment, wanted.is_anonymous);
    end if;
  exception
    when unique_violation then
      perform app.refuse('PT409', 'evaluation_exists', 'Já existe outra avaliação com este registro. Envie de novo.');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'Um valor não foi aceito. Confira e envie de novo.', rule);
  end;
  return app.finish_command(command_id, (
    select jsonb_build_object('version', e._xid, 'evaluation_id', e.id, 'created', written is null)
    from public.lesson_evaluations e where e.lesson_request_id = request.id and e.evaluator_id = me
  ));
end
$$;

create index lesson_evaluations_waiting on public.lesson_evaluations (evaluated_id)
  where public_rating is distinct from rating or public_comment is distinct from comment;

-- Number of people who may have written an anonymous evaluation of this person.
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

-- Named to run after `guard` and before `zz_stamp`. Withholds a new evaluation; a change of one with its author's name
-- that is published already is published at once. Withdrawing takes effect at once: of the text, and with the name of
-- everything that was shown with it. Texts of an anonymous author who deletes the account stay for now.
create function app.publish_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.public_rating is null and new.hidden_at is null or new._deleted then
    new.reply := null;
  end if;
  if new.hidden_at is not null then
    new.public_rating := null;
    new.public_comment := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.public_rating := null;
    new.public_comment := null;
  elsif new._deleted and not old._deleted then
    -- The author is removed: the stars stay with the evaluated person, without text.
    if not old.is_anonymous then
      new.public_comment := null;
    end if;
    return new;
  elsif old.hidden_at is null
    and (new.rating, new.comment, new.is_anonymous) is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    -- The release itself, a reply, or a write without changes.
    return new;
  elsif new.is_anonymous and not old.is_anonymous then
    new.public_rating := null;
    new.public_comment := null;
    new.reply := null;
  end if;
  if new.is_anonymous then
    if new.comment is null then
      new.public_comment := null;
    end if;
  elsif tg_op = 'UPDATE' and old.public_rating is not null
    -- Shown again by the team, or written by the server with its date of then.
    or (tg_op = 'INSERT' or old.hidden_at is not null) and new.created_at <= now() - interval '14 days'
    or tg_op = 'UPDATE' and old.hidden_at is not null and app.is_unsealed(new)
  then
    new.public_rating := new.rating;
    new.public_comment := new.comment;
  end if;
  return new;
end
$$;
create trigger publish before insert or update on public.lesson_evaluations
  for each row execute function app.publish_evaluation();

-- Publishes the withheld evaluations that are due (see above) and returns how many. `at`: for tests and demo data.
-- Texts of a removed anonymous author are removed at the end of their month; until then they do not count as a second
-- withheld author. Skips people and rows that another transaction is writing, so that it never waits for an author or a
-- removal, and locks the statistics of one person after the other, in order. People come first: their inbox entries
-- lock them, and a removal locks the person before the evaluations. A removed person has no statistics and no readers of
-- them.
create function app.release_evaluations(at timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant timestamptz :=
    date_trunc('day', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  this_month constant timestamptz :=
    date_trunc('month', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  people uuid[];
  ripe uuid[];
  one record;
  released integer := 0;
  here integer;
begin
  select array_agg(l.id) into people from (
    select p.id from public.user_profiles p
    where p.removed_at is null and p.id in (
      select e.evaluated_id from public.lesson_evaluations e
      where (e.public_rating is distinct from e.rating or e.public_comment is distinct from e.comment)
        and e.hidden_at is null
    )
    order by p.id for key share skip locked
  ) l;
  select array_agg(l.id) into ripe from (
    select e.id from public.lesson_evaluations e
    where e.evaluated_id = any (people) and (e.public_rating is distinct from e.rating or e.public_comment is distinct from e.comment)
      and (e.updated_at < today or not e.is_anonymous) and e.hidden_at is null
      and (e.public_rating is not null or app.is_unsealed(e, at))
    order by e.id for update skip locked
  ) l;
  for one in
    select w.evaluated_id,
      count(distinct w.evaluator_id) filter (where w.is_anonymous and (not w._deleted or w.public_comment is null)) >= 2
        or app.possible_authors(w.evaluated_id) >= 3 as together
    from public.lesson_evaluations w
    where w.id = any (ripe) group by w.evaluated_id order by w.evaluated_id
  loop
    update public.lesson_evaluations e set public_rating = e.rating, public_comment = e.comment
      where e.id = any (ripe) and e.evaluated_id = one.evaluated_id
        and (not e.is_anonymous or one.together and (not e._deleted or e.public_comment is null)
          or e.updated_at < this_month);
    get diagnostics here = row_count;
    released := released + here;
  end loop;
  return released;
end
$$;

-- Public evaluations: those of shown teachers for all, those of a person for that person and for admins. An anonymous one
-- contains no link to its author: no name, picture or request, an id that only this view uses, only the month, and rows
-- in the order of random ids, because a table without order shows which row came last. A view over the private table
-- also hides the system columns, whose transaction ids would tell the time.
create view public.public_evaluations with (security_barrier) as
select
  e.public_id as id,
  e.evaluated_id,
  e.public_rating as rating,
  e.public_comment as comment,
  e.is_anonymous,
  case when not e.is_anonymous then p.name end as author_name,
  case when not e.is_anonymous then p.profile_image_url end as author_image_url,
  -- For the evaluated person's own page of the request; others must not learn of requests.
  case when not e.is_anonymous and e.evaluated_id = (select auth.uid()) then e.lesson_request_id end as lesson_request_id,
  date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')::date as month,
  case when e.reply_hidden_at is null or e.evaluated_id = (select auth.uid()) then e.reply end as reply,
  date_trunc('month', e.edited_at at time zone 'America/Sao_Paulo')::date as edited_month,
  nullif(e.first_rating, e.public_rating) as first_rating,
  e.lessons_held as lessons,
  case when e.evaluated_id = (select auth.uid()) and e.replied_at is not null then
    ((greatest(e.replied_at, e.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date end as reply_until,
  e.evaluated_id = (select auth.uid()) and e.reply_hidden_at is not null as reply_hidden,
  e.reply is not null and (e.reply_hidden_at is null or e.evaluated_id = (select auth.uid()))
    and coalesce(coalesce(e.reply_written_at, e.replied_at) < e.edited_at, false) as reply_is_earlier
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
-- Anonymous ones stay: their disappearance would name the author.
and (e.is_anonymous or not exists (
  select from public.blocks b
  where b.user_id = (select auth.uid()) and b.person_id = e.evaluator_id and b.is_on and e.evaluated_id <> b.user_id
))
order by e.public_id;

-- Public ids of the evaluations of this person, with their authors' names, by people whom the caller has blocked. None of
-- the caller's own: they are public, and the caller may answer and report them.
create function app.evaluations_by_blocked(person uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select e.public_id from public.lesson_evaluations e
  join public.blocks b on b.user_id = auth.uid() and b.person_id = e.evaluator_id and b.is_on
  where e.evaluated_id = person and not e.is_anonymous and person <> auth.uid()
$$;

-- One page of the evaluations that a person received: those with a comment before those of stars alone, because they
-- say more to a student who chooses; then newest month first, random within it. { evaluations: rows of
-- public_evaluations, total_count, total_pages }. The view decides what the caller sees. As its owner, because its
-- callers may not read blocks.
create function public.evaluations_of(person uuid, page_number integer default 1, items_per_page integer default 10)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select * from public.public_evaluations e where e.evaluated_id = person
      and e.id not in (select app.evaluations_by_blocked(person))
  ), size as (
    select least(greatest(coalesce(items_per_page, 10), 1), 100) as items
  ), page as (
    select s.* from shown s order by s.comment is null, s.month desc, s.id
    limit (select items from size)
    offset (least(greatest(coalesce(page_number, 1), 1), 100000) - 1)::bigint * (select items from size)
  )
  select jsonb_build_object(
    'evaluations', coalesce((
      select jsonb_agg(to_jsonb(p) order by p.comment is null, p.month desc, p.id) from page p
    ), '[]'),
    'total_count', (select count(*) from shown),
    'total_pages', (select ceil(count(*)::numeric / (select items from size))::integer from shown)
  )
$$;

-- `may`: 'write', 'change', or null. `invited_at`: null where one is not invited.
create function app.evaluation_right(request public.lesson_requests, person uuid, at timestamptz default now())
returns table (may text, may_hide_name boolean, invited_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select x.may, coalesce(x.is_anonymous or x.first_rating is null, true),
    case when x.may = 'write' and request.status = 'Aceito' and not x.blocks then least(
      coalesce(request.answered_at, request.request_date) + interval '7 days',
      (select min(l.starts_at + make_interval(mins => l.minutes)) from public.lessons l
        where l.request_id = request.id and l.status in ('held', 'missed'))
    ) end
  from (
    select s.blocks, e.is_anonymous, e.first_rating, case
      when s.side is null or (
        select count(*) from public.user_profiles p where p.id in (person, s.other) and p.removed_at is null
      ) <> 2 then null
      when e.id is not null then 'change'
      when request.status = 'Aceito' then 'write'
      when request.status = 'Cancelado' and request.answered_at is not null and (
        s.blocks and request.cancelled_by = s.side or exists (
          select from public.lessons l where l.request_id = request.id
            and (l.status in ('held', 'missed') or l.status = 'confirmed' and l.starts_at <= at)
        )
      ) then 'write'
    end as may
    from (
      select o.side, o.other, app.has_blocked(person, o.other) as blocks
      from (select
        case person when request.student_id then 'student' when request.teacher_id then 'teacher' end as side,
        case person when request.student_id then request.teacher_id else request.student_id end as other
      ) o
    ) s
    left join public.lesson_evaluations e
      on e.lesson_request_id = request.id and e.evaluator_id = person and not e._deleted
  ) x
$$;

-- The caller's right, for the view below, whose readers may not ask about others.
create function app.own_evaluation_right(request_id uuid)
returns table (may text, may_hide_name boolean, invited_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select g.may, g.may_hide_name, g.invited_at
  from public.lesson_requests r cross join lateral app.evaluation_right(r, auth.uid()) g
  where r.id = own_evaluation_right.request_id and auth.uid() in (r.student_id, r.teacher_id)
$$;
grant execute on function app.own_evaluation_right(uuid) to anon, authenticated;

-- The requests that the caller is invited to evaluate, now or from `invited_at` on. Each row is visible to its evaluator only.
create view public.pending_evaluations with (security_barrier) as
select
  r.id as lesson_request_id,
  me.id as evaluator_id,
  other.id as evaluated_id,
  other.name as evaluated_name,
  other.profile_image_url as evaluated_image_url,
  r.dance_style_id,
  (select d.name from public.dance_styles d where d.id = r.dance_style_id) as style,
  r.request_date,
  g.invited_at
from public.lesson_requests r
join public.user_profiles me on me.id in (r.student_id, r.teacher_id) and me.removed_at is null
join public.user_profiles other on other.id in (r.student_id, r.teacher_id) and other.id <> me.id
  and other.removed_at is null
cross join lateral app.own_evaluation_right(r.id) g
where me.id = (select auth.uid()) and g.invited_at is not null;

-- The same for the person with this id, who must be the caller. Hint: not_the_owner (42501).
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

-- Evaluations in the shape that their author's phones hold, with the reply that others read too, the public id by which
-- the author reports it, and the stars with which others first read the evaluation. Phones derive pending ones from
-- their accepted requests.
create view app.own_evaluations as
select e.id, e.evaluator_id, e.lesson_request_id, e.evaluated_id, case when not e._deleted then e.rating end as rating,
  e.comment, e.is_anonymous, e.created_at, e.updated_at, e._xid, e._deleted,
  case when e.reply_hidden_at is null and e.public_rating is not null then e.reply end as reply,
  case when e.reply_hidden_at is null and e.public_rating is not null and e.reply is not null then e.public_id end as reply_id,
  e.first_rating
from public.lesson_evaluations e;

create function public.pull_evaluations(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_evaluations', 'evaluator_id', after_xid, after_id, page_size)
$$;

-- Ids of the evaluations that the caller's phones may hold.
create function public.visible_ids_evaluations() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(e.id order by e.id) from public.lesson_evaluations e
    where e.evaluator_id = auth.uid() and not e._deleted
  ))
$$;

create trigger refuse_write instead of insert or update or delete on public.public_evaluations
  for each row execute function app.refuse_write();
create trigger refuse_write instead of insert or update or delete on public.pending_evaluations
  for each row execute function app.refuse_write();

-- Counts new evaluations and changes.
create function app.limit_evaluations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.evaluator_id = auth.uid() and (tg_op = 'INSERT' or (new.rating, new.comment, new.is_anonymous)
    is distinct from (old.rating, old.comment, old.is_anonymous) and not new._deleted)
  then
    perform app.take_turn('evaluations_day', auth.uid()::text, 60, '1 day');
  end if;
  return new;
end
$$;
create trigger limit_evaluations before insert or update on public.lesson_evaluations
  for each row execute function app.limit_evaluations();

create function app.require_terms_of_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.evaluator_id = auth.uid() and not new._deleted then
    perform app.require_terms();
  end if;
  return null;
end
$$;
create trigger a_terms_of_new after insert on public.lesson_evaluations for each row
  execute function app.require_terms_of_evaluation();
create trigger a_terms_of_change after update on public.lesson_evaluations for each row
  when (new.rating is distinct from old.rating
    or new.comment is distinct from old.comment and new.comment is not null
    or old.is_anonymous and not new.is_anonymous)
  execute function app.require_terms_of_evaluation();

-- Notifies a person of a received evaluation when it is published, once per evaluation however often it is changed,
-- hidden and shown again. A withheld one does not notify. The text names neither author nor request, because a name that
-- is hidden later would stay in the inbox.
create function app.notify_evaluated() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Demo data insert their own inbox entries.
  if current_setting('app.seeding', true) = 'on' then
    return null;
  end if;
  insert into public.notifications (id, user_id, kind, title, body, url)
    select md5('evaluation.received ' || new.id)::uuid, p.id, 'evaluation.received', 'Você recebeu uma avaliação',
      'Alguém avaliou as aulas que vocês combinaram. Veja como estão as suas estrelas.',
      case p.role when 'teacher' then '/teacher/home' else '/student/profile' end
    from public.user_profiles p where p.id = new.evaluated_id and p.removed_at is null
    on conflict (id) do nothing;
  return null;
end
$$;

-- Not `update of`: the trigger `publish` sets the column, which no statement names.
create trigger notify_received after insert on public.lesson_evaluations for each row
  when (new.public_rating is not null) execute function app.notify_evaluated();
create trigger notify_published after update on public.lesson_evaluations for each row
  when (old.public_rating is null and new.public_rating is not null) execute function app.notify_evaluated();

create index lesson_evaluations_newest on public.lesson_evaluations (created_at, id) where not _deleted;
create index lesson_evaluations_without_words on public.lesson_evaluations (created_at, id)
  where comment is null and not _deleted;
create index lesson_evaluations_by_rating on public.lesson_evaluations (rating, created_at, id) where not _deleted;
create index lesson_evaluations_hidden on public.lesson_evaluations (created_at, id) where hidden_at is not null;

select app.audit_table('lesson_evaluations', 'id', 'evaluator_id', 'comment,public_comment,reply');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.lesson_evaluations enable row level security;

grant select, insert, update, delete on public.lesson_evaluations to service_role;
grant select on public.public_evaluations, public.pending_evaluations to service_role;

-- app.guard_evaluation has the rules of writing. Admins only read.
grant select (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous, created_at,
  updated_at, public_id, _xid, _deleted, public_rating, public_comment, hidden_at, reply, replied_at, first_rating,
  rewritten, edited_at, lessons_held, reply_hidden_at, reply_written_at) on public.lesson_evaluations to authenticated;
grant insert (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous
  ) on public.lesson_evaluations to authenticated;
grant update (rating, comment, is_anonymous) on public.lesson_evaluations to authenticated;
create policy "authors read their evaluations, admins all" on public.lesson_evaluations for select to authenticated
  using (evaluator_id = (select auth.uid()) or (select app.is_admin()));
create policy "authors add their evaluations" on public.lesson_evaluations for insert to authenticated
  with check (evaluator_id = (select auth.uid()));
create policy "authors change their evaluations" on public.lesson_evaluations for update to authenticated
  using (evaluator_id = (select auth.uid())) with check (evaluator_id = (select auth.uid()));

grant select (id, evaluated_id, rating, comment, is_anonymous, author_name, author_image_url, lesson_request_id,
  month, reply, edited_month, first_rating, lessons, reply_until, reply_hidden, reply_is_earlier
  ) on public.public_evaluations to anon, authenticated;

grant select (lesson_request_id, evaluator_id, evaluated_id, evaluated_name, evaluated_image_url, dance_style_id,
  style, request_date, invited_at) on public.pending_evaluations to anon, authenticated;

grant execute on function public.save_evaluation(uuid, jsonb), public.pending_evaluations_of(uuid),
  public.pull_evaluations(bigint, uuid, integer), public.visible_ids_evaluations() to authenticated;
grant execute on function public.evaluations_of(uuid, integer, integer) to anon, authenticated;

-- Sealed evaluations, and one reply to each.
--
-- Evaluations must not be acts of revenge: each is sealed until both sides of the request have written one, or 14 days
-- have passed. Until then only its author and admins read it, statistics do not count it, nobody is told of it, and no
-- row that others read changes. An evaluation without its author's name opens nothing: the other side would learn from
-- its own evaluation's appearance that the anonymous one exists. So of a pair in which one is anonymous, each waits for
-- its 14 days; the anonymous one afterwards waits for company (see the top).

create function app.is_unsealed(evaluation public.lesson_evaluations, at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select evaluation.created_at <= at - interval '14 days'
    or not evaluation.is_anonymous and exists (
      select from public.lesson_evaluations o
      where o.lesson_request_id = evaluation.lesson_request_id and o.evaluator_id = evaluation.evaluated_id
        and not o.is_anonymous and not o._deleted
    )
$$;

-- Publishes both evaluations of a request once both have their author's name. In the order of the evaluated people, in
-- which every writer locks statistics. A row or person that is being written is skipped; the night's release finds it.
create function app.unseal_evaluations() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sealed record;
begin
  if not app.is_unsealed(new) then
    return null;
  end if;
  -- Inbox entries lock their people, and a removal locks the person before the evaluations.
  if (
    select count(*) from (
      select from public.user_profiles p where p.id in (new.evaluator_id, new.evaluated_id)
      order by p.id for key share skip locked
    ) held
  ) < 2 then
    return null;
  end if;
  for sealed in
    select e.id from public.lesson_evaluations e
    where e.lesson_request_id = new.lesson_request_id and e.public_rating is null and e.hidden_at is null
      and not e.is_anonymous and not e._deleted
    order by e.evaluated_id for update skip locked
  loop
    update public.lesson_evaluations e set public_rating = e.rating, public_comment = e.comment where e.id = sealed.id;
  end loop;
  return null;
end
$$;
create trigger unseal_new after insert on public.lesson_evaluations for each row
  when (not new.is_anonymous) execute function app.unseal_evaluations();
create trigger unseal_named after update on public.lesson_evaluations for each row
  when (old.is_anonymous and not new.is_anonymous) execute function app.unseal_evaluations();

-- Command: writes, changes or withdraws the caller's reply to an evaluation with its author's name that the caller
-- received. Changeable for 14 days after it was written and after each change of the evaluation. The author is told of
-- the first one, and of the first one after each change of the evaluation.
-- `reply`: { evaluation_id: the public one, text|null (to 500 characters) }. Returns { command_id, version: null,
-- evaluation_id }. Hints: invalid_value (22023, the field in DETAIL), evaluation_unknown (PT404: not published, not
-- about the caller, or under another id since its author hid or showed the name), evaluation_anonymous (PT409),
-- reply_hidden (PT409: by the team), reply_closed (PT409: 14 days have passed).
create function public.reply_to_evaluation(command_id uuid, reply jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'evaluation.reply', reply);
  target constant uuid := app.id_field(reply, 'evaluation_id');
  words constant text := nullif(btrim(app.text_field(reply, 'text')), '');
  evaluation public.lesson_evaluations;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(reply) is distinct from 'object' or target is null then
    perform app.refuse('22023', 'invalid_value', 'Falta um valor.', 'evaluation_id');
  end if;
  if char_length(words) > 500 then
    perform app.refuse('22023', 'invalid_value', 'A resposta pode ter até 500 caracteres.', 'text');
  elsif words ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value',
      'A resposta tem algo que não pode ser enviado. Mude o texto e envie de novo.', 'text');
  end if;
  perform app.hold_people(array[me]);
  perform app.require_profile();
  select * into evaluation from public.lesson_evaluations e
    where e.public_id = target and e.evaluated_id = me and e.public_rating is not null and not e._deleted for update;
  if evaluation.id is null then
    perform app.refuse('PT404', 'evaluation_unknown', 'Esta avaliação não está mais aqui. Abra a página de novo.');
  end if;
  if words is not null and words is distinct from evaluation.reply then
    if evaluation.is_anonymous then
      perform app.refuse('PT409', 'evaluation_anonymous', 'Uma avaliação sem nome não recebe resposta.');
    elsif evaluation.reply_hidden_at is not null then
      perform app.refuse('PT409', 'reply_hidden', 'A equipe do Danceflix escondeu esta resposta.');
    elsif app.reply_until(evaluation) < (now() at time zone 'America/Sao_Paulo')::date then
      perform app.refuse('PT409', 'reply_closed', 'Uma resposta só muda por 14 dias.');
    end if;
    perform app.require_terms();
  end if;
  update public.lesson_evaluations e
    set reply = words, replied_at = coalesce(e.replied_at, now()), reply_written_at = now()
    where e.id = evaluation.id and e.reply is distinct from words;
  if words is not null and words is distinct from evaluation.reply and (evaluation.replied_at is null
    or coalesce(evaluation.reply_written_at, evaluation.replied_at) < evaluation.edited_at)
  then
    perform app.notify(evaluation.evaluator_id, 'evaluation.replied', 'Sua avaliação recebeu uma resposta',
      'Leia a resposta embaixo da sua avaliação.', (
        select case p.role when 'teacher' then '/teacher/evaluations/' else '/student/evaluations/' end
          || evaluation.lesson_request_id
        from public.user_profiles p where p.id = evaluation.evaluator_id));
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', null, 'evaluation_id', evaluation.public_id));
end
$$;
grant execute on function public.reply_to_evaluation(uuid, jsonb) to authenticated;

-- Replies to evaluations on their own, changes that are seen, and how many lessons an author had.
--
-- All rules in one place:
-- 1. SEALED. Until both sides have written with their name, or 14 days have passed, only the author reads an evaluation,
--    and may change it without a trace: nobody has read it.
-- 2. CHANGES. The author may change an evaluation at any time (specification 001 §4), also once both are public, and the
--    stars and statistics follow. So that this is no way to take revenge, a change of stars or words after the first
--    publication shows the month of the change and the stars that it had first. The mark stays: changing back does not
--    take it off. Published with the name, it stays with the name. Words of an anonymous author are marked when they are
--    released, so that a mark never tells of a change that is not read yet.
-- 3. REPLY. The evaluated person may write one reply to a public evaluation with its author's name, and change it up to
--    14 days after it was written, and for 14 days after each change of the evaluation. A change of the evaluation
--    leaves the reply.
-- 4. LESSONS. A student's evaluation with the name shows how many lessons were held between the two when it was first
--    shown with it (not later: the number would tell of lessons), in steps. An anonymous one shows none.
-- 5. The team can hide a reply and leave the evaluation. A hidden reply can be withdrawn, not changed.

-- Lessons held between two people, rounded down to 1, 2, 3, 4, 5, 10, 20, 50, 100; null without one.
create function app.lessons_between(student uuid, teacher uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select max(step) from unnest(array[1, 2, 3, 4, 5, 10, 20, 50, 100]) step where step <= (
    select count(*) from public.lesson_requests r join public.lessons l on l.request_id = r.id
    where r.student_id = student and r.teacher_id = teacher and l.status = 'held'
  )
$$;

-- The last day on which the reply may change, by São Paulo's calendar; null before there was a reply. The view below
-- says the same, which its readers could not ask of a function that is not theirs.
create function app.reply_until(evaluation public.lesson_evaluations) returns date
language sql immutable set search_path = ''
as $$
  select ((greatest(evaluation.replied_at, evaluation.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date
    where evaluation.replied_at is not null
$$;

-- Named to run after `publish` and before `zz_stamp`.
create function app.mark_publication() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := tg_op = 'UPDATE' and old.public_rating is not null;
begin
  if new.is_anonymous then
    new.lessons_held := null;
  end if;
  if new._deleted then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.reply is null and new.is_anonymous and not old.is_anonymous then
    new.replied_at := null;
  end if;
  if new.public_rating is null then
    if new.first_rating is not null and tg_op = 'UPDATE'
      and (new.rating, new.comment) is distinct from (old.rating, old.comment)
    then
      new.rewritten := true;
    end if;
    return new;
  end if;
  if new.rewritten
    or was_public and (new.public_rating, new.public_comment) is distinct from (old.public_rating, old.public_comment)
  then
    new.edited_at := now();
    new.rewritten := false;
  end if;
  new.first_rating := coalesce(new.first_rating, new.public_rating);
  if not new.is_anonymous and new.lessons_held is null and not (was_public and not old.is_anonymous) then
    new.lessons_held := app.lessons_between(new.evaluator_id, new.evaluated_id);
  end if;
  return new;
end
$$;
create trigger publish_marks before insert or update on public.lesson_evaluations
  for each row execute function app.mark_publication();

-- Evaluations that others have read, and are changed afterwards: points 2 and 3 above, for anonymous
-- ones too. Named ones stay named (app.guard_evaluation), so a change takes neither the first stars nor the reply away.
--
-- 1. The first stars stay beside the new ones. Those of an anonymous evaluation are the ones that were released first.
-- 2. A reply that was written before the change says so, and the evaluated person, who is told of the change, may write
--    another one in its place. The author is told of it again.

-- Tells the evaluated person that a published evaluation has changed, at most once a day for each.
create function app.notify_changed_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('app.seeding', true) = 'on' or new._deleted
    or not new.is_anonymous and app.has_blocked(new.evaluated_id, new.evaluator_id)
  then
    return null;
  end if;
  insert into public.notifications (id, user_id, kind, title, body, url)
    select md5('evaluation.changed ' || new.id || ' ' || (now() at time zone 'America/Sao_Paulo')::date)::uuid, p.id,
      'evaluation.changed', 'Uma avaliação sobre você mudou',
      case when new.is_anonymous then 'Veja como ficou. As primeiras estrelas continuam ao lado.'
        else 'Veja como ficou. As primeiras estrelas continuam ao lado, e você pode responder de novo.' end,
      case p.role when 'teacher' then '/teacher/home' else '/student/progresso' end
    from public.user_profiles p where p.id = new.evaluated_id and p.removed_at is null
    on conflict (id) do nothing;
  return null;
end
$$;
create trigger notify_changed after update on public.lesson_evaluations for each row
  when (old.public_rating is not null and new.public_rating is not null
    and (new.public_rating <> old.public_rating
      or new.public_comment is distinct from old.public_comment and new.public_comment is not null))
  execute function app.notify_changed_evaluation();
