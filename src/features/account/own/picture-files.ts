/** The user's own files in the bucket of profile pictures. */
import { authorizedFetch } from '@/auth/session/user-rest';
import { freshId } from '@/lib/browser/random';
import { logger } from '@/lib/logger';
import type { PictureFiles } from '@/lib/picture';
import { filesOf, SIZES, sizeName } from '@/lib/picture-sizes';
import { storageRefusal } from '@/lib/storage-answer';

const BUCKET = 'profile-images';
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`;

/**
 * Stores a picture in its sizes under a name of its own. Of a folder that is full, what earlier uploads whose answers
 * were lost have left makes way; `present` is the profile's and stays, and so do the photos that the server has in it.
 * Names are in the order of time: lists of photos are stored sorted. Rejects when the server cannot be reached.
 */
export async function storeFiles(
  userId: string,
  picture: PictureFiles,
  present: string | null,
): Promise<{ imageUrl: string } | { status: number }> {
  const id = `${userId}/${idOfNow()}`;
  const ending = picture.page.type === 'image/webp' ? 'webp' : 'jpg';
  const imageUrl = PUBLIC + sizeName(id, 'page', ending);
  // The 'page' size, which the database names, is uploaded last: its presence implies the other sizes.
  for (const size of SIZES) {
    const send = () =>
      authorizedFetch(userId, `/storage/v1/object/${BUCKET}/${sizeName(id, size, ending)}`, {
        method: 'POST',
        headers: { 'content-type': picture[size].type, 'cache-control': 'max-age=31536000' },
        body: picture[size],
      });
    let response = await send();
    let refusal = await storageRefusal(response);
    if (refusal?.byPolicy && (await clearFolder(userId, [present, imageUrl]))) {
      response = await send();
      refusal = await storageRefusal(response);
    }
    if (refusal) {
      removeFile(userId, imageUrl);
      return { status: refusal.status };
    }
  }
  return { imageUrl };
}

/** A UUID that begins with the milliseconds since 1970, as version 7 does. */
function idOfNow(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${freshId().slice(15)}`;
}

/** In all its sizes. A file that stays behind makes way when there is no more room (storeFiles); nobody waits for this. */
export function removeFile(userId: string, imageUrl: string): void {
  if (!imageUrl.startsWith(`${PUBLIC}${userId}/`)) return;
  removeFiles(userId, filesOf(imageUrl.slice(PUBLIC.length))).catch((error: unknown) =>
    logger.info('Previous profile picture not deleted', error),
  );
}

/** Deletes all files but those of `pictures`. Resolves to whether there was anything to delete. */
async function clearFolder(userId: string, pictures: readonly (string | null)[]): Promise<boolean> {
  const response = await ask(userId, `/storage/v1/object/list/${BUCKET}`, 'POST', {
    prefix: userId,
    limit: 100,
  });
  if (!response.ok) return false;
  const files = (await response.json()) as { name?: unknown }[];
  // The server's: a photo may have been added on another device.
  const shown = await authorizedFetch(userId, `/rest/v1/teachers?id=eq.${userId}&select=photos`, {});
  if (!shown.ok) return false;
  const [teacher] = (await shown.json()) as { photos: string[] | null }[];
  const present = [...pictures, ...(teacher?.photos ?? [])];
  const kept = new Set(present.flatMap((picture) => (picture === null ? [] : filesOf(picture))));
  const left = files.map(({ name }) => `${userId}/${name}`).filter((name) => !kept.has(PUBLIC + name));
  if (left.length > 0) await removeFiles(userId, left);
  return left.length > 0;
}

function removeFiles(userId: string, prefixes: string[]): Promise<Response> {
  return ask(userId, `/storage/v1/object/${BUCKET}`, 'DELETE', { prefixes });
}

function ask(userId: string, path: string, method: string, body: unknown): Promise<Response> {
  return authorizedFetch(userId, path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
