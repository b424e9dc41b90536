import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

const STUDENT = {
  profile: 'Resumo do perfil',
  'profile-enhanced': 'Seu perfil',
  'profile-preview': 'Prévia do perfil',
  progresso: 'Seu progresso',
  tips: 'Dicas para dançar melhor',
} as const;

test('[B005, B007, B008] the pages of students are for students only, and each is there', async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  for (const name of Object.keys(STUDENT)) {
    await page.goto(`/student/${name}`);
    await expect(page).toHaveURL(new RegExp(`/login\\?redirect=%2Fstudent%2F${name}&role=student$`));
  }
  await account.signIn('teacher');
  for (const name of Object.keys(STUDENT)) {
    await page.goto(`/student/${name}`);
    await expect(page).toHaveURL(/\/teacher\/home$/);
  }
  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);
  await account.signIn('student');
  for (const [name, title] of Object.entries(STUDENT)) {
    await page.goto(`/student/${name}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await frame.expectNoSidewaysScroll();
    await expectAccessible(page);
  }
  await page.goto('/student/search?style=Zouk');
  await expect(page).toHaveURL(/\/search\?style=Zouk$/);
  await page.goto('/teacher/profile');
  await expect(page).toHaveURL(/\/student\/home$/);
});

test('[B105, B107] visitors see the dancers who show a page, by city and style, and each page', async ({
  page,
  frame,
  errors,
}) => {
  await page.goto('/comunidade/bailudos');
  const list = page.getByRole('list', { name: 'Bailudos' });
  await expect(list.getByRole('listitem')).toHaveCount(6);
  await expectAccessible(page);
  await pickName(page.getByRole('combobox', { name: 'Cidade' }), 'Vitória');
  await expect(list.getByRole('link')).toHaveText(['Davi Amorim', 'Noemi Castanheira']);
  await pickName(page.getByRole('combobox', { name: 'Estilo de dança' }), 'Zouk');
  await expect(page).toHaveURL('/comunidade/bailudos?cidade=Vit%C3%B3ria&estilo=Zouk');
  await frame.expectNoSidewaysScroll();
  await list.getByRole('link', { name: 'Noemi Castanheira' }).click();
  await expect(page).toHaveURL(/\/comunidade\/bailudo\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Noemi Castanheira' })).toBeVisible();
  await expect(page.getByText(/Enfermeira de dia, zouk à noite/)).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  expect(errors).toEqual([]);
});
