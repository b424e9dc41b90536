-- The team records and revokes checks of teachers; approving records what was checked, in the same transaction.

delete from app.commands_without_terms where kind = 'admin.teacher.verify';
insert into app.commands_without_terms (kind, reason) values
  ('admin.teacher.check', 'the team'), ('admin.teacher.revoke_check', 'the team');

-- The kinds of checks named by a field; '{}' without one. Raises 22023 for an unknown kind.
create function app.check_kinds_field(content jsonb, field text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  kinds constant text[] := coalesce(app.text_items(content, field), '{}');
begin
  if exists (select from unnest(kinds) k where app.check_months(k) is null) then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', field);
  end if;
  return kinds;
end
$$;

-- Writes one check of each kind and returns their ids. A failed check ends what was known of that kind.
create function app.record_checks(teacher uuid, kinds text[], outcome text, note text, by uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  ids jsonb;
begin
  if outcome = 'failed' then
    update public.teacher_checks c set revoked_at = clock_timestamp(), revoked_by = by
      where c.teacher_id = teacher and c.kind = any (kinds) and c.outcome = 'passed' and c.revoked_at is null;
  end if;
  with written as (
    insert into public.teacher_checks (teacher_id, kind, outcome, note, checked_by)
      select teacher, k, record_checks.outcome, record_checks.note, by from unnest(kinds) k returning id
  )
  select coalesce(jsonb_agg(w.id), '[]') into ids from written w;
  return ids;
end
$$;

-- Says so to a teacher whose page goes off because no check of identity is left.
create function app.tell_unchecked(teacher uuid, why text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.notify(teacher, 'teacher.unchecked', 'Seu perfil saiu da busca',
    why || ' Fale com a equipe para conferir de novo: a página volta assim que isso for feito.', '/teacher/profile')
$$;

-- Command: records checks of one teacher.
--   record: { teacher_id, kinds: 1 to 7 kinds, outcome: 'passed'|'failed', note: optional }.
-- Returns { command_id, ids }. Hints: invalid_value (22023), teacher_unknown (PT404).
create function public.admin_record_checks(command_id uuid, record jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.check', record);
  teacher uuid;
  kinds text[];
  refused text;
  was_active boolean;
  ids jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(record) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a record is an object', 'record');
  end if;
  select k into refused from jsonb_object_keys(record) k
    where k <> all (array['teacher_id', 'kinds', 'outcome', 'note']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a record has no such field', refused);
  end if;
  kinds := app.check_kinds_field(record, 'kinds');
  if kinds = '{}' then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'kinds');
  elsif coalesce(app.text_field(record, 'outcome'), '') not in ('passed', 'failed') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'outcome');
  elsif char_length(app.text_field(record, 'note')) not between 1 and 1000 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'note');
  end if;
  teacher := app.id_field(record, 'teacher_id');
  perform from public.user_profiles p
    where p.id = teacher and p.role = 'teacher' and p.removed_at is null for no key update;
  if not found then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  select t.is_active into was_active from public.teachers t where t.id = teacher for update;
  ids := app.record_checks(teacher, kinds, record ->> 'outcome', app.text_field(record, 'note'), me);
  if was_active and not (select t.is_active from public.teachers t where t.id = teacher) then
    perform app.tell_unchecked(teacher, 'A equipe não conseguiu confirmar a sua identidade.');
  end if;
  return app.finish_command(command_id, jsonb_build_object('ids', ids));
end
$$;

-- Command: revokes a passed check. A teacher who has no other check of identity is shown no more, and told so.
--   revocation: { id, reason }; the reason is for the team.
-- Returns { command_id, hidden: whether the page went off }. A check that is revoked already stays as it is.
-- Hints: invalid_value (22023), check_unknown (PT404).
create function public.admin_revoke_check(command_id uuid, revocation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.revoke_check', revocation);
  wanted uuid;
  teacher uuid;
  refused text;
  was_active boolean;
  hidden boolean;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(revocation) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a revocation is an object', 'revocation');
  end if;
  select k into refused from jsonb_object_keys(revocation) k where k <> all (array['id', 'reason']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a revocation has no such field', refused);
  elsif coalesce(char_length(app.text_field(revocation, 'reason')), 0) not between 1 and 1000 then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'reason');
  end if;
  wanted := app.id_field(revocation, 'id');
  select c.teacher_id into teacher from public.teacher_checks c where c.id = wanted and c.outcome = 'passed';
  if teacher is null then
    perform app.refuse('PT404', 'check_unknown', 'there is no such check');
  end if;
  perform from public.user_profiles p where p.id = teacher for no key update;
  select t.is_active into was_active from public.teachers t where t.id = teacher for update;
  update public.teacher_checks c
    set revoked_at = clock_timestamp(), revoked_by = me, revoke_reason = app.text_field(revocation, 'reason')
    where c.id = wanted and c.revoked_at is null;
  hidden := coalesce(was_active and not (select t.is_active from public.teachers t where t.id = teacher), false);
  if hidden then
    perform app.tell_unchecked(teacher, 'A equipe retirou a conferência da sua identidade.');
  end if;
  return app.finish_command(command_id, jsonb_build_object('hidden', hidden));
end
$$;

-- As before. A change may carry `checks`, the kinds that were checked, which are recorded in the same transaction: making
-- a teacher active without a valid check of identity and without 'identity' among them is refused with
-- identity_unchecked (PT409, the teacher's id in DETAIL). `undo` revokes them by `revoke`, ids of checks.
-- A person certifies one teacher at a time: checks in a command of several teachers are refused with checks_one_by_one,
-- more than 50 first approvals in one with approvals_at_once (both 22023), and among several the first approval of a
-- teacher whose name is another one than the checked one with identity_renamed (PT409, the teacher's id in DETAIL).
create or replace function public.admin_set_teachers(command_id uuid, changes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teachers.set', changes);
  change jsonb;
  refused text;
  ids uuid[] := '{}';
  missing uuid;
  firsts uuid[];
  former jsonb;
  was record;
  recorded jsonb := '{}';
begin
  if answer ? 'forgotten' then
    return answer;
  elsif answer is not null then
    return app.answer_teachers_set(changes, answer);
  end if;
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 500 then
    perform app.refuse('22023', 'invalid_value', 'between 1 and 500 teachers', 'changes');
  end if;
  for change in select c from jsonb_array_elements(changes) c loop
    if jsonb_typeof(change) <> 'object' then
      perform app.refuse('22023', 'invalid_value', 'a change is an object', 'changes');
    end if;
    select k into refused from jsonb_object_keys(change) k
      where k <> all (array['id', 'is_active', 'is_featured', 'approved_at', 'checks', 'revoke']) limit 1;
    if refused is not null or app.id_field(change, 'id') is null or app.id_field(change, 'id') = any (ids) then
      perform app.refuse('22023', 'invalid_value', 'each teacher once, with its id', coalesce(refused, 'id'));
    end if;
    perform app.boolean_field(change, 'is_active', null), app.boolean_field(change, 'is_featured', null);
    if change -> 'approved_at' = 'null' and app.boolean_field(change, 'is_active', true) then
      perform app.refuse('22023', 'invalid_value', 'who is shown is approved', 'approved_at');
    end if;
    begin
      perform app.text_field(change, 'approved_at')::timestamptz;
    exception when invalid_datetime_format or datetime_field_overflow then
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'approved_at');
    end;
    perform app.check_kinds_field(change, 'checks');
    if exists (select from unnest(app.text_items(change, 'revoke')) r where r !~ '^[0-9a-f-]{36}$') then
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'revoke');
    end if;
    ids := ids || app.id_field(change, 'id');
  end loop;
  if cardinality(ids) > 1
    and exists (select from jsonb_array_elements(changes) c where app.check_kinds_field(c, 'checks') <> '{}') then
    perform app.refuse('22023', 'checks_one_by_one', 'checks are recorded for one teacher at a time', 'checks');
  end if;

  perform from public.user_profiles p where p.id = any (ids) order by p.id for share;
  perform from public.teachers t where t.id = any (ids) order by t.id for update;
  select i into missing from unnest(ids) i where not exists (
    select from public.teachers t join public.user_profiles p on p.id = t.id
    where t.id = i and p.role = 'teacher' and p.removed_at is null
  ) limit 1;
  if missing is not null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher', missing::text);
  end if;
  select jsonb_object_agg(t.id, jsonb_build_object('is_active', t.is_active, 'is_featured', t.is_featured,
      'approved_at', t.approved_at))
    into former from public.teachers t where t.id = any (ids);
  firsts := array(
    select t.id from public.teachers t join jsonb_array_elements(changes) c on (c ->> 'id')::uuid = t.id
    where t.id = any (ids) and t.approved_at is null and app.boolean_field(c, 'is_active', false)
  );
  if cardinality(firsts) > 50 then
    perform app.refuse('22023', 'approvals_at_once', 'at most 50 first approvals at a time', 'changes');
  elsif cardinality(ids) > 1 then
    select i into missing from unnest(firsts) i where app.is_renamed(i) limit 1;
    if missing is not null then
      perform app.refuse('PT409', 'identity_renamed', 'the identity was checked for another name', missing::text);
    end if;
  end if;

  update public.teacher_checks c set revoked_at = clock_timestamp(), revoked_by = me, revoke_reason = 'Desfeito'
    from jsonb_array_elements(changes) e, jsonb_array_elements_text(coalesce(nullif(e -> 'revoke', 'null'), '[]')) r (id)
    where c.id = r.id::uuid and c.teacher_id = (e ->> 'id')::uuid and c.outcome = 'passed' and c.revoked_at is null;
  -- In the transaction of the approval that they are for.
  for was in select c.value as wanted from jsonb_array_elements(changes) c where c.value ? 'checks' loop
    recorded := recorded || jsonb_build_object(was.wanted ->> 'id', app.record_checks((was.wanted ->> 'id')::uuid,
      app.check_kinds_field(was.wanted, 'checks'), 'passed', null, me));
  end loop;
  update public.teachers t set is_active = w.is_active, is_featured = w.is_featured, approved_at = w.approved_at
    from (
      select f.id, app.boolean_field(c, 'is_active', f.is_active) as is_active,
        app.boolean_field(c, 'is_featured', f.is_featured) as is_featured,
        case when c ? 'approved_at' then (c ->> 'approved_at')::timestamptz else f.approved_at end as approved_at
      from jsonb_array_elements(changes) c join public.teachers f on f.id = (c ->> 'id')::uuid
    ) w
    where w.id = t.id and (t.is_active, t.is_featured, t.approved_at)
      is distinct from (w.is_active, w.is_featured, w.approved_at);

  -- Removes the notification of a revoked approval, unless it was read.
  perform app.take_back_approval(t.id) from public.teachers t
    where t.id = any (ids) and t.approved_at is null and former -> t.id::text -> 'approved_at' <> 'null';

  return app.answer_teachers_set(changes, app.finish_command(command_id, (
    select jsonb_build_object('changed', count(*) filter (where x.later is distinct from x.former or x.recorded <> '[]'),
      'rows', jsonb_agg(jsonb_build_object('former', x.former, 'now', x.later, 'recorded', x.recorded) order by x.place))
    from (
      select o.place, former -> t.id::text as former, jsonb_build_object('is_active', t.is_active,
        'is_featured', t.is_featured, 'approved_at', t.approved_at) as later,
        coalesce(recorded -> t.id::text, '[]') as recorded
      from unnest(ids) with ordinality o (id, place) join public.teachers t on t.id = o.id
    ) x
  )));
end
$$;

-- Adds what the logged result leaves out, because it names people.
create or replace function app.answer_teachers_set(changes jsonb, logged jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select logged || jsonb_build_object(
    'rows', jsonb_agg(jsonb_build_object('id', x.id, 'name', app.named_person(x.id::uuid) ->> 'name',
      'outcome', case when x.is_changed then 'changed' else 'same' end) || x.later order by x.place),
    'undo', coalesce(jsonb_agg(jsonb_build_object('id', x.id) || x.former
      || case when x.recorded = '[]' then '{}' else jsonb_build_object('revoke', x.recorded) end order by x.place) filter (where x.is_changed), '[]'))
  from (
    select o.place, c ->> 'id' as id, o.entry -> 'former' as former, o.entry -> 'now' as later,
      coalesce(o.entry -> 'recorded', '[]') as recorded,
      o.entry -> 'former' <> o.entry -> 'now' or coalesce(o.entry -> 'recorded', '[]') <> '[]' as is_changed
    from jsonb_array_elements(logged -> 'rows') with ordinality o (entry, place)
    join jsonb_array_elements(changes) with ordinality g (c, place) using (place)
  ) x
$$;

-- As before. An approval may carry `checks`, the kinds that were checked, recorded in the same transaction; without a
-- valid check of identity it is refused with identity_unchecked (PT409).
create or replace function public.admin_review_teacher(command_id uuid, review jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.review', review);
  teacher uuid;
  former public.teachers;
  refused text;
  rule text;
  kinds text[];
  recorded jsonb := '[]';
begin
  if answer is not null then
    return app.answer_review(review, answer);
  end if;
  if jsonb_typeof(review) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a review is an object', 'review');
  end if;
  select k into refused from jsonb_object_keys(review) k
    where k <> all (array['id', 'teacher_id', 'outcome', 'checked', 'message', 'checks']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a review has no such field', refused);
  end if;
  teacher := app.id_field(review, 'teacher_id');
  kinds := app.check_kinds_field(review, 'checks');
  if kinds <> '{}' and review ->> 'outcome' is distinct from 'approved' then
    perform app.refuse('22023', 'invalid_value', 'checks come with an approval', 'checks');
  end if;
  perform from public.user_profiles p
    where p.id = teacher and p.role = 'teacher' and p.removed_at is null for share;
  if not found then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  select * into former from public.teachers t where t.id = teacher for update;
  if former.id is null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  elsif review ->> 'outcome' = 'adjust' and former.approved_at is not null then
    perform app.refuse('PT409', 'teacher_approved', 'this teacher was approved already');
  end if;
  begin
    insert into public.teacher_reviews (id, teacher_id, outcome, checked, message, checked_by)
      values (app.id_field(review, 'id'), teacher, app.text_field(review, 'outcome'), app.text_items(review, 'checked'),
        app.text_field(review, 'message'), me);
  exception
    when unique_violation then
      perform app.refuse('PT409', 'review_exists', 'this id belongs to another review');
    when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  if review ->> 'outcome' = 'approved' then
    recorded := app.record_checks(teacher, kinds, 'passed', null, me);
    update public.teachers t set is_active = true where t.id = teacher and not t.is_active;
  else
    perform app.take_turn('adjustments_teacher_day', teacher::text, 10, '1 day');
    perform app.notify(teacher, 'teacher.adjustment', 'Falta um ajuste no seu perfil',
      app.text_field(review, 'message'), '/teacher/profile');
  end if;
  return app.answer_review(review, app.finish_command(command_id, jsonb_build_object(
    'outcome', review ->> 'outcome', 'was_active', former.is_active, 'approved_at', former.approved_at,
    'recorded', recorded)));
end
$$;

-- Adds the ids to the logged result, which names no person; they are in the repeated command.
create or replace function app.answer_review(review jsonb, logged jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when logged ? 'forgotten' then logged else logged - array['was_active', 'approved_at', 'recorded']
    || jsonb_build_object('id', review -> 'id', 'undo', case
      when logged ->> 'outcome' = 'approved' and not (logged ->> 'was_active')::boolean then jsonb_build_array(
        jsonb_build_object('id', review -> 'teacher_id', 'is_active', false, 'approved_at', logged -> 'approved_at')
          || case when coalesce(logged -> 'recorded', '[]') = '[]' then '{}'
            else jsonb_build_object('revoke', logged -> 'recorded') end)
      else '[]' end) end
$$;

-- The end of the last check of identity, ended ones too, for the list of teachers.
alter table app.teacher_directory add identity_until date;
create index teacher_directory_identity on app.teacher_directory (identity_until, folded_name, id);

create or replace view app.directory_source as
select t.id, p.name, p.email, p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id
    order by l.position, l.dance_style_id
  ) as style_ids,
  app.teacher_state(t.is_active, t.is_paused, t.approved_at) as state, t.is_featured, t.slug is not null as has_slug,
  coalesce(e.average_rating, 0) as rating, coalesce(e.total_evaluations, 0) as rating_count, t.created_at,
  (select max(c.expires_on) from public.teacher_checks c
    where c.teacher_id = t.id and c.kind = 'identity' and c.outcome = 'passed' and c.revoked_at is null) as identity_until
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
left join public.user_evaluation_stats e on e.user_id = t.id;

create or replace function app.recompute_directory(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.teacher_directory (id, name, email, city_id, style_ids, state, is_featured, has_slug, rating,
      rating_count, created_at, identity_until)
    select s.id, s.name, s.email, s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count,
      s.created_at, s.identity_until
    from app.directory_source s
    where s.id = any (ids) and not exists (select from app.teacher_directory d where d.id = s.id)
    on conflict do nothing;
  update app.teacher_directory d set name = s.name, email = s.email
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id and (d.name, d.email) <> (s.name, s.email);
  update app.teacher_directory d set city_id = s.city_id, style_ids = s.style_ids, state = s.state,
      is_featured = s.is_featured, has_slug = s.has_slug, rating = s.rating, rating_count = s.rating_count,
      identity_until = s.identity_until
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id
      and (d.city_id, d.style_ids, d.state, d.is_featured, d.has_slug, d.rating, d.rating_count, d.identity_until)
        is distinct from (s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count, s.identity_until);
  delete from app.teacher_directory d
    where d.id = any (ids) and not exists (select from app.directory_source s where s.id = d.id);
end
$$;

update app.teacher_directory d set identity_until = s.identity_until from app.directory_source s
  where s.id = d.id and s.identity_until is not null;

-- More filters: identity_from, identity_to (days of the check's end, the second excluded).
update app.admin_lists l set first = l.first || array['identity_from', 'identity_to'], filters = l.filters || jsonb_build_object(
    'identity_from', 'r.identity_until >= ($1 ->> ''identity_from'')::date',
    'identity_to', 'r.identity_until < ($1 ->> ''identity_to'')::date')
  where l.name = 'teachers';

-- As before, with the checks that hold and the end of the last check of identity.
create or replace function app.admin_teacher_row(teacher uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id, 'name', d.name, 'email', d.email, 'whatsapp', p.whatsapp, 'image_url', p.profile_image_url,
    'city_id', d.city_id, 'city_name', app.named_city(d.city_id),
    'style_ids', d.style_ids, 'style_names', app.named_styles(d.style_ids),
    'state', d.state, 'is_active', t.is_active, 'is_paused', t.is_paused, 'is_featured', t.is_featured,
    'is_highlighted', coalesce('search_highlight' = any (app.benefits_of(d.id)), false),
    'slug', t.slug, 'rating_average', nullif(d.rating, 0), 'rating_count', d.rating_count,
    'created_at', d.created_at, 'approved_at', t.approved_at,
    'checks', t.checks, 'identity_until', d.identity_until,
    'adjustment', (select jsonb_build_object('message', a.message, 'asked_at', a.checked_at, 'adjusted_at', a.adjusted_at)
      from app.adjustment_of(d.id) a where a.id is not null))
  from app.teacher_directory d
  join public.teachers t on t.id = d.id
  join public.user_profiles p on p.id = d.id
  where d.id = teacher
$$;

-- As before, with checks: [{ id, kind, outcome, checked_at, expires_on, note, revoked_at, revoke_reason,
-- checked_by, revoked_by: { id, name }|null }], newest first.
create or replace function public.admin_teacher(teacher_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  listed constant jsonb := app.admin_teacher_row(teacher_id);
begin
  if listed is null then
    return null;
  end if;
  return jsonb_build_object(
    'teacher', listed,
    'totals', app.teacher_totals(teacher_id),
    'page', (select to_jsonb(s) - array['is_active', 'is_paused', 'is_live']
      from app.teacher_source s where s.id = admin_teacher.teacher_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(r) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(r.checked_by)) order by r.checked_at desc, r.id)
      from public.teacher_reviews r where r.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'profile', (
      select jsonb_build_object('bio', t.bio, 'experience', t.experience, 'neighborhood', t.neighborhood,
        'instagram', t.instagram, 'modalidades_aula', t.modalidades_aula,
        'stars', (select to_jsonb(e) - array['user_id', 'average_rating', 'total_evaluations', 'last_evaluation_date']
          from public.user_evaluation_stats e where e.user_id = t.id),
        'support', (select jsonb_build_object('tier', s.tier, 'amount', s.amount) from public.supporter_tiers s
          where s.user_id = t.id and s.is_active order by s.amount desc limit 1))
      from public.teachers t where t.id = admin_teacher.teacher_id
    ),
    'checks', coalesce((
      select jsonb_agg(to_jsonb(c) - array['teacher_id', 'recorded_at', 'told_at', 'ended_at', 'checked_by', 'revoked_by']
        || jsonb_build_object('checked_by', app.named_person(c.checked_by), 'revoked_by', app.named_person(c.revoked_by))
        order by c.checked_at desc, c.id)
      from public.teacher_checks c where c.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'requests', (
      select jsonb_build_object('total', count(*),
        'Pendente', count(*) filter (where r.status = 'Pendente'), 'Aceito', count(*) filter (where r.status = 'Aceito'),
        'Recusado', count(*) filter (where r.status = 'Recusado'), 'Cancelado', count(*) filter (where r.status = 'Cancelado'))
      from public.lesson_requests r where r.teacher_id = admin_teacher.teacher_id
    ) || jsonb_build_object('rows', public.admin_list_requests(
      jsonb_build_object('teacher_id', teacher_id), '-request_date', null, 20) -> 'rows'),
    'evaluations', jsonb_build_object(
      'total', (select count(*) from public.lesson_evaluations e
        where e.evaluated_id = admin_teacher.teacher_id and not e._deleted),
      'rows', public.admin_list_evaluations(
        jsonb_build_object('evaluated_id', teacher_id), '-created_at', null, 20) -> 'rows'),
    'reports', (select count(*) from public.reports r
      where r.what = 'profile' and r.target_id = admin_teacher.teacher_id and r.status = 'open'),
    'history', public.admin_list_audit(jsonb_build_object('row_id', teacher_id), '-at', null, 50) -> 'rows'
  );
end
$$;

-- As before, with a check of identity of each teacher of the test data.
create or replace function public.admin_create_test_data(command_id uuid, wanted jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_test_data();
  answer jsonb := app.begin_command(command_id, 'admin.test_data.create', wanted);
  before constant jsonb := app.test_data_counts();
  cities constant uuid[] := array(select c.id from public.cities c where c.active and not c._deleted order by c.name);
  styles constant uuid[] := array(select d.id from public.dance_styles d where d.active and not d._deleted order by d.name);
  teachers uuid[];
  students uuid[];
  person uuid;
  request uuid;
  field text;
  many integer;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(wanted) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'what is wanted is an object', 'wanted');
  end if;
  for field, many in values ('teachers', 50), ('students', 50), ('requests', 100), ('events', 20) loop
    if app.number_field(wanted, field, 0) not between 0 and many or app.number_field(wanted, field, 0) % 1 <> 0 then
      perform app.refuse('22023', 'invalid_value', 'this number is not allowed', field);
    end if;
  end loop;
  for place in 1 .. app.number_field(wanted, 'teachers', 0)::integer loop
    person := app.put_demo_person('teacher', place, cities[1 + place % cardinality(cities)]);
    insert into public.teacher_checks (teacher_id, kind, note, checked_by)
      values (person, 'identity', 'Dados de teste', me);
    insert into public.teachers (id, bio, experience, is_active)
      values (person, 'Perfil de teste: não é uma pessoa.', 'Dados de teste', true);
    insert into public.teacher_dance_styles (teacher_id, dance_style_id)
      values (person, styles[1 + place % cardinality(styles)]);
    perform public.update_teacher_slug(person, (select p.name from public.user_profiles p where p.id = person));
  end loop;
  for place in 1 .. app.number_field(wanted, 'students', 0)::integer loop
    person := app.put_demo_person('student', place, cities[1 + place % cardinality(cities)]);
    insert into public.students (id) values (person);
  end loop;
  teachers := array(select p.id from public.user_profiles p
    where p.is_demo and p.role = 'teacher' and p.removed_at is null order by p.created_at desc, p.id);
  students := array(select p.id from public.user_profiles p
    where p.is_demo and p.role = 'student' and p.removed_at is null order by p.created_at desc, p.id);
  if app.number_field(wanted, 'requests', 0) > 0 and (cardinality(teachers) = 0 or cardinality(students) = 0) then
    perform app.refuse('22023', 'invalid_value', 'requests need a marked student and teacher', 'requests');
  end if;
  for place in 1 .. app.number_field(wanted, 'requests', 0)::integer loop
    insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, message, request_date)
      select gen_random_uuid(), students[1 + place % cardinality(students)], l.teacher_id, l.dance_style_id,
        'Pedido de teste.', now() - make_interval(days => place % 60)
      from public.teacher_dance_styles l where l.teacher_id = teachers[1 + place / cardinality(students) % cardinality(teachers)]
      limit 1
      on conflict do nothing returning id into request;
    if request is not null and place % 2 = 0 then
      perform app.play_demo_request(request, 1 + place % 5);
    end if;
  end loop;
  insert into public.events (title, kind, dance_style_ids, city_id, starts_at, is_published, is_demo, organiser)
    select 'Baile de teste ' || n, 'baile', array[styles[1 + n % cardinality(styles)]],
      cities[1 + n % cardinality(cities)], date_trunc('hour', now()) + make_interval(days => n), true, true, 'Dados de teste'
    from generate_series(1, app.number_field(wanted, 'events', 0)::integer) n;
  return app.finish_command(command_id, jsonb_build_object(
    'counts', app.test_data_counts(),
    'created', (select jsonb_object_agg(c.key, c.value::text::integer - (before ->> c.key)::integer)
      from jsonb_each(app.test_data_counts()) c)));
end
$$;

grant execute on function public.admin_record_checks(uuid, jsonb), public.admin_revoke_check(uuid, jsonb) to authenticated;
