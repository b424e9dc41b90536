import { AccountPages, newEmail, SIGN_UP } from '../pages/account-pages';
import { expect, test } from '../support/test';

test('[T093][A061][A063][A065][A067][A068][A069][D075] the fields stand in their order, styles for teachers only', async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crie sua conta gratuita');
  await expect(page.getByRole('tab')).toHaveText(['Aluno', 'Professor']);
  await expect(account.styles).toHaveCount(0);
  await account.tab('Professor').click();
  await expect(account.styles.getByRole('checkbox').first()).toBeVisible();
  await expect(account.terms).not.toBeChecked();
  await expect(account.create).toBeEnabled();
  const order = await account.main
    .locator('form')
    .evaluate((form) =>
      [...form.querySelectorAll('input, select, fieldset')]
        .filter((element) => !element.closest('fieldset') || element.tagName === 'FIELDSET')
        .map((element) =>
          element.tagName === 'FIELDSET'
            ? 'styles'
            : element.getAttribute('type') === 'checkbox'
              ? 'terms'
              : element.getAttribute('role') || element.getAttribute('name'),
        ),
    );
  expect(order).toEqual([
    'name',
    'email',
    'combobox',
    'tel-country-code',
    'tel-national',
    'styles',
    'new-password',
    'terms',
  ]);
  await expect(page.getByText(/\bidade\b|nascimento/i)).toHaveCount(0);
  await frame.expectNoSidewaysScroll();
});

test('[A075][A076][A077][A078][A079][A080][A081][A082][A083][A084] ten country codes, Brazil first and chosen', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await expect(account.country.locator('option')).toHaveText([
    '55 Brasil',
    '1 EUA',
    '351 Portugal',
    '34 Espanha',
    '54 Argentina',
    '39 Itália',
    '49 Alemanha',
    '33 França',
    '44 Reino Unido',
    '598 Uruguai',
  ]);
  await expect(account.country).toHaveValue('55');
});

test('[A197][A198][A199][A200][A201][A202][A203][A204][A205][A206][D058][D059][A158] failing fields become the toast in their order, each with its message beside it', async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  let sent = 0;
  await page.route(SIGN_UP, (route) => {
    sent += 1;
    return route.abort();
  });
  const refused = async (text: string) => {
    await account.create.click();
    await expect(account.toast(text)).toBeVisible();
    await expect(account.dialog).toHaveCount(0);
  };
  await page.goto('/register?role=teacher');
  await expect(account.styles.getByRole('checkbox').first()).toBeVisible();
  await account.password.fill('12345');
  await refused('Nome é obrigatório');
  await expect(frame.toasts).toHaveCount(1);
  await expect(account.name).toBeFocused();
  await account.expectMessage(account.name, 'Nome é obrigatório');
  await account.expectMessage(account.email, 'E-mail é obrigatório');
  await account.expectMessage(account.city, 'Selecione uma cidade');
  await account.expectMessage(account.styles, 'Selecione pelo menos um estilo de dança');
  await account.expectMessage(account.password, 'A senha deve ter pelo menos 6 caracteres.');
  await account.expectMessage(
    account.terms,
    'Você precisa aceitar os termos de uso e política de privacidade',
  );
  await account.name.fill('  Jo ');
  await refused('Nome deve ter pelo menos 3 caracteres');
  await account.name.fill('Ana 2');
  await refused('Nome deve conter apenas letras');
  await account.name.fill('José Conceição');
  await refused('E-mail é obrigatório');
  await account.email.fill('abc@');
  await refused('E-mail inválido');
  await account.email.fill(newEmail());
  await refused('A senha deve ter pelo menos 6 caracteres.');
  await account.password.fill('aaaaaa');
  await refused('Selecione uma cidade');
  await account.chooseCity('vit', 'Vitória');
  await refused('Selecione pelo menos um estilo de dança');
  await account.styles.getByLabel('Forró', { exact: true }).check();
  await refused('Você precisa aceitar os termos de uso e política de privacidade');
  await account.terms.check();
  await account.create.click();
  await expect(account.dialog).toBeVisible();
  expect(sent).toBe(0);
});

test('[A218][A219][A220][A221][A222][D055][D056] the number is formatted while it is typed and judged beside its field', async ({
  page,
  frame,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await account.phone.pressSequentially('ab31x9');
  await expect(account.phone).toHaveValue('(31) 9');
  await account.phone.fill('');
  await account.phone.pressSequentially('31900001234');
  await expect(account.phone).toHaveValue('(31) 90000-1234');
  for (let typed = 11; typed > 0; typed -= 1) {
    const before = await account.phone.inputValue();
    await page.keyboard.press('Backspace');
    await expect(account.phone).not.toHaveValue(before);
  }
  await account.fillRegistration('student');
  for (const [number, text] of [
    ['20900001234', 'DDD inválido'],
    ['3190000123', 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)'],
    ['31800001234', 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)'],
  ] as const) {
    await account.phone.fill(number);
    await account.create.click();
    await account.expectMessage(account.phone, text);
    await expect(account.phone).toBeFocused();
    await expect(account.dialog).toHaveCount(0);
  }
  await account.country.selectOption('351');
  await account.phone.fill('12345');
  await account.create.click();
  await account.expectMessage(account.phone, 'Número de telefone inválido');
  await expect(frame.toasts).toHaveCount(0);
  await account.phone.fill('123456');
  await account.create.click();
  await expect(account.dialog).toBeVisible();
});

test('[A066][A223][A224][A225][A226][A227] a city is found whatever its accents, case and spaces, and picked by keyboard', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  await account.city.click();
  await expect(account.cities).toHaveCount(10);
  await account.city.fill('v');
  await expect(account.cities).toHaveCount(10);
  for (const [typed, names] of [
    ['vi', ['Vitória']],
    ['sao', ['São Paulo']],
    ['BELO', ['Belo Horizonte']],
    ['belohor', ['Belo Horizonte']],
    ['por to', ['Porto Alegre']],
  ] as const) {
    await account.city.fill(typed);
    await expect(account.cities).toHaveText([...names]);
  }
  await account.city.fill('xyzxyz');
  await expect(account.main.getByText('Nenhuma cidade encontrada.', { exact: true })).toBeVisible();
  await account.city.fill('sal');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(account.city).toHaveValue('Salvador');
  await expect(account.cities).toHaveCount(0);
});

test('[A209][A210][A211][A212][A213][A214][A215][A216][A217] hints and a word show how strong the password is, and block nothing', async ({
  page,
}) => {
  const account = new AccountPages(page);
  await page.goto('/register');
  const met = (hint: string) =>
    page.getByRole('list', { name: 'Dicas para a senha' }).getByRole('listitem').filter({ hasText: hint });
  const meter = page.getByRole('meter', { name: 'Força da senha' });
  for (const [hint, without, having] of [
    ['pelo menos 6 caracteres', 'abcde', 'abcdef'],
    ['letra maiúscula', 'a', 'A'],
    ['letra minúscula', 'A', 'a'],
    ['número', 'a', '1'],
    ['caractere especial', 'a1', 'a!'],
  ] as const) {
    await account.password.fill(without);
    await expect(met(hint)).toContainText('(falta)');
    await account.password.fill(having);
    await expect(met(hint)).toContainText('(cumprido)');
  }
  for (const [password, label] of [
    ['aaaaaa', 'Fraca'],
    ['aaaaa1', 'Média'],
    ['aaaaa1A', 'Média'],
    ['aaaaa1A!', 'Forte'],
  ] as const) {
    await account.password.fill(password);
    await expect(meter).toHaveAttribute('aria-valuetext', label);
    await expect(page.getByText(label, { exact: false }).last()).toBeVisible();
  }
  await account.fillRegistration('student');
  await account.password.fill('aaaaaa');
  await account.create.click();
  await expect(account.dialog).toBeVisible();
});
