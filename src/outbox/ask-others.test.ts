import { beforeEach, expect, it, vi } from 'vitest';
import { askOthers } from './ask-others';
import type { Device } from './device';
import { deviceOf } from './device';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const announced = vi.fn(async (_now: unknown) => undefined);
let isQueueGone = false;

vi.mock('./announce-waiting', () => ({ announceWaiting: (now: unknown) => announced(now) }));
vi.mock('./entry', () => ({ unsentOf: async () => [{}, {}] }));
vi.mock('./never-wrote', () => ({ neverWrote: async () => isQueueGone }));

const KNOWN: Device = { id: 'here', told: 0, epoch: null, others: [], isRead: false };
const keep = async (part: Partial<Device>) => (await deviceOf(ANNA)).write({ ...KNOWN, ...part });
const idHere = async () => (await deviceOf(ANNA)).read()?.id;

beforeEach(() => {
  isQueueGone = false;
  announced.mockClear();
});
it('a phone without an id asks, and says what waits here', async () => {
  await askOthers(ANNA);
  expect(announced).toHaveBeenCalledWith({ userId: ANNA, waiting: 2, epoch: null });
});

it('a phone that was answered does not ask again, whether or not it ever wrote', async () => {
  await keep({});
  await askOthers(ANNA);
  isQueueGone = true;
  await askOthers(ANNA);
  await keep({ told: 2 });
  isQueueGone = false;
  await askOthers(ANNA);
  expect(announced).not.toHaveBeenCalled();
  expect(await idHere()).toBe('here');
});

it('one that was not answered asks again as the same device', async () => {
  await keep({ told: null, others: null });
  await askOthers(ANNA);
  expect(announced).toHaveBeenCalledTimes(1);
  expect(await idHere()).toBe('here');
});

it('one whose queue is gone with announced writes asks as a new device', async () => {
  await keep({ told: 3 });
  isQueueGone = true;
  await askOthers(ANNA);
  expect(announced).toHaveBeenCalledTimes(1);
  expect(await idHere()).toBeUndefined();
});
