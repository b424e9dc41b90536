/**
 * The replicated collections, each described once, in the order of pulling. Names, types of rows, RxDB's collections,
 * pulls, comparisons and the rows of a page are derived from these two tables. To add a collection, begin here; see
 * CONTRIBUTING.
 */

import { isEvaluation, isLesson, isLessonRequest, isPaymentKey } from './lesson-rows';
import { isAlert, isMark, isNotebook, isNotification, isProfile } from './own-rows';
import { isContent, isNamed, isTeacher } from './public-rows';
import type { RowCheck } from './row-check';

export interface Collection {
  check: RowCheck<object>;
  /** Indexed text fields, each with its maximum length. */
  indexed?: Readonly<Record<string, number>>;
}

interface PublicCollection extends Collection {
  /**
   * Search needs it: it is pulled first, and on an empty phone its first page is fetched in parallel with the others'.
   */
  searched: boolean;
  /** Milliseconds after which a visible page pulls it again; 0: with every timed round. */
  staleAfter: number;
  /** The maximum of rows per page: fewer where a row may be large. */
  largestPage: number;
}

interface PrivateCollection extends Collection {
  /** The key in a page's `PrivateRows`; the flag `<key>Known` belongs to it. */
  key: string;
  /** 'one': the row whose id is the person's. */
  holds: 'one' | 'many';
  /** Rows carry their version, which commands name as their base. */
  versioned: boolean;
  /**
   * Rows may leave the person's sight without a tombstone, so `visible_ids_<name>` is compared with the rows here.
   * False only for rows that get a tombstone whenever they leave.
   */
  listed: boolean;
}

const DAY = 24 * 60 * 60_000;

/** Listings name cities and styles by id; content is pulled after the collections that search needs. */
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

/** Requests come before notifications, which may take minutes on a slow network. */
export const PRIVATE = {
  profile: { check: isProfile, key: 'profile', holds: 'one', versioned: true, listed: false },
  lesson_requests: {
    check: isLessonRequest,
    key: 'lessonRequests',
    holds: 'many',
    versioned: true,
    listed: true,
  },
  lessons: { check: isLesson, key: 'lessons', holds: 'many', versioned: true, listed: true },
  payment_keys: { check: isPaymentKey, key: 'paymentKeys', holds: 'many', versioned: true, listed: true },
  notebook: { check: isNotebook, key: 'notebook', holds: 'many', versioned: true, listed: false },
  evaluations: { check: isEvaluation, key: 'evaluations', holds: 'many', versioned: true, listed: true },
  favourites: { check: isMark, key: 'marks', holds: 'many', versioned: false, listed: true },
  alerts: { check: isAlert, key: 'alerts', holds: 'many', versioned: true, listed: false },
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
