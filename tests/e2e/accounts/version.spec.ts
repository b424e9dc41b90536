import { workerControls } from '../../support/browser';
import { OwnPages } from '../pages/own-pages';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

test('at the foot of “Meus dados” stand version, day and commit, offline too; the server and a static host say the same', async ({
  page,
  context,
  frame,
}) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openConfigurations('student');
  const app = await (await page.request.get('/version.json')).json();
  expect(app).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    commit: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  const health = await page.request.get('/health');
  expect(health.headers()['cache-control']).toBe('no-store');
  expect(await health.json()).toEqual({
    ok: true,
    // The build may be of an earlier commit with the same sources.
    server: { ...app, date: expect.any(String), commit: expect.any(String) },
    app,
  });

  const day = app.date.split('-').reverse().join('/');
  const line = page
    .getByRole('main')
    .getByText(
      `Versão ${app.version}, de ${day}, código ${app.commit}. Se precisar de ajuda, diga este número à equipe.`,
    );
  await expect(line).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await workerControls(page);
  await context.setOffline(true);
  await page.reload();
  await line.scrollIntoViewIfNeeded();
  await expect(line).toBeVisible();
  await frame.expectNoSidewaysScroll();
});
