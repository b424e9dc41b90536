import { logger } from '@/lib/logger';

/** Off: the specification lists the monitor as disabled. Turn it on by hand to debug a shift. */
const LAYOUT_SHIFT_MONITOR_ENABLED = false;

/** Logs to the console how far the page has jumped. While it is off, none of its code is loaded. */
export async function startLayoutShiftMonitor(
  enabled: boolean = LAYOUT_SHIFT_MONITOR_ENABLED,
): Promise<void> {
  if (!enabled) return;
  try {
    const { watchLayoutShift } = await import('@/lib/layout-shift');
    watchLayoutShift((score, verdict) => logger.info('Layout shift', { score, verdict }));
  } catch (error) {
    logger.warn('Layout shifts are not measured', error);
  }
}
