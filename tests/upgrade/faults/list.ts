/**
 * Faults that an upgrade must not have, at least one for each thing that is checked, and the words in which the check
 * says so. `run.ts` plants each in turn and expects its test to be red.
 */

interface Change {
  from: string;
  to: string;
}

export interface Fault {
  name: string;
  /** The check that has to notice it (CONTRIBUTING). */
  check: 1 | 2 | 3 | 4 | 5;
  /** A migration after the tree's own. */
  sql?: string;
  /** A text in the scripts of the tree's app. */
  inNewerApp?: Change;
  /** A text in the scripts of the kept release's app. */
  inOlderApp?: Change;
  /** Part of the failure's message. */
  said: RegExp;
}

const START = 'const __vite__mapDeps';
/** Remembers on the phone that the newer app was there. */
const MARKS = `;globalThis.localStorage?.setItem("newer-was-here","1");${START}`;
const DELETES_OUTBOX_AFTER = `;if(globalThis.localStorage?.getItem("newer-was-here"))indexedDB.deleteDatabase("danceflix-outbox");${START}`;

export const FAULTS: readonly Fault[] = [
  {
    name: 'a migration loses favourites',
    check: 1,
    sql: `alter table public.favourites disable trigger user; delete from public.favourites where true;
      alter table public.favourites enable trigger user;`,
    said: /public\.favourites/,
  },
  {
    name: 'a migration touches every listing, so that phones get all again',
    check: 1,
    sql: `update public.teacher_listings set name = name || ' ' where true; update public.teacher_listings set name = btrim(name) where true;`,
    said: /visitor teachers|public\.teacher_listings/,
  },
  {
    name: 'a migration changes statistics',
    check: 1,
    sql: `alter table public.user_evaluation_stats disable trigger user;
      update public.user_evaluation_stats set five_stars = five_stars + 1 where true;
      alter table public.user_evaluation_stats enable trigger user;`,
    said: /public\.user_evaluation_stats/,
  },
  {
    name: 'the new server takes no favourites of the release before',
    check: 2,
    sql: `alter function public.set_favourite rename to set_favourite_anew;`,
    said: /favourite\.set/,
  },
  {
    name: 'the new app takes a missing procedure for something else',
    check: 3,
    inNewerApp: { from: 'PGRST2', to: 'PGRSTX' },
    said: /schema/,
  },
  {
    name: 'a procedure is removed',
    check: 4,
    sql: `drop function public.create_lesson_request;`,
    said: /the procedure is gone/,
  },
  {
    name: 'an argument is renamed',
    check: 4,
    sql: `drop function public.pull_cities; create function public.pull_cities(after_version bigint default null, after_id uuid default null, page_size integer default 500)
      returns json language sql as $$ select '{}'::json $$;
      grant execute on function public.pull_cities to anon, authenticated;
      alter function public.pull_changes rename to pull_all_changes;`,
    said: /the procedure is gone|takes no call/,
  },
  {
    name: 'an argument more is required',
    check: 4,
    sql: `alter function public.pull_changes(jsonb) rename to pull_changes_before;
      create function public.pull_changes(asked jsonb, zone text) returns json language sql as $$ select '{}'::json $$;
      grant execute on function public.pull_changes to anon, authenticated;`,
    said: /takes no call with \(asked\)/,
  },
  {
    name: 'an answer has another type',
    check: 4,
    sql: `alter function public.pull_changes(jsonb) rename to pull_changes_before;
      create function public.pull_changes(asked jsonb) returns text language sql as $$ select '' $$;
      grant execute on function public.pull_changes to anon, authenticated;`,
    said: /answers text instead of json/,
  },
  {
    name: 'the release before loses what waits when it is served again',
    check: 5,
    inNewerApp: { from: START, to: MARKS },
    inOlderApp: { from: START, to: DELETES_OUTBOX_AFTER },
    said: /the host serves the release before again/,
  },
];
