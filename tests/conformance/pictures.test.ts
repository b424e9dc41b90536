/** The product's buckets of pictures take pictures that a phone can show, and nothing else. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, mainTargets, newPerson } from '../support/backend.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { falsePictures, PICTURE_TYPES, type PictureType, picture } from '../support/pictures.ts';

const functionsDir = fileURLToPath(new URL('../../supabase/functions', import.meta.url));

describe.each(mainTargets())('pictures on $name', (target) => {
  let backend: Backend;
  let me: string;
  let token: string;
  beforeAll(async () => {
    backend = await target.start({ migrationsDir, functionsDir });
    const person = await newPerson(backend);
    me = person.id;
    token = (await person.client.auth.getSession()).data.session?.access_token ?? '';
  });
  afterAll(() => backend?.stop());

  const put = async (bucket: string, name: string, body: Buffer, type: string, bearer?: string) => {
    const response = await fetch(`${backend.url}/storage/v1/object/${bucket}/${name}`, {
      method: 'POST',
      headers: {
        apikey: bearer === undefined ? backend.secretKey : backend.publishableKey,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        'content-type': type,
      },
      body: new Uint8Array(body),
    });
    const answer = (await response.json()) as { statusCode?: string };
    return response.ok ? 'taken' : `${answer.statusCode}`;
  };
  const shown = async (bucket: string, name: string) =>
    (await fetch(`${backend.url}/storage/v1/object/public/${bucket}/${name}`)).status;
  const buckets = async () =>
    (
      (await backend.embedded?.database.query<{ id: string; types: string }>(
        'select id, allowed_mime_types::text as types from storage.buckets where public order by id',
      )) ?? []
    ).map(({ id, types }) => ({
      id,
      types: PICTURE_TYPES.filter((type) => types.includes(type)),
      isOfPictures: types.includes('image/'),
    }));

  it('every bucket takes honest pictures of its types and no false one', async () => {
    const all = await buckets();
    expect(all.filter(({ isOfPictures }) => !isOfPictures).map(({ id }) => id)).toEqual(['search-files']);
    for (const { id, types } of all.filter(({ isOfPictures }) => isOfPictures)) {
      const folder = `${me}/`;
      for (const type of types)
        expect([id, type, await put(id, `${folder}${randomUUID()}.x`, await picture(type), type)]).toEqual([
          ...[id, type],
          'taken',
        ]);
      for (const [what, body, claimed] of await falsePictures()) {
        if (!(types as readonly PictureType[]).includes(claimed)) continue;
        const name = `${folder}${randomUUID()}.x`;
        expect([id, what, await put(id, name, body, claimed), await shown(id, name)]).toEqual([
          ...[id, what],
          expect.stringMatching(/^41[35]$/),
          400,
        ]);
      }
    }
  });

  it('a person is refused like the server, also in a form, and keeps what was there', async () => {
    const honest = await picture('image/png');
    expect(await put('profile-images', `${me}/own.png`, honest, 'image/png', token)).toBe('taken');
    for (const [what, body, claimed] of await falsePictures()) {
      expect([what, await put('profile-images', `${me}/x.png`, body, claimed, token)]).toEqual([
        what,
        expect.stringMatching(/^41[35]$/),
      ]);
      const form = new FormData();
      form.append('', new Blob([new Uint8Array(body)], { type: claimed }));
      const replaced = await fetch(`${backend.url}/storage/v1/object/profile-images/${me}/own.png`, {
        method: 'PUT',
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
        body: form,
      });
      expect([what, replaced.status]).toEqual([what, 400]);
    }
    const kept = await fetch(`${backend.url}/storage/v1/object/public/profile-images/${me}/own.png`);
    expect(Buffer.from(await kept.arrayBuffer()).equals(honest)).toBe(true);
  });
});
