-- Favourites and blocks: private choices of one person about another. Both replicate to that person's phones in one
-- collection, `favourites`, and are visible neither to the other person nor to admins. What a block does beyond that is
-- in …_block_effects.sql.
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

create function app.has_blocked(person uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.blocks b where b.user_id = person and b.person_id = other and b.is_on)
$$;

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

grant select, insert, update, delete on public.favourites, public.blocks to service_role;

grant execute on function public.pull_favourites(bigint, uuid, integer), public.visible_ids_favourites(),
  public.set_favourite(uuid, jsonb, bigint)
  to authenticated;
