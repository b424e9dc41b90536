-- Evaluations that the team has hidden: not read by others, not counted, kept for their authors. What an author changes
-- of one stays hidden.

alter table public.lesson_evaluations
  add column hidden_at timestamptz,
  drop constraint lesson_evaluations_named_is_public,
  add constraint lesson_evaluations_named_is_public check (
    is_anonymous or hidden_at is not null
    or (public_rating is not null and public_rating = rating and public_comment is not distinct from comment)
  ),
  add constraint lesson_evaluations_hidden_is_not_public check (
    hidden_at is null or (public_rating is null and public_comment is null)
  );
create index lesson_evaluations_hidden on public.lesson_evaluations (created_at, id) where hidden_at is not null;

-- As before (…_evaluation_release.sql), and nothing of a hidden one is public. What comes back is published by the same
-- rules as what is new.
create or replace function app.publish_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.hidden_at is not null then
    new.public_rating := null;
    new.public_comment := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.public_rating := null;
    new.public_comment := null;
  elsif new._deleted and not old._deleted then
    -- The author is gone: the stars stay with who got them, without words.
    new.public_comment := null;
    return new;
  elsif old.hidden_at is null
    and (new.rating, new.comment, new.is_anonymous) is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
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

-- As before; hidden ones are not waiting for anything.
create or replace function app.release_evaluations(at timestamptz default now()) returns integer
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
      and e.updated_at < today and e.hidden_at is null
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

-- reports · filter: status ('open'|'kept'|'removed'), what, reason, target_id, from, to. sort: created_at (default
-- '-created_at'). Rows: { id, what, target_id, reason, details, status, created_at, decided_at, reporter: person|null,
-- open: how many open reports the thing has, target: what it is now, null when it is gone, decision: the last one
-- { decision, reason, decided_by: person|null, decided_at }|null }.
--   target of a profile: { person, state (of a teacher), is_public, hidden_at (of a student) }
--   of a post: { author, text, created_at, removed_at, removed_by }
--   of an evaluation: { evaluator, evaluated, rating, comment, is_anonymous, hidden_at }
insert into app.admin_lists (name, source, filters, sorts, default_sort, shown) values (
  'reports', 'public.reports r',
  jsonb_build_object(
    'status', 'r.status = ($1 ->> ''status'')',
    'what', 'r.what = ($1 ->> ''what'')',
    'reason', 'r.reason = ($1 ->> ''reason'')',
    'target_id', 'r.target_id = ($1 ->> ''target_id'')::uuid',
    'from', 'r.created_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', '-created_at',
  $shown$jsonb_build_object('id', r.id, 'what', r.what, 'target_id', r.target_id, 'reason', r.reason,
    'details', r.details, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at,
    'reporter', app.named_person(r.reporter_id),
    'open', (select count(*) from public.reports o where o.what = r.what and o.target_id = r.target_id
      and o.status = 'open'),
    'target', app.reported_thing(r.what, r.target_id),
    'decision', (select to_jsonb(d) - array['id', 'what', 'target_id', 'person_id', 'former', 'decided_by']
        || jsonb_build_object('decided_by', app.named_person(d.decided_by))
      from public.report_decisions d where d.what = r.what and d.target_id = r.target_id
      order by d.decided_at desc limit 1))$shown$
);

create function app.reported_thing(what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case what
    when 'profile' then (
      select jsonb_build_object('person', app.named_person(p.id),
        'state', (select d.state from app.teacher_directory d where d.id = p.id),
        'is_public', s.is_public, 'hidden_at', s.hidden_at)
      from public.user_profiles p left join public.students s on s.id = p.id
      where p.id = target and p.removed_at is null)
    when 'post' then (
      select jsonb_build_object('author', app.named_person(p.author_id), 'text', p.text, 'created_at', p.created_at,
        'removed_at', p.removed_at, 'removed_by', p.removed_by)
      from public.posts p where p.id = target)
    when 'evaluation' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating, 'comment', e.comment,
        'is_anonymous', e.is_anonymous, 'hidden_at', e.hidden_at)
      from public.lesson_evaluations e where e.public_id = target and not e._deleted)
  end
$$;
revoke all on function app.reported_thing(text, uuid) from public, anon, authenticated;
select app.open_admin_list('reports');

-- Leaving, and what is held: decisions about what a person wrote go with the person.

create function app.forget_decisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.report_decisions d where d.person_id = old.id;
  return null;
end
$$;
create trigger forget_decisions_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_decisions();
create trigger forget_decisions_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_decisions();
revoke all on function app.forget_decisions() from public, anon, authenticated;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_decisions;
revoke all on function app.my_data_before_decisions() from public, anon, authenticated;

-- Everything held about the caller, by subject (…_own_data.sql), with what the team decided about it, not who decided.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_decisions() || jsonb_build_object('decisions', coalesce((
    select jsonb_agg(jsonb_build_object('what', d.what, 'target_id', d.target_id, 'decision', d.decision,
      'reason', d.reason, 'decided_at', d.decided_at) order by d.decided_at, d.id)
    from public.report_decisions d where d.person_id = auth.uid()
  ), '[]'))
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;
