import { logger } from '../logger';

/** Keeps the screen awake until the returned function is called. A refusal, as with a low battery, is harmless. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  let isOver = false;

  const ask = async () => {
    // The browser takes the lock back from a hidden page.
    if (document.visibilityState !== 'visible' || isAsking || (lock && !lock.released)) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch (error) {
      logger.info('The screen is not kept awake', error);
    }
    isAsking = false;
  };
  const release = async () => {
    try {
      await lock?.release();
    } catch (error) {
      logger.info('The screen is still kept awake', error);
    }
  };
  const onChange = () => void ask();
  document.addEventListener('visibilitychange', onChange);
  void ask();

  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onChange);
    void release();
  };
}
