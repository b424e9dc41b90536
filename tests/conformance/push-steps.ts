/**
 * Shared steps of the send-push tests: people with phones, due notifications, and a look at the
 * queue.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../supabase/embedded/database.ts';
import type { Backend } from '../support/backend.ts';
import { createUser } from '../support/database.ts';

/** The answer of the function. */
export interface Drained {
  configured: boolean;
  taken: number;
  sent: number;
  dead: number;
  refused: number;
  retry: number;
  given_up: number;
  switched_off: number;
  paused: number;
}

export interface PhonePerson {
  id: string;
  tokens: string[];
}

export class PushSteps {
  private readonly database: Database;

  constructor(backend: Backend) {
    if (!backend.embedded) throw new Error('this needs the embedded backend');
    this.database = backend.embedded.database;
  }

  sql(statement: string): Promise<unknown[]> {
    return this.database.query(statement);
  }

  async clear(): Promise<void> {
    await this.database.exec(
      'delete from public.push_queue; delete from app.push_pause; delete from public.pwa_subscriptions; delete from app.visitor_phones',
    );
  }

  async person(phones = 1): Promise<PhonePerson> {
    const id = await this.database.transaction((tx) => createUser(tx, { role: 'teacher' }));
    const tokens = Array.from({ length: phones }, () => `${'t'.repeat(120)}:${randomUUID()}`);
    for (const token of tokens) {
      await this.database.query(
        'insert into public.pwa_subscriptions (user_id, fcm_token, endpoint) values ($1, $2, $3)',
        [id, token, `https://push.example.com/${randomUUID()}`],
      );
    }
    return { id, tokens };
  }

  /**
   * Creates a push that is due now, whatever the hour is: a push that became due just before the
   * quiet hours still goes out.
   */
  async notify(
    person: PhonePerson,
    { kind = 'test', title = 'Um título', body = 'Um texto', url = null as string | null } = {},
  ): Promise<string> {
    const [row] = await this.database.query<{ id: string }>('select app.notify($1, $2, $3, $4, $5) as id', [
      person.id,
      kind,
      title,
      body,
      url,
    ]);
    if (!row) throw new Error('nothing was notified');
    await this.wake(row.id);
    return row.id;
  }

  /** A push to a phone without an account, due now; answers the phone's token. */
  async notifyVisitor(): Promise<string> {
    const token = `${'v'.repeat(120)}:${randomUUID()}`;
    await this.database.query(
      `with phone as (
         insert into app.visitor_phones (secret_hash, fcm_token)
           values (encode(sha256(convert_to($1, 'UTF8')), 'hex'), $1) returning id)
       insert into app.visitor_pushes (phone_id, title, body, url, due_at, next_at)
         select id, 'Chegou professor', 'Veja o perfil', '/teachers/x', now(), now() from phone`,
      [token],
    );
    return token;
  }

  async visitorPhones(): Promise<(string | null)[]> {
    const rows = await this.database.query<{ fcm_token: string | null }>(
      'select fcm_token from app.visitor_phones',
    );
    return rows.map(({ fcm_token }) => fcm_token);
  }

  /** Makes the push due, and allows FCM to be asked again. */
  async wake(id: string): Promise<void> {
    await this.database.query('delete from app.push_pause');
    await this.database.query(
      'update public.push_queue set due_at = now(), next_at = now() where notification_id = $1',
      [id],
    );
  }

  async wakeAll(): Promise<void> {
    await this.database.exec(`
      delete from app.push_pause;
      update public.push_queue set due_at = now(), next_at = now() where finished_at is null`);
  }

  async queued(id: string) {
    const [row] = await this.database.query<{ outcome: string | null; attempts: number }>(
      'select outcome, attempts from public.push_queue where notification_id = $1',
      [id],
    );
    return row;
  }

  /** Reasons of the failed attempts. */
  async reasons(id: string): Promise<string[]> {
    const rows = await this.database.query<{ reason: string }>(
      'select reason from public.push_deliveries where notification_id = $1 and reason is not null',
      [id],
    );
    return rows.map(({ reason }) => reason);
  }

  async phone(token: string) {
    const [row] = await this.database.query<{ is_active: boolean; validation_failures: number }>(
      'select is_active, validation_failures from public.pwa_subscriptions where fcm_token = $1',
      [token],
    );
    return row;
  }
}
