-- Addresses of teachers' pages: /teachers/{slug}.

-- 'João d''Ávila' → 'joao-d-avila'. At most 60 characters; 'professor' when nothing is left.
create function app.slug_base(name text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when s.slug = '' then 'professor'
    -- /teachers/{slugOrId} would take it for an id.
    when s.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then 'professor-' || s.slug
    else s.slug
  end
  from (
    select btrim(left(btrim(regexp_replace(coalesce(app.fold(name), ''), '[^a-z0-9]+', '-', 'g'), '-'), 60), '-')
  ) as s (slug)
$$;

-- Gives the teacher a slug made of the name and answers it: the plain base, else the first free of base-2, base-3…
-- Stable: an existing slug is kept while it still comes from the same base (accents, case and spacing do not
-- change a base). A renamed teacher gets a new slug on the next call and the old one becomes free.
-- For the teacher, admins and the server; 42501 for others, PT404 (HTTP 404) without such a teacher.
create function public.update_teacher_slug(teacher_id uuid, teacher_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  base text;
  current_slug text;
  candidate text;
  suffix integer := 1;
begin
  if not (app.is_server() or coalesce(teacher_id = auth.uid(), false) or app.is_admin()) then
    raise exception 'the address of a page is its teacher''s' using errcode = 'insufficient_privilege';
  end if;
  if char_length(teacher_name) > 200 then
    raise exception 'a name has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  base := app.slug_base(teacher_name);
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
