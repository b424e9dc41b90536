import { afterEach, describe, expect, it, vi } from 'vitest';
import { judgeShift, LAYOUT_SHIFT, watchLayoutShift } from './layout-shift';

afterEach(() => vi.unstubAllGlobals());

function stubObserver() {
  const observe = vi.fn();
  let deliver: (entries: unknown[]) => void = () => undefined;
  class Observer {
    constructor(callback: (list: { getEntries(): unknown[] }) => void) {
      deliver = (entries) => callback({ getEntries: () => entries });
    }
    observe = observe;
    disconnect = vi.fn();
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return { observe, deliver: (entries: unknown[]) => deliver(entries) };
}

describe('layout-shift monitor', () => {
  it('calls 0.1 good [A313]', () => {
    expect(LAYOUT_SHIFT.good).toBe(0.1);
    expect(judgeShift(0.1)).toBe('good');
    expect(judgeShift(0.1001)).toBe('needs-improvement');
  });

  it('calls everything above 0.25 poor [A314]', () => {
    expect(LAYOUT_SHIFT.poor).toBe(0.25);
    expect(judgeShift(0.25)).toBe('needs-improvement');
    expect(judgeShift(0.2501)).toBe('poor');
  });

  it('observes nothing, since it is disabled', () => {
    const { observe } = stubObserver();
    watchLayoutShift(vi.fn());
    expect(observe).not.toHaveBeenCalled();
  });

  it('adds up what no input caused, once it is turned on', () => {
    const { observe, deliver } = stubObserver();
    const report = vi.fn();
    watchLayoutShift(report, true);
    expect(observe).toHaveBeenCalledOnce();
    deliver([
      { value: 0.2, hadRecentInput: false },
      { value: 5, hadRecentInput: true },
    ]);
    deliver([{ value: 0.1, hadRecentInput: false }]);
    expect(report.mock.calls.map(([score, verdict]) => [Number(score.toFixed(2)), verdict])).toEqual([
      [0.2, 'needs-improvement'],
      [0.3, 'poor'],
    ]);
  });
});
