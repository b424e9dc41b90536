import type { Page } from '@playwright/test';
import { pagesFor } from '../../support/pages';
import { AccountPages } from '../pages/account-pages';
import { changingTest, expect, test } from '../support/test';

const PAGES = {
  visitor: [...pagesFor(null), '/teachers/marina-couto', '/forro/salvador'],
  student: pagesFor('student'),
  teacher: pagesFor('teacher'),
};

/**
 * English words that do not exist in Portuguese, and forms of address other than "você". Proper
 * names are kept.
 */
const FOREIGN =
  /(?<![\p{L}\d-])(the|and|with|your|you|please|loading|submit|cancel|save|next|previous|back|error|failed|welcome|sign|logout|password|settings|profile|student|teacher|not|found|view|edit|delete|from|this|that|tu|vós|teu|tua|teus|tuas|contigo|vosso|vossa|convosco)(?![\p{L}\d-])/giu;

/** All texts of the page that are read, by eyes or by a screen reader. */
function wordsOfPage(): string {
  const spoken = [...document.querySelectorAll('[aria-label], [placeholder], img[alt]')].map((element) =>
    ['aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '').join(' '),
  );
  return [document.title, document.body.innerText, ...spoken].join('\n');
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await expect(page.locator('#root [aria-busy="true"]'), path).toHaveCount(0);
}

for (const who of ['visitor', 'student', 'teacher'] as const) {
  test(`[A001] what a ${who} reads is Portuguese, and says "você"`, async ({ page }) => {
    if (who !== 'visitor') await new AccountPages(page).signIn(who);
    for (const path of PAGES[who]) {
      await open(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
      const words = await page.evaluate(wordsOfPage);
      expect(
        [...words.matchAll(FOREIGN)].map(([word]) => word),
        path,
      ).toEqual([]);
    }
  });

  test(`[D013] what a ${who} presses says what it does, the verb first`, async ({ page }) => {
    if (who !== 'visitor') await new AccountPages(page).signIn(who);
    for (const path of PAGES[who]) {
      await open(page, path);
      const actions = await page.evaluate(actionsOfPage);
      expect
        .soft(
          actions.filter((name) => !beginsWithVerb(name)),
          path,
        )
        .toEqual([]);
    }
  });
}

/** Names of elements drawn as a button, except those that only show or choose something. */
function actionsOfPage(): string[] {
  const drawn = document.querySelectorAll<HTMLElement>(
    'main button:not([aria-pressed], [role], [aria-expanded], [aria-haspopup]), main a.mantine-Button-root',
  );
  return [...drawn].map((element) => (element.getAttribute('aria-label') ?? element.innerText).trim());
}

/**
 * 'Encontrar', 'Pôr', 'Sair', 'Quero apoiar'. 'Anterior' and 'Próxima' are the specification's; a
 * question is answered with yes or no; a service is called by its name.
 */
function beginsWithVerb(name: string): boolean {
  return /^(\p{L}*[aeiíô]r(-se)?|Quero|Sim, \p{L}+r|Agora não|WhatsApp|Instagram|Anterior|Próxima|Professores anteriores|Próximos professores)(?!\p{L})/u.test(
    name,
  );
}

test('[D012] header, title and manifest say Danceflix', async ({ page, frame, home }) => {
  await home.open();
  await expect(frame.logo).toHaveAccessibleName(/^Danceflix/);
  await expect(page).toHaveTitle(/Danceflix/);
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(link ?? '')).json();
  expect(manifest).toMatchObject({ name: expect.stringMatching(/^Danceflix/), short_name: 'Danceflix' });
});

changingTest('[D014] half past six in the evening is 18:30', async ({ page, product }) => {
  await product.sql(
    `insert into public.events (title, kind, city_id, starts_at, is_published)
     select 'Baile das Seis e Meia', 'baile', id, ((current_date + 20) + time '18:30') at time zone 'America/Sao_Paulo', true
     from public.cities where name = 'Vitória'`,
  );
  await page.goto('/comunidade/eventos?cidade=Vit%C3%B3ria');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Baile das Seis e Meia' });
  await expect(card).toContainText('18:30');
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Baile das Seis e Meia' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('18:30');
  await expect(page.getByRole('main')).not.toContainText(/6:30|\b[AP]M\b/i);
});
