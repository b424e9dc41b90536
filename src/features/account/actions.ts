/**
 * Writes to the user's own account. They are queued on this phone, except for pictures: those are uploaded at once, and
 * the page keeps the chosen file when an upload fails.
 */
import { presentIdentity } from '@/auth/identity';
import { readStoredPicture, UNREAD } from '@/auth/session/stored-picture';
import { callAs, NotSignedIn } from '@/auth/session/user-rest';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { freshId } from '@/lib/browser/random';
import { logger } from '@/lib/logger';
import { type Area, type PictureProblem, preparePicture } from '@/lib/picture';
import { RestFailure } from '@/lib/rest';
import { notificationsRead } from '@/outbox/commands/notifications-read';
import { profileUpdate } from '@/outbox/commands/profile-update';
import { edit } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import { pendingStore } from '@/outbox/pending-store';
import { pullPrivateRows } from '@/sync/status';
import { refusedUpdate } from './overlay';
import { removeFile, storeFiles } from './own/picture-files';
import { toColumns, toField } from './rows';
import type { ProfileChanges } from './schema';

export type SaveOutcome =
  /** `merged`: the profile had changed since the version on screen; the fields of this save won. */
  | { kind: 'ok'; merged: boolean }
  /** Refused by the server: `reason` is its hint ('city_unknown', 'invalid_value', …), `field` the wrong field. */
  | { kind: 'refused'; reason: string | null; field: keyof ProfileChanges | null }
  | { kind: 'signed-out' }
  | { kind: 'network' };

/** Queues changed fields. Replaces the save that the server refused, if there is one. */
export async function saveProfile(changes: ProfileChanges, baseVersion: number): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const payload = { changes: toColumns(changes) };
  const refused = refusedUpdate(pendingStore.getState().commands ?? [], userId);
  if (!refused) return enqueueOwn(profileUpdate, userId, payload, { base: baseVersion });
  const outcome = await edit(refused.id, payload);
  // Another tab has discarded the refused save or sent it again, so this becomes a new save.
  if (outcome.kind === 'too-late') return saveProfile(changes, baseVersion);
  return outcome.kind === 'stored' ? { kind: 'stored', commandId: outcome.command.id } : outcome;
}

export type PictureOutcome =
  | { kind: 'picture'; imageUrl: string }
  | { kind: PictureProblem }
  | Exclude<SaveOutcome, { kind: 'ok' }>;

export type PictureStage = 'preparing' | 'sending' | 'saving';

/**
 * Shrinks the picture on the device, uploads it and sets it on the profile; `onStage` receives the progress. `area`: the
 * part that is shown, null for the whole picture.
 */
export async function uploadPicture(
  file: Blob,
  area: Area | null,
  onStage: (stage: PictureStage) => void = () => undefined,
): Promise<PictureOutcome> {
  const before = presentIdentity()?.imageUrl ?? null;
  const outcome = await sendPicture(file, onStage, (imageUrl) => toColumns({ imageUrl }), area);
  if (outcome.kind === 'picture' && before) removeFile(presentIdentity()?.userId ?? '', before);
  return outcome;
}

/** Puts the square `area` of a photo behind the `present` ones of the teacher's page. */
export function addPhoto(
  file: Blob,
  area: Area,
  present: readonly string[],
  onStage: (stage: PictureStage) => void,
): Promise<PictureOutcome> {
  return sendPicture(file, onStage, (photo) => toColumns({ photos: [...present, photo] }), area);
}

export async function removePhoto(photo: string, present: readonly string[]): Promise<SaveOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const saved = await saveNow(toColumns({ photos: present.filter((one) => one !== photo) }));
  if (saved.kind === 'ok') removeFile(userId, photo);
  return saved;
}

async function sendPicture(
  file: Blob,
  onStage: (stage: PictureStage) => void,
  changesOf: (imageUrl: string) => Record<string, unknown>,
  area: Area | null = null,
): Promise<PictureOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  onStage('preparing');
  const picture = await preparePicture(file, area);
  if (picture.kind !== 'ok') return picture;
  onStage('sending');
  let imageUrl: string;
  try {
    const stored = await storeFiles(userId, picture.files, presentIdentity()?.imageUrl ?? null);
    if ('status' in stored) return unreachable(stored.status) ? { kind: 'network' } : refused(null, null);
    imageUrl = stored.imageUrl;
  } catch (error) {
    return failed(error);
  }
  onStage('saving');
  const saved = await savePicture(userId, imageUrl, changesOf(imageUrl));
  if (saved.kind !== 'ok') {
    // Only a refusal proves that the profile does not use the picture: after a lost response it may.
    if (saved.kind === 'refused') removeFile(userId, imageUrl);
    return saved;
  }
  return { kind: 'picture', imageUrl };
}

/** Saves again once the server has read the picture, where it does that only when asked. */
async function savePicture(
  userId: string,
  imageUrl: string,
  changes: Record<string, unknown>,
): Promise<SaveOutcome> {
  const saved = await saveNow(changes);
  if (saved.kind !== 'refused' || saved.reason !== UNREAD) return saved;
  try {
    const outcome = await readStoredPicture(userId, imageUrl);
    if (outcome === 'unavailable') return { kind: 'network' };
    return outcome === 'read' ? await saveNow(changes) : saved;
  } catch (error) {
    return failed(error);
  }
}

export async function removePicture(): Promise<SaveOutcome> {
  const identity = presentIdentity();
  if (!identity) return { kind: 'signed-out' };
  const saved = await saveNow(toColumns({ imageUrl: null }));
  if (saved.kind === 'ok' && identity.imageUrl) removeFile(identity.userId, identity.imageUrl);
  return saved;
}

/** With the file that is there now: a picture needs the network anyway, so it is not queued. */
function saveNow(changes: Record<string, unknown>): Promise<SaveOutcome> {
  return run('update_profile', { command_id: freshId(), changes, base_version: null });
}

/** Queues marking notifications as read; the screen shows them as read at once. */
export async function markNotificationsRead(ids: string[]): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const rows = privateRowsOf(userId, privateStore.getState().rows);
  const known = (rows?.notifications ?? []).filter(({ id, read_at }) => ids.includes(id) && !read_at);
  const unread = known.map(({ id }) => id);
  const [first] = unread;
  if (first === undefined) return { kind: 'stored', commandId: '' };
  return enqueueOwn(notificationsRead, first, { ids: unread, readAt: new Date().toISOString() });
}

async function run(procedure: string, args: { command_id: string } & Record<string, unknown>) {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' } satisfies SaveOutcome;
  try {
    const answer = (await callAs(userId, procedure, args)) as {
      command_id?: unknown;
      merged?: unknown;
    } | null;
    // Only a response that repeats the command's id proves that the command was carried out.
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
  logger.info('Account change not saved', error);
  return { kind: 'network' };
}

function refused(reason: string | null, detail: string | null) {
  return { kind: 'refused' as const, reason, field: toField(detail) };
}

function unreachable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}
