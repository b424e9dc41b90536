/**
 * What people do with their own account. Commands carry an id made on the device, so that a repetition after a lost
 * answer changes nothing twice. When one fails, the form keeps what was typed.
 */
import { presentIdentity } from '@/auth/identity';
import { authorizedFetch, callAs, NotSignedIn } from '@/auth/user-rest';
import { privateRowsOf, privateStore, setPrivateRows } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { pullPrivateRows } from '@/sync/status';
import { preparePicture } from './picture';
import { toColumns, toField } from './rows';
import type { ProfileChanges } from './schema';

export type SaveOutcome =
  /** `merged`: the profile had moved on since the version that was seen; the changed fields won. */
  | { kind: 'ok'; merged: boolean }
  /** The server refused; `reason` is its stable hint ('city_unknown', 'invalid_value', …), `field` what it is about. */
  | { kind: 'refused'; reason: string | null; field: keyof ProfileChanges | null }
  | { kind: 'signed-out' }
  | { kind: 'network' };

/** Saves changed fields. Pass the same `commandId` when repeating after 'network'. */
export async function saveProfile(
  changes: ProfileChanges,
  options: { baseVersion?: number; commandId?: string } = {},
): Promise<SaveOutcome> {
  return run('update_profile', {
    command_id: options.commandId ?? crypto.randomUUID(),
    changes: toColumns(changes),
    base_version: options.baseVersion ?? null,
  });
}

export type PictureOutcome =
  | { kind: 'picture'; imageUrl: string }
  | { kind: 'type' | 'unreadable' }
  | Exclude<SaveOutcome, { kind: 'ok' }>;

const BUCKET = 'profile-images';
const PUBLIC = `/storage/v1/object/public/${BUCKET}/`;

export type PictureStage = 'preparing' | 'sending' | 'saving';

/** Makes the picture small on the device, uploads it and makes it the profile's; `onStage` hears how far it is. */
export async function uploadPicture(
  file: Blob,
  onStage: (stage: PictureStage) => void = () => undefined,
): Promise<PictureOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  onStage('preparing');
  const picture = await preparePicture(file);
  if (picture.kind !== 'ok') return picture;
  onStage('sending');
  const extension = picture.blob.type === 'image/webp' ? 'webp' : 'jpg';
  const name = `${userId}/${crypto.randomUUID()}.${extension}`;
  const before = presentIdentity()?.imageUrl ?? null;
  try {
    const response = await authorizedFetch(userId, `/storage/v1/object/${BUCKET}/${name}`, {
      method: 'POST',
      headers: { 'content-type': picture.blob.type, 'cache-control': 'max-age=31536000' },
      body: picture.blob,
    });
    if (!response.ok) return unreachable(response.status) ? { kind: 'network' } : refused(null, null);
  } catch (error) {
    return failed(error);
  }
  const imageUrl = PUBLIC + name;
  onStage('saving');
  const saved = await saveProfile({ imageUrl });
  if (saved.kind !== 'ok') {
    // After a lost answer the picture may be the profile's already.
    if (saved.kind === 'refused') removeFile(userId, imageUrl);
    return saved;
  }
  if (before) removeFile(userId, before);
  return { kind: 'picture', imageUrl };
}

export async function removePicture(): Promise<SaveOutcome> {
  const identity = presentIdentity();
  if (!identity) return { kind: 'signed-out' };
  const saved = await saveProfile({ imageUrl: null });
  if (saved.kind === 'ok' && identity.imageUrl) removeFile(identity.userId, identity.imageUrl);
  return saved;
}

/** A file that stays behind is found again when the account is deleted; nobody waits for this. */
function removeFile(userId: string, imageUrl: string): void {
  if (!imageUrl.startsWith(`${PUBLIC}${userId}/`)) return;
  authorizedFetch(userId, `/storage/v1/object/${BUCKET}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [imageUrl.slice(PUBLIC.length)] }),
  }).catch((error: unknown) => logger.info('The former picture stays', error));
}

/** Marks as read; shown at once, taken back when it fails. */
export async function markNotificationsRead(ids: string[]): Promise<SaveOutcome> {
  const userId = presentIdentity()?.userId ?? null;
  const unread = (privateRowsOf(userId, privateStore.getState().rows)?.notifications ?? [])
    .filter(({ id, read_at }) => ids.includes(id) && !read_at)
    .map(({ id }) => id);
  if (unread.length === 0) return { kind: 'ok', merged: false };
  showRead(userId, unread, new Date().toISOString());
  const outcome = await run('mark_notifications_read', { command_id: crypto.randomUUID(), ids: unread });
  if (outcome.kind !== 'ok') showRead(userId, unread, null);
  return outcome;
}

function showRead(userId: string | null, ids: string[], readAt: string | null): void {
  const rows = privateRowsOf(userId, privateStore.getState().rows);
  if (!rows) return;
  const notifications = rows.notifications.map((row) =>
    ids.includes(row.id) ? { ...row, read_at: readAt } : row,
  );
  setPrivateRows({ ...rows, notifications });
}

async function run(procedure: string, args: { command_id: string } & Record<string, unknown>) {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' } satisfies SaveOutcome;
  try {
    const answer = (await callAs(userId, procedure, args)) as {
      command_id?: unknown;
      merged?: unknown;
    } | null;
    // Only the echo of its own id means that this command was carried out.
    if (answer?.command_id !== args.command_id) return { kind: 'network' } satisfies SaveOutcome;
    await pullPrivateRows();
    return { kind: 'ok', merged: answer.merged === true } satisfies SaveOutcome;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Exclude<SaveOutcome, { kind: 'ok' }> {
  if (error instanceof NotSignedIn) return { kind: 'signed-out' };
  if (error instanceof RestFailure && error.kind === 'refused' && !unreachable(error.status)) {
    return refused(error.hint, error.details);
  }
  logger.info('Not saved', error);
  return { kind: 'network' };
}

function refused(reason: string | null, detail: string | null) {
  return { kind: 'refused' as const, reason, field: toField(detail) };
}

function unreachable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}
