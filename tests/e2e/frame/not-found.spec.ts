import { expect, test } from '../support/test';

test('[A048][A049][A050][A051][A052] an unknown path says so, keeps its address, is logged, and leads home', {
  tag: '@desktop',
}, async ({ page, frame, home }) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  for (const path of ['/comunidade/nao-existe', '/nao-existe']) {
    await page.goto(path);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(logged.filter((text) => text.endsWith(` ${path}`)).length).toBe(1);
  }
  await expect(frame.header).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(home.featured).toBeVisible();
});
