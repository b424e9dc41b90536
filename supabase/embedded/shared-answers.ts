/**
 * Shares responses to public pulls, which are equal for all visitors and often identical: one response, computed and
 * compressed once, serves all requests that arrived before its query began. A later request never gets it, because a
 * phone that was told of a change would take an older snapshot for "nothing new". Nothing is cached beyond that, and
 * responses that depend on the caller are never shared.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const PULLS: ReadonlySet<string> = new Set(
  ['changes', 'cities', 'dance_styles', 'teachers', 'content'].map((name) => `/rest/v1/rpc/pull_${name}`),
);
/** Bytes; enough for the checkpoints of all public collections. */
const LONGEST_QUESTION = 500;
/** Bytes; a smaller response fits one packet anyway. */
const WORTH_COMPRESSING = 1024;
/** Headers that change PostgREST's response. */
const SHAPING = ['prefer', 'accept-profile', 'content-profile', 'range'];

/** Key of a visitor's public pull, equal for requests that can share a response; null for every other request. */
export function sharedQuestion(request: Request, body: Uint8Array, publishableKey: string): string | null {
  const { pathname, search } = new URL(request.url);
  const { headers } = request;
  const alike =
    request.method === 'POST' &&
    PULLS.has(pathname) &&
    search === '' &&
    body.byteLength <= LONGEST_QUESTION &&
    headers.get('apikey') === publishableKey &&
    headers.get('authorization') === `Bearer ${publishableKey}` &&
    headers.get('content-type') === 'application/json' &&
    ['application/json', '*/*'].includes(headers.get('accept') ?? '*/*') &&
    !SHAPING.some((name) => headers.has(name));
  return alike ? `${pathname} ${new TextDecoder().decode(body)}` : null;
}

interface Answer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
  /** Compressed for the first client that accepts gzip. */
  gzipped: Promise<Uint8Array<ArrayBuffer>> | null;
}

export class SharedAnswers {
  /** Responses whose query has not begun, which new requests may join. */
  private readonly open = new Map<string, Promise<Answer>>();
  private readonly begun = new Map<string, Promise<Answer>>();

  /** `work` calls `begin` before it reads data; later requests get another response. */
  async ask(
    question: string,
    acceptEncoding: string | null,
    work: (begin: () => void) => Promise<Response>,
  ): Promise<Response> {
    return respond(await (this.open.get(question) ?? this.start(question, work)), acceptEncoding);
  }

  private start(question: string, work: (begin: () => void) => Promise<Response>): Promise<Answer> {
    const begin = () => {
      this.open.delete(question);
      this.begun.set(question, answer);
    };
    const answer = this.waitForRunning(question)
      .then(() => work(begin))
      .then(read)
      .finally(() => {
        for (const answers of [this.open, this.begun])
          if (answers.get(question) === answer) answers.delete(question);
      });
    this.open.set(question, answer);
    return answer;
  }

  /** Waits for the running query: at most one per key runs, and requests that arrive meanwhile share the next. */
  private async waitForRunning(question: string): Promise<void> {
    await this.begun.get(question)?.catch(() => undefined);
  }
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: await response.arrayBuffer(), gzipped: null };
}

/** Sends gzip to clients that name it; other encodings are left to the general compression. */
async function respond(answer: Answer, acceptEncoding: string | null): Promise<Response> {
  const headers = new Headers(answer.headers);
  const wanted = (acceptEncoding ?? '').split(',').some((name) => name.trim().toLowerCase() === 'gzip');
  if (!wanted || answer.body.byteLength < WORTH_COMPRESSING)
    return new Response(answer.body, { status: answer.status, headers });
  answer.gzipped ??= compress(answer.body).then((bytes) => new Uint8Array(bytes));
  const body = await answer.gzipped;
  headers.set('content-encoding', 'gzip');
  headers.set('vary', 'Accept-Encoding');
  headers.set('content-length', String(body.byteLength));
  return new Response(body, { status: answer.status, headers });
}
