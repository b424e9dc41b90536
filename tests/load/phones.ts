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

/** Answers that another try may change, as the outbox judges them (src/outbox/classify-error.ts). */
const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

type Outcome = { kind: 'answer'; body: unknown } | { kind: 'again' } | { kind: 'stop' };

/**
 * Every request of a run: its duration, the reasons for retries, the number that was never answered, and what the
 * server refused for good.
 */
export class Tally {
  readonly times: number[] = [];
  /** The number of retries by reason. */
  readonly retried = new Map<string, number>();
  /** The number of refusals by reason: none is expected, and the phone that gets one stops. */
  readonly refused = new Map<string, number>();
  unanswered = 0;
  bytes = 0;

  /** Retries as a phone does; null when it gave up, was refused for good, or the server is gone: the phone stops. */
  async ask(server: LoadServer, procedure: string, args: object, token?: string): Promise<unknown> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await this.askOnce(server, procedure, args, token);
      if (outcome.kind === 'answer') return outcome.body;
      if (outcome.kind === 'stop') return null;
      if (server.gone !== null) break;
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
  ): Promise<Outcome> {
    const began = performance.now();
    try {
      const { status, bytes, gzipped } = await post(
        `${server.url}/rest/v1/rpc/${procedure}`,
        { apikey: server.publishableKey, authorization: `Bearer ${token ?? server.publishableKey}` },
        JSON.stringify(args),
      );
      this.bytes += bytes.length;
      const answer = read(bytes, gzipped);
      if (status === 200) return { kind: 'answer', body: answer };
      const reason = `${procedure}: ${status} ${JSON.stringify(answer).slice(0, 120)}`;
      if (isPassing(status)) throw new Error(reason);
      count(this.refused, reason);
      return { kind: 'stop' };
    } catch (error) {
      count(this.retried, error instanceof Error ? error.message : String(error));
      return { kind: 'again' };
    } finally {
      this.times.push(performance.now() - began);
    }
  }
}

const count = (reasons: Map<string, number>, reason: string) =>
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);

/** The refusals for good, and the number of requests without an answer: failures of a run. */
export function failuresOf(tallies: readonly Tally[]): string[] {
  const refused = tallies.flatMap((tally) => [...tally.refused]);
  const unanswered = tallies.reduce((sum, tally) => sum + tally.unanswered, 0);
  return [
    ...refused.map(([reason, times]) => `${times} requests refused for good: ${reason}`),
    ...(unanswered > 0 ? [`${unanswered} requests never had an answer`] : []),
  ];
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
  for (const name of PRIVATE) if (!(await tally.ask(server, `pull_${name}`, first, token))) return;
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
 * answer. Stops at the first that has no answer.
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
    if (one === null && other === null) break;
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

/** A phone's socket, joined to the topic of public changes. */
export interface Ear {
  /** Resolves with the next hint of a collection; null when the socket closes before. */
  heard(event: string): Promise<Heard | null>;
  /** Resolves when the server has answered a heartbeat, or the socket is closed. */
  beat(): Promise<void>;
  close(): void;
}

interface Message {
  event: string;
  ref: string | null;
  payload?: { event?: string; payload?: Heard['content'] };
}

/** Connects a phone that listens for hints. Rejects when it is refused. */
export async function listen(server: LoadServer): Promise<Ear> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(address);
  let last = 1;
  const send = (message: object) => {
    last += 1;
    socket.send(JSON.stringify({ ...message, ref: String(last) }));
    return String(last);
  };
  const heartbeat = () => send({ topic: 'phoenix', event: 'heartbeat', payload: {} });
  /** Resolves with the first message that `wanted` accepts; null when the socket closes before. */
  const next = (wanted: (message: Message) => boolean) =>
    new Promise<Message | null>((resolve) => {
      const closed = () => resolve(null);
      const take = (data: unknown) => {
        const message = JSON.parse(String(data)) as Message;
        if (!wanted(message)) return;
        socket.off('message', take).off('close', closed);
        resolve(message);
      };
      if (socket.readyState === WebSocket.CLOSED) return closed();
      socket.on('message', take).on('close', closed);
    });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const beating = setInterval(heartbeat, HEARTBEAT);
  socket.once('close', () => clearInterval(beating));
  const joined = next(({ event }) => event === 'phx_reply');
  send({
    ...{ topic: 'realtime:public:changes', event: 'phx_join', join_ref: '1' },
    payload: { config: { broadcast: { self: false }, private: true } },
  });
  if ((await joined) === null) throw new Error('The socket was closed instead of joined');
  return {
    heard: async (wanted) => {
      const message = await next(({ event, payload }) => event === 'broadcast' && payload?.event === wanted);
      if (message === null) return null;
      return { at: performance.now(), content: message.payload?.payload ?? {} };
    },
    beat: async () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const asked = heartbeat();
      await next(({ ref }) => ref === asked);
    },
    close: () => socket.terminate(),
  };
}

/** Milliseconds between the rounds of `heardByAll`, and how many rounds there are. */
const ROUND = 100;
const ROUNDS = 300;

/**
 * Resolves when every phone has heard, or when the server has since answered 300 statements and as many heartbeats of
 * phones that still wait, however long that takes it: what it then has not sent is lost. Returns what each phone heard,
 * null for nothing.
 */
export async function heardByAll<T>(
  server: LoadServer,
  ears: readonly Ear[],
  hearing: readonly Promise<T | null>[],
): Promise<(T | null)[]> {
  const heard: (T | null)[] = ears.map(() => null);
  const deaf = new Map(ears.entries());
  const over = Promise.all(
    hearing.map(async (one, place) => {
      heard[place] = await one;
      deaf.delete(place);
    }),
  );
  for (let round = 0; round < ROUNDS && deaf.size > 0; round += 1) {
    await Promise.race([over, setTimeout(ROUND)]);
    const waiting = [...deaf.values()];
    if (waiting.length === 0) break;
    await server.query('select 1');
    await waiting[round % waiting.length]?.beat();
  }
  return heard;
}
