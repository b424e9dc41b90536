import type { Locator } from '@playwright/test';

/** Seconds between the presses of an impatient finger. */
const APART = 0.12;

/**
 * Presses twice at one spot, as impatient people do. Both presses carry the time at which a finger would have made them:
 * `dblclick` waits for the page in between, so that on a busy machine its second press comes late enough to be meant.
 */
export async function doubleTap(control: Locator): Promise<void> {
  // Waits until it stands still, in view and uncovered.
  await control.hover();
  const box = await control.boundingBox();
  if (!box) throw new Error('Nothing to press');
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' } as const;
  const page = control.page();
  const fingers = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const press = (clickCount: number, timestamp: number) => [
    fingers.send('Input.dispatchMouseEvent', { ...spot, type: 'mousePressed', clickCount, timestamp }),
    fingers.send('Input.dispatchMouseEvent', { ...spot, type: 'mouseReleased', clickCount, timestamp }),
  ];
  await Promise.all([...press(1, began), ...press(2, began + APART)]);
  await fingers.detach();
}
