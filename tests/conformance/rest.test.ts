import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, newPerson, type Person, targets } from '../support/backend.ts';

const FORM = 'application/x-www-form-urlencoded';

describe.each(targets())('REST on $name', (target) => {
  let backend: Backend;
  let ana: Person;
  let bia: Person;
  beforeAll(async () => {
    backend = await target.start();
    [ana, bia] = await Promise.all([newPerson(backend), newPerson(backend)]);
  });
  afterAll(() => backend?.stop());

  const insert = async (person: Person, values: Record<string, unknown>) => {
    const { data, error } = await person.client.from('notes').insert(values).select().single();
    if (error) throw error;
    return data as { id: string; title: string; created_at: string; data: unknown };
  };

  it.each([
    ['a row without a column', 'POST', 'notes', '{}'],
    ['rows without a column', 'POST', 'notes?id=eq.1', '[{}]'],
    ['a zero byte in a name', 'GET', 'notes?order=a%00b', undefined],
    ['a zero byte for a name', 'GET', 'notes?%00=eq.1', undefined],
  ])('refuses %s as the client’s fault', async (_what, method, path, body) => {
    const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
      method,
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    // Hosted Supabase lets a row be all defaults: a policy then refuses it.
    expect([400, 401, 403]).toContain(answer.status);
    expect(((await answer.json()) as { message: string }).message).not.toMatch(/syntax error/);
  });

  it('shows each person their own rows and visitors only what is public', async () => {
    await insert(ana, { title: 'only mine' });
    await insert(ana, { title: 'for all', is_public: true });
    const titles = async (who: Person['client']) =>
      (await who.from('notes').select('title').order('title')).data?.map((row) => row.title);
    expect(await titles(ana.client)).toEqual(['for all', 'only mine']);
    expect(await titles(client(backend))).toEqual(['for all']);
    expect(await titles(bia.client)).toEqual(['for all']);
    expect(await titles(admin(backend))).toEqual(['for all', 'only mine']);
  });

  it('compresses long answers for clients that accept it', async () => {
    const writer = await newPerson(backend);
    await insert(writer, { title: 'long', data: { text: 'abc '.repeat(2_000) } });
    const { data } = await writer.client.auth.getSession();
    const ask = (encoding: string) =>
      fetch(`${backend.url}/rest/v1/notes?title=eq.long`, {
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'accept-encoding': encoding,
        },
      });
    const compressed = await ask('gzip');
    const plain = await ask('identity');
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await compressed.json()).toEqual(await plain.json());
  });

  it('keeps requests of different people apart while they run at the same time', async () => {
    await insert(ana, { title: 'ana in parallel' });
    await insert(bia, { title: 'bia in parallel' });
    const people = [ana, bia];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const kind = index % 3;
        const person = people[index % 2];
        const who = kind === 2 || !person ? client(backend) : person.client;
        const [me, rows] = await Promise.all([
          who.rpc('whoami'),
          who.from('notes').select('owner,is_public'),
        ]);
        return { expected: kind === 2 ? null : person?.id, me, rows };
      }),
    );
    for (const { expected, me, rows } of answers) {
      expect(me.error).toBeNull();
      expect(me.data).toMatchObject({
        uid: expected,
        current_user: expected === null ? 'anon' : 'authenticated',
      });
      expect(rows.error).toBeNull();
      for (const row of rows.data ?? []) expect(row.is_public || row.owner === expected).toBe(true);
    }
  });

  it('does not leave one person’s failed transaction to another', async () => {
    const failing = Array.from({ length: 10 }, () => ana.client.from('notes').insert({ title: '' }));
    const reading = Array.from({ length: 10 }, () => bia.client.rpc('whoami'));
    const results = await Promise.all([...failing, ...reading]);
    expect(results.slice(0, 10).map(({ error }) => error?.code)).toEqual(Array(10).fill('23514'));
    expect(results.slice(10).map(({ error }) => error)).toEqual(Array(10).fill(null));
  });

  it('keeps what a migration has revoked (fault 2)', async () => {
    for (let round = 0; round < 2; round++) {
      const { error, status } = await client(backend).from('vault').select('*');
      expect(error?.code).toBe('42501');
      expect(status).toBe(401);
      expect((await ana.client.from('vault').select('*')).status).toBe(403);
    }
    expect((await admin(backend).from('vault').select('word').single()).data).toEqual({ word: 'sesame' });
  });

  it('takes quoted names inside or=() (fault 3)', async () => {
    const note = await insert(ana, { title: 'quoted', stars: 3 });
    const { data, error } = await ana.client
      .from('notes')
      .select('title')
      .or(`"stars".gt.4,and("stars".eq.3,"id".eq.${note.id})`);
    expect(error).toBeNull();
    expect(data).toEqual([{ title: 'quoted' }]);
  });

  it('writes timestamps as JSON does, also inside an embed (fault 4)', async () => {
    const note = await insert(ana, { title: 'on time' });
    expect(note.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    await ana.client.from('tags').insert({ note_id: note.id, label: 'x' });
    const { data } = await ana.client
      .from('tags')
      .select('notes(created_at)')
      .eq('note_id', note.id)
      .single();
    expect(data).toEqual({ notes: { created_at: note.created_at } });
    const again = await ana.client.from('notes').select('id').eq('created_at', note.created_at);
    expect(again.data).toContainEqual({ id: note.id });
  });

  it.each([
    ['P0001', 400],
    ['23514', 400],
    ['23503', 409],
    ['28000', 403],
    ['42501', 403],
    ['40001', 500],
    ['53000', 503],
    ['PT402', 402],
    ['PT404', 404],
  ])('answers a raised %s with status %i and its own words (fault 5)', async (code, expected) => {
    const { error, status } = await ana.client.rpc('complain', { code, message: 'said so' });
    expect(status).toBe(expected);
    expect(error).toMatchObject({ code, message: 'said so', details: 'a detail', hint: 'a hint' });
  });

  it('says which constraint a row breaks', async () => {
    await insert(ana, { title: 'twice' });
    const twice = await ana.client.from('notes').insert({ title: 'twice' });
    expect([twice.status, twice.error?.code]).toEqual([409, '23505']);
    const check = await ana.client.from('notes').insert({ title: 'x'.repeat(81) });
    expect([check.status, check.error?.code]).toEqual([400, '23514']);
    expect(check.error?.message).toContain('notes_title_check');
    const missing = await ana.client.from('notes').insert({ stars: 1 });
    expect([missing.status, missing.error?.code]).toEqual([400, '23502']);
    const type = await ana.client.from('notes').insert({ title: 'typed', stars: 'many' });
    expect([type.status, type.error?.code]).toEqual([400, '22P02']);
    const parent = await admin(backend).from('tags').insert({ note_id: crypto.randomUUID(), label: 'x' });
    expect([parent.status, parent.error?.code]).toEqual([409, '23503']);
  });

  it('gives one object for a mutation with embed and single (fault 6)', async () => {
    const made = await ana.client
      .from('notes')
      .insert({ title: 'embedded' })
      .select('title, tags(label)')
      .single();
    expect(made.error).toBeNull();
    expect(made.data).toEqual({ title: 'embedded', tags: [] });
    const changed = await ana.client
      .from('notes')
      .update({ stars: 2 })
      .eq('title', 'embedded')
      .select('stars, tags(label)')
      .single();
    expect(changed.data).toEqual({ stars: 2, tags: [] });
    const gone = await ana.client
      .from('notes')
      .delete()
      .eq('title', 'embedded')
      .select('title, tags(label)')
      .single();
    expect(gone.data).toEqual({ title: 'embedded', tags: [] });
  });

  it('changes nothing when single finds more than one row (fault 6)', async () => {
    await insert(bia, { title: 'one', stars: 1 });
    await insert(bia, { title: 'two', stars: 1 });
    for (const columns of ['title', 'title, tags(label)']) {
      const { error, status } = await bia.client
        .from('notes')
        .update({ stars: 5 })
        .in('title', ['one', 'two'])
        .select(columns)
        .single();
      expect([status, error?.code]).toEqual([406, 'PGRST116']);
    }
    const { data } = await bia.client.from('notes').select('stars').in('title', ['one', 'two']);
    expect(data).toEqual([{ stars: 1 }, { stars: 1 }]);
  });

  it('updates and deletes nothing without a condition', async () => {
    const ana = await newPerson(backend);
    await ana.client.from('notes').insert({ title: 'Fica' });
    const { access_token: token } = (await ana.client.auth.getSession()).data.session ?? {};
    for (const [method, query, verb] of [
      ['PATCH', '', 'UPDATE'],
      ['PATCH', '?select=id&order=id', 'UPDATE'],
      ['DELETE', '', 'DELETE'],
    ] as const) {
      const response = await fetch(`${backend.url}/rest/v1/notes${query}`, {
        method,
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(method === 'PATCH' ? { body: JSON.stringify({ stars: 5 }) } : {}),
      });
      expect([method, query, response.status]).toEqual([method, query, 400]);
      expect(await response.json()).toMatchObject({
        code: '21000',
        message: `${verb} requires a WHERE clause`,
      });
    }
    const own = await ana.client.from('notes').select('title, stars').eq('owner', ana.id);
    expect(own.data).toEqual([{ title: 'Fica', stars: null }]);
    const { error } = await ana.client.from('notes').update({ stars: 5 }).eq('title', 'Fica');
    expect(error).toBeNull();
  });

  it('knows the caller in SQL, e-mail included (fault 7)', async () => {
    const { data } = await ana.client.rpc('whoami');
    expect(data).toEqual({
      uid: ana.id,
      role: 'authenticated',
      email: ana.email,
      jwt_sub: ana.id,
      current_user: 'authenticated',
    });
    expect((await client(backend).rpc('whoami')).data).toMatchObject({
      uid: null,
      email: null,
      current_user: 'anon',
    });
  });

  it('stores JSON of every shape as it was given', async () => {
    for (const data of [{ a: [1, { b: null }] }, ['x'], 'oi', '123', 7, true]) {
      const note = await insert(ana, { title: `json ${JSON.stringify(data)}`, data });
      expect(note.data).toEqual(data);
    }
  });

  it('hands JSON of every shape to a procedure', async () => {
    for (const given of [{ a: 1 }, ['x'], 'oi', '123', 7]) {
      expect((await ana.client.rpc('same', { given })).data).toEqual(given);
    }
  });

  it('embeds, counts, pages, upserts and calls procedures', async () => {
    const note = await insert(ana, { title: 'with tags', stars: 4 });
    await ana.client.from('tags').insert([
      { note_id: note.id, label: 'b' },
      { note_id: note.id, label: 'a' },
    ]);
    const embedded = await ana.client
      .from('notes')
      .select('title, tags(label)')
      .eq('id', note.id)
      .order('label', { referencedTable: 'tags' })
      .single();
    expect(embedded.data).toEqual({ title: 'with tags', tags: [{ label: 'a' }, { label: 'b' }] });
    const inner = await ana.client.from('notes').select('title, tags!inner(label)').eq('tags.label', 'b');
    expect(inner.data).toEqual([{ title: 'with tags', tags: [{ label: 'b' }] }]);

    const paged = await ana.client
      .from('tags')
      .select('label', { count: 'exact' })
      .order('label')
      .range(0, 0);
    expect([paged.count, paged.data?.length]).toEqual([3, 1]);
    const head = await ana.client.from('tags').select('*', { count: 'exact', head: true });
    expect([head.count, head.data]).toEqual([3, null]);

    const upserted = await ana.client
      .from('notes')
      .upsert({ id: note.id, title: 'with tags', stars: 5 }, { onConflict: 'id' })
      .select('stars')
      .single();
    expect(upserted.data).toEqual({ stars: 5 });

    expect((await ana.client.rpc('shout', { word: 'oi' })).data).toBe('OIOI');
    expect((await ana.client.rpc('shout', { word: 'oi', times: 1 }, { get: true })).data).toBe('OI');
    const rows = await ana.client.rpc('my_notes').select('title').eq('id', note.id);
    expect(rows.data).toEqual([{ title: 'with tags' }]);
    expect((await ana.client.rpc('nothing_like_it')).error?.code).toBe('PGRST202');
  });

  it('refuses what is not exposed, and foreign keys and tokens', async () => {
    const table = await client(backend).from('no_such_table').select('*');
    expect([table.status, table.error?.code]).toEqual([404, 'PGRST205']);
    const schema = await admin(backend).schema('auth').from('users').select('*');
    expect([schema.status, schema.error?.code]).toEqual([406, 'PGRST106']);
    const ask = (headers: Record<string, string>) => fetch(`${backend.url}/rest/v1/notes`, { headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ apikey: 'sb_publishable_wrong' })).status).toBe(401);
    const { data } = await ana.client.auth.getSession();
    const forged = `${data.session?.access_token.slice(0, -4)}AAAA`;
    expect((await ask({ apikey: backend.publishableKey, authorization: `Bearer ${forged}` })).status).toBe(
      401,
    );
  });

  it('refuses what it cannot read or store with the right status, and without internal messages', async () => {
    const { data } = await ana.client.auth.getSession();
    const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
      const response = await fetch(`${backend.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': type,
        },
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, text: await response.text() };
    };
    const all: readonly (readonly [method: string, path: string, body?: string, type?: string])[] = [
      ['GET', 'notes?select=id::"x'],
      ['POST', 'notes?columns=title', '"a text"'],
      ['POST', 'notes', 'true'],
      ['POST', 'notes', '[1,2]'],
      ['PATCH', 'notes?title=eq.none', '7'],
      ['PATCH', 'notes?title=eq.none', 'title\n', 'text/csv'],
      ['POST', 'notes?columns=id', '{"title":"unsaid"}'],
      ['POST', 'notes?columns=id', 'title=unsaid', FORM],
      ['POST', 'notes?columns=id', 'title\nunsaid\n', 'text/csv'],
      ['POST', 'notes', '{"title":"bool","is_public":"maybe"}'],
      ['POST', 'notes', '{"title":"when","created_at":7}'],
      ['POST', 'rpc/on_day', '{"day":0}'],
      ['POST', 'rpc/count_of', `{"list":${'['.repeat(9)}1${']'.repeat(9)}}`],
    ];
    for (const refused of all) {
      const { status, text } = await ask(...refused);
      expect([...refused, status]).toEqual([...refused, 400]);
      expect(JSON.parse(text).message).not.toMatch(
        /syntax error|TypeError|argument must be|operator to search/,
      );
    }
    expect((await ask('PATCH', 'notes?title=eq.none', '[]')).status).toBeLessThan(300);
    const unsaid = await ask('PATCH', 'notes?title=eq.none&columns=id', 'title=x', FORM);
    expect(unsaid.status).toBeLessThan(300);
  });

  it('knows no column named __proto__, and is unharmed by a request for it', async () => {
    const asked = ['__proto__=phfts.a', 'or=(__proto__.phfts.a)', 'order=__proto__', 'select=__proto__'];
    for (const query of asked) {
      const { status } = await fetch(`${backend.url}/rest/v1/notes?${query}`, {
        headers: { apikey: backend.publishableKey },
      });
      expect([query, status]).toEqual([query, 400]);
    }
    const after = await client(backend).from('notes').select('title').neq('title', '__proto__').limit(1);
    expect(after.error).toBeNull();
    // The embedded server shares this process.
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('understands the words for true and false', async () => {
    const { id } = await insert(ana, { title: 'words', is_public: 'true' });
    const { data } = await ana.client.from('notes').select('is_public').eq('id', id).single();
    expect(data).toEqual({ is_public: true });
  });

  it('answers preflights so that supabase-js in a browser may call', async () => {
    const response = await fetch(`${backend.url}/rest/v1/notes`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://elsewhere.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,prefer,x-client-info',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/elsewhere.test)$/);
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('prefer');
  });
});
