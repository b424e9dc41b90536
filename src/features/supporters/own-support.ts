/**
 * The signed-in user's tier, requested from the server and kept on the device for reading offline. An answer is fresh
 * for 15 minutes (specification 001 §9). A failed request is logged and never shown: the last known tier stays, or
 * none.
 */

import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { authorizedFetch, NotSignedIn } from '@/auth/session/user-rest';
import { logger } from '@/lib/logger';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import { highestTier } from './benefits';
import { isSupporterTier, type SupporterTier } from './schema';

export const STALE_AFTER = 15 * 60_000;

export interface OwnSupport {
  userId: string;
  tier: SupporterTier | null;
  /** Milliseconds since 1970. */
  askedAt: number;
}

const lastAnswer = stored<OwnSupport>(`${PRIVATE_PREFIX}support`, (value) => {
  const { userId, tier, askedAt } = fieldsOf(value);
  if (!isText(userId) || !isNumber(askedAt)) return null;
  return { userId, tier: isSupporterTier(tier) ? tier : null, askedAt };
});

type Ask = (userId: string) => Promise<SupporterTier | null>;

/** Throws TypeError without network, NotSignedIn, and Error for a malformed answer. */
export async function askTier(userId: string): Promise<SupporterTier | null> {
  const query = new URLSearchParams({ select: 'tier', user_id: `eq.${userId}`, is_active: 'is.true' });
  const response = await authorizedFetch(userId, `/rest/v1/supporter_tiers?${query}`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`supporter_tiers answered ${response.status}`);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error('supporter_tiers answered no list');
  return highestTier(rows.map((row: { tier?: unknown } | null) => row?.tier).filter(isSupporterTier));
}

export class OwnSupportKeeper {
  private kept: OwnSupport | null | undefined;
  private asking: { userId: string; answer: Promise<void> } | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly ask: Ask = askTier,
    private readonly isPresent = (userId: string) => presentIdentity()?.userId === userId,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The user's last known support, or null. The same object until something changes. */
  of(userId: string | null): OwnSupport | null {
    if (this.kept === undefined) this.kept = lastAnswer.read();
    return this.kept?.userId === userId ? this.kept : null;
  }

  /** Requests the tier when the last answer is stale, one request at a time. Never throws. */
  refresh(userId: string): Promise<void> {
    const age = Date.now() - (this.of(userId)?.askedAt ?? Number.NEGATIVE_INFINITY);
    // An answer from the future comes from a clock that was set back, and counts as stale.
    if (age >= 0 && age < STALE_AFTER) return Promise.resolve();
    if (this.asking?.userId === userId) return this.asking.answer;
    const asking = {
      userId,
      answer: this.lookUp(userId).finally(() => {
        if (this.asking === asking) this.asking = null;
      }),
    };
    this.asking = asking;
    return asking.answer;
  }

  private async lookUp(userId: string): Promise<void> {
    try {
      const tier = await this.ask(userId);
      // A user who signed out during the request leaves nothing on the device.
      if (this.isPresent(userId)) this.keep({ userId, tier, askedAt: Date.now() });
    } catch (error) {
      if (!(error instanceof NotSignedIn))
        logger.error('The supporter tier of the user could not be read', error);
    }
  }

  private keep(support: OwnSupport): void {
    this.kept = support;
    lastAnswer.write(support);
    for (const listener of this.listeners) listener();
  }
}
