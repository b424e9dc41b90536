-- The form that a sign-up carries along in its metadata is copied into the identity by the auth server. It goes from
-- there as soon as it goes from the account: after the registration it would be a second, ageing copy of city, phone
-- and styles.
create function app.forget_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.identities i set identity_data = i.identity_data - 'registration'
    where i.user_id = new.id and i.identity_data ? 'registration';
  return null;
exception when insufficient_privilege then
  -- A copy that stays must not undo a registration.
  raise log 'the sign-up of % stays in its identity: %', new.id, sqlerrm;
  return null;
end
$$;
create trigger danceflix_sign_up_forgotten after update of raw_user_meta_data on auth.users for each row
  when (coalesce(old.raw_user_meta_data, '{}') ? 'registration' and not coalesce(new.raw_user_meta_data, '{}') ? 'registration')
  execute function app.forget_sign_up();
