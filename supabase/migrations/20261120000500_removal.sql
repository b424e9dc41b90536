-- A removed auth user leaves tombstones, whichever way it was removed: SQL, the admin API, a soft delete.

-- Locks everything that a person's listing is computed from. Whoever changes several of these tables in one
-- transaction calls this first: their triggers lock the listing, and a writer who holds the listing while it waits
-- for a row of another writer who waits for the listing is a deadlock.
create function app.lock_person(user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = lock_person.user_id for update;
  perform from public.teachers t where t.id = lock_person.user_id for update;
  perform from public.teacher_dance_styles s where s.teacher_id = lock_person.user_id order by s.dance_style_id for update;
  perform from public.user_evaluation_stats s where s.user_id = lock_person.user_id for update;
  perform from public.supporter_tiers s where s.user_id = lock_person.user_id order by s.id for update;
end
$$;

-- Blanks everything personal of a user. The listing follows by its triggers. Files in Storage are removed through
-- the Storage API by whoever removes the account: deleting their rows here would leave the bytes behind.
create function app.forget_user(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.lock_person(user_id);
  update public.user_profiles p
    set name = '', email = '', whatsapp = null, city_id = null, profile_image_url = null, removed_at = now()
    where p.id = forget_user.user_id and p.removed_at is null;
  update public.teachers t
    set bio = null, experience = null, neighborhood = null, instagram = null, modalidades_aula = '{particular}',
      is_active = false, is_paused = false, is_featured = false, approved_at = null, slug = null
    where t.id = forget_user.user_id;
  delete from public.teacher_dance_styles s where s.teacher_id = forget_user.user_id;
  delete from public.student_dance_styles s where s.student_id = forget_user.user_id;
  delete from public.user_evaluation_stats s where s.user_id = forget_user.user_id;
  -- What was paid stays in the books, whose it was does not.
  update public.supporter_tiers s
    set user_id = null, email = s.id || '@removed.invalid', is_active = false
    where s.user_id = forget_user.user_id;
  delete from public.command_log c where c.user_id = forget_user.user_id;
end
$$;

create function app.auth_user_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.forget_user(old.id);
  return null;
end
$$;

create function app.auth_user_email_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_profiles p set email = new.email
    where p.id = new.id and p.removed_at is null and p.email is distinct from new.email;
  return null;
end
$$;

create trigger danceflix_user_removed after delete on auth.users
  for each row execute function app.auth_user_removed();
create trigger danceflix_user_email_changed after update of email on auth.users for each row
  when (new.email is distinct from old.email and new.email is not null)
  execute function app.auth_user_email_changed();

-- Hosted Auth also knows a soft delete, which keeps the row and sets deleted_at.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'deleted_at'
  ) then
    create trigger danceflix_user_soft_deleted after update of deleted_at on auth.users for each row
      when (new.deleted_at is not null) execute function app.auth_user_removed();
  end if;
end
$$;
