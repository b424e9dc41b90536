import { expectAccessible } from '../../support/browser';
import { answerWith, LeadPages, MATCH, READ } from '../pages/lead-pages';
import { fail, unplug } from '../support/network';
import { expect, test } from '../support/test';

test.beforeEach(({ page }) => page.clock.install());

interface Kept {
  professor_encontrado: string | null;
  cidade: string;
  teacher: string;
  teacher_city: string;
}

test('[B067][B068][B069][B070][B071][B072][B230] shows the best of the city and of Brazil with their reasons', {
  tag: '@desktop',
}, async ({ page, product, frame, errors }) => {
  const leads = new LeadPages(page);
  await leads.open();
  await leads.sendAndArrive({ objetivos: 'Começar do zero' });
  const [lead] = await product.sql<{ data: string }>(
    'select ai_analysis_data::text as data from public.student_leads where id = $1::uuid',
    await leads.leadId(),
  );
  const analysis = JSON.parse(lead?.data ?? '');
  for (const [card, match] of [
    [leads.inCity, analysis.cityMatch],
    [leads.inBrazil, analysis.brazilMatch],
  ] as const) {
    await expect(card).toContainText(`${match.matchPercentage}%`);
    await expect(card).toContainText(match.justification);
    const [teacher] = await product.sql<{ name: string; city: string; style: string }>(
      `select l.name, c.name as city, (select d.name from public.dance_styles d where d.id = any (l.style_ids)
         order by app.fold(d.name) collate "C" limit 1) as style
       from public.teacher_listings l join public.cities c on c.id = l.city_id where l.id = $1::uuid`,
      match.teacherId,
    );
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(teacher?.name ?? '');
    await expect(card).toContainText(teacher?.city ?? '');
    await expect(card).toContainText(teacher?.style ?? '');
    expect(teacher?.city === 'Vitória').toBe(card === leads.inCity);
    await expect(card.getByRole('link', { name: 'Ver Perfil e Agendar Aula' })).toHaveAttribute(
      'href',
      `/teachers/${match.teacherId}`,
    );
  }
  await expect(leads.preview).toHaveCount(0);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await page.reload();
  await expect(leads.inCity).toBeVisible();
  await leads.inCity.getByRole('link').click();
  await leads.expectPath(`/teachers/${analysis.cityMatch.teacherId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The draft is dropped once there is a result; the result can be found again.
  await leads.open();
  await expect(leads.name).toHaveValue('');
  await page.getByRole('link', { name: 'Ver minha última indicação' }).click();
  await expect(leads.inCity).toBeVisible();
  expect(errors).toEqual([]);
});

test('[B275][B276][B277] colours a percentage green from 80, yellow from 60, red below', async ({ page }) => {
  const leads = new LeadPages(page);
  let [city, brazil] = [80, 79];
  await answerWith(page, (lead) => ({
    ...lead,
    ai_analysis_data: {
      cityMatch: { ...lead.ai_analysis_data.cityMatch, matchPercentage: city },
      brazilMatch: { ...lead.ai_analysis_data.brazilMatch, matchPercentage: brazil },
    },
  }));
  await leads.open();
  await leads.sendAndArrive();
  const colour = async (percentage: number) => {
    const badge = page.getByText(`${percentage}% compatível`);
    await expect(badge).toBeVisible();
    return badge.evaluate((element) => getComputedStyle(element).backgroundColor);
  };
  const [at80, at79] = [await colour(80), await colour(79)];
  await expectAccessible(page);
  [city, brazil] = [60, 59];
  await page.reload();
  const [at60, at59] = [await colour(60), await colour(59)];
  expect(at60).toBe(at79);
  const hue = (rgb: string) => rgb.match(/\d+/g)?.map(Number) ?? [];
  const [green, yellow, red] = [hue(at80), hue(at79), hue(at59)];
  expect(Math.max(...green)).toBe(green[1]);
  expect(Math.max(...red)).toBe(red[0]);
  expect((yellow[0] ?? 0) - (yellow[2] ?? 0)).toBeGreaterThan(60);
  expect((yellow[1] ?? 0) - (yellow[2] ?? 0)).toBeGreaterThan(60);
  await expectAccessible(page);
});

test('[B191][B192] a lead that cannot be read is an error with a way back to the form', {
  tag: '@desktop',
}, async ({ page, frame }) => {
  const leads = new LeadPages(page);
  await page.route(READ, fail);
  await leads.open();
  await leads.sendAndArrive();
  await expect(leads.oops).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tentar novamente' }).click();
  await leads.expectPath('/encontrar-professor');
  await expect(leads.name).toHaveValue('Marina Alves');
});

test('[B193][B194] a lead without analysis says which of the two reasons it has', async ({ page }) => {
  const leads = new LeadPages(page);
  let missing = true;
  await answerWith(page, (lead) => (missing ? null : { ...lead, ai_analysis_data: null }));
  await leads.open();
  await leads.sendAndArrive();
  await expect(page.getByText('Dados da análise não encontrados', { exact: true })).toBeVisible();
  await expect(leads.oops).toBeVisible();
  missing = false;
  await page.reload();
  await expect(page.getByText('Análise da IA ainda não foi processada', { exact: true })).toBeVisible();
});

for (const [how, answer] of [
  ['answers 500', fail],
  ['cannot be reached', unplug],
] as const) {
  test(`[B186][B187][B188] leads to the first active teacher of city and style when the function ${how}`, async ({
    page,
    product,
  }) => {
    const leads = new LeadPages(page);
    await page.route(MATCH, answer);
    await leads.open();
    await leads.send({ objetivos: 'Perder a timidez' });
    const id = await leads.leadId();
    const read = () =>
      product.sql<Kept>(
        `select l.*, (select t.name from public.teacher_listings t where t.name = l.professor_encontrado) as teacher
         from public.student_leads l where l.id = $1::uuid`,
        id,
      );
    await leads.passTime();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/teachers\/./);
    const key = decodeURIComponent(page.url().split('/').at(-1) ?? '');
    const [opened] = await product.sql<{ name: string; city: string; teaches: boolean }>(
      `select l.name, c.name as city,
         exists (select from public.dance_styles d where d.name = 'Forró' and d.id = any (l.style_ids)) as teaches
       from public.teacher_listings l join public.cities c on c.id = l.city_id
       where not l._deleted and (l.slug = $1 or l.id::text = $1)`,
      key,
    );
    expect(opened).toMatchObject({ city: 'Vitória', teaches: true });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(opened?.name ?? '');
    const [lead] = await read();
    expect(lead).toMatchObject({
      professor_encontrado: opened?.name,
      nome: 'Marina Alves',
      cidade: 'Vitória',
      estilo_danca: 'Forró',
      objetivos: 'Perder a timidez',
      ai_analysis_data: null,
    });
    // Going back leads to the form, not into another wait.
    await page.goBack();
    await leads.expectPath('/encontrar-professor');
  });
}

test('[B218] an answer without the lead’s id is no answer', async ({ page }) => {
  const leads = new LeadPages(page);
  let answered = 0;
  await page.route('**/rest/v1/rpc/create_lead', async (route) => {
    answered += 1;
    await route.fulfill({ json: { version: 1 } });
  });
  await leads.open();
  await leads.send();
  await leads.passTime();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/teachers\/./);
  expect(answered).toBeGreaterThan(0);
});
