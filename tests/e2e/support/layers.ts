import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { WAIT_LIMIT } from '../../support/limits';

/** Sheets and dialogs, and what a button has opened. */
const OPEN = 'dialog[open], [aria-expanded="true"]';
const LEAVES = ['reload', 'goto', 'goBack'] as const;

/**
 * Waits until closed sheets, dialogs and menus have left the history (src/ui/back-closes.ts): a moment after they are
 * gone from the page, which cuts off a reload or a step back that is asked for meanwhile, quicker than a person can.
 */
async function layersLeft(page: Page): Promise<void> {
  await expect(async () => {
    const isLeft = await page.evaluate(
      (open) => (history.state?.layers ?? 0) <= document.querySelectorAll(open).length,
      OPEN,
    );
    expect(isLeft).toBe(true);
  }).toPass({ timeout: WAIT_LIMIT });
}

/** Lets the page's ways to leave it wait for that. */
export function leaveAfterLayers(page: Page): void {
  for (const name of LEAVES) {
    const leave = page[name].bind(page) as (...options: unknown[]) => Promise<unknown>;
    Object.assign(page, {
      [name]: async (...options: unknown[]) => {
        await layersLeft(page);
        return leave(...options);
      },
    });
  }
}
