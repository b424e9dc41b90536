/**
 * The requests of a phone, without the phone: in the same order as src/sync and src/outbox send
 * them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import type { LoadServer } from './server.ts';

const PAGE = 500;
/**
 * Milliseconds after which a phone gives up on a request and tries again after a growing pause
 * (src/lib/rest).
 */
const PATIENCE = 20_000;
/** Milliseconds over which phones spread the requests that a hint causes (src/sync/pull). */
export const HINT_JITTER = 1_500;
/** Milliseconds between signs of life of a socket, as realtime-js sends them. */
const HEARTBEAT = 25_000;
const PRIVATE = ['profile', 'notifications', 'lesson_requests', 'evaluations', 'favourites'] as const;
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

/**
 * Every request of a run: its duration, the reasons for retries, and the number that was never
 * answered.
 */
export class Tally {
  readonly times: number[] = [];
  /** The number of retries by reason. */
  readonly retried = new Map<string, number>();
  unanswered = 0;
  bytes = 0;

  /** Retries as a phone does; null when it gave up. */
  async ask(server: LoadServer, procedure: string, args: object, token?: string): Promise<unknown> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.askOnce(server, procedure, args, token);
      if (answer !== null) return answer;
      await setTimeout(FIRST_PAUSE * 2 ** attempt * (0.5 + Math.random() / 2));
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
      const { status, bytes, gzipped } = await post(
        `${server.url}/rest/v1/rpc/${procedure}`,
        { apikey: server.publishableKey, authorization: `Bearer ${token ?? server.publishableKey}` },
        JSON.stringify(args),
      );
      this.bytes += bytes.length;
      const answer = read(bytes, gzipped);
      if (status !== 200) throw new Error(`${procedure}: ${status} ${JSON.stringify(answer).slice(0, 120)}`);
      return answer;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.retried.set(reason, (this.retried.get(reason) ?? 0) + 1);
      return null;
    } finally {
      this.times.push(performance.now() - began);
    }
  }
}

const agent = new Agent({ keepAlive: true });

/** Sends like a browser, without a browser's own processor time. */
function post(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; bytes: Buffer; gzipped: boolean }> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const asked = request(
      url,
      {
        ...{ method: 'POST', agent, signal: AbortSignal.timeout(PATIENCE) },
        headers: {
          ...headers,
          ...{ 'content-type': 'application/json', 'content-length': length },
          ...{ accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' },
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            bytes: Buffer.concat(chunks),
            gzipped: response.headers['content-encoding'] === 'gzip',
          }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A thousand phones on one machine share the parsed form of equal responses. */
const known = new Map<string, unknown>();

function read(bytes: Buffer, gzipped: boolean): unknown {
  const name = createHash('sha1').update(bytes).digest('base64');
  const found = known.get(name);
  if (found !== undefined) return found;
  const answer: unknown = JSON.parse((gzipped ? gunzipSync(bytes) : bytes).toString('utf8'));
  if (gzipped) known.set(name, answer);
  return answer;
}

export interface Pulled {
  checkpoint: Checkpoint | null;
  rows: number;
}

/**
 * Runs a first sync, or fetches later changes. Returns the next checkpoint; null when it was
 * interrupted.
 */
export async function pull(
  server: LoadServer,
  tally: Tally,
  name: 'cities' | 'dance_styles' | 'teachers' | 'content',
  from: Checkpoint | null,
): Promise<Pulled | null> {
  let after = from;
  let rows = 0;
  for (;;) {
    const args = { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: PAGE };
    const page = (await tally.ask(server, `pull_${name}`, args)) as Page | null;
    if (!page) return null;
    rows += page.rows.length;
    after = page.checkpoint ?? after;
    if (page.done) return { checkpoint: after, rows };
  }
}

/**
 * The requests of a signed-in person's phone at start; it compares lists of its ids, favourites
 * here.
 */
export async function pullPrivate(server: LoadServer, tally: Tally, student: string): Promise<void> {
  const token = await tokenOf(server, student);
  const first = { after_xid: null, after_id: null, page_size: PAGE };
  for (const name of PRIVATE) await tally.ask(server, `pull_${name}`, first, token);
  await tally.ask(server, 'visible_ids_favourites', {}, token);
}

function tokenOf(server: LoadServer, person: string): Promise<string> {
  return new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(person)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(server.jwtSecret));
}

export interface Sent {
  commandId: string;
  /** Whether both simultaneous deliveries got the same answer. */
  same: boolean;
  acknowledged: boolean;
}

/**
 * Writes one favourite for each teacher; each command is sent twice at once, as after a lost
 * answer.
 */
export async function flush(
  server: LoadServer,
  tally: Tally,
  student: string,
  teachers: readonly string[],
): Promise<Sent[]> {
  const token = await tokenOf(server, student);
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

export interface Heard {
  at: number;
  /** With rows the phone asks for nothing; with places it continues at `checkpoint`. */
  content: { rows?: unknown[]; after?: Checkpoint; checkpoint?: Checkpoint };
}

const isAfter = (a: Checkpoint, b: Checkpoint) => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);

/** The checkpoint of a phone at `here` that heard a hint (src/sync/pull/hinted-rows.ts). */
export function continued(here: Checkpoint, { after, checkpoint }: Heard['content']): Checkpoint {
  return after && checkpoint && !isAfter(after, here) && isAfter(checkpoint, here) ? checkpoint : here;
}

/** Asks for what is new in all public collections. Returns the names of those with news; null without an answer. */
export async function pullChanges(
  server: LoadServer,
  tally: Tally,
  checkpoints: Readonly<Record<string, Checkpoint>>,
): Promise<string[] | null> {
  const after = Object.entries(checkpoints).map(([name, { xid, id }]) => [name, [xid, id, PAGE]]);
  const answer = await tally.ask(server, 'pull_changes', { asked: { after: Object.fromEntries(after) } });
  return answer === null ? null : Object.keys((answer as { pages: object }).pages);
}

/** Connects a phone that listens for hints. Rejects when it is refused. */
export function listen(server: LoadServer): Promise<{ heard(event: string): Promise<Heard>; close(): void }> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(address);
  const beat = setInterval(() => {
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '2' }));
  }, HEARTBEAT);
  socket.once('close', () => clearInterval(beat));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          ...{ topic: 'realtime:public:changes', event: 'phx_join', ref: '1', join_ref: '1' },
          payload: { config: { broadcast: { self: false }, private: true } },
        }),
      ),
    );
    socket.once('message', () =>
      resolve({
        heard: (event) =>
          new Promise((tell) => {
            socket.on('message', (data) => {
              const message = JSON.parse(String(data)) as {
                event: string;
                payload?: { event?: string; payload?: Heard['content'] };
              };
              if (message.event !== 'broadcast' || message.payload?.event !== event) return;
              tell({ at: performance.now(), content: message.payload.payload ?? {} });
            });
          }),
        close: () => socket.terminate(),
      }),
    );
  });
}
