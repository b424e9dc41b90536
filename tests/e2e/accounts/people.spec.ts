import { AccountPages, newEmail } from '../pages/account-pages';
import { expect, test } from '../support/test';

test('pasted numbers, names and addresses are understood or refused beside their field, and stored as they are meant', async ({
  page,
  product,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student', newEmail());
  const names = {
    refused: [
      ['Ana\u202eClara', /caracteres invisíveis/],
      ['\u3164\u3164\u3164', 'Nome é obrigatório'],
      ['a\u0301\u0302', 'Nome deve ter pelo menos 3 caracteres'],
    ],
  } as const;
  for (const [name, message] of names.refused) {
    await account.name.fill(name);
    await account.create.click();
    await expect(account.name).toHaveAccessibleDescription(message);
    await expect(account.name).toHaveValue(name);
    await expect(account.name).toBeFocused();
  }
  await account.name.fill('Ana\u00a0Clara\u200b');
  // The form accepts this address, but the server refuses it.
  await account.email.fill('zé@example.test');
  await account.commit();
  await account.expectMessage(account.email, 'E-mail inválido');
  await expect(account.email).toBeFocused();
  await account.email.fill(`\u200emailto:${email}\u200b`);

  await account.phone.fill('+41 79 123 45 67');
  await account.create.click();
  await account.expectMessage(
    account.phone,
    'O código deste país não está na lista. Informe um número de um dos países da lista.',
  );
  await expect(account.phone).toHaveValue('+41791234567');
  await page.screenshot({ path: 'test-results/people-number-refused.png' });
  await expect(account.country).toHaveValue('55');
  await account.phone.fill('0 15 31 90000-1234');
  await expect(account.phone).toHaveValue('(31) 90000-1234');
  await account.phone.fill('+351 912 345 678');
  await expect(account.country).toHaveValue('351');
  await expect(account.phone).toHaveValue('912345678');
  await page.screenshot({ path: 'test-results/people-number-understood.png' });
  await account.commit();
  await expect(page).toHaveURL(/\/student\/home$/);
  expect(
    await product.sql(`select name, whatsapp from public.user_profiles where email = '${email}'`),
  ).toEqual([{ name: 'Ana Clara', whatsapp: '+351912345678' }]);

  await page.goto('/student/profile');
  await expect(page.getByText('+351 912 345 678')).toBeVisible();
  await account.leave();
  await page.goto('/login?role=student');
  await account.fillLogin(`mailto:${email.slice(0, 3)}\u00ad${email.slice(3)}`, 'segredo1');
  await expect(page).toHaveURL(/\/student\/home$/);
});

/** Names of every kind of stored key; keys of one person contain an id. */
const KEYS = [
  'danceflix_identity danceflix_session danceflix_registration_draft danceflix_awaiting_confirmation',
  'danceflix_low_data danceflix_theme danceflix_offline_announced danceflix_install danceflix_favourite_wish',
  'danceflix_cache_articles danceflix_cache_evaluations danceflix_private_push danceflix_private_support',
  'danceflix_private_hidden_teachers danceflix_private_received danceflix_private_evaluations_put_off',
  'danceflix_private_lead danceflix_private_lead_draft danceflix_private_lead_sending danceflix_private_my_data',
  'danceflix_private_visitor danceflix_locked_0 danceflix_private_draft_profile_0 danceflix_private_draft_tap_0_0',
  'danceflix_private_advised danceflix:scroll',
].flatMap((keys) => keys.split(' '));

test('the start page and the search work with invalid data under every key of both storages', {
  tag: '@full',
}, async ({ page, errors, search }) => {
  await page.goto('/search');
  for (const rubbish of ['null', '0', '"x"', '[]', '{"a":[null]}']) {
    await page.evaluate(
      ([keys, text]) => {
        for (const storage of [localStorage, sessionStorage]) {
          for (const key of keys) storage.setItem(key, text);
        }
      },
      [KEYS, rubbish] as const,
    );
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto('/search');
    await expect(search.cards.first()).toBeVisible();
  }
  await page.goto('/register');
  await expect(page.getByRole('form', { name: 'Cadastro' })).toBeVisible();
  expect(errors).toEqual([]);
});
