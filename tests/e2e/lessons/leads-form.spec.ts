import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../../support/browser';
import { CREATE, LeadPages, MATCH } from '../pages/lead-pages';
import { stopClock } from '../support/clock';
import { fail, hold, keepStoreEmpty } from '../support/network';
import { nameOptions, pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

const STEPS = [
  'Analisando suas preferências...',
  'Buscando professores ativos...',
  'Calculando compatibilidade...',
  'Encontrando o professor ideal...',
  'Finalizando...',
];

test.describe('the lead form', () => {
  test('[B052][B053][B054][B055][B056][B057] asks a visitor for name, city, style and goals', {
    tag: '@desktop',
  }, async ({ page, product, frame, errors }) => {
    const leads = new LeadPages(page);
    await leads.open();
    await leads.expectPath('/encontrar-professor');
    const names = async (table: string) =>
      (
        await product.sql<{ name: string }>(`select name from public.${table} where active and not _deleted`)
      ).map(({ name }) => name);
    // The lists arrive one after the other.
    const [cities, styles] = [await names('cities'), await names('dance_styles')];
    await leads.city.click();
    await expect
      .poll(async () => (await nameOptions(leads.city).allTextContents()).sort())
      .toEqual(cities.sort());
    await page.keyboard.press('Escape');
    await leads.style.click();
    await expect
      .poll(async () => (await nameOptions(leads.style).allTextContents()).sort())
      .toEqual(styles.sort());
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(nameOptions(leads.style)).toHaveCount(0);
    await expect(leads.goals).toBeEditable();
    await expect(leads.submit).toHaveText('Encontrar Professor');
    const [first, second, third, fourth] = await Promise.all(
      [leads.name, leads.city, leads.style, leads.goals].map(
        async (field) => (await field.boundingBox())?.y ?? 0,
      ),
    );
    expect([first, second, third, fourth]).toEqual(
      [first, second, third, fourth].sort((a, b) => (a ?? 0) - (b ?? 0)),
    );
    await frame.expectNoSidewaysScroll();
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });

  test('[B214][B215][B216] says beside the field what is missing and sends nothing', async ({ page }) => {
    const leads = new LeadPages(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/create_lead|ai-teacher-match/.test(request.url())) sent.push(request.url());
    });
    await leads.open();
    await leads.submit.click();
    for (const [field, text] of [
      [leads.name, 'Informe seu nome'],
      [leads.city, 'Escolha sua cidade'],
      [leads.style, 'Escolha o estilo de dança'],
    ] as const) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(leads.name).toBeFocused();
    await expectAccessible(page);
    await leads.fill();
    await leads.name.fill('   ');
    await leads.submit.click();
    await expect(page.getByText('Informe seu nome', { exact: true })).toBeVisible();
    await expect(page.getByText('Escolha sua cidade', { exact: true })).toHaveCount(0);
    await leads.expectPath('/encontrar-professor');
    expect(sent).toEqual([]);
  });

  test('[B058][B059][B228][D079] sends once, says so meanwhile, and opens the loading screen', async ({
    page,
    product,
  }) => {
    const leads = new LeadPages(page);
    await leads.open();
    const held = await hold(page, CREATE);
    await leads.fill({ nome: 'Sílvia Única', objetivos: 'Dançar no meu casamento' });
    const answered = page.waitForResponse(CREATE);
    await leads.submit.click();
    await expect(leads.submit).toHaveText('Enviando...');
    await expect(leads.submit).toBeDisabled();
    await held.release();
    await leads.expectPath('/encontrar-professor/loading');
    const id = await leads.leadId();
    expect(await (await answered).json()).toMatchObject({ id, lead: { id } });
    const rows = await product.sql(
      `select id, nome, cidade, estilo_danca, objetivos from public.student_leads where nome = 'Sílvia Única'`,
    );
    expect(rows).toEqual([
      {
        id,
        nome: 'Sílvia Única',
        cidade: 'Vitória',
        estilo_danca: 'Forró',
        objetivos: 'Dançar no meu casamento',
      },
    ]);
  });

  test('[B217] goals may be left out', { tag: '@full' }, async ({ page, product }) => {
    const leads = new LeadPages(page);
    await leads.open();
    await leads.send({ objetivos: '' });
    await expect
      .poll(async () =>
        product.sql('select objetivos from public.student_leads where id = $1::uuid', await leads.leadId()),
      )
      .toEqual([{ objetivos: null }]);
  });

  test('[B059] a refusal by the server returns to the form with a message and all input', {
    tag: '@full',
  }, async ({ page }) => {
    const leads = new LeadPages(page);
    await leads.open();
    await page.route(CREATE, (route) =>
      route.fulfill({
        status: 400,
        json: { code: '22023', hint: 'invalid_value', message: 'no', details: 'nome' },
      }),
    );
    await leads.fill({ nome: 'Recusada Silva', objetivos: 'Perder a timidez' });
    await leads.submit.click();
    const message = page
      .getByRole('main')
      .getByText('Não foi possível enviar seu pedido. Confira os dados e tente de novo.');
    await expect(message).toBeVisible();
    await leads.expectPath('/encontrar-professor');
    await expect(leads.name).toHaveValue('Recusada Silva');
    await expect(leads.goals).toHaveValue('Perder a timidez');
    await expectAccessible(page);
    await page.unroute(CREATE);
    await leads.submit.click();
    await leads.expectPath('/encontrar-professor/loading');
  });

  test('keeps its input over a reload', { tag: '@full' }, async ({ page }) => {
    const leads = new LeadPages(page);
    await leads.open();
    await leads.fill({ nome: 'Ana', cidade: 'Salvador', estilo: 'Zouk', objetivos: 'Competir' });
    await page.reload();
    await expect(leads.name).toHaveValue('Ana');
    await expect(leads.city).toHaveValue('Salvador');
    await expect(leads.style).toHaveValue('Zouk');
    await expect(leads.goals).toHaveValue('Competir');
  });

  test('[B269] offers five styles when they cannot be loaded', { tag: '@full' }, async ({ page }) => {
    await keepStoreEmpty(page);
    await page.route('**/rest/v1/dance_styles?*', fail);
    await page.route('**/rest/v1/cities?*', fail);
    const leads = new LeadPages(page);
    await page.goto('/encontrar-professor');
    await leads.style.click();
    await expect(nameOptions(leads.style)).toHaveText([
      ...['Forró', 'Zouk', 'Samba de Gafieira', 'Salsa', 'Tango'],
    ]);
    // The city can still be chosen.
    await leads.name.fill('Ana');
    await leads.city.fill('Vitória');
    await pickName(leads.style, 'Tango');
    await leads.submit.click();
    await leads.expectPath('/encontrar-professor/loading');
  });

  test('[D051][D052] the home hero and an empty search lead to it', { tag: '@full' }, async ({ page }) => {
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Buscar professores' });
    await expect(hero.getByRole('link', { name: 'Receber uma indicação' })).toHaveAttribute(
      'href',
      '/encontrar-professor',
    );
    await page.goto('/search?name=zzzzzz');
    await expect(page.getByText('Nenhum professor encontrado')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Receber uma indicação' }).click();
    await new LeadPages(page).expectPath('/encontrar-professor');
  });
});

test.describe('the loading screen', () => {
  test('[B060][B061][B062][B063][B064][B065][B066] counts its five steps in 5 s and waits for 8', {
    tag: '@desktop',
  }, async ({ page, frame }) => {
    const leads = new LeadPages(page);
    await page.clock.install();
    await leads.open();
    const matched = page.waitForResponse(MATCH);
    await leads.fill();
    await leads.submit.click();
    await expect(leads.progress).toBeVisible();
    expect((await matched).status()).toBe(200);
    // Starts again, with the answer already here and the clock stopped.
    await stopClock(page);
    await page.reload();
    await expect(async () => {
      await page.clock.runFor(20);
      expect(await leads.progress.isVisible()).toBe(true);
    }).toPass();
    await page.clock.runFor(480);
    for (const [index, step] of STEPS.entries()) {
      await expect(page.getByText(step, { exact: true })).toBeVisible();
      if (index === 2) await frame.expectNoSidewaysScroll();
      if (index < STEPS.length - 1) await page.clock.runFor(1_000);
    }
    await page.clock.runFor(400);
    expect(Number(await leads.progress.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await page.clock.runFor(200);
    await expect(leads.progress).toHaveAttribute('aria-valuenow', '100');
    await page.clock.runFor(2_780);
    await expect(page.getByText('Finalizando...', { exact: true })).toBeVisible();
    await leads.expectPath('/encontrar-professor/loading');
    await page.clock.runFor(400);
    await leads.expectPath('/encontrar-professor/resultados');
  });

  test('[B229][B225] a visitor searches and sends a lead; the function is called once, with its id and no user', async ({
    page,
    product,
    search,
  }) => {
    const leads = new LeadPages(page);
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/functions/v1/')) bodies.push(request.postDataJSON());
    });
    await search.openStored('?style=Forr%C3%B3');
    await page.clock.install();
    await leads.open();
    await leads.sendAndArrive();
    const lead = { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null };
    expect(await product.rest('rpc/create_lead', { command_id: randomUUID(), lead })).toMatchObject({
      id: lead.id,
    });
    expect(bodies).toEqual([{ leadId: await leads.leadId(), userId: null }]);
  });

  test('[B190] without a lead leads back to the form', { tag: '@full' }, async ({ page }) => {
    const leads = new LeadPages(page);
    for (const path of ['loading', 'resultados']) {
      await page.goto(`/encontrar-professor/${path}`);
      await expect(leads.name).toBeVisible();
      await leads.expectPath('/encontrar-professor');
    }
  });

  test('is left by going back, and does not navigate afterwards', { tag: '@full' }, async ({ page }) => {
    const leads = new LeadPages(page);
    await page.clock.install();
    await leads.open();
    await leads.send();
    await page.goBack();
    await leads.expectPath('/encontrar-professor');
    await page.clock.fastForward(30_000);
    await expect(leads.name).toHaveValue('Marina Alves');
    await leads.expectPath('/encontrar-professor');
    await leads.submit.click();
    await page.getByRole('button', { name: 'Voltar ao formulário' }).click();
    await leads.expectPath('/encontrar-professor');
  });

  test('moves in steps, not smoothly, with reduced motion', { tag: '@full' }, async ({ page }) => {
    const leads = new LeadPages(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await leads.open();
    await leads.send();
    await expect(leads.progress).toBeVisible();
    await expectAccessible(page);
    const seen = new Set<string>();
    for (let tick = 0; tick < 60; tick++) {
      // The clock also runs by itself: on a slow machine the results arrive before the last tick.
      const value = await page.evaluate(
        () => document.querySelector('main [role="progressbar"]')?.getAttribute('aria-valuenow') ?? null,
      );
      if (value === null) break;
      seen.add(value);
      await page.clock.runFor(100);
    }
    expect([...seen].filter((value) => !['0', '20', '40', '60', '80', '100'].includes(value))).toEqual([]);
    expect(seen.size).toBeGreaterThan(2);
  });
});
