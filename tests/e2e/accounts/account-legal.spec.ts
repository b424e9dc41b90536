import { VERSION } from '../../../src/pages/legal/version';
import { expect, test } from '../support/test';

test('[B112][B113][D074] the terms and the privacy policy use the public layout; 18 or with a guardian', async ({
  page,
  frame,
}) => {
  await page.goto('/terms-of-use');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termos de uso');
  await expect(frame.main).toContainText(/18 anos ou mais/);
  await expect(frame.main).toContainText(/responsável legal/);
  for (const path of ['/terms-of-use', '/privacy-policy']) {
    await page.goto(path);
    await expect(frame.main).toContainText(`Versão ${VERSION.number}`);
    await expect(frame.header.getByRole('link', { name: 'Cadastrar' })).toBeVisible();
    await expect(frame.footer).toBeAttached();
    await frame.expectNoSidewaysScroll();
  }
});
