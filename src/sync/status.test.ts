import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CollectionStatus, firstTeachersCame, syncStatus } from './status';

const tell = (teachers: Partial<CollectionStatus>) =>
  syncStatus.setState(({ collections }) => ({
    collections: { ...collections, teachers: { ...collections.teachers, ...teachers } },
  }));

describe('waiting for the teachers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    syncStatus.setState(syncStatus.getInitialState(), true);
    return () => vi.useRealTimers();
  });

  /** Whether the wait has ended after each status. */
  async function over(...words: Partial<CollectionStatus>[]): Promise<boolean[]> {
    const done = vi.fn();
    void firstTeachersCame(3_000).then(done);
    const answers: boolean[] = [];
    for (const word of words) {
      tell(word);
      await vi.advanceTimersByTimeAsync(0);
      answers.push(done.mock.calls.length > 0);
    }
    return answers;
  }

  it('ends with the first teachers', async () => {
    expect(await over({ state: 'syncing' }, { received: 500, total: 10_000 })).toEqual([false, true]);
  });

  it.each(['ready', 'failed'] as const)('ends when they are %s', async (state) => {
    expect(await over({ state: 'syncing' }, { state })).toEqual([false, true]);
  });

  it('ends by itself', async () => {
    const done = vi.fn();
    void firstTeachersCame(3_000).then(done);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });
});
