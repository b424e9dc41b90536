-- Reviews of teachers before they are shown: the team approves, or asks for a change with a message. A teacher who was
-- asked stays 'pending'; the message stands on the teacher's phones until a change is saved, which puts the teacher back
-- into the queue as adjusted. Each review is a new row, so that the history stays readable.

create table public.teacher_reviews (
  id uuid primary key,
  teacher_id uuid not null references public.teachers (id) on delete cascade,
  outcome text not null constraint teacher_reviews_outcome_check check (outcome in ('approved', 'adjust')),
  checked text[] not null constraint teacher_reviews_checked_check check (
    cardinality(checked) <= 5 and array_position(checked, null) is null
    and checked <@ array['picture', 'text', 'contact', 'styles', 'city']
  ),
  -- As told to the teacher.
  message text constraint teacher_reviews_message_check check (char_length(message) between 1 and 600),
  checked_by uuid not null,
  checked_at timestamptz not null default clock_timestamp(),
  -- When the teacher saved a change after being asked for one.
  adjusted_at timestamptz,
  constraint teacher_reviews_asked check ((outcome = 'adjust') = (message is not null)),
  constraint teacher_reviews_adjusted check (outcome = 'adjust' or adjusted_at is null)
);
create index teacher_reviews_teacher on public.teacher_reviews (teacher_id, checked_at);
create index teacher_reviews_open on public.teacher_reviews (teacher_id)
  where outcome = 'adjust' and adjusted_at is null;
select app.audit_table('teacher_reviews', 'id', 'teacher_id', 'message');

insert into app.typed_texts (relation, column_name, kind) values ('teacher_reviews', 'message', 'text');
create trigger aa_clean before insert or update on public.teacher_reviews
  for each row execute function app.clean_typed_texts();
create trigger banned_refused before insert or update or delete on public.teacher_reviews
  for each statement execute function app.refuse_banned_write();

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.teacher_reviews', '{teacher_id,checked_by,message}', 't.teacher_id::text = $1', 'reviews',
    '{teacher_id,checked_by}', 'gone', 'what the team asked before showing the profile');

create function app.forget_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_reviews r where r.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_reviews after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_reviews();

-- The last request for a change that concerns a teacher who was never approved; null without one.
create function app.adjustment_of(teacher uuid) returns public.teacher_reviews
language sql stable set search_path = ''
as $$
  select r from public.teacher_reviews r
  where r.teacher_id = teacher and r.outcome = 'adjust'
    and exists (select from public.teachers t where t.id = teacher and t.approved_at is null)
  order by r.checked_at desc limit 1
$$;

-- The request reaches the teacher's phones with the profile.
create trigger version_inserted after insert on public.teacher_reviews referencing new table as new_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_updated after update on public.teacher_reviews
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_deleted after delete on public.teacher_reviews referencing old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');

create or replace view app.own_profiles_core as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id order by s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  coalesce(t.bio, s.bio) as bio, coalesce(t.experience, s.experience) as experience, t.neighborhood,
  coalesce(t.instagram, s.instagram) as instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, coalesce(t.slug, s.slug) as slug, p.created_at, v._xid, v._deleted,
  s.is_public, s.interests, s.dancing_since, s.favourite_songs,
  case when p.id is not null then app.benefits_of(p.id) end as benefits, p.muted_notifications,
  a.message as adjustment, a.adjusted_at
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student'
left join lateral app.adjustment_of(t.id) a on true;
select app.define_teacher_views();

-- A change by the teacher answers the requests. Argument: the column with the teacher's id. Pausing is no answer.
-- Statement triggers, named to run last: all lock the listing first, then the version.
create function app.note_adjusted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  unmeant constant text[] := array['updated_at', 'is_active', 'is_featured', 'approved_at', 'is_paused', 'slug',
    'muted_notifications', 'adult_stated_at'];
  is_change boolean;
begin
  if me is null or not exists (
    select from public.teacher_reviews r where r.teacher_id = me and r.outcome = 'adjust' and r.adjusted_at is null
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    execute format('select exists (select from new_rows n join old_rows o on o.%1$I = n.%1$I
      where n.%1$I = $1 and to_jsonb(n) - $2 <> to_jsonb(o) - $2)', tg_argv[0]) into is_change using me, unmeant;
  elsif tg_op = 'INSERT' then
    execute format('select exists (select from new_rows n where n.%I = $1)', tg_argv[0]) into is_change using me;
  else
    execute format('select exists (select from old_rows o where o.%I = $1)', tg_argv[0]) into is_change using me;
  end if;
  if is_change then
    update public.teacher_reviews r set adjusted_at = clock_timestamp()
      where r.teacher_id = me and r.outcome = 'adjust' and r.adjusted_at is null;
  end if;
  return null;
end
$$;
create trigger z_adjusted after update on public.user_profiles referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('id');
create trigger z_adjusted after update on public.teachers referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('id');
create trigger z_adjusted_by_style after insert on public.teacher_dance_styles referencing new table as new_rows
  for each statement execute function app.note_adjusted('teacher_id');
create trigger z_adjusted after update on public.teacher_dance_styles
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('teacher_id');
create trigger z_adjusted_by_less after delete on public.teacher_dance_styles referencing old table as old_rows
  for each statement execute function app.note_adjusted('teacher_id');

-- A teacher in a list, with `adjustment`: { message, asked_at, adjusted_at } of a teacher who was asked for a change.
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
    'verified_at', (select max(v.checked_at) from public.teacher_verifications v
      where v.teacher_id = d.id and v.outcome = 'passed'),
    'adjustment', (select jsonb_build_object('message', a.message, 'asked_at', a.checked_at, 'adjusted_at', a.adjusted_at)
      from app.adjustment_of(d.id) a where a.id is not null))
  from app.teacher_directory d
  join public.teachers t on t.id = d.id
  join public.user_profiles p on p.id = d.id
  where d.id = teacher
$$;

-- `asked`: whether the team waits for a change by the teacher.
update app.admin_lists l set filters = l.filters || jsonb_build_object('asked', 'case
    when ($1 ->> ''asked'')::boolean then r.id = any (array(
      select v.teacher_id from public.teacher_reviews v where v.outcome = ''adjust'' and v.adjusted_at is null))
    else not exists (
      select from public.teacher_reviews v
      where v.teacher_id = r.id and v.outcome = ''adjust'' and v.adjusted_at is null)
  end')
  where l.name = 'teachers';

insert into app.commands_without_terms (kind, reason) values ('admin.teacher.review', 'the team');

create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('evaluations_day', 60), ('writes_person_hour', 600), ('adjustments_teacher_day', 10)
$$;

-- Command: reviews a teacher. review: { id (made on the device), teacher_id, outcome 'approved'|'adjust', checked: of
-- picture, text, contact, styles, city; message: required with 'adjust', to 600 characters, else null }.
-- 'approved' shows the teacher, as admin_set_teachers does. 'adjust' is for teachers who were never approved: the message
-- goes to the inbox and onto the teacher's phones. At most ten requests for a change a day for one teacher.
-- Returns { command_id, id, outcome, undo }: `undo` is the `changes` of admin_set_teachers that reverts an approval.
-- Hints: invalid_value (22023, the field or constraint in DETAIL), teacher_unknown (PT404), teacher_approved (PT409:
-- nothing is asked of a teacher who was approved), review_exists (PT409: the id is taken), too_many (PT429).
create function public.admin_review_teacher(command_id uuid, review jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.review', review);
  teacher uuid;
  former public.teachers;
  refused text;
  rule text;
begin
  if answer is not null then
    return app.answer_review(review, answer);
  end if;
  if jsonb_typeof(review) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a review is an object', 'review');
  end if;
  select k into refused from jsonb_object_keys(review) k
    where k <> all (array['id', 'teacher_id', 'outcome', 'checked', 'message']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a review has no such field', refused);
  end if;
  teacher := app.id_field(review, 'teacher_id');
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
    update public.teachers t set is_active = true where t.id = teacher and not t.is_active;
  else
    perform app.take_turn('adjustments_teacher_day', teacher::text, 10, '1 day');
    perform app.notify(teacher, 'teacher.adjustment', 'Falta um ajuste no seu perfil',
      app.text_field(review, 'message'), '/teacher/profile');
  end if;
  return app.answer_review(review, app.finish_command(command_id, jsonb_build_object(
    'outcome', review ->> 'outcome', 'was_active', former.is_active, 'approved_at', former.approved_at)));
end
$$;

-- Adds the ids to the logged result, which names no person; they are in the repeated command.
create function app.answer_review(review jsonb, logged jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when logged ? 'forgotten' then logged else logged - array['was_active', 'approved_at']
    || jsonb_build_object('id', review -> 'id', 'undo', case
      when logged ->> 'outcome' = 'approved' and not (logged ->> 'was_active')::boolean then jsonb_build_array(
        jsonb_build_object('id', review -> 'teacher_id', 'is_active', false, 'approved_at', logged -> 'approved_at'))
      else '[]' end) end
$$;

-- One teacher, with more: page: the public listing as it would be now, also of a teacher who is not shown;
-- reviews: [{ id, outcome, checked, message, checked_at, adjusted_at, checked_by: { id, name }|null }], newest first.
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
    'verifications', coalesce((
      select jsonb_agg(to_jsonb(v) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(v.checked_by)) order by v.checked_at desc, v.id)
      from public.teacher_verifications v where v.teacher_id = admin_teacher.teacher_id
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

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.teacher_reviews enable row level security;

grant select, insert, update, delete on public.teacher_reviews to service_role;

grant select (id, teacher_id, outcome, checked, message, checked_by, checked_at, adjusted_at
  ) on public.teacher_reviews to authenticated;
create policy "admins read reviews" on public.teacher_reviews for select to authenticated
  using ((select app.is_admin()));

grant execute on function public.admin_review_teacher(uuid, jsonb) to authenticated;
