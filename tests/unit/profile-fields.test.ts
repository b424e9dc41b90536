import { expect, it } from 'vitest';
import { labelOf } from '@/features/account/own/data-text';
import { toColumns } from '@/features/account/rows';
import type { ProfileChanges } from '@/features/account/schema';
import { profileUpdate } from '@/outbox/commands/profile-update';

/** Every field, so that the compiler asks for a new one here. */
const ALL = {
  name: 'Ana',
  whatsapp: null,
  cityId: null,
  imageUrl: null,
  styleIds: [],
  bio: null,
  experience: null,
  neighborhood: null,
  instagram: null,
  modalities: [],
  isPaused: false,
  interests: [],
  dancingSince: null,
  isPublic: false,
  favouriteSongs: null,
  story: null,
  music: null,
} satisfies Required<ProfileChanges>;

it('every field of a profile has its name in Portuguese where it waits to be sent and in the own data', () => {
  const columns = Object.keys(toColumns(ALL));
  const nameless = columns.filter(
    (column) => profileUpdate.summary({ changes: { [column]: 1 } }) === column || labelOf(column) === column,
  );
  expect(nameless).toEqual([]);
});
