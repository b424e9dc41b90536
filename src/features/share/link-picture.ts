/**
 * Keeps the picture of a shared link up to date. It is a function of the card and is never queued: without a connection
 * nothing waits but the card itself, and the next visit with one draws it. The file is named by the card's digest and
 * the command is repeatable, so that a lost answer, two tabs or two devices leave one picture.
 */
import { readStoredPicture, UNREAD } from '@/auth/session/stored-picture';
import { authorizedFetch, callAs } from '@/auth/session/user-rest';
import { freshId } from '@/lib/browser/random';
import { withLock } from '@/lib/locks';
import { RestFailure } from '@/lib/rest';
import { type LinkCard, SHARE_BUCKET, SHARE_PICTURE, sharePictureName } from '@/lib/share-picture';
import { storageRefusal } from '@/lib/storage-answer';
import { loadTypeface } from './drawing';
import { drawLinkCard } from './link-card';
import { readPicture } from './read-picture';

/** Milliseconds. */
const DAY = 86_400_000;

const QUALITIES = [0.88, 0.8, 0.7, 0.6, 0.45, 0.3] as const;

/** Draws the card as JPEG. Null when its picture cannot be read now: initials must not be kept in its place. */
export async function makePicture(card: LinkCard): Promise<Blob | null> {
  const path = card.face.kind === 'picture' ? card.face.path : null;
  const [picture] = await Promise.all([readPicture(path), loadTypeface()]);
  if (path !== null && picture === null) return null;
  const canvas = document.createElement('canvas');
  try {
    drawLinkCard(canvas, card, picture);
  } finally {
    picture?.close();
  }
  for (const quality of QUALITIES) {
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (file?.type !== 'image/jpeg') throw new Error('This browser writes no JPEG');
    if (file.size <= SHARE_PICTURE.bytes) return file;
  }
  throw new Error('The picture of the link is too large');
}

/**
 * Draws, stores and names the picture, then removes the folder's old files. Resolves to false when its portrait
 * cannot be read now. Throws RestFailure and NotSignedIn, TypeError without a network.
 */
export async function deliverPicture(
  userId: string,
  card: LinkCard,
  version: string,
  signal: AbortSignal,
): Promise<boolean> {
  const done = await withLock(`danceflix-share-picture-${card.id}`, signal, async () => {
    const file = await makePicture(card);
    if (file === null || signal.aborted) return false;
    if (!(await isStored(userId, card.id, version))) await store(userId, card.id, version, file);
    const args = { command_id: freshId(), picture: { id: card.id, version } };
    await callAs(userId, 'set_share_picture', args).catch(async (error: unknown) => {
      if (!(error instanceof RestFailure) || error.hint !== UNREAD) throw error;
      const path = `/storage/v1/object/public/${SHARE_BUCKET}/${sharePictureName(card.id, version)}`;
      const outcome = await readStoredPicture(userId, path);
      if (outcome !== 'read') throw new Error(`The picture of a link was not read: ${outcome}`);
      await callAs(userId, 'set_share_picture', args);
    });
    await removeFormer(userId, card.id, version);
    return true;
  });
  return done === true;
}

/** Versions that the server has of these pages' pictures, by id. Throws like `deliverPicture`. */
export async function presentVersions(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const response = await authorizedFetch(
    userId,
    `/rest/v1/share_pictures?select=id,version&id=in.(${ids.join()})`,
  );
  if (!response.ok) throw new Error(`The versions of pictures were not read: ${response.status}`);
  const rows = (await response.json()) as { id: string; version: string }[];
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Whether an earlier visit, which could not name the picture any more, has stored it. */
async function isStored(userId: string, id: string, version: string): Promise<boolean> {
  const files = await filesOf(userId, id);
  return files?.some(({ name }) => `${id}/${name}` === sharePictureName(id, version)) ?? false;
}

/** The files of a folder; null when they cannot be read now. */
async function filesOf(
  userId: string,
  id: string,
): Promise<{ name?: unknown; created_at?: unknown }[] | null> {
  const listed = await authorizedFetch(userId, `/storage/v1/object/list/${SHARE_BUCKET}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefix: id, limit: 100 }),
  });
  return listed.ok ? ((await listed.json()) as { name?: unknown; created_at?: unknown }[]) : null;
}

async function store(userId: string, id: string, version: string, file: Blob): Promise<void> {
  const send = async () =>
    storageRefusal(
      await authorizedFetch(userId, `/storage/v1/object/${SHARE_BUCKET}/${sharePictureName(id, version)}`, {
        method: 'POST',
        headers: { 'content-type': file.type, 'cache-control': 'max-age=31536000' },
        body: file,
      }),
    );
  let refusal = await send();
  // A full folder: uploads whose answers were lost.
  if (refusal?.byPolicy && (await removeFormer(userId, id, null, true))) refusal = await send();
  // 409: an earlier upload of this version, whose answer was lost.
  if (refusal && refusal.status !== 409) throw new Error(`The picture was refused: ${refusal.status}`);
}

/**
 * Removes former files once they are a day old: pages that a static host has not built anew yet still name them.
 * `young`: those too, when the folder is full. Resolves to whether anything was removed.
 */
export async function removeFormer(
  userId: string,
  id: string,
  present: string | null,
  young = false,
): Promise<boolean> {
  const files = (await filesOf(userId, id)) ?? [];
  const prefixes = files
    .filter(({ created_at: stored }) => young || Date.now() - Date.parse(String(stored)) > DAY)
    .map(({ name }) => `${id}/${name}`)
    .filter((name) => present === null || name !== sharePictureName(id, present));
  if (prefixes.length === 0) return false;
  const removed = await authorizedFetch(userId, `/storage/v1/object/${SHARE_BUCKET}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes }),
  });
  return removed.ok;
}
