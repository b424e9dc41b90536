import {
  card,
  counted,
  heart,
  MESSAGE,
  OFFLINE,
  SEND_REQUEST,
  styleChoice,
  TEACHER_NAME,
  timeChoice,
  WAITING,
  waiting,
} from '../e2e/pages/controls';
import { requests } from '../e2e/support/arrived';
import { rename } from '../e2e/support/people';
import type { Product } from '../e2e/support/product';
import type { Engine, Tab } from './engine';
import { faults } from './faults';
import { click, expect, fill, see, seeNot, test } from './test';
import { favourites, filterBy, readyForOffline, signIn, startPath, title, visit } from './walk';

declare global {
  /** True when the browser kept the whole page and not only its address. */
  var putAside: boolean | undefined;
}

test('visited once, closed, the server dead: teachers are found, and writes made then arrive once', async ({
  phone,
  product,
}) => {
  const first = await phone.open();
  console.log(phone.version);
  await signIn(first, product);
  await readyForOffline(first);
  await visit(first, `${product.url}/search`);
  await see(first, counted(72));
  const icon = new URL(await startPath(first), product.url).href;
  expect(phone.errors).toEqual([]);

  await phone.close();
  await product.kill();
  const tab = await phone.open();
  await visit(tab, icon);
  await see(tab, { role: 'heading', level: 1 });
  await visit(tab, `${product.url}/search`);
  await see(tab, counted(72));
  await see(tab, OFFLINE);
  await findSomebody(tab);
  expect(faults(phone.errors)).toEqual([]);

  await click(tab, heart('Lívia Sanches'));
  await see(tab, { text: 'Salvo' });
  await ask(tab, product.url);
  await see(tab, { text: /^Salvo no aparelho/ });
  await tab.reload();
  await see(tab, { text: /^Salvo no aparelho/ });
  await phone.close();

  const later = await phone.open();
  await visit(later, icon);
  await see(later, OFFLINE);
  await product.resume();
  await expect.poll(() => requests(product, 'Forró')).toEqual([{ rows: 1, commands: 1, told: 1 }]);
  await expect.poll(() => favourites(product)).toEqual({ names: ['Lívia Sanches'], commands: 1 });
  await visit(later, `${product.url}/envios`);
  await see(later, { role: 'heading', name: 'Tudo enviado' });
  await seeNot(later, OFFLINE);
  expect(faults(phone.errors)).toEqual([]);
});

async function findSomebody(tab: Tab): Promise<void> {
  await fill(tab, TEACHER_NAME, 'joão aq');
  await see(tab, card('João Aquino'));
  await see(tab, counted(1));
  await fill(tab, TEACHER_NAME, '');
  await filterBy(tab, 'Zouk', 'São Paulo');
  await see(tab, counted(5));
  // The address is updated a moment later.
  await expect.poll(() => tab.run(() => location.search)).toContain('city=');
  await tab.reload();
  await see(tab, counted(5));
  // A real tap: Safari's back button skips pages that scripts navigated to.
  await click(tab, { role: 'link', name: 'Conhecer Professor', within: card('Lívia Sanches') });
  await see(tab, title('Lívia Sanches'));
  await see(tab, { role: 'link', name: /^WhatsApp/ });
  await tab.back();
  await see(tab, counted(5));
  await visit(tab, new URL('/teachers/livia-sanches', await tab.run(() => location.href)).href);
  await see(tab, title('Lívia Sanches'));
}

async function ask(tab: Tab, url: string): Promise<void> {
  await visit(tab, `${url}/student/requests/new?professor=marina-couto`);
  // The notice appears a little after the page and moves it down: an earlier tap would miss.
  await see(tab, OFFLINE);
  await click(tab, styleChoice('Forró'));
  await click(tab, timeChoice('Segunda'));
  await click(tab, timeChoice('Noite'));
  await fill(tab, MESSAGE, 'Escrito sem rede.');
  await click(tab, SEND_REQUEST);
}

/** Opens two tabs of a student, both at the search. */
async function twoTabs(phone: Engine, product: Product): Promise<[Tab, Tab]> {
  const one = await phone.open();
  await signIn(one, product);
  await readyForOffline(one);
  await visit(one, `${product.url}/search`);
  await see(one, counted(72));
  const other = await phone.newTab();
  await visit(other, `${product.url}/search`);
  await see(other, counted(72));
  return [one, other];
}

test('two tabs show the same, one pulls, and writes of either arrive once', async ({ phone, product }) => {
  const [one, other] = await twoTabs(phone, product);

  await rename(product, 'Adwoa Mensah Ferraz', 'Adwoa Uma');
  await see(one, card('Adwoa Uma'));
  await see(other, card('Adwoa Uma'));

  await product.kill();
  await click(one, heart('Adwoa Uma'));
  await see(other, waiting(1));
  await click(other, heart('Jorginho da Conceição Lima'));
  await see(one, waiting(2));
  await product.resume();
  await expect
    .poll(() => favourites(product))
    .toEqual({ names: ['Adwoa Uma', 'Jorginho da Conceição Lima'], commands: 2 });
  for (const tab of [one, other]) await seeNot(tab, WAITING);

  // The remaining tab pulls, whichever did so before.
  await one.close();
  await rename(product, 'Adwoa Uma', 'Adwoa Duas');
  await see(other, card('Adwoa Duas'));
  expect(faults(phone.errors)).toEqual([]);
});

test('a page in the back-forward cache lets another one pull, and is up to date when it returns', async ({
  phone,
  product,
}) => {
  const [one, other] = await twoTabs(phone, product);

  await one.run(() => {
    globalThis.putAside = true;
  });
  await visit(one, `${product.url}/robots.txt`);
  await rename(product, 'Adwoa Mensah Ferraz', 'Adwoa Uma');
  await see(other, card('Adwoa Uma'));
  await one.back();
  await see(one, card('Adwoa Uma'));
  expect(await one.run(() => globalThis.putAside), 'the page itself came back').toBe(true);
  expect(faults(phone.errors)).toEqual([]);
});
