/** What this page holds in memory of the person's own rows, told by the engine; emptied with the sign-out. */
import { createStore } from 'zustand/vanilla';
import {
  type EvaluationRow,
  type LessonRequestRow,
  type MarkRow,
  type NotificationRow,
  PRIVATE_COLLECTIONS,
  type PrivateName,
  type ProfileRow,
  type Versioned,
} from './rows';

export interface PrivateRows {
  userId: string;
  profile: ProfileRow | null;
  /** The version of the profile's row; 0 without one. */
  profileVersion: number;
  /** The profile has been pulled at least once: what is missing is missing. */
  profileKnown: boolean;
  /** Milliseconds since 1970. */
  profilePulledAt: number | null;
  notifications: NotificationRow[];
  notificationsKnown: boolean;
  lessonRequests: Versioned<LessonRequestRow>[];
  lessonRequestsKnown: boolean;
  /** What the person wrote. */
  evaluations: Versioned<EvaluationRow>[];
  evaluationsKnown: boolean;
  /** Favourites and blocks. */
  marks: MarkRow[];
  marksKnown: boolean;
  /** What was written to them up to this version is here, removals too, which leave no row to tell it by. */
  marksUpTo: number;
  /** Some of the last pull did not come through, or the storage does not work. */
  failed: boolean;
  /** Collections whose last pull failed. */
  failing: PrivateName[];
  /** Rows that came and that this release cannot read; of those that it held before, the older copy is here. */
  unread: number;
  /** In which epoch of the server the versions of a collection were counted; null while it changes. */
  epochs: Record<PrivateName, string | null>;
}

export const privateStore = createStore<{ rows: PrivateRows | null }>()(() => ({ rows: null }));

/** The rows of this person, or null: never those of somebody else. */
export function privateRowsOf(userId: string | null, rows: PrivateRows | null): PrivateRows | null {
  return rows !== null && rows.userId === userId ? rows : null;
}

export function setPrivateRows(rows: PrivateRows | null): void {
  privateStore.setState({ rows });
}

/** What there is when nothing can be read. */
export function noRows(userId: string): PrivateRows {
  return {
    userId,
    profile: null,
    profileVersion: 0,
    profileKnown: false,
    profilePulledAt: null,
    notifications: [],
    notificationsKnown: false,
    lessonRequests: [],
    lessonRequestsKnown: false,
    evaluations: [],
    evaluationsKnown: false,
    marks: [],
    marksKnown: false,
    marksUpTo: 0,
    failed: true,
    failing: [...PRIVATE_COLLECTIONS],
    unread: 0,
    epochs: {
      profile: null,
      lesson_requests: null,
      evaluations: null,
      favourites: null,
      notifications: null,
    },
  };
}
