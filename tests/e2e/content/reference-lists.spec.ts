import { readFileSync } from 'node:fs';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { AccountPages } from '../pages/account-pages';
import { LeadPages } from '../pages/lead-pages';
import { nameOptions } from '../support/pick-name';
import { changingTest, expect, test } from '../support/test';

/** Reads a list as a visitor's client does, in the server's order. */
function reader({ url, publishableKey }: { url: string; publishableKey: string }) {
  return createClient(url, publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

changingTest(
  '[A253] the styles on screen are the active ones: the popular ones, then the others in the order of their names',
  async ({ product, search }) => {
    await product.sql(`update public.dance_styles set active = false where name = 'Tango'`);
    const query = reader(product).from('dance_styles').select('name').eq('active', true).order('name');
    const rows = (await query).data ?? [];
    for (const row of rows) expect(Object.keys(row)).toEqual(['name']);
    const names = rows.map(({ name }) => String(name));
    const [{ known } = { known: [] }] = await product.sql<{ known: string[] }>(
      'select array_agg(name order by name) as known from public.dance_styles where active',
    );
    expect(names).toEqual(known);
    expect(names).not.toContain('Tango');
    await search.openStored();
    const popular = ['Forró', 'Zouk', 'Samba de Gafieira', 'Salsa', 'Bachata', 'Samba', 'West Coast Swing'];
    // The embedded database sorts capitals first: 'Samba Rock' before 'Samba de Gafieira'.
    const others = names.filter((name) => !popular.includes(name));
    const inOrder = others.sort(new Intl.Collator('pt-BR').compare);
    expect(await search.styles()).toEqual([...popular, ...inOrder]);
  },
);

test('[A254] the cities on screen are the active ones, in the order of the server', async ({
  product,
  search,
}) => {
  const query = reader(product).from('cities').select('id, name').eq('active', true).order('name');
  const rows = (await query).data ?? [];
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'name']);
  await search.openStored();
  expect(await search.cities()).toEqual(rows.map(({ name }) => String(name)));
});

test('[D044] the other capitals are known and inactive, and no form offers them', async ({
  page,
  product,
  search,
}) => {
  const cities = JSON.parse(readFileSync('tests/spec/data/cidades.json', 'utf8')) as {
    name: string;
    active: boolean;
  }[];
  const capitals = cities.filter(({ active }) => !active).map(({ name }) => name);
  expect(capitals).toHaveLength(18);
  const stored = await product.sql<{ name: string }>(
    'select name from public.cities where not active and not _deleted',
  );
  expect(stored.map(({ name }) => name).sort()).toEqual(capitals.sort());

  await search.openStored();
  const offers = [await search.cities()];
  await page.goto('/encontrar-professor');
  const leads = new LeadPages(page);
  await leads.city.click();
  await expect(nameOptions(leads.city).filter({ hasText: 'Salvador' })).toHaveCount(1);
  offers.push(await nameOptions(leads.city).allTextContents());
  await page.goto('/register');
  const account = new AccountPages(page);
  await account.city.click();
  await expect(account.cities.filter({ hasText: 'Salvador' })).toHaveCount(1);
  offers.push(await account.cities.allTextContents());
  for (const names of offers) {
    expect(names.length).toBe(cities.length - capitals.length);
    for (const name of names) expect(capitals).not.toContain(name.trim());
  }
});
