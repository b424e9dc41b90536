import { expectAccessible, Phone, workerControls } from '../../support/browser';
import { BlogPages } from '../pages/blog-pages';
import { Frame } from '../pages/frame';
import { hold, unplug } from '../support/network';
import { expect, test } from '../support/test';

const FORRO = 'Forró: por onde começar, do xote ao arrasta-pé';

test('[B115][B116] a visitor reads the blog: categories, an article, the next one, and an empty category', {
  tag: '@desktop',
}, async ({ page, frame, product, errors }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const blog = new BlogPages(page);
  const posts = await product.sql<{ title: string }>(
    `select title from public.blog_posts where status = 'published' order by published_at desc`,
  );
  const rows = await hold(page, '**/rest/v1/**');
  await blog.open();
  await expect(page.getByRole('status', { name: 'Carregando os artigos' })).toBeVisible();
  await rows.release();
  await expect(blog.cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
  await expect(frame.header.getByRole('link', { name: 'Cadastrar', exact: true })).toBeVisible();
  await expect(
    frame.footer.getByRole('link', { name: 'Blog', exact: true, includeHidden: true }),
  ).toBeAttached();
  await expect(page).toHaveTitle(/^Blog/);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await blog.categories.getByRole('link', { name: 'Estilos' }).click();
  await expect(page).toHaveURL(/\?categoria=estilos$/);
  await expect(blog.cards).toHaveCount(3);
  await page.reload();
  await expect(blog.cards).toHaveCount(3);
  await expect(blog.categories.getByRole('link', { name: 'Estilos' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await blog.openCard(FORRO);
  await expect(page).toHaveURL(/\/blog\/forro-por-onde-comecar$/);
  await expect(page).toHaveTitle(new RegExp(`^${FORRO}`));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    /\/blog\/forro-por-onde-comecar$/,
  );
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Xote, baião/);
  await expect(blog.main).toContainText('Tomás Arruda');
  await expect(blog.main).toContainText('4 de novembro de 2026');
  await expect(blog.main.getByRole('heading', { name: 'O que treinar no primeiro mês' })).toBeVisible();
  await expect(
    blog.main.getByRole('link', { name: 'procure um professor de forró perto de você' }),
  ).toHaveAttribute('href', '/search?style=Forr%C3%B3');
  await expect(blog.related).toHaveCount(3);
  await expect(frame.header.getByRole('link', { name: 'Cadastrar', exact: true })).toBeVisible();
  await expect(frame.footer).toBeAttached();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await blog.related.first().getByRole('link').click();
  await expect(blog.heading).not.toHaveText(FORRO);

  await blog.open('/nao-existe-mesmo');
  await expect(blog.heading).toHaveText('Artigo não encontrado');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('without a server the blog says so, an opened article is readable, and another one explains why not', {
  tag: '@full',
}, async ({ product }) => {
  const phone = await Phone.unbox();
  try {
    const page = await phone.page();
    const blog = new BlogPages(page);
    const frame = new Frame(page);
    await page.goto(`${product.url}/blog`);
    await workerControls(page);
    await blog.openCard(FORRO);
    await expect(blog.main.getByRole('heading', { name: 'Três ritmos, três conversas' })).toBeVisible();

    const [row] = await product.sql<{ n: number }>('select count(*)::int as n from public.content_items');
    // The replica stores one row of its own beside them.
    await expect.poll(() => blog.stored()).toBeGreaterThan(row?.n ?? 0);

    await phone.context.setOffline(true);
    await page.reload();
    await expect(frame.offline).toBeVisible();
    await expect(blog.heading).toHaveText(FORRO);
    await expect(blog.main).toContainText('Três ritmos, três conversas');
    await expect(blog.main.getByText('Salvo neste aparelho: você pode ler sem conexão.')).toBeVisible();
    await expectAccessible(page);

    await blog.main.getByRole('link', { name: 'Blog', exact: true }).click();
    await expect(blog.cards).toHaveCount(7);
    await blog.cards.getByRole('link', { name: /Etiqueta de baile/ }).click();
    await expect(blog.heading).toHaveText(/Etiqueta de baile.* ainda não está neste aparelho/);
    await expectAccessible(page);

    await phone.context.setOffline(false);
    await expect(blog.heading).toHaveText(/^Etiqueta de baile/);
    await expect(blog.main.getByRole('heading', { name: 'Chamar para dançar' })).toBeVisible();
  } finally {
    await phone.discard();
  }
});

test('a phone without stored articles and without a server says so', { tag: '@full' }, async ({ page }) => {
  await page.route('**/rest/v1/**', unplug);
  const blog = new BlogPages(page);
  await blog.open();
  await expect(
    blog.main.getByRole('heading', { name: 'Os artigos ainda não estão neste aparelho' }),
  ).toBeVisible();
  await expectAccessible(page);
  await blog.open('/forro-por-onde-comecar');
  await expect(blog.heading).toHaveText('Este artigo não está neste aparelho');
});
