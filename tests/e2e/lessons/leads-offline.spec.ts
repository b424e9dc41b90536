import type { Page } from '@playwright/test';
import { expectAccessible, workerControls } from '../../support/browser';
import { LeadPages, MATCH } from '../pages/lead-pages';
import { pageSends } from '../pages/outbox-page';
import { SearchPage } from '../pages/search-page';
import type { Product } from '../support/product';
import { expect, changingTest as test } from '../support/test';

/** Waits until everything is on the phone: the listings, the form and the later screens. */
async function ready(page: Page): Promise<LeadPages> {
  const leads = new LeadPages(page);
  await page.clock.install();
  await new SearchPage(page).openStored();
  await leads.open();
  return leads;
}

const rowsOf = (product: Product, name: string) =>
  product.sql<{ id: string; data: string | null }>(
    'select id, ai_analysis_data::text as data from public.student_leads where nome = $1',
    name,
  );

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[T039][D008][D078][D082][D093] a lead waits on the phone, which makes the server’s choice itself, and is sent once', {
    tag: '@desktop',
  }, async ({ page, product, context, frame }) => {
    await pageSends(page);
    const leads = await ready(page);
    await workerControls(page);
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/functions/v1/')) asked.push(request.postDataJSON());
    });
    await context.setOffline(true);
    await expect(frame.offline).toBeVisible();
    await expect(page.getByText('Envie assim mesmo')).toBeVisible();
    await expectAccessible(page);
    await leads.sendAndArrive({
      nome: 'Offline Pereira',
      objetivos: 'Quero começar do zero, para o meu casamento',
    });
    await expect(leads.preview).toBeVisible();
    await expect(leads.inCity).toBeVisible();
    await expect(leads.inBrazil).toBeVisible();
    await frame.expectNoSidewaysScroll();
    await expectAccessible(page);
    const id = await leads.leadId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const chosen = async () =>
      Promise.all(
        [leads.inCity, leads.inBrazil].map(async (card) => ({
          teacherId: (await card.getByRole('link').getAttribute('href'))?.split('/').at(-1),
          text: (await card.locator('p').allTextContents()).slice(-2),
        })),
      );
    const preview = await chosen();
    expect(await rowsOf(product, 'Offline Pereira')).toEqual([]);

    await page.reload();
    await expect(leads.preview).toBeVisible();
    expect(await chosen()).toEqual(preview);

    await context.setOffline(false);
    await expect(
      page.getByText('Conexão de volta: sua indicação foi atualizada com a análise completa.'),
    ).toBeVisible();
    await expect(leads.preview).toHaveCount(0);
    expect(await chosen()).toEqual(preview);
    const rows = await rowsOf(product, 'Offline Pereira');
    expect(rows.map((row) => row.id)).toEqual([id]);
    const { cityMatch, brazilMatch, source } = JSON.parse(rows[0]?.data ?? '{}');
    expect(source).toBe('scoring');
    for (const [index, match] of [cityMatch, brazilMatch].entries()) {
      expect(preview[index]).toEqual({
        teacherId: match.teacherId,
        text: [`${match.matchPercentage}% compatível`, match.justification],
      });
    }
    expect(asked).toEqual([{ leadId: id, userId: null }]);
  });

  test('a phone without stored teachers says that the lead is kept', { tag: '@full' }, async ({
    page,
    product,
    context,
  }) => {
    const leads = await ready(page);
    await workerControls(page);
    await product.sql('update public.teachers set is_active = false');
    await new SearchPage(page).openStored();
    await expect(page.getByText('Nenhum professor encontrado')).toBeVisible();
    await leads.open();
    await context.setOffline(true);
    await leads.sendAndArrive({ nome: 'Primeira Visita' });
    await expect(page.getByRole('heading', { name: 'Seu pedido está salvo' })).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: /^Ainda não há professor de / })).toBeVisible();
    expect(await rowsOf(product, 'Primeira Visita')).toHaveLength(1);
  });
});

test('a reply that is lost after the commit makes no second lead', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const leads = await ready(page);
  let lost = 0;
  await page.route('**/rest/v1/rpc/create_lead', async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  const matched = page.waitForResponse(MATCH);
  await leads.send({ nome: 'Resposta Perdida' });
  expect((await matched).status()).toBe(200);
  expect(await rowsOf(product, 'Resposta Perdida')).toHaveLength(1);
});
