import { pacer, yieldToMain } from '@/lib/idle';

/**
 * Passes messages on in order, at most once a frame: otherwise each message would redraw the screen. Runs after the
 * frame, whose own task is busy with drawing, and in slices.
 */
export function perFrame<T>(handle: (thing: T) => void): { add(thing: T): void; flush(): void } {
  const waiting: T[] = [];
  let isDue = false;
  const flush = () => {
    for (const thing of waiting.splice(0)) handle(thing);
  };
  const drain = async () => {
    await yieldToMain();
    isDue = false;
    const pace = pacer();
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) {
      handle(thing);
      await pace();
    }
  };
  return {
    add: (thing) => {
      waiting.push(thing);
      // Hidden pages get no animation frames.
      if (document.visibilityState !== 'visible') flush();
      else if (!isDue) {
        isDue = true;
        requestAnimationFrame(() => void drain());
      }
    },
    flush,
  };
}
