import { pacer, yieldToMain } from '@/lib/idle';

/**
 * Hands things on in their order, but once a frame: each message by itself would draw the screen anew. After the frame,
 * whose own task has enough to do with drawing, and in slices.
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
      // A hidden page has no frames.
      if (document.visibilityState !== 'visible') flush();
      else if (!isDue) {
        isDue = true;
        requestAnimationFrame(() => void drain());
      }
    },
    flush,
  };
}
