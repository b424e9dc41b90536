import { expectStarted, workerControls } from '../../support/browser';
import { buildOf, countLoads, expect, test } from '../../support/hosted';
import { putStoredData, type StoredDatabase } from '../../support/stored-data';
import { checkForUpdate, expectRelease, visit, waitingWorker } from '../support/updating';

const COMMAND = '7d0b8a3c-3f0e-4d55-9a51-0c3f4a8f6a01';

/** An outbox in the format of every release, with one write of a visitor. */
const OUTBOX: StoredDatabase = {
  name: 'danceflix-outbox',
  version: 10,
  stores: [
    {
      name: 'commands',
      keyPath: 'seq',
      autoIncrement: true,
      indexes: [{ name: 'id', keyPath: 'id', unique: true, multiEntry: false }],
      records: [
        {
          key: 1,
          value: {
            ...{
              seq: 1,
              id: COMMAND,
              kind: 'lead.create',
              version: 1,
              base: null,
              userId: null,
              visitor: null,
            },
            entity: { table: 'leads', id: '00000000-0000-4000-8000-000000000001' },
            payload: { lead: { id: '00000000-0000-4000-8000-000000000001', nome: 'Ana' } },
            ...{ createdAt: 1, status: 'queued', attempts: 0, dueAt: 1, error: null, ack: null },
          },
        },
      ],
    },
  ],
};

test('[A188] an update waits for a flush that is running', { tag: '@full' }, async ({
  page,
  host,
  makeRelease,
}) => {
  // The worker is installed first, so that the held write delays nothing for long.
  await visit(page, host.url);
  // A page of the origin that runs none of the app's code.
  await page.goto(`${host.url}/robots.txt`);
  await putStoredData(page, [OUTBOX]);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent: unknown[] = [];
  await page.context().route('**/rest/v1/rpc/create_lead', async (route) => {
    sent.push(route.request().postDataJSON().command_id);
    await answered;
    await route.fulfill({ json: { command_id: COMMAND } });
  });
  const next = await makeRelease('B');
  await page.goto(host.url);
  await expectStarted(page);
  await expect.poll(() => sent).toContain(COMMAND);
  const loads = countLoads(page);
  host.deploy(next.folder);
  await checkForUpdate(page);
  await expect.poll(() => waitingWorker(page)).toBe('installed');
  await expect(page.getByRole('status').filter({ hasText: 'Versão nova pronta' })).toBeVisible();
  expect(loads()).toBe(0);

  answer();
  await expectRelease([page], next.build);
  await expectStarted(page);
  // A slow machine may time out and repeat a request as the same command.
  expect(new Set(sent)).toEqual(new Set([COMMAND]));
});

test('a release that does not start is abandoned once the one before is served again', {
  tag: '@full',
}, async ({ page, host, makeRelease, release }) => {
  await visit(page, host.url);
  await page.goto(`${host.url}/robots.txt`);
  await putStoredData(page, [{ ...OUTBOX, name: 'kept' }]);
  await visit(page, host.url);
  const broken = await makeRelease('B');
  host.deploy(broken.folder);
  host.answer(new RegExp(`^${broken.entry}$`), {
    status: 200,
    body: 'throw new Error("broken")',
    type: 'text/javascript',
  });
  const loads = countLoads(page);
  await checkForUpdate(page);
  // The new release takes over, fails, is tried once more by itself, and is then given up.
  const failure = page.getByRole('alert').getByText('Confira sua conexão');
  await expect(failure).toBeVisible();
  await expect.poll(loads).toBe(2);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)))
    .toBe(0);

  host.heal();
  host.deploy(release.folder);
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expectStarted(page);
  expect(await buildOf(page)).toBe(release.build);
  expect(
    await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name))),
  ).toContain('kept');
});

test('an older release that is served again is taken over like a new one', { tag: '@full' }, async ({
  page,
  host,
  makeRelease,
  release,
}) => {
  await visit(page, host.url);
  const newer = await makeRelease('B');
  for (const { folder, build } of [newer, release]) {
    const loads = countLoads(page);
    host.deploy(folder);
    await checkForUpdate(page);
    await expectRelease([page], build);
    await expectStarted(page);
    await workerControls(page);
    await expect.poll(loads).toBe(1);
  }
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a tab whose files are gone after a deploy reloads by itself, once, and never over unsaved text', {
    tag: '@full',
  }, async ({ page, host, makeRelease }) => {
    await page.goto(`${host.url}/encontrar-professor`);
    await expectStarted(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('danceflix_install'))).not.toBeNull();
    const name = page.getByLabel('Nome', { exact: true });
    await name.fill('Ana que digita');
    const next = await makeRelease('B');
    host.deploy(next.folder);
    const loads = countLoads(page);

    // Pages without prerendering: copies of prerendered pages carry the names of the release
    // before. The missing part beside the form is one that this release's server no longer has.
    await page.getByRole('contentinfo').getByRole('button', { name: 'Instalar o app' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'recarregamos quando você terminar' });
    await expect(notice).toBeVisible();
    await expect(name).toHaveValue('Ana que digita');
    expect(loads()).toBe(0);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Economia de dados', exact: true }).click();
    await expectRelease([page], next.build);
    await expectStarted(page);
    await expect(page).toHaveURL(`${host.url}/economia-de-dados`);
    await expect(page.getByRole('status').filter({ hasText: 'Recarregamos o Danceflix' })).toBeVisible();
    await expect.poll(loads).toBe(1);

    // A missing file is requested by one more reload, and then never again.
    host.answer(/^\/assets\/pending-page-[^/]+\.js$/, { status: 404 });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Envios pendentes', exact: true }).click();
    await expect(page.getByRole('alert').getByText('Confira sua conexão')).toBeVisible();
    await expect.poll(loads).toBe(2);
    host.heal();
    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expectStarted(page);
    await expect(page).toHaveURL(`${host.url}/envios`);
  });
});
