-- Sealed evaluations, and one reply to each.
--
-- Evaluations must not be acts of revenge: each is sealed until both sides of the request have written one, or 14 days
-- have passed. Until then only its author and admins read it, statistics do not count it, nobody is told of it, and no
-- row that others read changes. An evaluation without its author's name opens nothing: the other side would learn from
-- its own evaluation's appearance that the anonymous one exists. So of a pair in which one is anonymous, each waits for
-- its 14 days; the anonymous one afterwards waits for company, as before (…_evaluations.sql).

alter table public.lesson_evaluations
  drop constraint lesson_evaluations_named_is_public,
  add constraint lesson_evaluations_named_is_public check (
    is_anonymous or hidden_at is not null or num_nonnulls(public_rating, public_comment) = 0
    or (public_rating is not null and public_rating = rating and public_comment is not distinct from comment)
  ),
  -- The evaluated person's answer, under the evaluation for all who read it.
  add reply text constraint lesson_evaluations_reply_check check (char_length(reply) between 1 and 500),
  add replied_at timestamptz,
  add constraint lesson_evaluations_reply_of_published check (reply is null or public_rating is not null or hidden_at is not null);
grant select (reply, replied_at) on public.lesson_evaluations to authenticated;
alter table public.lesson_evaluations alter reply set statistics 0, alter replied_at set statistics 0;

create index lesson_evaluations_sealed on public.lesson_evaluations (created_at)
  where public_rating is null and hidden_at is null;

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

-- Named to run after `guard` and before `zz_stamp`. Withholds a new evaluation; a change of one with its author's name
-- that is published already is published at once. Withdrawing takes effect at once: of the text, and with the name of
-- everything that was shown with it. Texts of an anonymous author who deletes the account stay for now.
create or replace function app.publish_evaluation() returns trigger
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

-- Publishes the withheld evaluations that are due (see above) and returns how many. `at`: for tests and demo data.
-- Texts of a removed anonymous author are removed at the end of their month; until then they do not count as a second
-- withheld author. Skips people and rows that another transaction is writing, so that it never waits for an author or a
-- removal, and locks the statistics of one person after the other, in order. People come first: their inbox entries
-- lock them, and a removal locks the person before the evaluations. A removed person has no statistics and no readers of
-- them.
create or replace function app.release_evaluations(at timestamptz default now()) returns integer
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

-- As before, with the reply.
create or replace view public.public_evaluations with (security_barrier) as
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
  e.reply
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
order by e.public_id;
grant select (reply) on public.public_evaluations to anon, authenticated;

-- Command: writes, changes (for 14 days) or withdraws the caller's reply to an evaluation that the caller received.
-- `reply`: { evaluation_id: the public one, text|null (to 500 characters) }. Returns { command_id, version: null,
-- evaluation_id }. Hints: invalid_value (22023, the field in DETAIL), evaluation_unknown (PT404: not published, not about
-- the caller, or under another id since its author hid or showed the name), reply_closed (PT409: 14 days have passed).
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
    if evaluation.replied_at <= now() - interval '14 days' then
      perform app.refuse('PT409', 'reply_closed', 'Uma resposta só muda por 14 dias.');
    end if;
    perform app.require_terms();
  end if;
  update public.lesson_evaluations e
    set reply = words, replied_at = coalesce(e.replied_at, now())
    where e.id = evaluation.id and e.reply is distinct from words;
  return app.finish_command(command_id,
    jsonb_build_object('version', null, 'evaluation_id', evaluation.public_id));
end
$$;
grant execute on function public.reply_to_evaluation(uuid, jsonb) to authenticated;

-- As before, with the reply; of lessons that had ended the other side hears nothing anew.
create or replace function app.forget_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  other uuid;
begin
  -- Locked in the order of ids, like in all statements that lock several.
  perform from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e where old.id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  update public.lesson_evaluations e set _deleted = true, comment = null, is_anonymous = true
    where e.evaluator_id = old.id and not e._deleted;
  update public.lesson_evaluations e set comment = null, public_comment = null, reply = null
    where e.evaluated_id = old.id and num_nonnulls(e.comment, e.public_comment, e.reply) > 0;

  for request in
    select * from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id
  loop
    update public.lesson_requests r set
      status = case when r.status in ('Pendente', 'Aceito') then 'Cancelado' else r.status end,
      message = null, reason = null
      where r.id = request.id;
    update public.lesson_request_versions v set _deleted = true
      where v.id = request.id and v.person_id = old.id and not v._deleted;
    other := case when old.id = request.student_id then request.teacher_id else request.student_id end;
    perform from public.notifications n
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted
      order by n.id for update;
    update public.notifications n set _deleted = true
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted;
    if request.status in ('Pendente', 'Aceito') and request.ended_at is null then
      perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
        'O pedido de aulas de {style} foi encerrado: a outra pessoa saiu do Danceflix.');
    end if;
  end loop;
  return null;
end
$$;

update app.personal_data p set columns = p.columns || '{reply}' where p.place = 'public.lesson_evaluations';
drop trigger audit on public.lesson_evaluations;
select app.audit_table('lesson_evaluations', 'id', 'evaluator_id', 'comment,public_comment,reply');
insert into app.typed_texts (relation, column_name, kind) values ('lesson_evaluations', 'reply', 'text');
