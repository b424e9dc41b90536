import { expect, type Locator } from '@playwright/test';

/** The options of the open list of a field that chooses a city or a dance style; only one list is open at a time. */
export const nameOptions = (field: Locator): Locator => field.page().getByRole('listbox').getByRole('option');

/** Types a name into its field and picks it from the list. */
export async function pickName(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await field.page().getByRole('listbox').getByRole('option', { name, exact: true }).click();
  await expect(field).toHaveValue(name);
}
