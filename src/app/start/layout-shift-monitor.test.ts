import { afterEach, describe, expect, it, vi } from 'vitest';
import { LAYOUT_SHIFT } from '@/lib/layout-shift';
import { logger } from '@/lib/logger';
import { startLayoutShiftMonitor } from './layout-shift-monitor';

const { listeners } = vi.hoisted(() => ({ listeners: [] as unknown[][] }));
vi.mock('web-vitals', async (original) => ({
  ...(await original<typeof import('web-vitals')>()),
  onCLS: (...args: unknown[]) => listeners.push(args),
}));

afterEach(() => {
  listeners.length = 0;
  vi.restoreAllMocks();
});

describe('layout-shift monitor', () => {
  it('calls up to 0.1 good [A313]', () => expect(LAYOUT_SHIFT.good).toBe(0.1));

  it('calls everything above 0.25 poor [A314]', () => expect(LAYOUT_SHIFT.poor).toBe(0.25));

  it('measures nothing, since it is disabled', async () => {
    await startLayoutShiftMonitor();
    expect(listeners).toEqual([]);
  });

  it('logs every change of the score, once it is turned on', async () => {
    const told = vi.spyOn(logger, 'info').mockReturnValue(undefined);
    await startLayoutShiftMonitor(true);
    const [[report, options]] = listeners as [[(metric: object) => void, object]];
    expect(options).toEqual({ reportAllChanges: true });
    report({ value: 0.2, rating: 'needs-improvement' });
    report({ value: 0.3, rating: 'poor' });
    expect(told.mock.calls.map(([, detail]) => detail)).toEqual([
      { score: 0.2, verdict: 'needs-improvement' },
      { score: 0.3, verdict: 'poor' },
    ]);
  });
});
