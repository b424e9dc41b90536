import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, newPerson, type Person, targets } from '../support/backend.ts';

/** Calls that take a list of names. */
const LISTS: [method: string, path: string][] = [
  ['POST', 'object/sign/pictures'],
  ['DELETE', 'object/pictures'],
];
/** Calls whose body is a JSON object. */
const BY_JSON: typeof LISTS = [
  ...LISTS,
  ['POST', 'object/sign/pictures/a.png'],
  ['POST', 'object/list/pictures'],
  ['POST', 'object/move'],
  ['POST', 'object/copy'],
  ['POST', 'bucket'],
  ['PUT', 'bucket/pictures'],
];

describe.each(targets())('Storage on $name', (target) => {
  let backend: Backend;
  let ana: Person;
  let bia: Person;
  let png: Buffer;
  beforeAll(async () => {
    backend = await target.start();
    [ana, bia] = await Promise.all([newPerson(backend), newPerson(backend)]);
    png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#8a1046' } })
      .png()
      .toBuffer();
  });
  afterAll(() => backend?.stop());

  const upload = (
    who: Person,
    bucket: string,
    key: string,
    body: Buffer | string = png,
    contentType = 'image/png',
  ) => who.client.storage.from(bucket).upload(key, body, { contentType });
  const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

  it('lets each person write into their own folder only', async () => {
    expect((await upload(ana, 'pictures', `${ana.id}/own.png`)).error).toBeNull();
    expect((await upload(bia, 'pictures', `${ana.id}/foreign.png`)).error).not.toBeNull();
    const visitor = await client(backend).storage.from('pictures').upload(`${ana.id}/anon.png`, png);
    expect(visitor.error).not.toBeNull();
    const removed = await bia.client.storage.from('pictures').remove([`${ana.id}/own.png`]);
    expect(removed.data).toEqual([]);
    const listed = await ana.client.storage.from('pictures').list(ana.id);
    expect(listed.data?.map((file) => file.name)).toContain('own.png');
    await upload(ana, 'pictures', `${ana.id}/album/deep.png`);
    const folders = await ana.client.storage.from('pictures').list(ana.id, { search: 'alb' });
    expect(folders.data).toMatchObject([{ name: 'album', id: null }]);
    expect((await bia.client.storage.from('pictures').list(ana.id)).data).toEqual([]);
  });

  it('refuses files that are too large or of another kind, whatever the client claims', async () => {
    const large = await upload(ana, 'pictures', `${ana.id}/large.png`, Buffer.alloc(100_001));
    expect(large.error).not.toBeNull();
    const text = await upload(ana, 'pictures', `${ana.id}/text.txt`, 'oi', 'text/plain');
    expect(text.error).not.toBeNull();
    const { data } = await ana.client.auth.getSession();
    // A chunked body has no Content-Length to check.
    const unsized = await fetch(`${backend.url}/storage/v1/object/pictures/${ana.id}/unsized.png`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'image/png',
      },
      body: new Blob([Buffer.alloc(100_001)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(unsized.status).toBe(400);
    for (const name of ['large.png', 'text.txt', 'unsized.png']) {
      const { publicUrl } = ana.client.storage.from('pictures').getPublicUrl(`${ana.id}/${name}`).data;
      expect((await get(publicUrl)).status).toBe(400);
    }
  });

  it('answers HTTP 400 to everything that it refuses, with the reason in the body', async () => {
    const token = (await ana.client.auth.getSession()).data.session?.access_token ?? '';
    const [head, claims = '', signature] = token.split('.');
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(String(Buffer.from(claims, 'base64url'))), exp: 1 }),
    );
    const forged = [head, other.toString('base64url'), signature].join('.');
    const own = (name: string) => `object/pictures/${ana.id}/${name}`;
    const ask = async (method: string, path: string, bearer: string, type: string, body?: string) => {
      const answer = await fetch(`${backend.url}/storage/v1/${path}`, {
        method,
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${bearer}`, 'content-type': type },
        ...(body !== undefined && { body }),
      });
      const { statusCode, error, message } = (await answer.json()) as Record<string, string>;
      return { status: answer.status, statusCode, error, policy: message?.includes('row-level security') };
    };
    const refused = (statusCode: string, error: string, policy = false) => ({
      status: 400,
      statusCode,
      error,
      policy,
    });
    const png = 'image/png';
    const json = 'application/json';
    expect((await upload(ana, 'pictures', `${ana.id}/there.png`)).error).toBeNull();
    const table: [Parameters<typeof ask>, ReturnType<typeof refused>][] = [
      [['POST', own('a.png'), 'a.b.c', png, 'x'], refused('403', 'Unauthorized')],
      [['POST', own('a.png'), forged, png, 'x'], refused('403', 'Unauthorized')],
      [['DELETE', 'object/pictures', 'a.b.c', json, '{"prefixes":["x"]}'], refused('403', 'Unauthorized')],
      [['POST', 'object/list/pictures', 'a.b.c', json, '{"prefix":""}'], refused('403', 'Unauthorized')],
      [['POST', own('a.png'), backend.publishableKey, png, 'x'], refused('403', 'Unauthorized', true)],
      [['POST', `object/pictures/${bia.id}/a.png`, token, png, 'x'], refused('403', 'Unauthorized', true)],
      [['POST', own('there.png'), token, png, 'x'], refused('409', 'Duplicate')],
      [['POST', own('a.png'), token, png, 'x'.repeat(100_001)], refused('413', 'Payload too large')],
      [['POST', own('a.txt'), token, 'text/plain', 'x'], refused('415', 'invalid_mime_type')],
      [['POST', 'object/nowhere/a.png', token, png, 'x'], refused('404', 'Bucket not found')],
      [['GET', own('missing.png'), token, png], refused('404', 'not_found')],
      [['GET', `object/public/pictures/${ana.id}/missing.png`, token, png], refused('404', 'not_found')],
    ];
    for (const [asked, answer] of table) {
      expect([asked.slice(0, 2), await ask(...asked)]).toEqual([asked.slice(0, 2), answer]);
    }
  });

  it('serves public objects to everyone, unchanged, and replaces them', async () => {
    expect((await upload(ana, 'pictures', `${ana.id}/publica.png`)).error).toBeNull();
    const url = ana.client.storage.from('pictures').getPublicUrl(`${ana.id}/publica.png`).data.publicUrl;
    const first = await get(url);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await first.arrayBuffer()).equals(png)).toBe(true);
    const eTag = first.headers.get('etag') ?? '';
    expect((await get(url, { 'if-none-match': eTag })).status).toBe(304);

    const other = await sharp(png).negate().png().toBuffer();
    const options = { contentType: 'image/png', upsert: true };
    expect(
      (await ana.client.storage.from('pictures').upload(`${ana.id}/publica.png`, other, options)).error,
    ).toBeNull();
    const second = await get(url, { 'if-none-match': eTag });
    expect(Buffer.from(await second.arrayBuffer()).equals(other)).toBe(true);
  });

  it('serves private objects to people whom a policy allows, and by signed links', async () => {
    const key = `${ana.id}/secret.png`;
    expect((await upload(ana, 'papers', key)).error).toBeNull();
    expect((await ana.client.storage.from('papers').download(key)).error).toBeNull();
    expect((await bia.client.storage.from('papers').download(key)).error).not.toBeNull();
    expect((await bia.client.storage.from('papers').createSignedUrl(key, 60)).error).not.toBeNull();
    expect((await get(`${backend.url}/storage/v1/object/public/papers/${key}`)).ok).toBe(false);
    expect((await get(`${backend.url}/storage/v1/render/image/public/papers/${key}?width=10`)).ok).toBe(
      false,
    );

    const { data } = await ana.client.storage.from('papers').createSignedUrl(key, 60);
    expect((await get(data?.signedUrl ?? '')).status).toBe(200);
    expect((await get((data?.signedUrl ?? '').replace('secret.png', 'other.png'))).ok).toBe(false);
    const transform = { width: 20, height: 20 };
    const small = await ana.client.storage.from('papers').createSignedUrl(key, 60, { transform });
    const picture = await get(small.data?.signedUrl ?? '');
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(20);
    const own = await ana.client.storage.from('papers').download(key, { transform });
    expect(
      (await sharp(Buffer.from((await own.data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()).width,
    ).toBe(20);
    expect((await bia.client.storage.from('papers').download(key, { transform })).error).not.toBeNull();
  });

  it('serves private objects under their authenticated address to people whom a policy allows', async () => {
    const key = `${ana.id}/authenticated.png`;
    expect((await upload(ana, 'papers', key)).error).toBeNull();
    const ask = async (who: Person | null) => {
      const { data } = who ? await who.client.auth.getSession() : { data: { session: null } };
      const token = data.session?.access_token ?? backend.publishableKey;
      return get(`${backend.url}/storage/v1/object/authenticated/papers/${key}`, {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
      });
    };
    const own = await ask(ana);
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await own.arrayBuffer()).equals(png)).toBe(true);
    expect((await ask(bia)).ok).toBe(false);
    expect((await ask(null)).ok).toBe(false);
  });

  it('accepts a file in a form, as browsers send it, with its cache seconds; a line break in them is refused', async () => {
    const send = async (name: string, cacheControl: string) => {
      const key = `${ana.id}/${name}.png`;
      const body = new Blob([new Uint8Array(png)], { type: 'image/png' });
      const options = { cacheControl, contentType: 'image/png' };
      const { error } = await ana.client.storage.from('pictures').upload(key, body, options);
      const url = ana.client.storage.from('pictures').getPublicUrl(key).data.publicUrl;
      return { error, shown: await get(url) };
    };
    const fine = await send('form', '120');
    expect([fine.error, fine.shown.status]).toEqual([null, 200]);
    expect(fine.shown.headers.get('cache-control')).toContain('max-age=120');
    expect(Buffer.from(await fine.shown.arrayBuffer()).equals(png)).toBe(true);
    const broken = await send('broken', '1\r\nset-cookie: a=b');
    expect(broken.error).toMatchObject({ status: 400 });
    expect(broken.shown.ok).toBe(false);
  });

  it('resizes pictures, as WebP only for clients that accept it', async () => {
    await upload(ana, 'pictures', `${ana.id}/render.png`);
    const transform = { width: 96, height: 96, quality: 85, resize: 'cover' as const };
    const url = ana.client.storage.from('pictures').getPublicUrl(`${ana.id}/render.png`, { transform })
      .data.publicUrl;
    const look = async (accept: string) => {
      const response = await get(url, { accept });
      const about = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(response.headers.get('content-type')).toBe(`image/${about.format}`);
      expect(response.headers.get('vary')).toContain('Accept');
      return [response.status, about.width, about.height, about.format];
    };
    expect(await look('image/webp,image/*')).toEqual([200, 96, 96, 'webp']);
    expect(await look('image/*')).toEqual([200, 96, 96, 'png']);
    expect(await look('image/webp,image/*')).toEqual([200, 96, 96, 'webp']);
    const base = `${backend.url}/storage/v1/render/image/public/pictures/${ana.id}`;
    const wide = await get(`${base}/render.png?width=50`);
    const about = await sharp(Buffer.from(await wide.arrayBuffer())).metadata();
    expect(about.width).toBe(50);
  });

  it('refuses sizes that would exhaust the server, and files that are no picture', async () => {
    await upload(ana, 'pictures', `${ana.id}/bounds.png`);
    await upload(ana, 'pictures', `${ana.id}/fake.png`, 'not a picture');
    const base = `${backend.url}/storage/v1/render/image/public/pictures/${ana.id}`;
    for (const query of ['width=2501', 'height=100000', 'width=0', 'width=-1', 'width=abc', 'quality=1']) {
      expect((await get(`${base}/bounds.png?${query}`)).status).toBe(400);
    }
    expect((await get(`${base}/bounds.png?width=2500`)).status).toBe(200);
    expect((await get(`${base}/fake.png?width=10`)).status).toBe(400);
  });

  it('accepts no key that leads out of its bucket', async () => {
    for (const key of [
      '../../keys.json',
      '..%2f..%2fkeys.json',
      `${ana.id}/../../../keys.json`,
      '%2e%2e/%2e%2e/server.lock',
    ]) {
      for (const part of ['object/public', 'render/image/public', 'object']) {
        const response = await fetch(`${backend.url}/storage/v1/${part}/pictures/${key}`);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(await response.text()).not.toContain('secretKey');
      }
    }
    const escaping = await upload(ana, 'pictures', `${ana.id}/../../escaped.png`);
    expect(escaping.error).not.toBeNull();
  });

  it('refuses malformed names, tokens and bodies as the client’s fault', async () => {
    for (const name of ['a%00b.png', 'a%0Ab.png', 'a%C3%A7%C3%A3o.png', '%ff.png']) {
      const answer = await fetch(`${backend.url}/storage/v1/object/pictures/${ana.id}/${name}`, {
        method: 'POST',
        headers: await headersOf(ana, 'image/png'),
        body: new Uint8Array(png),
      });
      expect([name, answer.status]).toEqual([name, 400]);
    }
    const accented = await upload(ana, 'pictures', `${ana.id}/ação.png`);
    expect(accented.error?.message).toBe(`Invalid key: ${ana.id}/ação.png`);
    const taken = `${ana.id}/a_Z-9 !.*'()&$=@;:+,b.png`;
    expect((await upload(ana, 'pictures', taken)).error).toBeNull();
    const files = ana.client.storage.from('pictures');
    for (const to of [`${ana.id}/ação.png`, `${ana.id}/a~b.png`]) {
      expect((await files.move(taken, to)).error?.message).toBe(`Invalid key: ${to}`);
      expect((await files.copy(taken, to)).error?.message).toBe(`Invalid key: ${to}`);
    }
    expect((await files.move(taken, `${ana.id}/b_Z-9 !.*'()&$=@;:+,b.png`)).error).toBeNull();
    for (const id of ['a/b', 'ação', 'a'.repeat(101), ' a']) {
      const { error } = await admin(backend).storage.createBucket(id);
      expect([id, error?.message]).toEqual([id, 'Bucket name invalid']);
    }
    const signed = `${backend.url}/storage/v1/object/sign/papers/${ana.id}/secret.png`;
    for (const token of ['a.b.c', 'x', '']) expect((await get(`${signed}?token=${token}`)).status).toBe(400);
    const headers = await headersOf(ana, 'application/json');
    for (const [method, path] of BY_JSON) {
      for (const body of ['{"bucketId":', '', 'null', '5', '[]', '"x"', '"{ x }"', '"[ x ]"']) {
        const answer = await fetch(`${backend.url}/storage/v1/${path}`, { method, headers, body });
        expect([method, path, body, answer.status]).toEqual([method, path, body, 400]);
      }
    }
    for (const list of ['[ x ]', '{ x }', '5']) {
      const sent = JSON.stringify({ expiresIn: 60, prefixes: list, paths: list });
      for (const [method, path] of LISTS) {
        const answer = await fetch(`${backend.url}/storage/v1/${path}`, { method, headers, body: sent });
        expect([method, path, list, answer.status]).toEqual([method, path, list, 400]);
      }
    }
  });

  const headersOf = async (who: Person, contentType: string) => ({
    apikey: backend.publishableKey,
    authorization: `Bearer ${(await who.client.auth.getSession()).data.session?.access_token}`,
    'content-type': contentType,
  });

  it('does not run an uploaded page on our origin', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await upload(ana, 'pictures', `${ana.id}/x.svg`, svg, 'image/svg+xml');
    const { headers } = await get(
      ana.client.storage.from('pictures').getPublicUrl(`${ana.id}/x.svg`).data.publicUrl,
    );
    expect(headers.get('content-security-policy')).toContain('sandbox');
    // Hosted Supabase serves files from a separate origin; here they share ours.
    if (backend.embedded === null) return;
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
