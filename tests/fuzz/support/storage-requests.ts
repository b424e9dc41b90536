/** Requests to Storage: names, kinds, sizes, places and dimensions of pictures of every shape. */
import fc from 'fast-check';
import { hostileText, hostileValue, wellFormed } from './hostile.ts';

export const BUCKETS = ['profile-images', 'blog-images', 'sponsor-logos'] as const;

export interface StorageAsked {
  as: 'visitor' | 'student' | 'addressed teacher' | 'admin';
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Body;
}
/** A number is a size: that many zero bytes. */
export type Body = { text: string } | { picture: 'png' | 'cut' } | { size: number };

/** Owners of folders, by their place among the ids. */
const OWNER = { visitor: 0, student: 0, 'addressed teacher': 1, admin: 2 } as const;
const CALLERS = ['visitor', 'student', 'student', 'addressed teacher', 'admin', 'admin'] as const;

const encoded = (text: string) => encodeURIComponent(wellFormed(text.slice(0, 300)));
/** Kept as written, so that dots and slashes arrive; controls would end the request line. */
const asWritten = (text: string) => wellFormed(text.slice(0, 300)).replace(/[\s?#]/g, '');
const segment = fc.oneof(
  hostileText.map(encoded),
  hostileText.map(asWritten),
  fc.constantFrom(
    ...['..', '.', '%2e%2e', '..%2f..%2fkeys.json', '%2F', '%5C..%5C', '%00', '%', '%zz', '%ff%fe', '.keep'],
    ...['a.png', 'b c.webp', 'ação.png', 'con', 'a%0d%0ab', '%252e%252e', ''],
  ),
);

const bucketOf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...BUCKETS) },
  segment,
  fc.constantFrom('public', 'sign', 'list', 'move', 'info', 'upload', '..', 'storage'),
);
const sound = fc.stringMatching(/^[\w!.*'() &$@=;:+,-]{1,20}$/).map(encodeURIComponent);
/** Usually a key in an existing person's folder. */
const keyOf = (ids: readonly string[]) =>
  fc
    .tuple(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, segment),
      fc.oneof(
        { weight: 2, arbitrary: fc.array(sound, { minLength: 1, maxLength: 2 }) },
        fc.array(segment, { minLength: 1, maxLength: 3 }),
      ),
    )
    .map(([owner, rest]) => [owner, ...rest].join('/'));

const headerText = hostileText.map((text) =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 300),
);
const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/png; charset=x', 'IMAGE/PNG', 'image/svg+xml'];
const headersOf = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('image/png', 'image/webp') },
      fc.constantFrom(...KINDS, 'text/html', 'multipart/form-data', 'multipart/form-data; boundary=x', ''),
      headerText,
    ),
    'cache-control': fc.oneof(fc.constantFrom('3600', 'max-age=3600', 'no-store'), headerText),
    'x-upsert': fc.constantFrom('true', 'false', 'x'),
    'x-metadata': fc.oneof(
      headerText,
      hostileValue.map((value) => Buffer.from(JSON.stringify(value)).toString('base64').slice(0, 4000)),
    ),
    'if-none-match': headerText,
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'),
    accept: fc.constantFrom('image/webp,*/*', 'image/*', 'x'),
  },
  { requiredKeys: ['content-type'] },
);

const form = fc
  .record({
    field: headerText,
    file: headerText,
    kind: fc.constantFrom(...KINDS),
    seconds: hostileText,
    text: hostileText,
  })
  .map(({ field, file, kind, seconds, text }) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=fuzz' },
    body: {
      text: [
        `--fuzz\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n${wellFormed(seconds)}`,
        `\r\n--fuzz\r\ncontent-disposition: form-data; name="${field}"; filename="${file}"`,
        `\r\ncontent-type: ${kind}\r\n\r\n${wellFormed(text)}\r\n--fuzz--\r\n`,
      ].join(''),
    },
  }));
const content: fc.Arbitrary<Body> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Body>({ picture: 'png' }, { picture: 'png' }, { picture: 'cut' }) },
  hostileText.map((text) => ({ text: wellFormed(text) })),
  fc.constantFrom<Body>({ size: 0 }, { size: 1024 * 1024 + 1 }),
);

function uploads(ids: readonly string[]): fc.Arbitrary<StorageAsked> {
  return fc
    .record({
      as: fc.constantFrom(...CALLERS),
      method: fc.constantFrom('POST', 'POST', 'PUT'),
      bucket: bucketOf,
      key: keyOf(ids),
      own: fc.boolean(),
      plain: headersOf,
      sent: fc.oneof({ weight: 4, arbitrary: content.map((body) => ({ headers: {}, body })) }, form),
    })
    .map(({ as, method, bucket, key, own, plain, sent }) => ({
      ...{ as, method },
      path: own
        ? `/storage/v1/object/${as === 'admin' ? bucket : BUCKETS[0]}/${key.replace(/^[^/]*/, ids[OWNER[as]] ?? '')}`
        : `/storage/v1/object/${bucket}/${key}`,
      headers: { ...plain, ...sent.headers },
      body: sent.body,
    }));
}

function reads(ids: readonly string[]): fc.Arbitrary<StorageAsked> {
  const size = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      '-1',
      '2500',
      '2501',
      '1e3',
      '0x10',
      ' 5',
      '1.5',
      'NaN',
      '99999999999999999999',
    ),
    hostileText.map(encoded),
  );
  const query = fc
    .record(
      {
        width: size,
        height: size,
        quality: size,
        resize: fc.oneof(fc.constantFrom('cover', 'contain', 'fill'), hostileText.map(encoded)),
        format: fc.oneof(fc.constantFrom('origin', 'avif'), hostileText.map(encoded)),
        download: hostileText.map(encoded),
        token: fc.oneof(hostileText.map(encoded), fc.constant('a.b.c')),
      },
      { requiredKeys: [] },
    )
    .map((pairs) =>
      Object.entries(pairs)
        .map((pair) => pair.join('='))
        .join('&'),
    );
  return fc
    .record({
      as: fc.constantFrom(...CALLERS),
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      place: fc.constantFrom(
        ...[
          'object/public',
          'object',
          'object/authenticated',
          'object/sign',
          'object/info',
          'object/info/public',
        ],
        ...['render/image/public', 'render/image/public', 'render/image/authenticated', 'render/image/sign'],
      ),
      bucket: bucketOf,
      key: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids.map((id) => `${id}/a.png`)) }, keyOf(ids)),
      query,
      headers: headersOf,
    })
    .map(({ as, method, place, bucket, key, query: asked, headers }) => ({
      ...{ as, method, headers },
      path: `/storage/v1/${place}/${bucket}/${key}${asked === '' ? '' : `?${asked}`}`,
    }));
}

function others(ids: readonly string[]): fc.Arbitrary<StorageAsked> {
  const name = fc.oneof(fc.constantFrom(...ids.map((id) => `${id}/a.png`)), hostileValue);
  const bucket = fc.oneof(fc.constantFrom<string>(...BUCKETS), hostileValue);
  const number = fc.oneof(fc.constantFrom<unknown>(0, 1, -1, 60, 1e9, 1e21, 1.5, null), hostileValue);
  const text = fc.record(
    {
      ...{ bucketId: bucket, sourceKey: name, destinationBucket: bucket, destinationKey: name },
      ...{ prefixes: fc.oneof(fc.array(name, { maxLength: 3 }), hostileValue), expiresIn: number },
      ...{
        paths: fc.oneof(fc.array(name, { maxLength: 3 }), hostileValue),
        prefix: name,
        search: hostileValue,
      },
      ...{ limit: number, offset: number, id: hostileValue, name: hostileValue, public: hostileValue },
      sortBy: fc.oneof(
        fc.record({ column: fc.oneof(fc.constant('name'), hostileText), order: hostileText }),
        hostileValue,
      ),
      transform: fc.oneof(fc.dictionary(fc.constantFrom('width', 'height', 'x'), hostileValue), hostileValue),
      ...{ file_size_limit: number, allowed_mime_types: hostileValue },
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    { weight: 6, arbitrary: text.map((sent) => JSON.stringify(sent)) },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText.map(wellFormed),
    fc.constantFrom('', '{', 'null', '[]'),
  );
  const place = fc.oneof(
    fc.constantFrom('object/move', 'object/copy', 'bucket', 'object', 'status'),
    bucketOf.map((of) => `object/list/${of}`),
    bucketOf.map((of) => `object/sign/${of}`),
    bucketOf.map((of) => `object/${of}`),
    bucketOf.map((of) => `bucket/${of}`),
    bucketOf.map((of) => `bucket/${of}/empty`),
    fc.tuple(bucketOf, keyOf(ids)).map(([of, key]) => `object/sign/${of}/${key}`),
    fc.tuple(bucketOf, keyOf(ids)).map(([of, key]) => `object/upload/sign/${of}/${key}`),
    segment,
  );
  return fc
    .record({
      as: fc.constantFrom(...CALLERS),
      method: fc.constantFrom('POST', 'POST', 'POST', 'DELETE', 'DELETE', 'PUT', 'GET', 'PATCH'),
      place,
      body,
    })
    .map(({ as, method, place: where, body: sent }) => ({
      ...{ as, method, path: `/storage/v1/${where}`, headers: { 'content-type': 'application/json' } },
      ...(method === 'GET' ? {} : { body: { text: sent } }),
    }));
}

/** `ids`: the student's, the teacher's and the admin's. */
export const storageAsked = (ids: readonly string[]): fc.Arbitrary<StorageAsked> =>
  fc.oneof({ weight: 3, arbitrary: uploads(ids) }, { weight: 2, arbitrary: reads(ids) }, others(ids));
