import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { flushDataUse, noteBytes, readDataUse, resetDataUse } from './data-use';

beforeEach(() => resetDataUse(1_000));

it('adds up what came, in one write', async () => {
  noteBytes(700);
  noteBytes(300);
  expect(await readDataUse()).toEqual({ bytes: 0, since: 1_000 });
  await flushDataUse();
  expect(await readDataUse()).toEqual({ bytes: 1_000, since: 1_000 });
});

it('loses nothing when two write at once', async () => {
  noteBytes(1);
  const first = flushDataUse();
  noteBytes(2);
  await Promise.all([first, flushDataUse()]);
  expect(await readDataUse()).toMatchObject({ bytes: 3 });
});

it('counts nothing of what was not measured', async () => {
  noteBytes(0);
  noteBytes(Number.NaN);
  noteBytes(-5);
  await flushDataUse();
  expect(await readDataUse()).toMatchObject({ bytes: 0 });
});

it('begins anew when it is set back, without what was still waiting', async () => {
  noteBytes(500);
  await resetDataUse(9_000);
  await flushDataUse();
  expect(await readDataUse()).toEqual({ bytes: 0, since: 9_000 });
});
