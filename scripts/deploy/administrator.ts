/** SQL for the first administrator: the configured address, once its account exists and its e-mail is confirmed. */

/** Query with one row: whether an administrator exists, and the state of the address's account. */
export const administrators = (email: string): string => `
  select exists (select from public.user_profiles where role = 'admin') as has_admin,
    (select case when email_confirmed_at is null then 'unconfirmed' else 'confirmed' end
     from auth.users where lower(email) = lower(${quoted(email)})) as account`;

/** Statement that makes the address an administrator when there is none yet; returns one row when it did. */
export const promotion = (email: string): string => `
  update public.user_profiles p set role = 'admin'
  where not exists (select from public.user_profiles where role = 'admin')
    and p.id = (select id from auth.users
      where lower(email) = lower(${quoted(email)}) and email_confirmed_at is not null)
  returning p.id`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
