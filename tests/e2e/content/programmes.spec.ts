import { collectErrors, expectAccessible, readyForOffline } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { ProgrammePages } from '../pages/programme-pages';
import { fail, unplug } from '../support/network';
import { changingTest, expect, test } from '../support/test';

const TITLES = {
  '/cadastrar-professor': 'Ensine o que você dança',
  '/campanha': 'Ajude a dança a chegar mais longe',
  '/apoiadores': 'Apoiadores',
  '/patrocinadores': 'Patrocinadores',
} as const;
const PATHS = Object.keys(TITLES) as (keyof typeof TITLES)[];
const AMOUNTS = [
  ['Passinho', 'R$ 1 por mês'],
  ['Giro Completo', 'R$ 10 por mês'],
  ['Apoiador', 'R$ 20 por mês'],
  ['Brilho de Palco', 'R$ 63 por mês'],
  ['Bronze', 'R$ 100 por mês'],
  ['Prata', 'R$ 350 por mês'],
  ['Ouro', 'R$ 1.325 por mês'],
] as const;

test('[T003][B108][B117][B118][B119][B243][B238][B283][B284][B285][B286][B287][B289][B291][B293] the programmes open with prices and members, and open again without a connection', {
  tag: ['@desktop', '@worker'],
}, async ({ page, context, frame, product }) => {
  const errors = collectErrors(page, [/net::ERR_/, /Failed to fetch/, /Failed to load resource/]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const programmes = new ProgrammePages(page);
  for (const path of PATHS) {
    await programmes.open(path, TITLES[path]);
    await expect(frame.header).toBeVisible();
    await expect(frame.footer).toBeAttached();
    await frame.expectNoSidewaysScroll();
    await expectAccessible(page);
  }

  const sponsors = await product.sql<{ name: string }>(
    `select s.name from public.sponsors s join public.sponsor_tier_definitions d on d.tier = s.tier
     where s.is_active order by d.position desc, s.display_order`,
  );
  const shown = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(shown).toHaveText(sponsors.map(({ name }) => name));

  // No test build has the team's phone number, and the page says so.
  await programmes.open('/campanha', TITLES['/campanha']);
  for (const [name, amount] of AMOUNTS) await expect(programmes.tier(name)).toContainText(amount);
  await expect(programmes.tier('Brilho de Palco')).toContainText('Seu nome na página de apoiadores');
  await expect(page.getByText('Em breve você fala com a equipe')).toBeVisible();

  // Blocks the server, so that the page shows stored rows only.
  await page.route('**/rest/v1/content_items?*', unplug);
  await page.reload();
  await expect(programmes.tier('Prata')).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  for (const path of PATHS) await programmes.open(path, TITLES[path]);
  await expectAccessible(page);
  await expect(shown).toHaveText(sponsors.map(({ name }) => name));
  await programmes.open('/apoiadores', TITLES['/apoiadores']);
  const tiers = ['Brilho de Palco', 'Apoiador', 'Giro Completo', 'Passinho'];
  expect(await programmes.parts(tiers)).toEqual(tiers);
  await expect(programmes.part('Brilho de Palco')).toContainText('Jorginho da Conceição Lima');
  await programmes.open('/campanha', TITLES['/campanha']);
  await expect(programmes.tier('Prata')).toContainText('2 de 3 vagas livres');
  expect(errors).toEqual([]);
});

test.describe('without the worker', () => {
  test('a visitor comes from the navigation to teaching, and from there to the registration as teacher', {
    tag: ['@desktop', '@full'],
  }, async ({ page, frame, home }) => {
    await home.open();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Seja Professor' })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/cadastrar-professor$/);
    await page.getByText('Quem define o preço da aula?').click();
    await expect(page.getByText('O valor não aparece no perfil')).toBeVisible();
    await frame.main.getByRole('link', { name: 'Quero dar aulas' }).click();
    await expect(page).toHaveURL(/\/register\?role=teacher$/);
    await expect(page.getByRole('tab', { name: 'Professor' })).toHaveAttribute('aria-selected', 'true');
  });
});

changingTest.describe('on a server of its own', () => {
  changingTest(
    '[D138][B209][B211][B212][D036] what the team changes reaches open pages: slots, names, highlight and carousel, and goes again',
    { tag: '@full' },
    async ({ page, product, home, search }) => {
      const programmes = new ProgrammePages(page);
      await product.sql(`update public.sponsors set is_active = false`);
      await programmes.open('/campanha', TITLES['/campanha']);
      await expect(programmes.tier('Bronze')).toContainText('5 de 5 vagas livres');
      await product.sql(`insert into public.sponsors (name, tier) values ('Marca Nova', 'bronze')`);
      await expect(programmes.tier('Bronze')).toContainText('4 de 5 vagas livres');

      const person = '(select id from public.user_profiles where name = $1)';
      const support = (tier: string) =>
        product.sql(
          `insert into public.supporter_tiers (user_id, email, tier, amount)
         select id, email, $2::text, 1 from public.user_profiles where id = ${person}
         on conflict (email) do update set tier = excluded.tier, is_active = true`,
          'Lívia Sanches',
          tier,
        );
      await programmes.open('/apoiadores', TITLES['/apoiadores']);
      await support('passinho');
      await expect(programmes.part('Passinho')).toContainText('Lívia Sanches');
      await support('destaque_salao');
      await expect(programmes.part('Apoiador')).toContainText('Lívia Sanches');

      const card = page.getByRole('article', { name: 'Lívia Sanches' });
      await search.openStored('?name=L%C3%ADvia+Sanches');
      await expect(card).toContainText('Destaque');
      await home.open();
      await expect(home.slides.first()).toBeVisible();
      expect(await home.names()).not.toContain('Lívia Sanches');
      await support('brilho_palco');
      await product.sql('update public.teachers set is_featured = false');
      await expect.poll(() => home.names()).toContain('Lívia Sanches');

      await product.sql('update public.supporter_tiers set is_active = false');
      await expect.poll(() => home.names()).not.toContain('Lívia Sanches');
      await programmes.open('/apoiadores', TITLES['/apoiadores']);
      await expect(page.getByRole('heading', { name: 'Ainda não há apoiadores' })).toBeVisible();
      await product.sql('delete from public.sponsors');
      await programmes.open('/patrocinadores', TITLES['/patrocinadores']);
      await expect(page.getByRole('heading', { name: 'Ainda não há patrocinadores' })).toBeVisible();
    },
  );

  changingTest(
    '[B265] a support that cannot be looked up is missed by nobody but the log, and shows once it can',
    { tag: '@full' },
    async ({ page, product, frame }) => {
      await product.sql(
        `insert into public.supporter_tiers (email, tier, amount) values ('aluno@danceflix.test', 'giro_completo', 10)`,
      );
      await new AccountPages(page).signIn('student');
      const said: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') said.push(message.text());
      });
      await page.route('**/rest/v1/supporter_tiers?*', fail);
      const programmes = new ProgrammePages(page);
      await programmes.open('/campanha', TITLES['/campanha']);
      await expect
        .poll(() => said.some((text) => text.includes('The supporter tier of the user could not be read')))
        .toBe(true);
      await expect(page.getByText('Você apoia o Danceflix')).toHaveCount(0);
      await expect(frame.toasts).toHaveCount(0);

      await page.unroute('**/rest/v1/supporter_tiers?*');
      await page.reload();
      await expect(page.getByText('Você apoia o Danceflix como Giro Completo')).toBeVisible();
      await expect(programmes.tier('Giro Completo')).toContainText('Seu apoio');
    },
  );
});
