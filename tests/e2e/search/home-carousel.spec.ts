import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible, readyForOffline } from '../../support/browser';
import type { HomePage } from '../pages/home-page';
import { hold } from '../support/network';
import { addTeacher } from '../support/people';
import { changingTest, expect, test } from '../support/test';

const FEATURED = 'select name from public.teacher_listings where is_featured and not _deleted';
const NINE_IN_THE_MORNING = new Date('2026-11-20T09:00:00-03:00');
const THE_NEXT_DAY = new Date('2026-11-21T09:00:00-03:00');

// «Professores entram no carrossel da página inicial, a primeira coisa que quem chega vê.»
test('[T010][B100][B158][B159] the home page opens for a visitor, shows the featured teachers and leads to all', {
  tag: '@desktop',
}, async ({ page, home, search, product }) => {
  const errors = collectErrors(page);
  await home.open();
  await expect(page).toHaveURL(/\/$/);
  const featured = (await product.sql<{ name: string }>(FEATURED)).map(({ name }) => name);
  await expect(home.slides).toHaveCount(featured.length);
  expect((await home.names()).sort()).toEqual(featured.sort());

  // The keyboard reaches every card's link, and the carousel scrolls it into view.
  const last = home.slides.last().getByRole('link', { name: 'Conhecer Professor' });
  await home.all.focus();
  for (
    let step = 0;
    step < 24 && !(await last.evaluate((link) => link === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();

  await home.all.click();
  await expect(page).toHaveURL(/\/search$/);
  await search.expectCount(72);
  expect(errors).toEqual([]);
});

test('[B207] three skeletons stand for the carousel while it loads', { tag: '@full' }, async ({
  page,
  home,
}) => {
  const data = await hold(page, '**/rest/v1/**');
  await home.open();
  await expect(home.skeletons).toHaveCount(3);
  await data.release();
  await expect(home.slides).toHaveCount(6);
  await expect(home.skeletons).toHaveCount(0);
});

/** Opens the home page at this width and goes once round the carousel. */
async function goRound(page: Page, home: HomePage, width: number, shown: number): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
  await home.open();
  await expect(home.stops).toHaveCount(8);
  await expect.poll(async () => (await home.fullyVisible()).length).toBe(shown);
  const names = await home.stopNames();
  expect(names).toHaveLength(8);
  expect(await home.fullyVisible()).toEqual(names.slice(0, shown));
  const first = await home.slides.first().boundingBox();
  expect(Math.abs((first?.x ?? -100) - (await home.edges()).left)).toBeLessThanOrEqual(1.5);

  for (let step = 1; step <= names.length; step += 1) {
    await home.next.click();
    await expect.poll(async () => (await home.fullyVisible())[0]).toBe(names[step % names.length]);
  }
  await home.previous.click();
  await expect.poll(async () => (await home.fullyVisible())[0]).toBe(names.at(-1));
}

test(
  '[B299][B296][B297] at 360 px: 1 visible from the left edge, and round in a loop',
  { tag: '@full' },
  ({ page, home }) => goRound(page, home, 360, 1),
);

test(
  '[B300][B296][B297] at 768 px: 2 visible from the left edge, and round in a loop',
  { tag: '@full' },
  ({ page, home }) => goRound(page, home, 768, 2),
);

test(
  '[B301][B296][B297] at 1280 px: 3 visible from the left edge, and round in a loop',
  { tag: '@full' },
  ({ page, home }) => goRound(page, home, 1280, 3),
);

test('[B298] a dragged carousel rests where it was left, also when more slides come in meanwhile', {
  tag: '@full',
}, async ({ page, home }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const supporters = await hold(page, /rest\/v1\/(content_items|rpc\/pull_content)/);
  await home.open();
  // A prerendered page can be dragged once its app has started.
  await expect(page.locator('#root[data-prerendered]')).toHaveCount(0);
  await expect(home.stops).toHaveCount(7);
  await home.viewport.scrollIntoViewIfNeeded();
  const frame = await home.viewport.boundingBox();
  if (!frame) throw new Error('no carousel');
  const x = async () => ((await home.slides.first().boundingBox())?.x ?? 0) - frame.x;
  const start = await x();
  const [startX, y] = [frame.x + frame.width / 2, frame.y + 60];
  const drag = async () => {
    await page.mouse.move(startX, y);
    await page.mouse.down();
    // Moves slowly, so that the drag has no momentum.
    for (let moved = 10; moved <= 150; moved += 10) await page.mouse.move(startX - moved, y);
  };
  const resting = async () => {
    let before = Number.NaN;
    await expect
      .poll(async () => {
        const now = await x();
        const rests = now === before;
        before = now;
        return rests;
      })
      .toBe(true);
    return before;
  };
  await drag();
  await supporters.release();
  await expect(home.stops).toHaveCount(8);
  await page.mouse.up();
  expect(Math.abs((await resting()) - (start - 150))).toBeLessThan(20);
  await drag();
  await page.mouse.up();
  expect(Math.abs((await resting()) - (start - 300))).toBeLessThan(20);
});

// «Uma marca só, à vista de todo mundo que abre o Danceflix.»
test('[T011][T045] the gold sponsor is between the teachers and the sponsorship card, marked, without a connection too', {
  tag: ['@worker', '@desktop', '@full'],
}, async ({ page, context, frame, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const sponsor = home.sponsor('Sola Livre Calçados');
  const expectPlace = async () => {
    await expect(home.stops).toHaveCount(8);
    expect((await home.stopNames()).slice(-2)).toEqual(['Sola Livre Calçados', 'Sua dança em destaque aqui']);
    await expect(sponsor.getByText('Patrocinado', { exact: true })).toBeVisible();
  };
  await home.open();
  await expectPlace();
  const visit = sponsor.getByRole('link', { name: 'Visitar o site de Sola Livre Calçados' });
  await expect(visit).toHaveAttribute('href', 'https://sola-livre.example');
  await expect(visit).toHaveAttribute('rel', 'noopener sponsored');
  await expect(visit).toHaveAttribute('target', '_blank');
  await home.previous.click();
  await home.previous.click();
  await expect.poll(() => home.fullyVisible()).toContain('Sola Livre Calçados');
  await visit.scrollIntoViewIfNeeded();
  await expect.poll(() => sponsor.locator('img').evaluate(isDrawn)).toBe(true);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);

  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(frame.offline).toBeVisible();
  await expectPlace();
  await expect(visit).toBeAttached();
  await expectAccessible(page);
});

/** Runs in the page. */
function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.naturalWidth > 0;
}

changingTest(
  'the gold sponsor’s place follows what the team does: no other tier has it',
  { tag: '@full' },
  async ({ page, home, product }) => {
    const set = (name: string, change: string) =>
      product.sql(`update public.sponsors set ${change} where name = $1`, name);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await home.open();
    await expect(home.stops).toHaveCount(8);
    await set('Sola Livre Calçados', 'is_active = false');
    await expect(home.stops).toHaveCount(7);
    await expect(home.sponsor('Zabumba Café')).toHaveCount(0);
    await set('Zabumba Café', `tier = 'ouro', url = null`);
    const way = home.sponsor('Zabumba Café').getByRole('link');
    await expect(way).toHaveText('Ver patrocinadores');
    await expect(way).toHaveAttribute('href', '/patrocinadores');
  },
);

changingTest(
  '[B295][D036][D037] featured by hand or by brilho_palco, six a day in turn, then the card about sponsoring',
  { tag: '@full' },
  async ({ page, home, product }) => {
    const supported = await addTeacher(product, { name: 'Brilha no Palco' });
    const lapsed = await addTeacher(product, { name: 'Brilhou no Palco' });
    await addTeacher(product, { name: 'Marcada pela Equipe', featured: true });
    for (const [id, active] of [
      [supported, true],
      [lapsed, false],
    ] as const) {
      await product.sql(
        `insert into public.supporter_tiers (user_id, email, tier, amount, is_active)
       values ($1, $2, 'brilho_palco', 63, $3)`,
        id,
        `${id}@example.test`,
        active,
      );
    }
    const featured = (await product.sql<{ name: string }>(FEATURED)).map(({ name }) => name);
    expect(featured.length).toBe(8);
    expect(featured).not.toContain('Brilhou no Palco');

    const onDay = async (day: Date) => {
      await page.clock.setFixedTime(day);
      await home.open();
      await expect(home.slides).toHaveCount(6);
      await expect(home.stops).toHaveCount(8);
      expect((await home.stopNames()).at(-1)).toBe('Sua dança em destaque aqui');
      return (await home.names()).sort();
    };
    const today = await onDay(NINE_IN_THE_MORNING);
    expect(await onDay(new Date('2026-11-20T22:00:00-03:00'))).toEqual(today);
    const tomorrow = await onDay(THE_NEXT_DAY);
    expect(tomorrow).not.toEqual(today);
    expect(new Set([...today, ...tomorrow])).toEqual(new Set(featured));
  },
);
