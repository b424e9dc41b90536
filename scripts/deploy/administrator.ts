/** The first administrator: whoever registered with the named address, as soon as its mail was confirmed. */

/** One row: whether there is an administrator, and what became of the address. Changes nothing. */
export const administrators = (email: string): string => `
  select exists (select from public.user_profiles where role = 'admin') as has_admin,
    (select case when email_confirmed_at is null then 'unconfirmed' else 'confirmed' end
     from auth.users where lower(email) = lower(${quoted(email)})) as account`;

/** Makes the address an administrator where there is none yet; gives one row when it did. */
export const promotion = (email: string): string => `
  update public.user_profiles p set role = 'admin'
  where not exists (select from public.user_profiles where role = 'admin')
    and p.id = (select id from auth.users
      where lower(email) = lower(${quoted(email)}) and email_confirmed_at is not null)
  returning p.id`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
