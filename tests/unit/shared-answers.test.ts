/** Callers that share an answer, and callers that never do. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SharedAnswers, sharedQuestion } from '../../supabase/embedded/shared-answers.ts';

/** A database that answers on command, with the state of the moment in which the query began. */
function scripted() {
  const turns: { begin: () => void; answer: () => void; fail: () => void }[] = [];
  let state = 'old';
  const work = (begin: () => void) =>
    new Promise<Response>((resolve, reject) => {
      let seen = '';
      turns.push({
        begin: () => {
          begin();
          seen = state;
        },
        answer: () => resolve(Response.json({ seen })),
        fail: () => reject(new Error('no database')),
      });
    });
  return {
    turns,
    work,
    change: () => {
      state = 'new';
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const QUESTION = '/rest/v1/rpc/pull_teachers {}';

describe('one answer for all equal requests', () => {
  it('serves every request that came before it was begun', async () => {
    const { turns, work } = scripted();
    const shared = new SharedAnswers();
    const asked = Array.from({ length: 5 }, () => shared.ask(QUESTION, null, work));
    await settled();
    expect(turns).toHaveLength(1);
    turns[0]?.begin();
    turns[0]?.answer();
    for (const response of await Promise.all(asked)) expect(await response.json()).toEqual({ seen: 'old' });
  });

  it('never gives an answer begun before a change to a phone that asks after it', async () => {
    const { turns, work, change } = scripted();
    const shared = new SharedAnswers();
    const early = shared.ask(QUESTION, null, work);
    await settled();
    turns[0]?.begin();
    change();
    const late = [shared.ask(QUESTION, null, work), shared.ask(QUESTION, null, work)];
    await settled();
    // One at a time: the second begins when the first is over.
    expect(turns).toHaveLength(1);
    turns[0]?.answer();
    expect(await (await early).json()).toEqual({ seen: 'old' });
    await settled();
    expect(turns).toHaveLength(2);
    turns[1]?.begin();
    turns[1]?.answer();
    for (const response of await Promise.all(late)) expect(await response.json()).toEqual({ seen: 'new' });
  });

  it('caches nothing for later, not even a failure', async () => {
    const { turns, work } = scripted();
    const shared = new SharedAnswers();
    const failing = shared.ask(QUESTION, null, work);
    await settled();
    turns[0]?.begin();
    turns[0]?.fail();
    await expect(failing).rejects.toThrow('no database');
    const again = shared.ask(QUESTION, null, work);
    await settled();
    turns[1]?.begin();
    turns[1]?.answer();
    expect((await again).status).toBe(200);
  });

  it('compresses for clients that accept it, and only then', async () => {
    const text = JSON.stringify({ rows: 'a'.repeat(5000) });
    const shared = new SharedAnswers();
    const ask = (accept: string | null) =>
      shared.ask(QUESTION, accept, async (begin) => {
        begin();
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      });
    const [plain, packed, refusing] = await Promise.all([
      ask(null),
      ask('gzip, deflate, br'),
      ask('gzip;q=0'),
    ]);
    expect(await plain.text()).toBe(text);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text);
    expect(refusing.headers.get('content-encoding')).toBeNull();
  });
});

describe('what counts as the same question', () => {
  const KEY = 'sb_publishable_test';
  const VISITOR = { apikey: KEY, authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const question = (path: string, headers: Record<string, string>, body = '{"after_xid":7}') =>
    sharedQuestion(
      new Request(`http://localhost/rest/v1/${path}`, { method: 'POST', headers, body }),
      new TextEncoder().encode(body),
      KEY,
    );

  it('is a public pull with the same checkpoint', () => {
    expect(question('rpc/pull_teachers', VISITOR)).toBe(question('rpc/pull_teachers', VISITOR));
    expect(question('rpc/pull_teachers', VISITOR)).not.toBe(question('rpc/pull_content', VISITOR));
    expect(question('rpc/pull_teachers', VISITOR)).not.toBe(
      question('rpc/pull_teachers', VISITOR, '{"after_xid":8}'),
    );
  });

  it.each([
    ['somebody’s own rows', 'rpc/pull_profile', VISITOR],
    ['a person’s token', 'rpc/pull_teachers', { ...VISITOR, authorization: 'Bearer a.b.c' }],
    ['the secret key', 'rpc/pull_teachers', { ...VISITOR, apikey: 'sb_secret_test' }],
    ['no key', 'rpc/pull_teachers', { 'content-type': 'application/json' }],
    ['another form of answer', 'rpc/pull_teachers', { ...VISITOR, accept: 'text/csv' }],
    ['a preference', 'rpc/pull_teachers', { ...VISITOR, prefer: 'count=exact' }],
    ['a query', 'rpc/pull_teachers?select=rows', VISITOR],
    ['a write', 'rpc/create_lead', VISITOR],
  ])('is never %s', (_, path, headers) => {
    expect(question(path, headers)).toBeNull();
  });

  it('has no length that phones never send', () => {
    expect(question('rpc/pull_teachers', VISITOR, JSON.stringify({ x: 'a'.repeat(600) }))).toBeNull();
  });
});
