-- update_teacher_slug took any name from a teacher, who could so sit at the address of somebody famous. A teacher's
-- page now stands under the name of the teacher's profile, whatever name is sent; admins and the server still choose.
-- All else as before: a slug is stable while it comes from the same base, 42501 for others, PT404 without such a
-- teacher, 22023 for a name over 200 characters.
create or replace function public.update_teacher_slug(teacher_id uuid, teacher_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  chooses constant boolean := app.is_server() or app.is_admin();
  own_name text;
  base text;
  current_slug text;
  candidate text;
  suffix integer := 1;
begin
  if not (chooses or coalesce(teacher_id = auth.uid(), false)) then
    raise exception 'the address of a page is its teacher''s' using errcode = 'insufficient_privilege';
  end if;
  if char_length(teacher_name) > 200 then
    raise exception 'a name has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  select p.name into own_name from public.user_profiles p
    where p.id = update_teacher_slug.teacher_id and p.removed_at is null;
  base := app.slug_base(case when chooses then teacher_name else own_name end);
  -- Teachers of one name take turns here, so that the second sees the first's slug after its commit.
  perform pg_advisory_xact_lock(hashtextextended('danceflix slug ' || base, 0));
  select t.slug into current_slug
    from public.teachers t
    join public.user_profiles p on p.id = t.id and p.removed_at is null
    where t.id = update_teacher_slug.teacher_id
    for update of t;
  if not found then
    raise exception 'there is no such teacher' using errcode = 'PT404';
  end if;
  if current_slug ~ ('^' || base || '(-[0-9]+)?$') then
    return current_slug;
  end if;
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.teachers t where t.slug = candidate) then
      begin
        update public.teachers t set slug = candidate where t.id = update_teacher_slug.teacher_id;
        return candidate;
      exception when unique_violation then
        -- Taken meanwhile from another base ('ana-2' is also the base of a teacher named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;
