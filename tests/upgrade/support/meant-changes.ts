/** Rows that a migration changes on purpose, by the release that they are upgraded from. */
interface MeantChange {
  since: string;
  /** With schema. */
  table: string;
  /** 'all' also allows another number of rows. */
  columns: readonly string[] | 'all';
  why: string;
}

export const MEANT_CHANGES: readonly MeantChange[] = [
  { since: '1.0.0', table: 'app.personal_data', columns: 'all', why: 'an entry for the facts of cities' },
  { since: '1.0.0', table: 'public.cities', columns: 'all', why: 'every municipality is a city' },
  {
    since: '1.0.0',
    table: 'public.teachers',
    columns: ['preview_token'],
    why: 'the link of a page that waits for its approval',
  },
  { since: '1.0.0', table: 'app.admin_lists', columns: 'all', why: 'the list of invitations' },
  { since: '1.0.0', table: 'app.parameter_bounds', columns: 'all', why: 'the parameters of invitations' },
  { since: '1.0.0', table: 'app.suspended_may_call', columns: 'all', why: 'procedures that read more' },
];
