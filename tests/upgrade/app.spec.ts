/**
 * The phone of a kept release: its app and stored data with the new server, the update, the way back; and the new app
 * with the server of the release.
 */
import { expect, type Page, test } from '@playwright/test';
import { freshCommand } from '@/outbox/fresh-command';
import { AccountPages } from '../e2e/pages/account-pages';
import { Product } from '../e2e/support/product';
import { signedIn } from '../e2e/support/signed-in';
import { checkForUpdate, expectRelease } from '../e2e/support/updating';
import { expectStarted, Phone, workerControls } from '../support/browser';
import { presentBuild } from '../support/present-build';
import { passFor } from './support/database-dump';
import { VISITOR } from './support/every-write';
import { plantedIn, plantedInOlder } from './support/fault';
import { FrontHost } from './support/front-host';
import { keptReleases, recordOf, whyNone } from './support/kept';
import { migrationsOf, presentMigrations } from './support/kept-database';
import {
  becomeKeptPhone,
  KeptDatabases,
  newerThan,
  type StoredCommand,
  storeCommands,
  storedCommands,
  unpackApp,
} from './support/kept-product';
import { ACCOUNTS } from './support/stage';

const releases = keptReleases();
const often = { most: 1_000_000, within: 1 };
const limits = { signInPerAddress: often, signInFailuresPerAddress: often };

/** Not in the log of commands: what they do can be repeated, or is seen in another way. */
const NOT_LOGGED = ['alert.stop', 'lead.match', 'push.release'];
/** Areas that the bounded run opens all pages of; the whole one opens the teacher's too. */
const isFull = process.env.TEST_FULL === '1';

if (releases.length === 0) {
  test('no release is kept, which is right before 1.0.0 only', () => {
    console.info(whyNone());
  });
}

for (const release of releases) {
  test.describe(`The phone of ${release.version}`, () => {
    const databases = new KeptDatabases(release);
    test.afterAll(() => databases.close());

    test('opens every page on the new server, sends each write once, updates itself, and loses nothing on the way back', async () => {
      const older = await plantedInOlder(await unpackApp(release));
      const newer = await plantedIn(await newerThan(older, await presentBuild()));
      const { place, dump } = await databases.place();
      const product = await Product.start('none', {
        place,
        apart: true,
        limits,
        migrationsDir: presentMigrations(),
      });
      await passFor(statementsOf(product), dump);
      const host = await FrontHost.start(older.folder, product.url);
      const phone = await Phone.unbox({ baseURL: host.url });
      try {
        const page = await readyPage(phone);
        const faults = faultsOf(page);
        const waiting = await becomeKeptPhone(page, release);
        expect(waiting.length).toBeGreaterThanOrEqual(40);

        await test.step('every page opens, and every write arrives once', async () => {
          await signedIn(page, ACCOUNTS.student);
          const { pages } = recordOf(release);
          await openAll(page, [...pages.visitor, ...pages.student]);
          await workerControls(page);
          await expectArrived(page, waiting, ({ userId }) => userId !== idOf(waiting, 'payment_key.set'));
          // The phone is handed over.
          await page.goto('/student/home');
          await new AccountPages(page).leave();
          await signedIn(page, ACCOUNTS.teacher);
          await openAll(page, ['/teacher/home']);
          await expectArrived(page, waiting, () => true);
          await openAll(page, isFull ? pages.teacher : ['/teacher/requests', '/teacher/lessons']);
          await expectLogged(product, waiting);
          expect(faults).toEqual([]);
        });

        await test.step('it updates itself, and nothing is asked twice', async () => {
          await page.goto('/teacher/home');
          await expectStarted(page);
          host.calls.length = 0;
          host.deploy(newer.folder);
          await checkForUpdate(page);
          await expectRelease([page], newer.build);
          await openAll(page, ['/teacher/home', '/search']);
          await workerControls(page);
          const ids = new Set(waiting.map(({ id }) => id));
          const repeated = host.calls.filter(({ body }) => ids.has(commandIn(body)));
          expect(repeated.map(({ path }) => path)).toEqual([]);
          expect(faults).toEqual([]);
        });

        await test.step('the host serves the release before again: it starts, and loses nothing that waits', async () => {
          host.backend = null;
          await page.goto('/robots.txt');
          const added = writesOfNewer(waiting);
          await storeCommands(page, added);
          await page.goto('/teacher/home');
          await expectStarted(page);
          host.deploy(older.folder);
          await checkForUpdate(page);
          await expectRelease([page], older.build);
          await openAll(page, ['/teacher/home', '/envios']);
          const held = await storedCommands(page);
          const left = added.filter(({ id }) =>
            held.some((one) => one.id === id && one.status !== 'delivered'),
          );
          expect(left.map(({ kind }) => kind)).toEqual(added.map(({ kind }) => kind));
          host.backend = product.url;
          const known = added.filter(({ kind }) => kind !== LATER);
          await openAll(page, ['/teacher/home']);
          await expectArrived(page, known, () => true);
          await expectLogged(product, known);
          // A write that only the newer release knows waits for it.
          const unknown = (await storedCommands(page)).filter(({ kind }) => kind === LATER);
          expect(unknown.map(({ status }) => status)).not.toEqual(['delivered']);
          expect(unknown).toHaveLength(1);
          expect(faults).toEqual([]);
        });
      } finally {
        await phone.discard();
        await host.stop();
        await product.close();
        await older.remove();
      }
    });

    test('updated before its server: it reads, what the server does not know yet waits and says why, and arrives after the migration', async () => {
      const older = await unpackApp(release);
      const newer = await plantedIn(await newerThan(older, await presentBuild()));
      const { place, dump } = await databases.place();
      const product = await Product.start('none', {
        place,
        apart: true,
        limits,
        migrationsDir: migrationsOf(release),
      });
      await passFor(statementsOf(product), dump);
      // Stands for every procedure that a later release adds: this server has none of that name yet.
      await product.sql('alter function public.create_post rename to create_post_of_later');
      await product.sql(`notify pgrst, 'reload schema'`);
      const host = await FrontHost.start(newer.folder, product.url);
      const phone = await Phone.unbox({ baseURL: host.url });
      try {
        const page = await readyPage(phone);
        const faults = faultsOf(page);
        const waiting = await becomeKeptPhone(page, release);
        await signedIn(page, ACCOUNTS.student);
        await openAll(page, [
          '/search',
          '/student/home',
          '/student/requests',
          '/student/lessons',
          '/comunidade/mural',
        ]);
        await page.goto('/search');
        await expect(page.getByRole('link', { name: 'Conhecer Professor' }).first()).toBeVisible();
        const teacher = idOf(waiting, 'payment_key.set');
        await expectArrived(
          page,
          waiting,
          ({ kind, userId }) => userId !== teacher && kind !== 'post.create',
        );
        const post = async () => (await storedCommands(page)).find(({ kind }) => kind === 'post.create');
        // It is tried again and again: between two attempts it waits.
        const state = async () => {
          const { status, error } = (await post()) ?? {};
          return { status, why: error?.why };
        };
        await expect.poll(state).toEqual({ status: 'queued', why: 'schema' });
        await page.goto('/envios');
        await expect(page.getByText('O servidor está sendo atualizado.').first()).toBeVisible();
        expect(faults).toEqual([]);

        await product.sql('alter function public.create_post_of_later rename to create_post');
        product.migrationsDir = presentMigrations();
        await product.kill();
        await product.resume();
        await passFor(statementsOf(product), dump);
        await page.getByRole('button', { name: /^Enviar agora: Publicação/ }).click();
        await expectArrived(page, waiting, ({ userId }) => userId !== teacher);
        await expectLogged(
          product,
          waiting.filter(({ userId }) => userId !== teacher),
        );
      } finally {
        await phone.discard();
        await host.stop();
        await product.close();
        await older.remove();
      }
    });
  });
}

async function readyPage(phone: Phone): Promise<Page> {
  const page = await phone.page();
  // The compiler wraps named functions in `__name`, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  return page;
}

const statementsOf = (product: Product) => ({
  exec: async (sql: string) => void (await product.sql(sql)),
  query: <T>(sql: string, params: readonly unknown[] = []) => product.sql<T>(sql, ...params),
});

/** Exceptions of the page, and screens of failures that `openAll` has met. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return faults;
}

async function openAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectStarted(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Confira sua conexão' }), path).toHaveCount(0);
  }
}

/** The author of the phone's command of this kind. */
const idOf = (commands: readonly StoredCommand[], kind: string) =>
  commands.find((one) => one.kind === kind)?.userId ?? null;

/** Waits until the server has confirmed each chosen command; a failure says what holds up the others. */
async function expectArrived(
  page: Page,
  sent: readonly { id: string }[],
  chosen: (command: StoredCommand) => boolean,
): Promise<void> {
  const ids = new Set(sent.map(({ id }) => id));
  const missing = async () =>
    (await storedCommands(page))
      .filter((one) => ids.has(one.id) && chosen(one) && one.status !== 'delivered')
      .map(({ kind, status, error }) => `${kind} ${status} ${error?.why ?? ''} ${error?.hint ?? ''}`);
  await expect.poll(missing).toEqual([]);
}

async function expectLogged(product: Product, sent: readonly StoredCommand[]): Promise<void> {
  const ids = sent.filter(({ kind }) => !NOT_LOGGED.includes(kind)).map(({ id }) => id);
  const logged = await product.sql<{ id: string }>(
    `select c.id from public.command_log c
     where c.id in (select value::uuid from jsonb_array_elements_text($1::text::jsonb)) order by c.id`,
    JSON.stringify(ids),
  );
  expect(logged.map(({ id }) => id)).toEqual([...ids].sort());
  const [posts] = await product.sql<{ all: number; texts: number }>(
    `select count(*)::int as all, count(distinct id)::int as texts from public.posts where text like 'Publicação da rodada b%'`,
  );
  expect(posts?.all).toBe(posts?.texts);
}

function commandIn(body: string): string {
  try {
    return String((JSON.parse(body) as { command_id?: unknown }).command_id);
  } catch {
    return '';
  }
}

const LATER = 'later.kind';

/** Writes that the newer app has stored: two that both releases know, and one of a kind that only a later one has. */
function writesOfNewer(waiting: readonly StoredCommand[]): StoredCommand[] {
  const userId = idOf(waiting, 'payment_key.set');
  const now = Date.now();
  const [post, lead, later] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const drafts = [
    {
      ...{ kind: 'post.create', entity: { table: 'posts', id: post }, userId },
      payload: { post: { id: post, text: 'Escrito na versão nova', city_id: null, dance_style_id: null } },
    },
    {
      ...{ kind: 'lead.create', entity: { table: 'leads', id: lead }, userId: null },
      payload: {
        lead: { id: lead, nome: 'Pessoa Nova', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null },
      },
    },
    { kind: LATER, entity: { table: 'later', id: later }, payload: { later }, userId },
  ];
  return drafts.map((draft) => freshCommand(draft, VISITOR, now));
}
