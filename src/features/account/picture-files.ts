/** The own files in the bucket of profile pictures. */
import { authorizedFetch } from '@/auth/user-rest';
import { logger } from '@/lib/logger';

const BUCKET = 'profile-images';
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`;

/**
 * Stores a picture under a name of its own. Of a folder that is full, what earlier uploads whose answers were lost have
 * left makes way; `present` is the profile's and stays. Rejects when the server cannot be reached.
 */
export async function storeFile(
  userId: string,
  picture: Blob,
  present: string | null,
): Promise<{ imageUrl: string } | { status: number }> {
  const name = `${userId}/${crypto.randomUUID()}.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`;
  const send = () =>
    authorizedFetch(userId, `/storage/v1/object/${BUCKET}/${name}`, {
      method: 'POST',
      headers: { 'content-type': picture.type, 'cache-control': 'max-age=31536000' },
      body: picture,
    });
  let response = await send();
  if (response.status === 400 || response.status === 403) {
    if (await clearFolder(userId, present)) response = await send();
  }
  return response.ok ? { imageUrl: PUBLIC + name } : { status: response.status };
}

/** A file that stays behind makes way when there is no more room (storeFile); nobody waits for this. */
export function removeFile(userId: string, imageUrl: string): void {
  if (!imageUrl.startsWith(`${PUBLIC}${userId}/`)) return;
  removeFiles(userId, [imageUrl.slice(PUBLIC.length)]).catch((error: unknown) =>
    logger.info('The former picture stays', error),
  );
}

/** Whether there was anything to remove. */
async function clearFolder(userId: string, present: string | null): Promise<boolean> {
  const response = await ask(userId, `/storage/v1/object/list/${BUCKET}`, 'POST', {
    prefix: userId,
    limit: 100,
  });
  if (!response.ok) return false;
  const files = (await response.json()) as { name?: unknown }[];
  const left = files.map(({ name }) => `${userId}/${name}`).filter((name) => PUBLIC + name !== present);
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
