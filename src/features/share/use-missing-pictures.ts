import { useEffect } from 'react';
import { useIdentity } from '@/auth/identity';
import { whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import type { LinkCard } from '@/lib/share-picture';
import { useSyncStatus } from '@/reads/sync-status';
import { versionOf } from './link-card';
import { deliverPicture, presentVersions } from './link-picture';

/** Pictures drawn in one visit, so that a phone of the team does not send hundreds. */
const MOST = 12;
/** Ids in one question: they stand in its address. */
const ASKED = 60;

/**
 * Draws the missing pictures of public pages on a device of the team. Those of `current` are drawn again when their card
 * has changed; those of `missing` are their owners' to change. Does nothing for others, offline, or before both are
 * known (null).
 */
export function useMissingPictures(
  current: readonly LinkCard[] | null,
  missing: readonly LinkCard[] | null,
): void {
  const { identity } = useIdentity();
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const userId = identity?.state === 'active' && identity.role === 'admin' ? identity.userId : null;
  useEffect(() => {
    if (userId === null || current === null || missing === null || !online) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const cancel = whenIdle(
      () => {
        drawMissing(userId, current, missing, signal).catch((error: unknown) =>
          logger.info('The pictures of links were not completed', error),
        );
      },
      3_000,
      1_000,
    );
    return () => {
      controller.abort();
      cancel();
    };
  }, [userId, current, missing, online]);
}

async function drawMissing(
  userId: string,
  current: readonly LinkCard[],
  missing: readonly LinkCard[],
  signal: AbortSignal,
): Promise<void> {
  const kept = new Set(current.map(({ id }) => id));
  const cards = [...current, ...missing];
  let left = MOST;
  for (let first = 0; first < cards.length && left > 0 && !signal.aborted; first += ASKED) {
    const some = cards.slice(first, first + ASKED);
    const present = await presentVersions(
      userId,
      some.map(({ id }) => id),
    );
    for (const card of some) {
      const known = present.get(card.id);
      if (known !== undefined && !kept.has(card.id)) continue;
      const version = await versionOf(card);
      if (known === version) continue;
      if (left === 0 || signal.aborted) return;
      left--;
      await deliverPicture(userId, card, version, signal);
    }
  }
}
