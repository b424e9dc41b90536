import { afterEach, expect, test, vi } from 'vitest';
import { anySignal } from './abort';

afterEach(() => vi.unstubAllGlobals());

/** Simulates Safari before 17.4. */
function withoutAny(): void {
  vi.stubGlobal('AbortSignal', class {});
}

for (const [browser, prepare] of [
  ['a browser with AbortSignal.any', () => undefined],
  ['a browser without it', withoutAny],
] as const) {
  test(`${browser}: the first of several signals aborts the combined one, with its reason`, () => {
    prepare();
    const [one, other] = [new AbortController(), new AbortController()];
    const any = anySignal([one.signal, other.signal]);
    const heard = vi.fn();
    any.addEventListener('abort', heard);
    expect(any.aborted).toBe(false);
    other.abort('enough');
    one.abort('late');
    expect([any.aborted, any.reason]).toEqual([true, 'enough']);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test(`${browser}: a signal that is already aborted is enough`, () => {
    prepare();
    const any = anySignal([new AbortController().signal, signalThatIsOver()]);
    expect([any.aborted, any.reason]).toEqual([true, 'before']);
  });
}

function signalThatIsOver(): AbortSignal {
  const controller = new AbortController();
  controller.abort('before');
  return controller.signal;
}
