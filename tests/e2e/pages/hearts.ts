import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '../support/product';
import { locate, heart as namedHeart } from './controls';
import { idOf } from './own-pages';

/** The heart of one teacher on a screen: one tap writes a favourite. */
export const heart = (page: Page, name: string): Locator => locate(page, namedHeart(name));

export async function tap(page: Page, name: string): Promise<void> {
  await heart(page, name).first().click();
  await expect(heart(page, name).first()).toHaveAttribute('aria-pressed', 'true');
  // Stored on the phone, not only shown.
  await expect(heart(page, name).first()).not.toHaveAttribute('aria-busy');
}

/** The demo student's favourites, in order, and the number of commands that wrote them. */
export async function kept(product: Product): Promise<{ names: string[]; commands: number }> {
  const rows = await product.sql<{ name: string }>(
    `select p.name from public.favourites f join public.user_profiles p on p.id = f.teacher_id
     where f.user_id = ${idOf('student')} and f.is_on order by p.name collate "C"`,
  );
  const logged = await product.sql(
    `select 1 from public.command_log where kind = 'favourite.set' and user_id = ${idOf('student')}`,
  );
  return { names: rows.map(({ name }) => name), commands: logged.length };
}
