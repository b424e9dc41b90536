/**
 * Many hostile requests of each kind from one address are refused, and everybody else is still
 * served.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, embeddedTargets, newPerson, type Person } from '../support/backend.ts';
import { WAIT_LIMIT } from '../support/limits.ts';

const MANY = 50;
/** Milliseconds after which the client gives up: a stopped server answers nothing. */
const GIVE_UP = WAIT_LIMIT;

const copies = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join();
/** Takes PostgreSQL's matcher minutes on any longer text. */
const PATTERN = String.raw`(.*)(.*)(.*)(.*)(.*)(.*)\1\2\3\4\5\6x`;

const QUESTIONS: readonly (readonly [what: string, query: string, code: string])[] = [
  ['a regular expression', `notes?select=id&title=match.${encodeURIComponent(PATTERN)}`, 'PGRST100'],
  ['one in capitals or not', `notes?select=id&title=imatch.${encodeURIComponent(PATTERN)}`, 'PGRST100'],
  ['one that is denied', `notes?title=not.match.${encodeURIComponent(PATTERN)}`, 'PGRST100'],
  ['one among others', `notes?or=(title.eq.a,and(title.match."(.*)(.*)x",stars.gt.1))`, 'PGRST100'],
  ['one of a list', 'notes?title=match(any).{(.*)(.*)x}', 'PGRST100'],
  ['one in an embedded table', 'notes?select=id,tags(label)&tags.label=match.(a%2B)%2B$', 'PGRST100'],
  ['one of a procedure’s rows', 'rpc/my_notes?title=match.(a%2B)%2B$', 'PGRST100'],
  ['full text', 'notes?title=fts.word', 'PGRST100'],
  ['an aggregate', 'notes?select=stars.sum()', 'PGRST123'],
  ['a count', 'notes?select=count()', 'PGRST123'],
  ['embedding in embedding', `tags?select=notes(tags(notes(tags(notes(id)))))`, 'PGRST100'],
  ['many embedded tables', `notes?select=${copies(30, (i) => `t${i}:tags(*)`)}`, 'PGRST100'],
  ['a column many times', `notes?select=${copies(900, (i) => `c${i}:title`)}`, 'PGRST100'],
  ['a column many times, embedded', `tags?select=notes(${copies(900, (i) => `c${i}:title`)})`, 'PGRST100'],
  ['many conditions', `notes?or=(${copies(500, (i) => `title.eq.${i}`)})`, 'PGRST100'],
  [
    'many conditions, each its own',
    `notes?${copies(500, () => 'title=neq.a').replaceAll(',', '&')}`,
    'PGRST100',
  ],
  ['conditions in conditions', `notes?or=${'(and'.repeat(20)}(id.eq.1)${')'.repeat(20)}`, 'PGRST100'],
  ['a name that every object has', 'notes?constructor=eq.1', '42703'],
  ['another one', 'notes?toString=is.null', '42703'],
  ['one among conditions', 'notes?or=(valueOf.eq.1,hasOwnProperty.eq.2)', '42703'],
  ['one to order by', 'notes?order=constructor', '42703'],
  ['one to select', 'notes?select=constructor', '42703'],
  ['one of an embedded table', 'notes?select=tags(label)&tags.constructor=eq.1', '42703'],
  ['a table that is not embedded', 'notes?constructor.title=eq.1', 'PGRST108'],
  ['a column that there is not', 'notes?titel=eq.1', '42703'],
];

describe.each(embeddedTargets())('Hostile requests to $name', (target) => {
  let backend: Backend;
  let dir: string;
  let ana: Person;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'danceflix-hostile-'));
    await writeFile(join(dir, 'robots.txt'), 'User-agent: *\n');
    backend = await target.start({ staticDir: dir });
    ana = await newPerson(backend);
    const { error } = await ana.client.from('notes').insert({ title: 'a'.repeat(80), is_public: true });
    expect(error).toBeNull();
  });
  afterAll(async () => {
    await backend?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(backend.url + path, {
      ...init,
      headers: { apikey: backend.publishableKey, ...init.headers },
      signal: AbortSignal.timeout(GIVE_UP),
    });
    return { status: response.status, text: await response.text() };
  };
  const expectServed = async () => {
    expect(await ask('/robots.txt')).toEqual({ status: 200, text: 'User-agent: *\n' });
    const { data, error } = await ana.client.from('notes').select('is_public');
    expect([data, error]).toEqual([[{ is_public: true }], null]);
  };

  it.each(QUESTIONS)(
    'fifty times %s: refused as PostgREST refuses, and others are served',
    async (_what, query, code) => {
      const answers = await Promise.all(Array.from({ length: MANY }, () => ask(`/rest/v1/${query}`)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${JSON.parse(text).code}`))).toEqual(
        new Set([`400 ${code}`]),
      );
      await expectServed();
    },
  );

  it('a filter by a name that every object has deletes and changes nothing', async () => {
    const { data } = await ana.client.auth.getSession();
    const headers = {
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    };
    for (const name of ['constructor', 'toString', '__proto__', '"constructor"']) {
      const path = `/rest/v1/notes?${encodeURIComponent(name)}=eq.1`;
      expect((await ask(path, { method: 'DELETE', headers })).status).toBe(400);
      const change = { method: 'PATCH', headers, body: JSON.stringify({ stars: 5 }) };
      expect((await ask(path, change)).status).toBe(400);
    }
    expect((await admin(backend).from('notes').select('stars')).data).toEqual([{ stars: null }]);
  });

  it('what the app asks is answered', async () => {
    const asked = [
      'notes?select=*&title=like.*a*&or=(stars.is.null,and(stars.gte.1,stars.lte.5))&order=title.desc.nullslast&limit=1',
      `notes?title=match.${encodeURIComponent(String.raw`a\*b`)}`,
      'notes?select=id,word:title,tags(label)&tags.label=neq.x&tags.order=label&title=not.is.null',
      'notes?select=id,tags!inner(label)&tags=not.is.null',
      'notes?select=data->>a,data->b&id=in.()',
    ];
    for (const query of asked) expect([query, (await ask(`/rest/v1/${query}`)).status]).toEqual([query, 200]);
    const rows = await client(backend).rpc('my_notes').select('title').eq('title', 'none');
    expect(rows.error).toBeNull();
  });
});
