/** Shared steps of the push tests: people with phones, and drains at an injected time. */
import { createHash, randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';

export interface PhonePerson {
  id: string;
  tokens: string[];
}
export interface Claim {
  lease: string;
  taken: number;
  paused_until: string | null;
  messages: {
    notification_id: string;
    user_id: string;
    kind: string;
    title: string;
    body: string;
    url: string | null;
    seconds: number;
    phones: { subscription_id: string; token: string }[];
  }[];
}
export type Outcome = 'sent' | 'dead' | 'refused' | 'retry' | 'given_up';

export const newToken = () => `${'t'.repeat(100)}${randomUUID()}`;
export const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

export interface PhoneWish {
  person: string;
  token?: string;
  endpoint?: string;
  agent?: string;
  /** Secret with which the phone can be released. */
  word?: string;
}

/** Saves a phone as the app's upsert does. */
export const savePhone = (
  database: TestDatabase,
  {
    person,
    token = newToken(),
    endpoint = newEndpoint(),
    agent = 'Navegador',
    word = randomUUID(),
  }: PhoneWish,
) =>
  database.as('authenticated', person, (tx) =>
    tx.query(
      `insert into public.pwa_subscriptions
         (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source, release_hash)
       values ($1, $2, $3, 'p', 'a', $4, true, 'fcm', $5)
       on conflict (user_id, endpoint) do update set user_id = excluded.user_id, fcm_token = excluded.fcm_token,
         endpoint = excluded.endpoint, p256dh_key = excluded.p256dh_key, auth_key = excluded.auth_key,
         user_agent = excluded.user_agent, is_active = excluded.is_active, token_source = excluded.token_source,
         release_hash = excluded.release_hash`,
      [person, token, endpoint, agent, createHash('sha256').update(word).digest('hex')],
    ),
  );

/** Noon in São Paulo. */
export const NOON = '2087-03-10 12:00-03';
export const later = (from: string, interval: string) => `('${from}'::timestamptz + '${interval}'::interval)`;

export async function personWithPhones(database: TestDatabase, phones = 1): Promise<PhonePerson> {
  const id = await database.createUser({ role: 'student' });
  const tokens: string[] = [];
  for (let n = 0; n < phones; n++) tokens.push(await addPhone(database, id));
  return { id, tokens };
}

/**
 * Adds a phone and returns its token; the token is valid in the years in which these tests play.
 */
export async function addPhone(database: TestDatabase, person: string): Promise<string> {
  const token = newToken();
  await database.query(
    'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, $2, $3)',
    [person, token, `https://push.example.com/${randomUUID()}`],
  );
  await database.query(
    `update public.pwa_subscriptions set token_expires_at = '2100-01-01' where fcm_token = $1`,
    [token],
  );
  return token;
}

/** The state of the phone with that token. */
export async function phone(
  database: TestDatabase,
  token: string,
): Promise<{ is_active: boolean; validation_failures: number } | undefined> {
  const [row] = await database.query<{ is_active: boolean; validation_failures: number }>(
    'select is_active, validation_failures from public.pwa_subscriptions where fcm_token = $1',
    [token],
  );
  return row;
}

/** Runs before each test: no push waits, and FCM may be asked. */
export const nothingQueued = (database: TestDatabase): Promise<unknown> =>
  database.exec('delete from public.push_queue; delete from app.push_pause');

/** Creates a notification of that instant. Returns its id. */
export async function notifyAt(
  database: TestDatabase,
  person: string,
  at = NOON,
  kind = 'test',
): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into public.notifications (user_id, kind, title, body, created_at) values ($1, $2, 'Título', 'Texto', $3)
     returning id`,
    [person, kind, at],
  );
  if (!row) throw new Error('nothing was notified');
  return row.id;
}

export const queued = async (database: TestDatabase, id: string) => {
  const [row] = await database.query<{
    outcome: string | null;
    attempts: number;
    due_at: string;
    next_at: string;
  }>(
    'select outcome, attempts, due_at::text, next_at::text from public.push_queue where notification_id = $1',
    [id],
  );
  return row;
};

const asServer = <T>(database: TestDatabase, sql: string, params: unknown[]): Promise<T> =>
  database.as('service_role', null, async (tx) => {
    const [row] = await tx.query<{ answer: T }>(sql, params);
    if (!row) throw new Error(`${sql} answered nothing`);
    return row.answer;
  });

/** `at`: an SQL expression. */
export const claimAt = (database: TestDatabase, at = `'${NOON}'`, atMost = 20, seconds = 120) =>
  asServer<Claim>(database, `select public.claim_pushes($1, $2, ${at}) as answer`, [atMost, seconds]);

export interface Finished {
  recorded: number;
  finished: number;
  switched_off: number;
}
/** `say`: the outcome for a phone; null: it was not tried. */
export const finishAt = (
  database: TestDatabase,
  claim: Claim,
  say: (token: string) => Outcome | null,
  at = `'${NOON}'`,
  pause = 0,
) =>
  asServer<Finished>(database, `select public.finish_pushes($1, $2::text::jsonb, $3, ${at}) as answer`, [
    claim.lease,
    JSON.stringify(
      claim.messages.flatMap(({ notification_id, phones }) =>
        phones.flatMap(({ subscription_id, token }) => {
          const outcome = say(token);
          return outcome === null
            ? []
            : [{ notification_id, subscription_id, outcome, reason: outcome === 'sent' ? null : 'WHY' }];
        }),
      ),
    ),
    pause,
  ]);

export const tokensOf = (claim: Claim) =>
  claim.messages.flatMap(({ phones }) => phones.map(({ token }) => token)).sort();
