import { expect, type Locator } from '@playwright/test';
import { locate, OPTIONS, option } from '../pages/controls';

/** The options of the open list of a field that chooses a city or a dance style; only one list is open at a time. */
export const nameOptions = (field: Locator): Locator => locate(field.page(), OPTIONS);

/** Types a name into its field and picks it from the list. */
export async function pickName(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await locate(field.page(), option(name)).click();
  await expect(field).toHaveValue(name);
}
