import { beforeEach, expect, it, vi } from 'vitest';
import { type Identity, identityStore } from '@/auth/identity';
import { REFUSAL } from '../../tests/support/row-samples';
import type { RawCommand } from './command';
import { askForTerms, TERMS_REQUIRED } from './terms';

const refreshTermsDue = vi.hoisted(() => vi.fn());
vi.mock('@/auth/terms-due', () => ({ refreshTermsDue }));

const ME = '00000000-0000-4000-8000-000000000001';
const waiting = (part: Partial<RawCommand> = {}): RawCommand => ({
  ...{ id: crypto.randomUUID(), kind: 'post.create', version: 1, seq: 1, payload: {}, base: null },
  ...{ userId: ME, visitor: null, createdAt: 0, status: 'queued', attempts: 1, dueAt: 0, ack: null },
  entity: { table: 'posts', id: 'a' },
  error: { ...REFUSAL, why: 'terms', status: 403, code: 'PT403', hint: TERMS_REQUIRED, details: '3' },
  ...part,
});

beforeEach(() => {
  refreshTermsDue.mockReset().mockResolvedValue('due');
  identityStore.setState({ identity: { userId: ME } as Identity });
});

it('asks once per attempt which terms are due, and sends nothing while any are', async () => {
  const [command, send] = [waiting(), vi.fn()];
  askForTerms([command], send);
  askForTerms([command], send);
  await vi.waitFor(() => expect(refreshTermsDue).toHaveBeenCalledOnce());
  askForTerms([{ ...command, attempts: 2 }], send);
  await vi.waitFor(() => expect(refreshTermsDue).toHaveBeenCalledTimes(2));
  expect(send).not.toHaveBeenCalled();
});

it('sends again at once, a single time, when there is nothing left to accept', async () => {
  refreshTermsDue.mockResolvedValue('accepted');
  const [command, send] = [waiting(), vi.fn()];
  askForTerms([command], send);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  askForTerms([{ ...command, attempts: 2 }], send);
  await vi.waitFor(() => expect(refreshTermsDue).toHaveBeenCalledTimes(2));
  expect(send).toHaveBeenCalledOnce();
});

it('ignores commands that wait for something else, or are another person’s', () => {
  const other = waiting({ userId: '00000000-0000-4000-8000-000000000002' });
  askForTerms([other, waiting({ error: null }), waiting({ status: 'rejected' })], vi.fn());
  expect(refreshTermsDue).not.toHaveBeenCalled();
});
