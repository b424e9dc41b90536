/** Connects the outbox's follower with the replica on this phone. Loaded with the outbox. */
import { identityStore, presentIdentity } from '@/auth/identity';
import { contentStore } from '@/db/memory/content';
import { type PrivateRows, privateRowsOf, privateStore } from '@/db/memory/private-store';
import { followOutbox } from '@/outbox/follower';
import type { Held } from '@/outbox/kind';
import { pullManually, pullPrivateRows, syncStatus } from '@/sync/status';

const ownRows = () => privateRowsOf(presentIdentity()?.userId ?? null, privateStore.getState().rows);
const posts = contentStore.view('post');

/** Starts the follower; call once. */
export function followSent(): void {
  followOutbox({
    held: () => ({ ...heldIn(ownRows()), posts: heldPosts() }),
    epochs: () => {
      const rows = ownRows();
      if (rows) return { epoch: rows.epochs.profile, own: rows.epochs };
      if (presentIdentity()) return null;
      return { epoch: syncStatus.getState().collections.teachers.epoch, own: null };
    },
    subscribe: (changed) => {
      privateStore.subscribe(changed);
      identityStore.subscribe(changed);
      syncStatus.subscribe(changed);
    },
    watchContent: (changed) => posts.subscribe(changed),
    pull: (what) => (what === 'own' ? pullPrivateRows() : pullManually()),
  });
}

export function heldIn(rows: PrivateRows | null): Omit<Held, 'posts'> {
  if (!rows) {
    return {
      profile: null,
      unread: null,
      requests: null,
      lessons: null,
      paymentKeys: null,
      notebook: null,
      alerts: null,
      evaluations: null,
      marks: null,
    };
  }
  const unread = rows.notifications.filter(({ read_at }) => !read_at).map(({ id }) => id);
  return {
    profile: rows.profileVersion,
    unread: rows.notificationsKnown ? new Set(unread) : null,
    requests: rows.lessonRequestsKnown
      ? new Map(rows.lessonRequests.map(({ id, version }) => [id, version]))
      : null,
    lessons: rows.lessonsKnown ? new Map(rows.lessons.map(({ id, version }) => [id, version])) : null,
    paymentKeys: rows.paymentKeysKnown
      ? new Map(rows.paymentKeys.map(({ id, version }) => [id, version]))
      : null,
    notebook: rows.notebookKnown ? new Map(rows.notebook.map(({ id, version }) => [id, version])) : null,
    alerts: rows.alertsKnown ? new Map(rows.alerts.map(({ id, version }) => [id, version])) : null,
    evaluations: new Map(rows.evaluations.map((row) => [row.lesson_request_id, row.version])),
    marks: rows.marksKnown ? rows.marksUpTo : null,
  };
}

function heldPosts(): Held['posts'] {
  const { rows, usable } = posts.get();
  if (!usable) return null;
  return {
    ids: new Set(rows.map(({ id }) => id)),
    pulledAt: syncStatus.getState().collections.content.pulledAt,
  };
}
