-- An e-mail address changes after both mailboxes confirmed it: the old one's owner agrees, the new one's is proved. Whose
-- address it is decides over paid support (…_support_links.sql) and is shown to others as a contact.
--
-- Auth with double confirmation counts the first link in email_change_confirm_status and completes with the second. It
-- takes one link for enough, whichever mailbox it came from, where e-mails need no confirmation at sign-up or double
-- confirmation is off. Source: https://github.com/supabase/auth/blob/bc32168e/internal/api/verify.go
-- (emailChangeVerify), https://github.com/supabase/auth/blob/bc32168e/internal/models/user.go (ConfirmEmailChange).
-- An administrator of the auth service sets an address without a pending change, and may.
create function app.require_both_mailboxes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.email_change_confirm_status is distinct from 1 then
    perform app.refuse('PT403', 'confirmation_missing', 'both mailboxes have to confirm a new e-mail address');
  end if;
  return new;
end
$$;
create trigger danceflix_user_email_confirmed before update of email on auth.users for each row
  when (
    coalesce(old.email, '') <> '' and lower(new.email) is distinct from lower(old.email)
    and lower(old.email_change) = lower(new.email) and coalesce(new.email_change, '') = ''
  )
  execute function app.require_both_mailboxes();
revoke all on function app.require_both_mailboxes() from public, anon, authenticated;
