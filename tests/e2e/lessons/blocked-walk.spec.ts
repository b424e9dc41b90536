import type { Locator, Page } from '@playwright/test';
import { PATTERNS } from '../../../src/app/routes';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { openMore } from '../pages/teacher-page';
import { prerenderedTest } from '../support/prerendered';
import { shoot } from '../support/shoot';
import { expect } from '../support/test';

const test = prerenderedTest;
test.use({ serviceWorkers: 'allow' });

const BLOCKED = 'Marina Couto';
/** The name, as lists and the Mural write it, and a post of hers. */
const TRACES = /Marina C|abri duas vagas de zouk/;
const MARINA = `(select id from public.user_profiles where name = '${BLOCKED}')`;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The example for each parameter of a route pattern. */
const PARTS: Record<string, string> = {
  '/forro/:city': '/forro/vitoria',
  '/zouk/:city': '/zouk/vitoria',
  '/samba/:city': '/samba/vitoria',
  '/blog/:slug': '/blog/etiqueta-de-baile',
};

/**
 * Pages that a person opens to see the blocked one: by that person's address, the list of blocks, a request between the
 * two. Pages of other accounts, which lead away. Pages of the account, the law and self-tests, which show nobody.
 */
const LEFT_OUT = [
  /^\/(teachers\/:|student\/(configurations|requests\/:|evaluations\/:))/,
  /^\/(teacher|admin)(\/|$)/,
  /^\/(auth|login|register|[\w-]+-password|confirmar-email|terms-of-use|privacy-policy|teste|[\w-]*test[\w-]*|debug\/.*)$/,
];
const PATHS = PATTERNS.filter((path) => !LEFT_OUT.some((one) => one.test(path))).map(
  (path) => PARTS[path] ?? path.replace(/:\w+/, NOBODY),
);

/** Remembers every page on which the name was drawn, for a single frame too. */
async function watchName(page: Page): Promise<void> {
  await page.addInitScript((traces) => {
    const look = () => {
      if (document.body && new RegExp(traces).test(document.body.innerText))
        Object.assign(globalThis, { drawn: location.pathname });
      requestAnimationFrame(look);
    };
    look();
  }, TRACES.source);
}
const drawnOn = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'drawn') ?? null);

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('#root main').first(), path).not.toBeEmpty();
    await expect(page.locator('#root[data-prerendered]'), path).toHaveCount(0);
    await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0);
    expect(await drawnOn(page), path).toBeNull();
    await expect(page.getByText(TRACES), path).toHaveCount(0);
  }
}

test('[T066] a blocked teacher is drawn on no page that exists, for no moment, online and offline, until unblocked', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  // An event's organiser is a text of the team's, not a person.
  await product.sql(`update public.events set organiser = 'A turma' where organiser like '%${BLOCKED}%'`);
  await product.sql(
    `insert into public.supporter_tiers (user_id, email, tier, amount, is_active, is_listed)
     select ${MARINA}, 'marina@example.com', d.tier, d.amount, true, true
     from public.supporter_tier_definitions d order by d."position" desc limit 1`,
  );
  const [request] = await product.sql<{ id: string }>(
    `select id from public.lesson_requests where student_id = ${idOf('student')} and teacher_id = ${MARINA}
     and status in ('Pendente', 'Aceito') and ended_at is null`,
  );
  await product.sql(
    `select app.notify(${idOf('student')}, 'lesson_request.accepted', 'Pedido aceito!',
       '${BLOCKED} aceitou seu pedido.', '/student/requests/${request?.id}')`,
  );
  const own = new OwnPages(page);
  await own.enter('student');
  for (const path of [
    '/search',
    '/apoiadores',
    '/comunidade/mural',
    '/student/requests',
    '/student/notifications',
  ]) {
    await page.goto(path);
    await expect(page.getByText(TRACES).first(), path).toBeVisible();
  }
  await page.goto('/teachers/marina-couto');
  await page.getByRole('button', { name: 'Salvar Marina Couto em Meus professores' }).click();
  // A signed-in person's buttons stand beside the way back, in one row at 360 px.
  const topOf = async (control: Locator) => Math.round((await control.boundingBox())?.y ?? -1);
  const back = page.getByRole('main').getByRole('link', { name: 'Voltar à busca' });
  expect(await topOf(page.getByRole('button', { name: 'Mais opções' }))).toBe(await topOf(back));
  await readyForOffline(page);
  await context.setOffline(true);
  await openMore(page);
  await page.getByRole('button', { name: `Bloquear ${BLOCKED}` }).click();
  await page.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(page.getByRole('button', { name: `Desbloquear ${BLOCKED}` })).toBeVisible();
  await page.goto(`/student/requests/${request?.id}`);
  await expect(page.getByRole('heading', { name: `Você bloqueou ${BLOCKED}` })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'blocked-request');

  await page.goto('/student/requests/new?professor=marina-couto');
  await expect(page.getByRole('heading', { level: 1, name: `Você bloqueou ${BLOCKED}` })).toBeVisible();

  await watchName(page);
  await walk(page, [
    '/',
    '/search',
    '/apoiadores',
    '/comunidade/mural',
    '/student/home',
    '/student/requests',
    '/student/favourites',
    '/student/notifications',
  ]);
  await context.setOffline(false);
  await expect
    .poll(() => product.sql(`select is_on from public.blocks where user_id = ${idOf('student')} and is_on`))
    .toEqual([{ is_on: true }]);
  await walk(page, PATHS);

  await page.goto('/student/configurations');
  const people = page.getByRole('region', { name: 'Pessoas bloqueadas' });
  await expect(people.getByRole('link', { name: /^Pedido de / }).first()).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await people.scrollIntoViewIfNeeded();
  await shoot(page, 'blocked-people-requests');
  await people
    .getByRole('link', { name: /^Pedido de / })
    .first()
    .click();
  // The right to evaluate stays with the person who blocks.
  await expect(page.getByText(/^(Como foi dançar com|Sua avaliação|Já teve a aula)/).first()).toBeVisible();
  await page.goBack();
  await people.getByRole('button', { name: `Desbloquear ${BLOCKED}` }).click();
  await expect(people.getByText('Você não bloqueou ninguém.')).toBeVisible();
  await page.goto('/student/requests');
  await expect(page.getByText(BLOCKED).first()).toBeVisible();
});
