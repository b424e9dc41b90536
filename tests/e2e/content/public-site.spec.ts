import { readFileSync } from 'node:fs';
import { collectErrors, expectAccessible } from '../../support/browser';
import { unplug } from '../support/network';
import { expect, test } from '../support/test';

const FAQ = JSON.parse(readFileSync('src/features/faq/faq.json', 'utf8')) as {
  question: string;
  answer: string;
}[];

const ANSWERS = {
  'Quanto custa uma aula?': [/professor define o próprio preço/, /não aparece no perfil/],
  'Como faço o pagamento?': [/diretamente entre aluno e professor/, /fora da plataforma/],
  'A plataforma cobra comissão ou assinatura?': [/gratuita/, /sem comissão/, /sem assinatura/],
  'Quanto tempo dura uma aula?': [/cerca de 1 hora/],
  'Posso cancelar uma aula?': [/^Sim/, /pelo menos 24 horas/],
  'Existe aplicativo para celular?': [/Não há aplicativo/, /navegador do seu celular/],
  'Onde acontecem as aulas?': [/combinado entre aluno e professor/],
  'Em quais cidades encontro professores?': [
    /^Belo Horizonte, Curitiba, Florianópolis, Garopaba, Porto Alegre, Rio de Janeiro, Salvador, São Paulo e Vitória\.$/,
  ],
};

test('[A008][A009][A011][A012][A013][A014][A015][A016][A017][A018][A020][B003][B114][B185][D047] the questions: all 15, by link, by search, without a server', async ({
  page,
  frame,
}) => {
  const errors = collectErrors(page, [/net::ERR_/, /Failed to load resource/]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/rest/v1/**', unplug);
  await page.goto('/duvidas#posso-cancelar-uma-aula');
  await expect(frame.header).toBeVisible();
  await expect(frame.footer).toBeVisible();

  // It moves the page once.
  await expect(page.getByText('Modo Offline')).toBeVisible();

  const entries = page.locator('main details');
  await expect(entries).toHaveCount(15);
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await expect(page.getByText(/Recomendamos avisar com pelo menos 24 horas/)).toBeInViewport();

  for (const [index, { question, answer }] of FAQ.entries()) {
    const entry = entries.nth(index);
    await expect(entry.getByRole('heading', { level: 2 })).toHaveText(question);
    if (!(await entry.evaluate((element) => element.hasAttribute('open')))) {
      // By key: the answer before closes, so that the next question comes to lie under the finger.
      await entry.locator('summary').press('Enter');
      const slug = await entry.getAttribute('data-slug');
      await expect(page).toHaveURL((url) => url.hash === `#${slug}`);
    }
    await expect(entry.locator('p')).toBeVisible();
    await expect(entry.locator('p')).toHaveText(answer);
  }
  for (const [question, facts] of Object.entries(ANSWERS)) {
    const answer = entries.filter({ has: page.getByText(question, { exact: true }) }).locator('p');
    for (const fact of facts) await expect(answer).toHaveText(fact);
  }
  await expect(page).toHaveURL(/#como-funcionam-as-avaliacoes$/);
  await expectAccessible(page);

  await page.getByLabel('Buscar nas dúvidas').fill('COMISSAO');
  await expect(entries).toHaveCount(1);
  await expect(page.getByText('1 resposta encontrada')).toBeVisible();
  await page.getByLabel('Buscar nas dúvidas').fill('xyzxyz');
  await expect(page.getByText(/^Nenhuma dúvida/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('[A019] the questions say that the site works in the phone’s browser, and there nothing overflows', {
  tag: '@full',
}, async ({ page, frame, home, search }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/duvidas#existe-aplicativo-para-celular');
  const entry = page.locator('main details[open]');
  await expect(entry.getByRole('heading')).toHaveText('Existe aplicativo para celular?');
  await expect(entry.locator('p')).toHaveText(
    /^Não há aplicativo\. O site funciona no navegador do seu celular\. Se quiser, instale-o na tela inicial/,
  );
  await home.open();
  await expect(home.slides.first()).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await search.openStored();
  await frame.expectNoSidewaysScroll();
});

test('[B156][B157][B160][B166][B167][D051] the home page from its hero to its footer', async ({
  page,
  home,
  frame,
}) => {
  const errors = collectErrors(page);
  await home.open();
  await expect(home.slides).toHaveCount(6);
  await expect(
    page.locator('main section').first().getByRole('link', { name: 'Receber uma indicação' }),
  ).toHaveAttribute('href', '/encontrar-professor');
  await expect(frame.header.getByRole('link', { name: 'Cadastrar' })).toHaveAttribute('href', '/register');
  // On a phone the bottom bar completes the header.
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Entrar' }).filter({ visible: true }).first(),
  ).toHaveAttribute('href', '/login');

  const slides = home.featured.locator('[aria-roledescription="slide"]');
  await expect(slides).toHaveCount(7);
  await expect(slides.last().getByRole('heading', { name: 'Sua dança em destaque aqui' })).toBeAttached();
  await expect(slides.last().getByRole('listitem')).toHaveCount(3);
  await expect(slides.last()).toContainText('Em breve você fala com a equipe');

  const questions = page.getByRole('region', { name: 'Dúvidas frequentes' });
  const first = questions.locator('details').first();
  await expect(first.locator('p')).toBeHidden();
  await first.locator('summary').click();
  await expect(first.locator('p')).toBeVisible();
  await expect(questions.getByRole('link', { name: 'Ver todas as dúvidas' })).toHaveAttribute(
    'href',
    '/duvidas',
  );
  for (const name of ['Termos de uso', 'Política de privacidade'])
    await expect(frame.footer.getByRole('link', { name })).toBeVisible();

  // Style, city and name each lead to the search's address.
  await page.getByRole('searchbox').fill('zouk em brasília');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?style=Zouk&city=Bras/);
  expect(errors).toEqual([]);
});

test('[D039][D040][D041][B127] a landing page is a search of its own: filters stay in its address', {
  tag: '@full',
}, async ({ page, search, frame }) => {
  const canonical = page.locator('link[rel="canonical"]');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await search.openStored();
  await page.goto('/forro/salvador');
  await search.expectStored();
  await search.openFilters();
  await expect(search.style).toHaveValue('Forró');
  await expect(search.city).toHaveValue('Salvador');
  await search.closeFilters();
  await expectAccessible(page);

  await search.chooseCity('Vitória');
  await expect(page).toHaveURL(/\/forro\/salvador\?city=Vit/);
  await expect(canonical).toHaveAttribute('href', /\/forro\/salvador$/);
  await page.reload();
  await search.expectStored();
  await expect(page.getByRole('button', { name: 'Remover filtro Vitória' })).toBeVisible();
  await search.clear();
  await expect(page).toHaveURL(/\/forro\/salvador\?style=&city=$/);
  await search.expectCount(72);

  // The back link of a teacher's page leads to this very list.
  await search.cards.first().getByRole('link').click();
  await page.getByRole('link', { name: 'Voltar à busca' }).click();
  await expect(page).toHaveURL(/\/forro\/salvador\?style=&city=$/);

  // A sister page begins with its own preset.
  await page
    .getByRole('navigation', { name: 'Páginas parecidas' })
    .getByRole('link', { name: 'Zouk' })
    .click();
  await expect(page).toHaveURL(/\/zouk\/salvador$/);
  await expect(page.getByRole('button', { name: 'Remover filtro Zouk' })).toBeVisible();
  await expect(canonical).toHaveAttribute('href', /\/zouk\/salvador$/);

  for (const style of ['forro', 'zouk', 'samba']) {
    await page.goto(`/${style}/nao-existe`);
    await expect(frame.main.getByText('404', { exact: true })).toBeVisible();
    await expect(canonical).toHaveCount(0);
  }
});

test('[B149][B150][B151][B152][B153][B154][B155] both pages about learning to dance', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/aulas-particulares-de-danca');
  await expect(page.getByRole('heading', { name: 'Por que ter aula particular' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'O que os professores oferecem' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ver como começar' }).first().click();

  await expect(page).toHaveURL(/\/aprenda-a-dancar-com-professores-particulares$/);
  const section = (name: string) =>
    page.locator('main section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await expect(section('O que muda com um professor só seu').getByRole('listitem')).toHaveCount(3);
  const steps = section('Como funciona').getByRole('listitem');
  await expect(steps.getByRole('heading')).toHaveText([
    'Escolha o professor',
    'Marque a primeira aula',
    'Comece a dançar',
  ]);
  await expectAccessible(page);
});
