import type { Locator, Page } from '@playwright/test';
import { AdminPages } from '../pages/admin-pages';
import { LeadPages } from '../pages/lead-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { openMore } from '../pages/teacher-page';
import { expect, changingTest as test } from '../support/test';

/** Taps twice at one spot, whatever is there the second time. */
async function tapTwice(page: Page, control: Locator, pause: number): Promise<void> {
  // In the middle: at the edge the page's bars would cover it.
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // Once it lies still: while comments arrive above it, the browser moves the page under it.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await control.click({ trial: true });
  const box = await control.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  const spot = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...spot);
  await page.waitForTimeout(pause);
  await page.mouse.click(...spot);
}

interface Sending {
  name: string;
  /** The procedure that receives the command. */
  procedure: string;
  /** Fills the form so that one tap sends it; returns the control to tap. */
  prepare(page: Page): Promise<Locator>;
  /** The visible result after sending, whatever the second tap met. */
  after(page: Page): Locator;
}

const mural = (page: Page) => page.getByRole('form', { name: 'Publicar no Mural' });

const SENDINGS: Sending[] = [
  {
    name: 'a post',
    procedure: 'create_post',
    async prepare(page) {
      await page.goto('/comunidade/mural');
      await mural(page).getByLabel('O que você quer contar?').fill('Quem dança hoje?');
      return mural(page).getByRole('button', { name: 'Publicar' });
    },
    after: (page) => page.getByRole('article').filter({ hasText: 'Quem dança hoje?' }),
  },
  {
    name: 'a report',
    procedure: 'create_report',
    async prepare(page) {
      await page.goto('/teachers/zeca-amparo');
      await page.getByRole('button', { name: 'Denunciar este perfil' }).click();
      await page.getByRole('radio', { name: 'Outro motivo' }).check();
      return page.getByRole('button', { name: 'Enviar denúncia' });
    },
    after: (page) => page.getByRole('heading', { name: /^Denúncia/ }),
  },
  {
    name: 'a request for lessons',
    procedure: 'create_lesson_request',
    async prepare(page) {
      // The form's own button for sending lies where the page's button for asking was.
      await page.goto('/teachers/zeca-amparo');
      await tapTwice(page, page.getByRole('link', { name: 'Pedir aula' }).first(), 250);
      const form = new RequestPages(page).form;
      await form.getByRole('radio').first().check();
      return form.getByRole('button', { name: 'Enviar pedido' });
    },
    after: (page) => page.getByRole('heading', { level: 1, name: /Zeca Amparo/ }),
  },
  {
    name: 'the own profile',
    procedure: 'update_profile',
    async prepare(page) {
      const own = new OwnPages(page);
      await own.openProfile('student');
      await own.profile.getByLabel('Nome', { exact: true }).fill('Camila da Pista');
      return own.profile.getByRole('button', { name: 'Salvar perfil' });
    },
    after: (page) => new OwnPages(page).profile,
  },
  {
    name: 'a block',
    procedure: 'set_block',
    async prepare(page) {
      await page.goto('/teachers/zeca-amparo');
      await openMore(page);
      await page.getByRole('button', { name: 'Bloquear Zeca Amparo' }).click();
      return page.getByRole('button', { name: 'Sim, bloquear' });
    },
    after: (page) => page.getByRole('button', { name: 'Desbloquear Zeca Amparo' }),
  },
];

/** Counts the different commands sent; repetitions of one command are the outbox's retries. */
function countCalls(page: Page): (procedure: string) => number {
  const calls = new Map<string, Set<string>>();
  page.on('request', (request) => {
    const [, name] = /\/rpc\/(\w+)/.exec(request.url()) ?? [];
    if (!name) return;
    const bodies = calls.get(name) ?? new Set();
    calls.set(name, bodies.add(request.postData() ?? ''));
  });
  return (procedure) => calls.get(procedure)?.size ?? 0;
}

for (const pause of [60, 250]) {
  test(`two taps, ${pause} ms apart, on a submit button send once, and show no error`, {
    tag: pause === 60 ? '@full' : [],
  }, async ({ page }) => {
    await new OwnPages(page).enter('student');
    const calls = countCalls(page);
    for (const { name, procedure, prepare, after } of SENDINGS) {
      const before = calls(procedure);
      await tapTwice(page, await prepare(page), pause);
      await expect(after(page).first(), name).toBeVisible();
      await expect.poll(() => calls(procedure) - before, name).toBe(1);
      const errors = page.locator('main [role="alert"], main [aria-invalid="true"]');
      await expect(errors.filter({ hasText: /\S/ }), name).toHaveCount(0);
      // A command queued by the second tap would be sent now.
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(calls(procedure) - before, name).toBe(1);
    }
  });
}

test('two taps on a switch of the administration turn it once', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const admin = new AdminPages(page);
  await admin.enter('/admin/eventos');
  const published = () =>
    product.sql<{ many: number }>(`select count(*)::int as many from public.events where is_published`);
  const before = await published();
  await tapTwice(page, page.getByRole('button', { name: /^Esconder: / }).first(), 250);
  await admin.told(/./);
  await admin.settled();
  expect((await published())[0]?.many).toBe((before[0]?.many ?? 0) - 1);
});

test('one draft in two tabs is one post, one request and one lead', { tag: '@full' }, async ({
  page,
  context,
  product,
}) => {
  await new OwnPages(page).enter('student');
  const other = await context.newPage();
  const text = (tab: Page) => mural(tab).getByLabel('O que você quer contar?');
  const publish = (tab: Page) => mural(tab).getByRole('button', { name: 'Publicar' });
  const posts = (words: string) =>
    product.sql(`select 1 as one from public.posts where text = '${words}'`).then((rows) => rows.length);
  for (const tab of [page, other]) {
    await tab.goto('/comunidade/mural');
    await expect(text(tab)).toBeVisible();
  }
  await text(page).fill('Uma vez só');
  await expect(text(other)).toHaveValue('Uma vez só');
  await publish(other).click();
  await expect(text(page)).toHaveValue('');
  await expect.poll(() => posts('Uma vez só')).toBe(1);

  await text(other).fill('Dois de uma vez');
  await expect(text(page)).toHaveValue('Dois de uma vez');
  await Promise.all([publish(page).click(), publish(other).click()]);
  await expect.poll(() => posts('Dois de uma vez')).toBe(1);
  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: 'Dois de uma vez' })).toHaveCount(1);
  expect(await posts('Dois de uma vez')).toBe(1);

  const requests = [new RequestPages(page), new RequestPages(other)] as const;
  for (const tab of [page, other]) await tab.goto('/student/requests/new?professor=zeca-amparo');
  const message = (one: RequestPages) => one.form.getByLabel('Mensagem (opcional)');
  await requests[0].form.getByRole('radio').first().check();
  await message(requests[0]).fill('Quero começar do zero.');
  await expect(message(requests[1])).toHaveValue('Quero começar do zero.');
  await requests[0].form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(page).toHaveURL(/\/student\/requests\/[0-9a-f-]{36}$/);
  await expect(
    other.getByText('Você já tem um pedido aberto').or(message(requests[1])).first(),
  ).toBeVisible();
  await expect(message(requests[1])).toHaveValue('');
  await expect
    .poll(() =>
      product
        .sql(
          `select 1 as one from public.lesson_requests where student_id = ${idOf('student')} and message = 'Quero começar do zero.'`,
        )
        .then((rows) => rows.length),
    )
    .toBe(1);

  const leads = [new LeadPages(page), new LeadPages(other)] as const;
  for (const lead of leads) await lead.open();
  await leads[0].fill({ nome: 'Uma Pessoa' });
  await expect(leads[1].name).toHaveValue('Uma Pessoa');
  await leads[0].submit.click();
  for (const lead of leads) await lead.expectPath('/encontrar-professor/loading');
  await expect
    .poll(() => product.sql(`select 1 as one from public.student_leads where nome = 'Uma Pessoa'`))
    .toHaveLength(1);
});
