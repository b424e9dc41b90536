/**
 * The replicated collections, described once each, in the order of pulling. Names, types of rows, RxDB's collections, what
 * is pulled, compared and told to a page follow from these two tables. Adding one begins here; see CONTRIBUTING.
 */
import {
  isContent,
  isEvaluation,
  isLessonRequest,
  isMark,
  isNamed,
  isNotification,
  isProfile,
  isTeacher,
  type RowCheck,
} from './rows';

export interface Collection {
  check: RowCheck<object>;
  /** Text fields by whose values rows are looked up, each with its longest length. */
  indexed?: Readonly<Record<string, number>>;
}

interface PublicCollection extends Collection {
  /** Search needs it: it is pulled first, and on an empty phone its first page travels beside the others'. */
  searched: boolean;
  /** Milliseconds after which a visible page pulls it again; 0: with every round by the clock. */
  staleAfter: number;
  /** Rows of one page at most: fewer where a row may be large. */
  largestPage: number;
}

interface PrivateCollection extends Collection {
  /** The key in a page's `PrivateRows`; beside it stands `<key>Known`. */
  key: string;
  /** 'one': the row with the person's own id. */
  holds: 'one' | 'many';
  /** Rows are told with their version, which commands name as their base. */
  versioned: boolean;
  /**
   * Rows may leave the person's sight without a tombstone, so `visible_ids_<name>` is compared with what is here. False
   * only for rows that say themselves when they are gone.
   */
  listed: boolean;
}

const DAY = 24 * 60 * 60_000;

/** Listings name cities and styles by id; content waits until search is served. */
export const PUBLIC = {
  cities: { check: isNamed, searched: true, staleAfter: DAY, largestPage: 500 },
  dance_styles: { check: isNamed, searched: true, staleAfter: DAY, largestPage: 500 },
  teachers: { check: isTeacher, searched: true, staleAfter: 0, largestPage: 2_000 },
  // Screens read one kind at a time.
  content: {
    check: isContent,
    searched: false,
    staleAfter: 0,
    largestPage: 500,
    indexed: { kind: 32 },
  },
} as const satisfies Record<string, PublicCollection>;

/** Requests come before notifications, which a slow line may be busy with for minutes. */
export const PRIVATE = {
  profile: { check: isProfile, key: 'profile', holds: 'one', versioned: true, listed: false },
  lesson_requests: {
    check: isLessonRequest,
    key: 'lessonRequests',
    holds: 'many',
    versioned: true,
    listed: true,
  },
  evaluations: { check: isEvaluation, key: 'evaluations', holds: 'many', versioned: true, listed: true },
  favourites: { check: isMark, key: 'marks', holds: 'many', versioned: false, listed: true },
  notifications: {
    check: isNotification,
    key: 'notifications',
    holds: 'many',
    versioned: false,
    listed: true,
  },
} as const satisfies Record<string, PrivateCollection>;

export const COLLECTION = { ...PUBLIC, ...PRIVATE };

export type CollectionName = keyof typeof PUBLIC;
export type PrivateName = keyof typeof PRIVATE;
type AnyName = CollectionName | PrivateName;
export type ListedName = {
  [N in PrivateName]: (typeof PRIVATE)[N]['listed'] extends true ? N : never;
}[PrivateName];

export const COLLECTIONS = Object.keys(PUBLIC) as CollectionName[];
export const PRIVATE_COLLECTIONS = Object.keys(PRIVATE) as PrivateName[];

type RowOf<C> = C extends { check: RowCheck<infer R> } ? R : never;
export type RowTypes = { [N in AnyName]: RowOf<(typeof COLLECTION)[N]> };
export type Row = RowTypes[AnyName];
