import type { Locator } from '@playwright/test';

/** Seconds between the presses of an impatient finger. */
const APART = 0.12;

/**
 * Presses twice at one spot, as impatient people do. Both presses carry the time at which a finger would have made them:
 * `dblclick` waits for the page in between, so that on a busy machine its second press comes late enough to be meant.
 * Loading parts may move the control away from under the finger: then it is pressed anew, where it is now.
 */
export async function doubleTap(control: Locator): Promise<void> {
  while (!(await tapTwice(control)));
}

/** Whether the control was pressed at all. */
async function tapTwice(control: Locator): Promise<boolean> {
  // Waits until it stands still, in view and uncovered.
  await control.hover();
  const heard = await control.evaluateHandle((element) => {
    const presses = { isHeard: false };
    const hear = () => {
      presses.isHeard = true;
    };
    element.addEventListener('pointerdown', hear, { once: true });
    return presses;
  });
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
  // A document that the press has left cannot be asked.
  return heard.evaluate(({ isHeard }) => isHeard).catch(() => true);
}
