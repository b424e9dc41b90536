/** The user's rows in `pwa_subscriptions`: one for each device, identified by its endpoint. */
import { authorizedFetch } from '@/auth/session/user-rest';
import { userAgent } from '@/lib/browser/device';
import { digestOf } from '@/lib/digest';

const TABLE = '/rest/v1/pwa_subscriptions';

export interface SubscriptionRow {
  token: string;
  isActive: boolean;
  /** How often the server found the token dead. */
  failures: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The server answered with a failure. */
export class NotSaved extends Error {
  constructor(status: number) {
    super(`Status ${status}`);
    this.name = 'NotSaved';
  }
}

const COLUMNS = 'fcm_token,is_active,validation_failures,token_expires_at';

/** This device's row while it is active, else null. Throws NotSaved, NotSignedIn, TypeError without network. */
export async function findActive(userId: string, endpoint: string): Promise<SubscriptionRow | null> {
  return find(userId, { endpoint: `eq.${endpoint}`, is_active: 'eq.true' });
}

/** This device's row, active or not. Throws like `findActive`. */
export async function findAny(userId: string, endpoint: string): Promise<SubscriptionRow | null> {
  return find(userId, { endpoint: `eq.${endpoint}` });
}

async function find(userId: string, more: Record<string, string>): Promise<SubscriptionRow | null> {
  const query = new URLSearchParams({
    select: COLUMNS,
    user_id: `eq.${userId}`,
    token_source: 'eq.fcm',
    ...more,
    limit: '1',
  });
  return firstOf(await ask(userId, `${TABLE}?${query}`));
}

/** Saves this device's token, replacing a former one; `release`: see PushRecord. Throws like `findActive`. */
export async function saveSubscription(
  userId: string,
  token: string,
  release: string,
  subscription: PushSubscription,
): Promise<SubscriptionRow> {
  const query = new URLSearchParams({ on_conflict: 'user_id,endpoint', select: COLUMNS });
  const answer = await ask(userId, `${TABLE}?${query}`, {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    body: JSON.stringify({
      user_id: userId,
      fcm_token: token,
      endpoint: subscription.endpoint,
      p256dh_key: keyOf(subscription, 'p256dh'),
      auth_key: keyOf(subscription, 'auth'),
      user_agent: userAgent().slice(0, 500),
      is_active: true,
      token_source: 'fcm',
      release_hash: await digestOf(release),
    }),
  });
  const row = firstOf(answer);
  if (!row) throw new NotSaved(200);
  return row;
}

/** Switches off the row of one endpoint, or all of the user's. Throws like `findActive`. */
export async function switchOff(userId: string, endpoint: string | null): Promise<void> {
  const query = new URLSearchParams({ user_id: `eq.${userId}` });
  if (endpoint !== null) query.set('endpoint', `eq.${endpoint}`);
  await ask(userId, `${TABLE}?${query}`, {
    method: 'PATCH',
    headers: { prefer: 'return=minimal' },
    body: JSON.stringify({ is_active: false }),
  });
}

async function ask(userId: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await authorizedFetch(userId, path, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });
  if (!response.ok) throw new NotSaved(response.status);
  return response.status === 204 ? null : response.json();
}

function firstOf(answer: unknown): SubscriptionRow | null {
  const row = (Array.isArray(answer) ? answer[0] : null) as Record<string, unknown> | null | undefined;
  if (!row) return null;
  return {
    token: String(row.fcm_token),
    isActive: row.is_active === true,
    failures: Number(row.validation_failures),
    expiresAt: Date.parse(String(row.token_expires_at)),
  };
}

/** The key as Firebase sends it to Google: base64url without padding. */
function keyOf(subscription: PushSubscription, name: PushEncryptionKeyName): string | null {
  const key = subscription.getKey(name);
  if (!key) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
