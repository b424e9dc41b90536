-- Favourites and blocks: private choices of one person about another. Both replicate to that person's phones in one
-- collection, `favourites`, and are visible neither to the other person nor to admins. And reports about a profile, a
-- post or an evaluation, read by their author and by admins.
--
-- A removed favourite or block stays as a row with `is_on` false: when two phones send conflicting choices, the later
-- choice wins, which only the server can tell. To phones it is a tombstone. When one of the two people leaves, the row is
-- blanked.

create table public.favourites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  teacher_id uuid,
  is_on boolean not null,
  -- Time of the person's choice by their phone's clock; never in the future.
  wished_at timestamptz,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint favourites_live check (_deleted or num_nulls(teacher_id, wished_at) = 0),
  constraint favourites_tombstone check (not _deleted or not is_on and num_nonnulls(teacher_id, wished_at) = 0),
  constraint favourites_others check (teacher_id <> user_id)
);
create unique index favourites_one on public.favourites (user_id, teacher_id);
create index favourites_teacher on public.favourites (teacher_id);
select app.replicate_private('favourites', 'favourites', 'user_id');

create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  person_id uuid,
  is_on boolean not null,
  -- Name of the blocked person, copied by the blocking phone, so that blocking an id reveals no name.
  name text constraint blocks_name_check check (char_length(name) between 1 and 120),
  wished_at timestamptz,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint blocks_live check (_deleted or num_nulls(person_id, wished_at) = 0 and (name is null) = (not is_on)),
  constraint blocks_tombstone check (not _deleted or not is_on and num_nonnulls(person_id, name, wished_at) = 0),
  constraint blocks_others check (person_id <> user_id)
);
create unique index blocks_one on public.blocks (user_id, person_id);
create index blocks_person on public.blocks (person_id);
select app.replicate_private('blocks', 'favourites', 'user_id');

-- Blanks a removed row except for its owner, whose phones need the tombstone.
create function app.blank_mark() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then
    raise exception 'a mark never changes hands: phones would keep it' using errcode = 'restrict_violation';
  end if;
  if new._deleted then
    new.is_on := false;
    new.wished_at := null;
    if tg_table_name = 'blocks' then
      new.person_id := null;
    else
      new.teacher_id := null;
    end if;
  end if;
  if tg_table_name = 'blocks' and not new.is_on then
    new.name := null;
  end if;
  return new;
end
$$;
create trigger blank before insert or update on public.favourites for each row execute function app.blank_mark();
create trigger blank before insert or update on public.blocks for each row execute function app.blank_mark();

-- Favourites and blocks in the shape that their owner's phones hold; those that are off are tombstones.
create view app.own_favourites as
select f.id, f.user_id, 'favourite' as kind, case when f.is_on then f.teacher_id end as person_id, null as name,
  case when f.is_on then f.wished_at end as wished_at, f._xid, not f.is_on as _deleted
from public.favourites f
union all
select b.id, b.user_id, 'block', case when b.is_on then b.person_id end, b.name,
  case when b.is_on then b.wished_at end, b._xid, not b.is_on
from public.blocks b;

create function public.pull_favourites(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_favourites', 'user_id', after_xid, after_id, page_size)
$$;

-- Ids of the favourites and blocks that the caller's phones may still hold.
create function public.visible_ids_favourites() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(m.id order by m.id) from app.own_favourites m where m.user_id = auth.uid() and not m._deleted
  ))
$$;

-- Reads the fields that both have. `wish`: { <key>: id, wanted: boolean, wished_at: time by the phone }. A time in the
-- future counts as now. Hint: invalid_value (22023, the field in DETAIL).
create function app.read_wish(wish jsonb, key text, more text[], out person uuid, out wanted boolean, out at timestamptz)
language plpgsql stable set search_path = ''
as $$
declare
  refused text;
begin
  if jsonb_typeof(wish) is distinct from 'object' or octet_length(wish::text) > 2000 then
    perform app.refuse('22023', 'invalid_value', 'this is no wish', 'wish');
  end if;
  select k into refused from jsonb_object_keys(wish) k where k <> all (array[key, 'wanted', 'wished_at'] || more) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a wish has no such field', refused);
  end if;
  person := app.id_field(wish, key);
  if person is null or person = auth.uid() then
    perform app.refuse('22023', 'invalid_value', 'this is nobody to be marked', key);
  end if;
  if jsonb_typeof(wish -> 'wanted') is distinct from 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'a wish is true or false', 'wanted');
  end if;
  wanted := (wish ->> 'wanted')::boolean;
  begin
    at := app.text_field(wish, 'wished_at')::timestamptz;
  exception when datetime_field_overflow or invalid_datetime_format or invalid_text_representation then
    at := null;
  end;
  if at is null or not isfinite(at) then
    perform app.refuse('22023', 'invalid_value', 'this is no time', 'wished_at');
  end if;
  at := least(at, now());
end
$$;

-- Command: a student adds or removes a favourite teacher. `favourite`: { teacher_id, wanted, wished_at }. Repeating it
-- changes nothing. `base_version`: version up to which the phone had pulled. When the row has changed since, the later
-- choice wins, and an older one is answered with `outdated` and the row's version.
-- Returns { command_id, version: null when no row changes, wanted: the present value, outdated }.
-- Hints: invalid_value (22023), not_a_student (42501), profile_missing (PT409), teacher_unavailable (PT409: only a
-- listed teacher can be added).
create function public.set_favourite(command_id uuid, favourite jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'favourite.set',
    jsonb_build_object('favourite', favourite, 'base_version', base_version));
  wish record;
  mark public.favourites;
  outdated boolean := false;
begin
  if answer is not null then
    return answer;
  end if;
  wish := app.read_wish(favourite, 'teacher_id', '{}');
  perform app.hold_people(array[me, wish.person]);
  if (app.require_profile()).role <> 'student' then
    perform app.refuse('42501', 'not_a_student', 'only students have favourites');
  end if;
  if wish.wanted and not exists (select from app.teacher_source s where s.id = wish.person and s.is_live) then
    perform app.refuse('PT409', 'teacher_unavailable', 'this teacher is not listed');
  end if;
  if not wish.wanted and not exists (
    select from public.user_profiles p where p.id = wish.person and p.role = 'teacher' and p.removed_at is null
  ) then
    -- The person has left, which removed the row.
    return app.finish_command(command_id, jsonb_build_object('version', null, 'wanted', false, 'outdated', false));
  end if;
  insert into public.favourites as f (user_id, teacher_id, is_on, wished_at)
    values (me, wish.person, wish.wanted, wish.at)
    on conflict (user_id, teacher_id) do nothing
    returning * into mark;
  if mark.id is null then
    select * into mark from public.favourites f where f.user_id = me and f.teacher_id = wish.person for update;
    outdated := mark._xid > coalesce(base_version, 0) and wish.at < mark.wished_at;
    if not outdated then
      update public.favourites f set is_on = wish.wanted, wished_at = wish.at where f.id = mark.id returning * into mark;
    end if;
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', mark._xid, 'wanted', mark.is_on, 'outdated', outdated));
end
$$;

-- Command: the caller blocks or unblocks a person. `block`: { person_id, wanted, wished_at, name: the person's name as
-- known to the caller, required when wanted }. Conflicts and result as in set_favourite. Blocking ends open requests
-- between the two and removes the caller's favourite of that person; unblocking restores neither.
-- Hints: invalid_value (22023), profile_missing (PT409), person_unknown (PT404).
create function public.set_block(command_id uuid, block jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'block.set',
    jsonb_build_object('block', block, 'base_version', base_version));
  wish record;
  known_as text;
  mark public.blocks;
  request public.lesson_requests;
  outdated boolean := false;
begin
  if answer is not null then
    return answer;
  end if;
  wish := app.read_wish(block, 'person_id', '{name}');
  known_as := app.text_field(block, 'name');
  if wish.wanted and coalesce(char_length(known_as), 0) not between 1 and 120 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'name');
  end if;
  -- Conflicts with the shared locks of requests on both profiles, so that one waits for the other.
  perform from public.user_profiles p where p.id in (me, wish.person) order by p.id for no key update;
  perform app.require_profile();
  if not exists (select from public.user_profiles p where p.id = wish.person and p.removed_at is null) then
    if wish.wanted then
      perform app.refuse('PT404', 'person_unknown', 'there is no such person');
    end if;
    return app.finish_command(command_id, jsonb_build_object('version', null, 'wanted', false, 'outdated', false));
  end if;
  insert into public.blocks as b (user_id, person_id, is_on, name, wished_at)
    values (me, wish.person, wish.wanted, known_as, wish.at)
    on conflict (user_id, person_id) do nothing
    returning * into mark;
  if mark.id is null then
    select * into mark from public.blocks b where b.user_id = me and b.person_id = wish.person for update;
    outdated := mark._xid > coalesce(base_version, 0) and wish.at < mark.wished_at;
    if not outdated then
      update public.blocks b set is_on = wish.wanted, name = known_as, wished_at = wish.at
        where b.id = mark.id returning * into mark;
    end if;
  end if;
  if mark.is_on then
    for request in
      select * from public.lesson_requests r
      where (r.student_id, r.teacher_id) in ((me, wish.person), (wish.person, me))
        and r.status in ('Pendente', 'Aceito')
      order by r.id for update
    loop
      update public.lesson_requests r
        set status = 'Cancelado', cancelled_by = case when me = r.student_id then 'student' else 'teacher' end
        where r.id = request.id;
      perform app.notify_about_request(request, wish.person, 'lesson_request.cancelled', 'Pedido cancelado',
        '{name} cancelou o pedido de aulas de {style}.');
    end loop;
    update public.favourites f set is_on = false, wished_at = greatest(f.wished_at, wish.at)
      where f.user_id = me and f.teacher_id = wish.person and f.is_on;
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', mark._xid, 'wanted', mark.is_on, 'outdated', outdated));
end
$$;

create table public.reports (
  id uuid primary key,
  -- Null once the reporter's account is removed.
  reporter_id uuid,
  what text not null constraint reports_what_check check (what in ('profile', 'post', 'evaluation')),
  -- For an evaluation its public id.
  target_id uuid not null,
  reason text not null constraint reports_reason_check
    check (reason in ('fake', 'offensive', 'unsafe', 'spam', 'wrong', 'other')),
  details text constraint reports_details_check check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'open' constraint reports_status_check check (status in ('open', 'kept', 'removed')),
  decided_at timestamptz,
  constraint reports_decided check ((status = 'open') = (decided_at is null))
);
create unique index reports_one on public.reports (reporter_id, what, target_id);
create index reports_target on public.reports (what, target_id);
create index reports_newest on public.reports (created_at);

-- Whether the caller can see the target. One's own profile cannot be reported.
create function app.is_reportable(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case what
    when 'profile' then target is distinct from auth.uid() and exists (
      select from public.user_profiles p where p.id = target and p.removed_at is null)
    when 'evaluation' then exists (select from public.public_evaluations e where e.id = target)
    when 'post' then app.reportable_post(target)
    else false
  end
$$;

-- Command: reports something. `report`: { id (made on the device), what, target_id, reason, details|null }. A person has
-- one report per target, with the latest text. At most 20 new ones per person in 24 hours.
-- Returns { command_id, version: null, report_id, created }.
-- Hints: invalid_value (22023, the field in DETAIL), profile_missing (PT409), target_unknown (PT404),
-- too_many_reports (PT409), report_exists (PT409: the id is taken).
create function public.create_report(command_id uuid, report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  at_most constant integer := 20;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'report.create', report);
  wanted public.reports;
  written uuid;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(report) is distinct from 'object' or octet_length(report::text) > 10000 then
    perform app.refuse('22023', 'invalid_value', 'this is no report', 'report');
  end if;
  select k into refused from jsonb_object_keys(report) k
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a report has no such field', refused);
  end if;
  foreach refused in array array['id', 'what', 'target_id', 'reason'] loop
    if app.text_field(report, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.id := app.id_field(report, 'id');
  wanted.what := app.text_field(report, 'what');
  wanted.target_id := app.id_field(report, 'target_id');
  wanted.reason := app.text_field(report, 'reason');
  wanted.details := app.text_field(report, 'details');
  if wanted.what not in ('profile', 'post', 'evaluation') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'what');
  end if;

  -- Serialises one person's reports, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if not app.is_reportable(wanted.what, wanted.target_id) then
    perform app.refuse('PT404', 'target_unknown', 'there is nothing like that to report');
  end if;
  begin
    update public.reports r set reason = wanted.reason, details = wanted.details, updated_at = now()
      where r.reporter_id = me and r.what = wanted.what and r.target_id = wanted.target_id
      returning r.id into written;
    if written is null then
      if (
        select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '24 hours'
      ) >= at_most then
        perform app.refuse('PT409', 'too_many_reports', 'these are enough reports for a day');
      end if;
      insert into public.reports (id, reporter_id, what, target_id, reason, details)
        values (wanted.id, me, wanted.what, wanted.target_id, wanted.reason, wanted.details);
    end if;
  exception
    when unique_violation then
      perform app.refuse('PT409', 'report_exists', 'this id belongs to another report');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object('version', null,
    'report_id', coalesce(written, wanted.id), 'created', written is null));
end
$$;

create index reports_paged on public.reports (created_at, id);
create index reports_status on public.reports (status, created_at, id);
create index reports_what on public.reports (what, created_at, id);

-- Opens a decided report again when it is repeated.
create function app.reopen_report() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.reporter_id = auth.uid() and new.status = old.status then
    new.status := 'open';
    new.decided_at := null;
  end if;
  return new;
end
$$;
create trigger reopen before update of reason, details on public.reports
  for each row execute function app.reopen_report();

-- Removes favourites and blocks of a removed person on both sides, and reports about the profile. Reports written by
-- the person stay with the team, without author and text.
create function app.forget_marks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.favourites f where old.id in (f.user_id, f.teacher_id) order by f.id for update;
  update public.favourites f set _deleted = true where old.id in (f.user_id, f.teacher_id) and not f._deleted;
  perform from public.blocks b where old.id in (b.user_id, b.person_id) order by b.id for update;
  update public.blocks b set _deleted = true where old.id in (b.user_id, b.person_id) and not b._deleted;
  delete from public.reports r where r.what = 'profile' and r.target_id = old.id;
  update public.reports r set reporter_id = null, details = null where r.reporter_id = old.id;
  return null;
end
$$;
create trigger forget_marks_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_marks();
create trigger forget_marks_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_marks();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.favourites enable row level security;
alter table public.blocks enable row level security;
alter table public.reports enable row level security;

grant select, insert, update, delete on public.favourites, public.blocks, public.reports to service_role;

-- Favourites and blocks have no policy: only the procedures can access them; admins cannot.
grant select (id, reporter_id, what, target_id, reason, details, created_at, updated_at, status, decided_at
  ) on public.reports to authenticated;
create policy "people read their own reports, admins all" on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.pull_favourites(bigint, uuid, integer), public.visible_ids_favourites(),
  public.set_favourite(uuid, jsonb, bigint), public.set_block(uuid, jsonb, bigint), public.create_report(uuid, jsonb)
  to authenticated;
