import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { flushDataUse, noteBytes, readDataUse, resetDataUse } from './data-use';

beforeEach(() => resetDataUse(1_000));

it('adds up the received bytes, in one write', async () => {
  noteBytes(700);
  noteBytes(300);
  expect(await readDataUse()).toEqual({ bytes: 0, since: 1_000 });
  await flushDataUse();
  expect(await readDataUse()).toEqual({ bytes: 1_000, since: 1_000 });
});

it('loses nothing when two threads write at once', async () => {
  noteBytes(1);
  const first = flushDataUse();
  noteBytes(2);
  await Promise.all([first, flushDataUse()]);
  expect(await readDataUse()).toMatchObject({ bytes: 3 });
});

it('does not count requests that were not measured', async () => {
  noteBytes(0);
  noteBytes(Number.NaN);
  noteBytes(-5);
  await flushDataUse();
  expect(await readDataUse()).toMatchObject({ bytes: 0 });
});

it('starts from zero after a reset, without bytes that were not written yet', async () => {
  noteBytes(500);
  await resetDataUse(9_000);
  await flushDataUse();
  expect(await readDataUse()).toEqual({ bytes: 0, since: 9_000 });
});
