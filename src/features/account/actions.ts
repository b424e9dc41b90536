/**
 * What people do with their own account. Commands carry an id made on the device, so that a repetition after a lost
 * answer changes nothing twice. When one fails, the form keeps what was typed.
 */
import type { ProfileChanges } from './schema';

export type SaveOutcome =
  /** `merged`: the profile had moved on since the version that was seen; the changed fields won. */
  | { kind: 'ok'; merged: boolean }
  /** The server refused; `reason` is its stable hint ('city_unknown', 'invalid_value', …), `field` what it is about. */
  | { kind: 'refused'; reason: string | null; field: string | null }
  | { kind: 'signed-out' }
  | { kind: 'network' };

declare const later: never;

/** Saves changed fields. Pass the same `commandId` when repeating after 'network'. */
export async function saveProfile(
  _changes: ProfileChanges,
  _options?: { baseVersion?: number; commandId?: string },
): Promise<SaveOutcome> {
  return later;
}

export type PictureOutcome = { kind: 'ok'; imageUrl: string } | { kind: 'type' | 'unreadable' } | SaveOutcome;

/** Cuts the picture to a square of 800 pixels on the device, uploads it and makes it the profile's. */
export async function uploadPicture(_file: Blob): Promise<PictureOutcome> {
  return later;
}

export async function removePicture(): Promise<SaveOutcome> {
  return later;
}

/** Marks as read; shown at once, taken back when it fails. */
export async function markNotificationsRead(_ids: string[]): Promise<SaveOutcome> {
  return later;
}

export type MyDataOutcome =
  /** 'device': offline, what this phone holds; 'server': everything held. */
  { kind: 'ok'; source: 'server' | 'device'; data: unknown } | { kind: 'signed-out' } | { kind: 'network' };

/** Everything held about me as JSON; without connection the copy read last, else what the phone holds. */
export async function loadMyData(): Promise<MyDataOutcome> {
  return later;
}
