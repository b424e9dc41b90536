/**
 * Draft of the profile form, kept on this phone per user until the save is delivered or the user discards the draft.
 * Signing out deletes it with the user's other data; a session ended by the server locks it.
 */

import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { mapFields } from '@/db/rows/profile-fields';
import { fieldsOf, isNumber, stored } from '@/lib/stored';
import type { ProfileValues } from './profile-values';

export interface ProfileDraft {
  /** Only the edited fields, so that changes from the user's other devices stay visible in the rest. */
  edits: Partial<ProfileValues>;
  /** The version of the profile that the edits are based on. */
  baseVersion: number;
}

const TYPES = { text: 'string', year: 'string', list: 'list', flag: 'boolean' } as const;

const KINDS: Record<keyof ProfileValues, string> = {
  name: 'string',
  cityId: 'string',
  cityText: 'string',
  phoneCountry: 'string',
  phone: 'string',
  styleIds: 'list',
  ...mapFields(({ kind }) => TYPES[kind]),
};

export const profileDraftKey = (userId: string) => `${PRIVATE_DRAFT_PREFIX}profile_${userId}`;

const keptFor = (userId: string) =>
  stored<ProfileDraft>(profileDraftKey(userId), (value) => {
    const { edits, baseVersion } = fieldsOf(value);
    const known = editsFrom(edits);
    return Object.keys(known).length > 0 && isNumber(baseVersion) ? { edits: known, baseVersion } : null;
  });

export const readProfileDraft = (userId: string): ProfileDraft | null => keptFor(userId).read();

/** Stores the draft; false when the storage is full or blocked. */
export const keepProfileDraft = (userId: string, draft: ProfileDraft): boolean =>
  keptFor(userId).write(draft);

export function dropProfileDraft(userId: string): void {
  keptFor(userId).write(null);
}

function editsFrom(value: unknown): Partial<ProfileValues> {
  if (!value || typeof value !== 'object') return {};
  const fits = (kind: string | undefined, content: unknown) =>
    kind === 'list'
      ? Array.isArray(content) && content.every((item) => typeof item === 'string')
      : kind !== undefined && typeof content === kind;
  return Object.fromEntries(
    Object.entries(value).filter(([field, content]) => fits(KINDS[field as keyof ProfileValues], content)),
  ) as Partial<ProfileValues>;
}
