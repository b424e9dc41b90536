-- A teacher who changes the name after the check of identity is to be looked at again: the check compared a document with
-- the name. The mildest answer that is right: the profile stays in the search, the check is marked with the name that was
-- checked, the teacher knows, and every administrator is told. Checking the identity again settles it, so does the old
-- name; the team can also revoke the check, which takes the profile off as ever. Letters' case, accents and spaces do not
-- count, and a name that the team writes itself does not either.

alter table public.teacher_checks
  -- Since when the name is another one than `checked_name`, the one that was checked.
  add column renamed_at timestamptz,
  add column checked_name text,
  add constraint teacher_checks_renamed check (
    (renamed_at is null) = (checked_name is null) and (renamed_at is null or kind = 'identity' and outcome = 'passed'));
grant select (renamed_at, checked_name) on public.teacher_checks to authenticated;
create index teacher_checks_renamed_index on public.teacher_checks (teacher_id)
  where renamed_at is not null and revoked_at is null;
drop trigger audit on public.teacher_checks;
select app.audit_table('teacher_checks', 'id', 'teacher_id', 'note,revoke_reason,checked_name');
update app.personal_data p set columns = p.columns || '{checked_name}' where p.place = 'public.teacher_checks';

-- As before, with the mark.
create or replace function app.keep_check_history() returns trigger
language plpgsql set search_path = ''
as $$
declare
  later constant text[] := array['revoked_at', 'revoked_by', 'revoke_reason', 'told_at', 'ended_at', 'renamed_at', 'checked_name'];
begin
  if tg_op = 'INSERT' then
    new.checked_at := coalesce(new.checked_at, new.recorded_at);
    if new.outcome = 'passed' then
      -- Never longer than the kind holds.
      new.expires_on := least(new.expires_on, (
        (new.recorded_at at time zone 'America/Sao_Paulo')::date
          + make_interval(months => app.check_months(new.kind)))::date);
    end if;
  elsif to_jsonb(new) - later <> to_jsonb(old) - later
    or old.revoked_at is not null
      and (new.revoked_at, new.revoked_by, new.revoke_reason)
        is distinct from (old.revoked_at, old.revoked_by, old.revoke_reason)
  then
    raise exception 'a check is only revoked, never changed' using errcode = 'PT409', hint = 'check_is_history';
  end if;
  return new;
end
$$;

-- Names that say the same to a reader.
create function app.same_name(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select regexp_replace(btrim(app.fold(one)), '\s+', ' ', 'g') = regexp_replace(btrim(app.fold(other)), '\s+', ' ', 'g')
$$;

-- Whether the name of this teacher is not the one of any check of identity that holds.
create function app.is_renamed(teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(c.renamed_at is not null), false) from public.teacher_checks c
  where c.teacher_id = teacher and c.kind = 'identity' and c.outcome = 'passed' and c.revoked_at is null
    and c.expires_on > app.today()
$$;

-- A mark changes neither the listing nor what the check says, and the profile that is renamed counts its own version: its
-- triggers lock the listing and the version in their order, into which these would not fit.
drop trigger checks_updated on public.teacher_checks;
create trigger checks_updated after update on public.teacher_checks
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('app.marks_only', true), '') <> 'on') execute function app.checks_changed();
drop trigger version_updated on public.teacher_checks;
create trigger version_updated after update on public.teacher_checks
  referencing old table as old_rows new table as new_rows for each statement
  when (coalesce(current_setting('app.marks_only', true), '') <> 'on') execute function app.version_profiles('teacher_id');

create function app.mark_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  page constant text := '/admin/teachers/' || new.id;
begin
  perform set_config('app.marks_only', 'on', true);
  -- Unmarks what was checked with the name that is back, and marks what was checked with the one that goes.
  update public.teacher_checks c set renamed_at = case when c.renamed_at is null then clock_timestamp() end,
      checked_name = case when c.renamed_at is null then old.name end
    where c.teacher_id = new.id and c.kind = 'identity' and (
      c.renamed_at is not null and app.same_name(c.checked_name, new.name)
      or c.renamed_at is null and c.outcome = 'passed' and c.revoked_at is null and c.expires_on > app.today()
        and not app.same_name(old.name, new.name) and not app.is_admin());
  perform set_config('app.marks_only', '', true);
  if app.is_admin() then
    return null;
  end if;
  if not app.is_renamed(new.id) then
    return null;
  end if;
  -- One notice a day, however often the name changes.
  if exists (
    select from public.notifications n
    where n.kind = 'admin.teacher_renamed' and n.url = page and n.created_at > now() - interval '24 hours'
  ) then
    return null;
  end if;
  perform app.notify(new.id, 'teacher.renamed', 'A equipe vai conferir o seu nome novo',
    'A identidade foi conferida com o nome de antes. Seu perfil continua na busca; tenha um documento com foto à mão.',
    '/teacher/profile');
  perform app.notify_admins('admin.teacher_renamed', 'Um professor mudou de nome',
    'O nome não é mais o que foi conferido com o documento. Confira a identidade de novo.', page);
  return null;
end
$$;
create trigger zz_mark_renamed after update of name on public.user_profiles for each row
  when (new.role = 'teacher' and new.removed_at is null and old.name is distinct from new.name)
  execute function app.mark_renamed();

create function app.renamed_teachers() returns setof uuid
language sql stable security definer set search_path = '' rows 10
as $$
  select distinct c.teacher_id from public.teacher_checks c
  where c.renamed_at is not null and c.revoked_at is null and app.is_renamed(c.teacher_id)
$$;

-- One more filter: renamed (true).
update app.admin_lists l set filters = l.filters || jsonb_build_object(
    'renamed', '($1 ->> ''renamed'')::boolean and r.id = any (array(select app.renamed_teachers()))')
  where l.name = 'teachers';
