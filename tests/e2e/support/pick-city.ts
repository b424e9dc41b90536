import { expect, type Locator } from '@playwright/test';

/** The options of the open list of a city field. */
export const cityOptions = (field: Locator): Locator =>
  field.page().getByRole('listbox', { name: 'Cidades' }).getByRole('option');

/** Types a city into its field and picks it from the list. */
export async function pickCity(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await cityOptions(field).filter({ hasText: name }).first().click();
  await expect(field).toHaveValue(name);
}
