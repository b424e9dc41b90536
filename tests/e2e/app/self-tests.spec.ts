import { expectAccessible, readyForOffline } from '../../support/browser';
import { shoot } from '../support/shoot';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('[B101][D149] /teste checks storage, syncing and connection, and explains what to do without a connection', async ({
  page,
  context,
  errors,
  frame,
}) => {
  await page.goto('/teste');
  await expect(page).toHaveURL('/teste');
  const line = (what: string) => page.locator('dl > div').filter({ hasText: what });
  for (const what of ['Armazenamento do aparelho', 'Sincronização', 'Conexão com o Danceflix']) {
    await expect(line(what).getByText('OK', { exact: true })).toBeVisible();
  }
  await expect(line('Sua conta')).toContainText('Ninguém entrou neste aparelho.');
  expect(errors).toEqual([]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'self-check');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(line('Conexão com o Danceflix').getByText('Não OK', { exact: true })).toBeVisible();
  await expect(line('Conexão com o Danceflix')).toContainText('Confira o Wi-Fi');
  await expect(line('Armazenamento do aparelho').getByText('OK', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'self-check-offline');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Testar de novo' }).click();
  await expect(line('Conexão com o Danceflix').getByText('OK', { exact: true })).toBeVisible();
});

test.describe('with a server that is newer than this release', () => {
  test.use({ serviceWorkers: 'block' });

  test('/teste shows how many rows could not be read, and that nothing else is missing', async ({
    page,
    frame,
  }) => {
    await page.route('**/rest/v1/rpc/pull_teachers', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.rows = body.rows.map((row: object, at: number) => (at < 2 ? { ...row, style_ids: 'forró' } : row));
      await route.fulfill({ response, json: body });
    });
    await page.goto('/teste');
    const line = page.locator('dl > div').filter({ hasText: 'Dados não lidos' });
    await expect(line).toContainText('2 itens chegaram e esta versão do app não soube ler.');
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'self-check-unread');
  });
});

test('[B102][D150][A233][A234][A235][A236][A237][A238][A239][A240][A241] /test-validation answers while one types', async ({
  page,
  errors,
  frame,
}) => {
  await page.goto('/test-validation');
  await expect(page).toHaveURL('/test-validation');
  const says = async (label: string, text: string, answer: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(text);
    const output = page
      .locator('div', { has: field })
      .last()
      .locator('xpath=ancestor-or-self::*[output][1]/output');
    await expect(output).toHaveText(answer);
  };
  await says('Nome', 'Jo', 'Nome deve ter pelo menos 3 caracteres');
  await says('Nome', 'João 2', 'Nome deve conter apenas letras');
  await says('Nome', 'João', 'Vale');
  await says('E-mail', 'abc', 'E-mail inválido');
  await says('E-mail', 'a@b.co', 'Vale');
  await says('E-mail para recuperar a senha', 'abc', 'Por favor, informe um e-mail válido');
  await says('Senha', 'aaaaa', 'A senha deve ter pelo menos 6 caracteres.');
  await says('Senha', 'aaaaa1A!', 'Vale');
  await says('Repetição da senha', 'outra', 'As senhas não conferem');
  await says('Repetição da senha', 'aaaaa1A!', 'Vale');
  await says('WhatsApp (opcional)', '20900001234', 'DDD inválido');
  await says('WhatsApp (opcional)', '3190000123', 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)');
  await says('WhatsApp (opcional)', '31900001234', 'Vale: +5531900001234');
  await says('Busca de cidade', 'xyzxyz', 'Nenhuma cidade encontrada.');
  await says('Busca de cidade', 'vitoria', 'Vitória');
  await says('URL do vídeo', '', 'URL do vídeo é obrigatória');
  for (const url of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtube.com/shorts/abc123',
    'https://youtube.com/clip/abc123',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.instagram.com/p/abc123/',
    'https://www.instagram.com/reel/abc123/',
  ]) {
    await says('URL do vídeo', 'x', 'URL inválida. Use URLs do YouTube ou Instagram');
    await says('URL do vídeo', url, 'Vale');
  }
  await says(
    'URL do vídeo',
    'https://youtube.com.evil.com/watch?v=x',
    'URL inválida. Use URLs do YouTube ou Instagram',
  );
  await says('URL do vídeo', 'https://vimeo.com/1', 'URL inválida. Use URLs do YouTube ou Instagram');
  expect(errors).toEqual([]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'test-validation');
});

test('to save data no picture is loaded, the choice is kept, and the used amount is shown and reset', async ({
  page,
  context,
  search,
  frame,
}) => {
  await search.openStored();
  await expect(page.locator('main img').first()).toBeAttached();
  await readyForOffline(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Economia de dados' }).click();
  const used = page.getByText(/^Aproximadamente [\d.,]+ (kB|MB) desde /);
  await expect(used).toBeVisible();
  await expect(used).not.toHaveText(/Aproximadamente 0 kB/);
  await page.getByRole('radio', { name: /^Ligada/ }).check();
  await expect(page.getByText('Agora: economizando.')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'low-data');

  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url());
  });
  await search.openStored();
  await expect(search.cards).toHaveCount(12);
  await page.goto('/teachers/marina-couto');
  await expect(page.getByRole('heading', { level: 1, name: 'Marina Couto' })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  expect(pictures.filter((url) => url.includes('/storage/'))).toEqual([]);

  await context.setOffline(true);
  await page.goto('/economia-de-dados');
  await expect(page.getByRole('radio', { name: /^Ligada/ })).toBeChecked();
  await page.getByRole('button', { name: 'Zerar contagem' }).click();
  await expect(page.getByText(/^Aproximadamente 0 kB desde /)).toBeVisible();
  await page.getByRole('radio', { name: /^Desligada/ }).check();
  await expect(page.getByText('Agora: tudo é carregado normalmente.')).toBeVisible();
  await context.setOffline(false);
  await search.openStored();
  await expect(page.locator('main img').first()).toBeAttached();
});
