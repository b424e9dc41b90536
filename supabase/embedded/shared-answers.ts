/**
 * Public pulls answer every visitor alike, and phones that are up to date ask the very same thing: one answer, written
 * and compressed once, serves all who asked before it was begun. Nobody gets one begun before they asked: a phone that
 * was told of a change pulls for it, and an older snapshot would say that there is nothing new. Nothing is kept for
 * those who come later, and what depends on who asks never passes here.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const PULLS: ReadonlySet<string> = new Set(
  ['cities', 'dance_styles', 'teachers', 'content'].map((name) => `/rest/v1/rpc/pull_${name}`),
);
/** Bytes. A checkpoint and a page size need a fifth of it. */
const LONGEST_QUESTION = 500;
/** Bytes. Below it an answer fits one packet anyway. */
const WORTH_COMPRESSING = 1024;
/** What makes PostgREST answer otherwise. */
const SHAPING = ['prefer', 'accept-profile', 'content-profile', 'range'];

/** What a visitor's public pull asks, to be compared with others; null for every other request. */
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
  /** Made for the first who wants it. */
  gzipped: Promise<Uint8Array<ArrayBuffer>> | null;
}

export class SharedAnswers {
  /** Those that newcomers may still join. */
  private readonly open = new Map<string, Promise<Answer>>();
  private readonly begun = new Map<string, Promise<Answer>>();

  /** `work` calls `begin` before it looks at any data: who asks after that waits for another answer. */
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
    const answer = this.free(question)
      .then(() => work(begin))
      .then(read)
      .finally(() => {
        for (const answers of [this.open, this.begun])
          if (answers.get(question) === answer) answers.delete(question);
      });
    this.open.set(question, answer);
    return answer;
  }

  /** Of one question one answer at a time is made: whoever comes meanwhile shares the next. */
  private async free(question: string): Promise<void> {
    await this.begun.get(question)?.catch(() => undefined);
  }
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: await response.arrayBuffer(), gzipped: null };
}

/** What does not ask for gzip outright is left to the compression that all answers pass. */
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
