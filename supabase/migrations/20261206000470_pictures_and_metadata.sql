-- A picture of a profile is a plain file of the own folder, by the address as browsers read it: '%2e%2e', encoded
-- slashes, a query or a fragment led to another person's file, or to any address of the site.

-- Exactly /storage/v1/object/public/profile-images/<the own id>/<file>. A file's name has letters, digits, '.', '_' and
-- '-' of ASCII and begins with no dot, so that there is nothing to decode.
create or replace function app.is_own_picture(person uuid, url text) returns boolean
language sql immutable set search_path = ''
as $$
  select url is null
    or url ~ ('^/storage/v1/object/public/profile-images/' || person || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$')
$$;

-- As before (…_people.sql), by the same rule.
create or replace function app.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.is_admin() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.role = 'admin' then
      raise exception 'only an administrator names administrators' using errcode = 'insufficient_privilege';
    end if;
    -- The address that was proven to the auth service is the only one.
    new.email := coalesce((select u.email from auth.users u where u.id = new.id), new.email);
  elsif new.role is distinct from old.role then
    raise exception 'nobody changes their own role' using errcode = 'insufficient_privilege';
  elsif new.email is distinct from old.email then
    raise exception 'the e-mail changes with the sign-in address only' using errcode = 'insufficient_privilege';
  end if;
  -- A foreign address would tell its owner who looks at the card.
  if (tg_op = 'INSERT' or new.profile_image_url is distinct from old.profile_image_url)
    and not app.is_own_picture(new.id, new.profile_image_url)
  then
    perform app.refuse('42501', 'picture_not_own', 'a profile picture lives in the folder of its owner', 'profile_image_url');
  end if;
  return new;
end
$$;

-- Addresses that were taken before lead elsewhere: such a profile has no picture until the next one.
update public.user_profiles p set profile_image_url = null
  where starts_with(p.profile_image_url, '/storage/') and not app.is_own_picture(p.id, p.profile_image_url);

-- What an account carries along from its sign-up goes into every token and every answer of Auth: 8,000 bytes, where a
-- form has about 500. Larger is refused; on hosted Supabase Auth then answers "Database error saving new user".
create function app.limit_metadata() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 8000 then
    raise exception 'the metadata of an account has 8000 bytes at most' using errcode = 'check_violation',
      hint = 'metadata_too_large', constraint = 'users_metadata_size';
  end if;
  return new;
end
$$;
create trigger danceflix_metadata_size before insert or update of raw_user_meta_data on auth.users for each row
  when (new.raw_user_meta_data is not null) execute function app.limit_metadata();

revoke all on function app.limit_metadata() from public, anon, authenticated;
