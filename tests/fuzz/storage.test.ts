/**
 * Storage of the embedded server: uploads of any name, kind and size, and every other request, from
 * every kind of caller.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StorageFiles } from '../../supabase/embedded/storage-files.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases } from './support/cases.ts';
import { sendRaw } from './support/raw.ts';
import { type Body, type StorageAsked, storageAsked } from './support/storage-requests.ts';
import { createWorld, serviceFaultOf, type World } from './support/world.ts';

let world: World;
let picture: Buffer;
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a1046' } })
    .png()
    .toBuffer();
});
afterAll(() => world?.close());

const SHARE = 60;

function bytesOf(body: Body): string | Uint8Array {
  if ('text' in body) return body.text;
  if ('size' in body) return new Uint8Array(body.size);
  return body.picture === 'png' ? picture : picture.subarray(0, 60);
}

const send = ({ as, method, path, headers, body }: StorageAsked) =>
  sendRaw(world.server.url, {
    ...{ method, path },
    headers: {
      apikey: world.server.publishableKey,
      authorization: `Bearer ${world.bearer(as)}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  });

const ownPicture = (id: string): StorageAsked => ({
  ...{ as: 'student', method: 'POST', path: `/storage/v1/object/profile-images/${id}/a.png` },
  ...{ headers: { 'content-type': 'image/png', 'x-upsert': 'true' }, body: { picture: 'png' } },
});

it('no request makes Storage crash, leave its folder, or keep a file that a bucket does not allow', async () => {
  const { student, 'addressed teacher': teacher, admin } = world.ids;
  const statuses = new Set<number>();
  const before = filesOutside();
  await fc.assert(
    fc.asyncProperty(storageAsked([student, teacher, admin]), async (asked) => {
      const words = JSON.stringify(asked).slice(0, 1500);
      const answer = await send(asked);
      statuses.add(answer.status);
      const fault = serviceFaultOf(answer, words);
      if (fault !== null) throw new Error(`${words} ${fault}`);
      // A stored file as a browser interprets it.
      if (asked.path.includes('/public/') && answer.status === 200)
        expect(answer.headers.get('content-security-policy'), words).toContain('sandbox');
    }),
    { ...cases(SHARE), examples: [[ownPicture(student)], [ownPicture(teacher)]] },
  );
  // Some uploads were accepted and some refused, and none went into another person's folder.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  expect(await brokenObjects()).toEqual([]);
  expect(filesOutside()).toEqual(before);
  await world.expectSound();
}, 1_200_000);

/** Files in the server's folder that are neither an object nor a picture made from one. */
function filesOutside(): string[] {
  return readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(world.dataDir.length + 1))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/^(storage\/([0-9a-f]{2})\/\2[0-9a-f]{62}|images\/[0-9a-f]{64})$/.test(path))
    .filter((path) => !path.startsWith('db/'))
    .sort();
}

/**
 * Stored objects that their bucket does not allow, in another person's folder, or without a file.
 */
async function brokenObjects(): Promise<unknown[]> {
  const broken = await world.database.query(
    `select o.bucket_id, o.name, o.owner, o.metadata from storage.objects o join storage.buckets b on b.id = o.bucket_id
     where coalesce(o.metadata ->> 'mimetype', '') <> all (b.allowed_mime_types)
       or (o.metadata ->> 'size')::bigint > b.file_size_limit
       or o.bucket_id = 'profile-images' and split_part(o.name, '/', 1) is distinct from o.owner::text
       or o.bucket_id <> 'profile-images' and o.owner is distinct from $1::text::uuid
       or o.name ~ '(^|/)[.][.](/|$)' or o.name ~ '^/' or o.name ~ '[\\x01-\\x1f\\x7f]'`,
    [world.ids.admin],
  );
  const files = new StorageFiles(join(world.dataDir, 'storage'));
  const all = await world.database.query<{ bucket_id: string; name: string }>(
    'select bucket_id, name from storage.objects',
  );
  expect(all.length).toBeGreaterThan(0);
  expect(existsSync(join(world.dataDir, 'storage'))).toBe(true);
  for (const object of all) {
    if ((await files.read(object.bucket_id, object.name)) === null) broken.push(object);
  }
  const buckets = await world.database.query<{ id: string }>('select id from storage.buckets order by id');
  expect(buckets.map(({ id }) => id)).toEqual([
    'blog-images',
    'profile-images',
    'search-files',
    'share-images',
    'sponsor-logos',
  ]);
  return broken;
}
