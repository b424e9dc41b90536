import { collectErrors } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { tamper } from '../support/tamper';
import { expect, changingTest as test } from '../support/test';

/** Answers that browsers inside other apps, old phones and privacy settings have been seen to give, and worse. */
const ODD = {
  'a zone that it does not know itself, and no media queries': `{
    const tell = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...tell.call(this), timeZone: 'Etc/Unknown' };
    };
    globalThis.matchMedia = () => { throw new TypeError('Not supported'); };
  }`,
  'nonsense about itself': `{
    const nonsense = {
      onLine: 'talvez', connection: {}, language: undefined, languages: null, hardwareConcurrency: NaN,
      deviceMemory: 'muita', userAgent: '', userAgentData: null, maxTouchPoints: '5', standalone: 'sim',
      storage: {}, permissions: null, clipboard: null, share: 'sim', canShare: 'sim', locks: {},
      serviceWorker: {}, setAppBadge: 1,
    };
    for (const [name, value] of Object.entries(nonsense)) {
      Object.defineProperty(navigator, name, { value, configurable: true });
    }
  }`,
  'no random values, and a storage full of rubbish': `{
    const { subtle } = crypto;
    Object.defineProperty(globalThis, 'crypto', { value: { subtle }, configurable: true });
    if (typeof Storage !== 'undefined') {
      const { getItem, setItem } = Storage.prototype;
      const isSession = (key) => key === 'danceflix_session';
      Storage.prototype.getItem = function (key) {
        return isSession(key) ? getItem.call(this, key) : '}{';
      };
      Storage.prototype.setItem = function (key, text) {
        if (!isSession(key)) throw new DOMException('Full', 'QuotaExceededError');
        setItem.call(this, key, text);
      };
    }
  }`,
};

const isFull = process.env.TEST_FULL === '1';

/** In `npm test` each browser opens a third of them, in the full run all. */
const PUBLIC = [
  '/',
  '/search',
  '/teachers/marina-couto',
  '/login',
  '/register',
  '/encontrar-professor',
  '/biblioteca-passos',
  '/comunidade/eventos',
  '/campanha',
];

test('ten pages work in a browser whose answers make no sense, and a lesson is arranged there', async ({
  browser,
  product,
}) => {
  const [request] = await product.sql<{ id: string }>(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times)
     select gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')}, id, '{quinta}', '{noite}'
     from public.dance_styles where name = 'Bolero' returning id`,
  );
  await product.sql(
    `update public.lesson_requests set status = 'Aceito' where id = '${request?.id}' and status = 'Pendente'`,
  );
  for (const [place, [what, code]] of Object.entries(ODD).entries()) {
    await test.step(what, async () => {
      const context = await browser.newContext({ ...PHONE, baseURL: product.url, serviceWorkers: 'block' });
      const page = await context.newPage();
      const errors = collectErrors(page);
      await tamper(page, code);
      for (const path of isFull ? PUBLIC : PUBLIC.filter((_, n) => n % 3 === place)) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
        expect(errors, path).toEqual([]);
      }
      await new OwnPages(page).enter('student');
      await page.goto(`/student/requests/${request?.id}`);
      const main = page.getByRole('main');
      // The form suggests a time beside the lessons that are here when it opens.
      await expect(main.getByRole('article')).toHaveCount(place);
      await main.getByRole('button', { name: /^Marcar (outra )?aula$/ }).click();
      await main.getByLabel('Lugar (opcional)').fill(what);
      await main.getByRole('button', { name: 'Enviar proposta' }).click();
      await expect(main.getByRole('article').filter({ hasText: what })).toBeVisible();
      // Shown at once; a browser that is closed now would keep it to itself.
      const arrived = () => product.sql(`select from public.lessons where request_id = '${request?.id}'`);
      await expect.poll(async () => (await arrived()).length).toBe(place + 1);
      expect(errors).toEqual([]);
      await context.close();
    });
  }
});
