/** What a phone asks of the server, without the phone: the same requests in the same order as src/sync and src/outbox. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import type { LoadServer } from './server.ts';

const PAGE = 500;
const TABLES = ['cities', 'dance_styles', 'teachers'] as const;
/** Milliseconds after which a phone gives up on a request and tries again after a pause that grows. */
const PATIENCE = 30_000;
const FIRST_PAUSE = 2_000;
const ATTEMPTS = 8;

export interface Checkpoint {
  xid: number;
  id: string;
}

interface Page {
  rows: unknown[];
  checkpoint: Checkpoint | null;
  done: boolean;
}

/** Every request of a run: how long it took, why it was repeated, and how many never had an answer. */
export class Tally {
  readonly times: number[] = [];
  /** Why requests were made once more, and how often. */
  readonly retried = new Map<string, number>();
  unanswered = 0;
  bytes = 0;

  /** Asks until there is an answer, as a phone does; null when it gave up. */
  async ask(server: LoadServer, procedure: string, args: object, token?: string): Promise<unknown> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.askOnce(server, procedure, args, token);
      if (answer !== null) return answer;
      await setTimeout(Math.random() * FIRST_PAUSE * 2 ** attempt);
    }
    this.unanswered += 1;
    return null;
  }

  private async askOnce(
    server: LoadServer,
    procedure: string,
    args: object,
    token: string | undefined,
  ): Promise<unknown> {
    const began = performance.now();
    try {
      const response = await fetch(`${server.url}/rest/v1/rpc/${procedure}`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${token ?? server.publishableKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(args),
        signal: AbortSignal.timeout(PATIENCE),
      });
      const text = await response.text();
      this.bytes += text.length;
      if (!response.ok) throw new Error(`${procedure}: ${response.status} ${text.slice(0, 120)}`);
      return JSON.parse(text);
    } catch (error) {
      const reason = reasonOf(error);
      this.retried.set(reason, (this.retried.get(reason) ?? 0) + 1);
      return null;
    } finally {
      this.times.push(performance.now() - began);
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}

/** A first sync, or what changed since. Answers where the next one begins; null where it broke off. */
export async function pullTeachers(
  server: LoadServer,
  tally: Tally,
  from: Checkpoint | null,
): Promise<{ checkpoint: Checkpoint | null; rows: number } | null> {
  let after = from;
  let rows = 0;
  for (;;) {
    const args = { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: PAGE };
    const page = (await tally.ask(server, 'pull_teachers', args)) as Page | null;
    if (!page) return null;
    rows += page.rows.length;
    after = page.checkpoint ?? after;
    if (page.done) return { checkpoint: after, rows };
  }
}

export async function pullNames(server: LoadServer, tally: Tally): Promise<void> {
  for (const table of TABLES.slice(0, 2)) {
    await tally.ask(server, `pull_${table}`, { after_xid: null, after_id: null, page_size: PAGE });
  }
}

export interface Sent {
  commandId: string;
  /** Whether both of two sendings at once were answered alike. */
  same: boolean;
  acknowledged: boolean;
}

/** One favourite for each teacher; each command goes out twice at once, as after an answer that was lost. */
export async function flush(
  server: LoadServer,
  tally: Tally,
  student: string,
  teachers: readonly string[],
): Promise<Sent[]> {
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(student)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(server.jwtSecret));
  const sent: Sent[] = [];
  for (const teacher of teachers) {
    const commandId = randomUUID();
    const args = {
      command_id: commandId,
      favourite: { teacher_id: teacher, wanted: true, wished_at: new Date().toISOString() },
    };
    const send = () => tally.ask(server, 'set_favourite', args, token);
    const [one, other] = await Promise.all([send(), send()]);
    sent.push({
      commandId,
      acknowledged: one !== null || other !== null,
      same: one === null || other === null || JSON.stringify(one) === JSON.stringify(other),
    });
  }
  return sent;
}

/** A phone that listens for hints. Rejects when it is not let in. */
export function listen(
  server: LoadServer,
): Promise<{ heard(event: string): Promise<number>; close(): void }> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          ...{ topic: 'realtime:public:changes', event: 'phx_join', ref: '1', join_ref: '1' },
          payload: { config: { broadcast: { self: false }, private: false } },
        }),
      ),
    );
    socket.once('message', () =>
      resolve({
        heard: (event) =>
          new Promise((tell) => {
            socket.on('message', (data) => {
              const message = JSON.parse(String(data)) as { event: string; payload?: { event?: string } };
              if (message.event === 'broadcast' && message.payload?.event === event) tell(performance.now());
            });
          }),
        close: () => socket.terminate(),
      }),
    );
  });
}
