/** Keeps blocked people out of this phone's lists. */
import { identityStore, presentIdentity } from '@/auth/identity';
import { catalogStore } from '@/db/memory/catalog';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { pendingStore } from '@/outbox/pending-store';
import { blockedPeople, hiddenUntilKnown } from './overlay';

/** Call once, at start. */
export function hideBlocked(): void {
  const follow = () => {
    const userId = presentIdentity()?.userId ?? null;
    if (userId === null) return catalogStore.setHidden(new Set());
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    const { commands } = pendingStore.getState();
    if (commands === null) return;
    const own = commands.filter((one) => one.userId === userId);
    if (!rows?.marksKnown) {
      catalogStore.setHidden(hiddenUntilKnown(catalogStore.get().hidden, own));
      return;
    }
    const blocked = blockedPeople({ marks: rows.marks, upTo: rows.marksUpTo }, own);
    catalogStore.setHidden(new Set(blocked.map(({ id }) => id)));
  };
  privateStore.subscribe(follow);
  pendingStore.subscribe(follow);
  identityStore.subscribe(follow);
  follow();
}
