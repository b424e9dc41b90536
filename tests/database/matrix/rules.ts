/** The persons of the matrix, its vocabulary, and the ids of its fixture. */

export const PERSONS = [
  'visitor',
  'student',
  'other student',
  'addressed teacher',
  'other teacher',
  'inactive teacher',
  'admin',
] as const;
export type Person = (typeof PERSONS)[number];

/**
 * The rows that an unscoped statement reaches. 'all' · 'live' without tombstones · 'active' terms ·
 * 'shown' sponsors · 'public' settings · 'own' · 'own and live' · 'party' requests with the person
 * on one side · 'listed' those of shown teachers · 'listed and own' · 'none' of them · 'denied'
 * with 42501, or 55000 for a view that cannot be written · 'refused' by a foreign key that some row
 * is referenced by.
 */
export type Reach =
  | 'all'
  | 'live'
  /** Of those, the ones that phones hold. */
  | 'replicated'
  | 'active'
  | 'shown'
  | 'public'
  | 'own'
  | 'own and live'
  | 'party'
  | 'listed'
  | 'listed and own'
  | 'none'
  | 'denied'
  | 'refused';

/** 'allowed' · 'denied' with 42501 · 'refused' by a key or check after the policies let it through. */
export type Outcome = 'allowed' | 'denied' | 'refused';

export type Each<T> = readonly [T, T, T, T, T, T, T];
export const everyone = <T>(value: T): Each<T> => [value, value, value, value, value, value, value];
export const signedIn = <T>(value: T): Each<T | 'denied'> => [
  'denied',
  value,
  value,
  value,
  value,
  value,
  value,
];
export const adminOnly = <T, A>(others: T, admin: A): Each<T | A> => [
  others,
  others,
  others,
  others,
  others,
  others,
  admin,
];

export interface TableRules {
  /** The column with the id of the row's owner. */
  owner?: string;
  /** All rows that a view could show, as a FROM item; default the relation itself. */
  countIn?: string;
  /** An assignment of an unprivileged column, for the unscoped update. */
  assignment: string;
  /**
   * Inserts a row as the person would for themself; $1 is their id (null: visitor's random one).
   */
  insertSql: string;
  select: Each<Reach>;
  insert: Each<Outcome>;
  /** The same row for another person: $1 is that person's id. Absent when rows have no owner. */
  insertForAnother?: Each<Outcome>;
  update: Each<Reach>;
  delete: Each<Reach>;
}

export const referenceData = (table: string): TableRules => ({
  assignment: 'active = active',
  insertSql: `insert into public.${table} (name) values ('Nova linha ' || $1::text)`,
  select: adminOnly('live', 'all'),
  insert: adminOnly('denied', 'allowed'),
  update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  delete: everyone('denied'),
});

export const onlyProcedures = (assignment: string, insertSql: string): Omit<TableRules, 'select'> => ({
  assignment,
  insertSql,
  insert: everyone('denied'),
  update: everyone('denied'),
  delete: everyone('denied'),
});

/** Content written by admins, shown to others through content_items and procedures. */
export const adminContent: Omit<TableRules, 'assignment' | 'insertSql'> = {
  select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  insert: adminOnly('denied', 'allowed'),
  update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
};

/** Requests of the fixture: accepted between student and addressed teacher; pending from student to other teacher. */
export const ACCEPTED = '00000000-0000-4000-8000-0000000000a1';
export const PENDING = '00000000-0000-4000-8000-0000000000a2';

/** A lesson that the student has proposed under the accepted request; its proposal has the same id. */
export const CHECK = '10000000-0000-4000-8000-0000000000d1';
/** A report that the team has written about. */
export const INVITATION = '00000000-0000-4000-8000-00000000bbbb';
export const LETTER_REPORT = '00000000-0000-4000-8000-00000000aaaa';
export const LESSON = '00000000-0000-4000-8000-0000000000a3';

/** The student's post on the Mural. */
export const POST = '00000000-0000-4000-8000-0000000000c1';

/** A published weekly series from 2099-01-01 on. */
export const EVENT = '00000000-0000-4000-8000-0000000000e1';

/** An event that the student has proposed, and that waits. */
export const PROPOSAL = '00000000-0000-4000-8000-0000000000e2';

/** The student looks for a partner; the other student has answered, and the answer has the same id. */
export const PARTNER = '00000000-0000-4000-8000-0000000000e3';

/** Rows of the fixture: a supporter without account, an active sponsor. */
export const SUPPORTER = '00000000-0000-4000-8000-0000000000b1';
export const BULK = '00000000-0000-4000-8000-0000000000b7';
export const SPONSOR = '00000000-0000-4000-8000-0000000000b2';

export interface ProcedureRules {
  /** The call; $1 is the id of the addressed teacher. */
  call: string;
  /**
   * PT409: permitted, and refused because of the state of things or of the account. PT404:
   * permitted, but names nothing of the caller's.
   */
  execute: Each<'allowed' | 'denied' | 'PT403' | 'PT404' | 'PT409'>;
}
