/** Reads everything that a page is told of one person's replica. */
import type { ReplicaState } from './collections/stored';
import type { PrivateReplica } from './private-replica';
import type { PrivateRows } from './private-store';
import type { PrivateName } from './rows';
import { countUnread } from './unread';

export async function readPrivateRows(
  userId: string,
  replica: PrivateReplica,
  failing: PrivateName[],
): Promise<PrivateRows> {
  const states = [
    replica.profile.state(),
    replica.notifications.state(),
    replica.lesson_requests.state(),
    replica.evaluations.state(),
    replica.favourites.state(),
  ] as const;
  const rows = [
    replica.profile.row(userId),
    replica.profile.version(userId),
    replica.notifications.rows(),
    replica.lesson_requests.versioned(),
    replica.evaluations.versioned(),
    replica.favourites.rows(),
  ] as const;
  const [
    [profileState, notificationState, requestState, evaluationState, markState],
    [profile, version, notifications, lessonRequests, evaluations, marks],
  ] = await Promise.all([Promise.all(states), Promise.all(rows)]);
  return {
    userId,
    profile,
    profileVersion: version ?? 0,
    profileKnown: profileState?.usable === true,
    profilePulledAt: profileState?.pulledAt ?? null,
    notifications,
    notificationsKnown: notificationState?.usable === true,
    lessonRequests,
    lessonRequestsKnown: requestState?.usable === true,
    evaluations,
    evaluationsKnown: evaluationState?.usable === true,
    marks,
    marksKnown: markState?.usable === true,
    marksUpTo: markState?.checkpoint?.xid ?? 0,
    failed: failing.length > 0,
    failing,
    unread: [profileState, notificationState, requestState, evaluationState, markState].reduce(
      (sum, state) => sum + countUnread(state?.unread),
      0,
    ),
    epochs: {
      profile: epochOf(profileState),
      notifications: epochOf(notificationState),
      lesson_requests: epochOf(requestState),
      evaluations: epochOf(evaluationState),
      favourites: epochOf(markState),
    },
  };
}

/** While rows of two fillings are here, their versions do not compare. */
function epochOf(state: ReplicaState | null): string | null {
  return state && !state.mixed ? state.epoch : null;
}
