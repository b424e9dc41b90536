import { logger } from '@/lib/logger';

/** Off: the specification lists the monitor as disabled. Turned on by hand when a shift is hunted. */
const LAYOUT_SHIFT_MONITOR_ENABLED = false;

/** Tells the console how far the page has jumped. While it is off, nothing of it is loaded. */
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
