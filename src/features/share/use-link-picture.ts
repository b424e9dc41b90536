import { useEffect } from 'react';
import { useIdentity } from '@/auth/identity';
import { whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import type { LinkCard } from '@/lib/share-picture';
import { useSyncStatus } from '@/reads/sync-status';
import { versionOf } from './link-card';
import { deliverPicture, presentVersions, removeFormer } from './link-picture';

/** The version that the server was last known to have; asked once per visit. */
let known: { id: string; version: string } | null = null;

/**
 * Keeps the picture of the own page up to date, while online and idle. `card`: null while it is unknown, or while
 * changes of the profile still wait to be sent.
 */
export function useLinkPicture(card: LinkCard | null): void {
  const { identity } = useIdentity();
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const userId = identity?.state === 'active' ? identity.userId : null;
  const text = card && JSON.stringify(card);
  useEffect(() => {
    if (userId === null || text === null || !online) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const wanted = JSON.parse(text) as LinkCard;
    const keep = async () => {
      const version = await versionOf(wanted);
      const { id } = wanted;
      if (known?.id === id && known.version === version) return;
      known = null;
      const present = (await presentVersions(userId, [id])).get(id);
      if (signal.aborted) return;
      if (present === version) {
        known = { id, version };
        await removeFormer(userId, id, version);
      } else if (await deliverPicture(userId, wanted, version, signal)) {
        known = { id, version };
      }
    };
    const cancel = whenIdle(
      () => {
        keep().catch((error: unknown) => logger.info('The picture of the own link was not delivered', error));
      },
      2_000,
      500,
    );
    return () => {
      controller.abort();
      cancel();
    };
  }, [userId, text, online]);
}
