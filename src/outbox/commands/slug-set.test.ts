import { expect, it } from 'vitest';
import type { Ack, Command } from '../command';
import type { Held } from '../kind';
import { type SlugSet, slugSet } from './slug-set';

const command = {
  id: 'c1',
  kind: 'slug.set',
  entity: { table: 'user_profiles', id: 'marina' },
  payload: { slug: 'marina-zouk' },
} as unknown as Command<SlugSet>;
const ack = { version: 7, answer: {}, at: 0 } as unknown as Ack;
const held = (profile: number | null) => ({ profile }) as Held;

it('shows the chosen address at once, and leaves the rest of the profile alone', () => {
  expect(slugSet.apply({ name: 'Marina', slug: 'marina' }, command)).toEqual({
    name: 'Marina',
    slug: 'marina-zouk',
  });
});

it('is caught up with when the own profile has its version', () => {
  expect([null, 6, 7, 8].map((version) => slugSet.caughtUp(command, ack, held(version)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('sends the address alone, under the command’s own id', () => {
  expect(slugSet.args(command)).toEqual({ command_id: 'c1', address: { slug: 'marina-zouk' } });
});
