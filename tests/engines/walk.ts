/** People's actions on the offline path, in any engine. */
import { idOf } from '../e2e/pages/own-pages';
import type { Product } from '../e2e/support/product';
import { hasSearchRecord } from '../support/browser';
import type { Sought, Tab } from './engine';
import { click, expect, fill, see } from './test';

export const OFFLINE: Sought = { text: 'Modo Offline' };
export const NAME: Sought = { label: 'Nome do Professor' };

export const card = (name: string): Sought => ({ role: 'article', name });
export const counted = (count: number): Sought => ({
  text: count === 1 ? '1 professor encontrado' : `${count} professores encontrados`,
});
export const title = (name: string | RegExp): Sought => ({ role: 'heading', level: 1, name });
export const heart = (name: string): Sought => ({
  role: 'button',
  name: `Salvar ${name} em Meus professores`,
});

/**
 * Waits until no request is pending: a request aborted by leaving a page would be reported as an
 * error.
 */
export async function settled(tab: Tab): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await tab.run(() => performance.getEntriesByType('resource').length);
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

/** Opens an address after the previous page has finished loading. */
export async function visit(tab: Tab, url: string): Promise<void> {
  await settled(tab);
  await tab.goto(url);
}

export async function signIn(tab: Tab, product: Product): Promise<void> {
  await tab.goto(`${product.url}/login?role=student`);
  await fill(tab, { label: 'E-mail' }, 'aluno@danceflix.test');
  await fill(tab, { label: 'Senha' }, 'danceflix-aluno');
  await click(tab, { role: 'button', name: 'Entrar' });
  await see(tab, title(/^Olá, /), 60_000);
}

/**
 * Waits until the worker controls the page and the teachers are on the device. Call it on the page
 * that installs the worker: WebKit leaves one that is opened during the activation at 'activating'
 * for good (habits.spec.ts).
 */
export async function readyForOffline(tab: Tab): Promise<void> {
  await expect
    .poll(() => tab.run(() => navigator.serviceWorker?.controller?.state ?? null), { timeout: 60_000 })
    .toBe('activated');
  const told = () => tab.run(() => localStorage.getItem('danceflix_offline_announced'));
  await expect.poll(told, { message: 'being told that the app opens offline' }).toBe('1');
  await expect.poll(() => tab.run(hasSearchRecord), { timeout: 60_000 }).toBe(true);
}

/** Filters in the sheet for phones. */
export async function filterBy(tab: Tab, chosen: Record<string, string>): Promise<void> {
  await click(tab, { role: 'button', name: /^Filtros/ });
  for (const [label, name] of Object.entries(chosen)) {
    await fill(tab, { role: 'combobox', name: label }, name);
    await click(tab, { role: 'option', name });
  }
  await click(tab, { role: 'button', name: 'Fechar filtros' });
}

/** The start address of the installed app. */
export function startPath(tab: Tab): Promise<string> {
  return tab.run(async () => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
    const { start_url: path } = (await (await fetch(manifest)).json()) as { start_url: string };
    return path;
  });
}

/** The demo student's favourites, and the number of commands that wrote them. */
export async function favourites(product: Product): Promise<{ names: string[]; commands: number }> {
  const rows = await product.sql<{ name: string }>(
    `select p.name from public.favourites f join public.user_profiles p on p.id = f.teacher_id
     where f.user_id = ${idOf('student')} and f.is_on order by p.name`,
  );
  const logged = await product.sql(
    `select 1 from public.command_log where kind like 'favourite%' and user_id = ${idOf('student')}`,
  );
  return { names: rows.map(({ name }) => name), commands: logged.length };
}
