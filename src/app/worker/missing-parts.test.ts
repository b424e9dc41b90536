import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const guard = {
  rendered: vi.fn(),
  settled: vi.fn(),
  failed: vi.fn(),
  recover: vi.fn(() => true),
  cameBack: false,
};
const answers = vi.fn(async () => new Response());

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  guard.recover.mockClear();
  guard.cameBack = false;
  window.danceflixStart = guard;
  answers.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete window.danceflixStart;
});

/**
 * Records the events since. Earlier tests' listeners belong to other copies of the module, so events are counted by
 * their answers.
 */
async function follow() {
  const [{ followMissingParts }, { useNotice }] = await Promise.all([
    import('./missing-parts'),
    import('../notice'),
  ]);
  const said: string[] = [];
  useNotice.setState({ show: (notice: { text: string }) => void said.push(notice.text) } as never);
  const heard: EventListener[] = [];
  vi.spyOn(window, 'addEventListener').mockImplementation((_: string, listener: unknown) => {
    heard.push(listener as EventListener);
  });
  followMissingParts();
  vi.restoreAllMocks();
  const miss = (payload?: Error) => {
    const event = Object.assign(new Event('vite:preloadError'), { payload });
    for (const listener of heard) listener(event);
    return vi.advanceTimersByTimeAsync(50);
  };
  return { said, miss };
}

it('reloads for a missing part, and tells so afterwards', async () => {
  const { said, miss } = await follow();
  await miss();
  expect(guard.recover).toHaveBeenCalledOnce();
  expect(said).toEqual([]);

  guard.cameBack = true;
  vi.resetModules();
  expect((await follow()).said).toEqual(['Recarregamos o Danceflix: uma parte dele não tinha chegado.']);
});

it('does nothing for a part that was only prefetched', async () => {
  const { said, miss } = await follow();
  const { guess } = await import('../start/guesses');
  const gone = new TypeError('gone');
  const guessing = guess('page', () => Promise.reject(gone)).catch(() => undefined);
  await miss(gone);
  await guessing;
  expect(guard.recover).not.toHaveBeenCalled();

  // A part that is needed meanwhile still counts.
  const pending = guess('outbox', () => new Promise(() => undefined));
  await miss(new TypeError('needed'));
  expect(guard.recover).toHaveBeenCalledOnce();
  void pending;
  expect(said).toEqual([]);
});

it('waits while text on this page is unsaved, and tells so once', async () => {
  const { holdBusy: hold } = await import('@/lib/busy');
  const finish = hold();
  const { said, miss } = await follow();
  await miss();
  await miss();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(guard.recover).not.toHaveBeenCalled();
  expect(said).toEqual(['Há uma versão nova do Danceflix: recarregamos quando você terminar.']);
  finish();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(guard.recover).toHaveBeenCalledOnce();
});

it('does not reload while no server responds', async () => {
  answers.mockRejectedValue(new TypeError('no network'));
  const { miss } = await follow();
  await miss();
  expect(guard.recover).not.toHaveBeenCalled();
  answers.mockResolvedValue(new Response(null, { status: 503 }));
  await miss();
  expect(guard.recover).not.toHaveBeenCalled();
});
