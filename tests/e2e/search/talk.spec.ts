import { expectAccessible, readyForOffline } from '../../support/browser';
import { shoot } from '../support/shoot';
import { expect, test } from '../support/test';

const DAY = 86_400_000;

test('[T104] the first message and the request know what was searched; days later the phone asks how it went, and tells nobody', {
  tag: ['@worker', '@full'],
}, async ({ page, context, teacher, frame, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/search?style=Zouk&when=sabado-manha&city=Vit%C3%B3ria');
  await readyForOffline(page);
  await page.getByRole('article').getByRole('link').click();
  await teacher.expectOf('Marina Couto');
  const text = async () =>
    new URL((await teacher.whatsapp.getAttribute('href')) ?? '').searchParams.get('text');
  await expect
    .poll(text)
    .toBe(
      'Olá, Marina Couto! Vi seu perfil no Danceflix e quero saber mais sobre suas aulas de Zouk. Para mim é bom: sábado de manhã.',
    );
  // Nothing leaves this machine.
  await context.route(/wa\.me/, (route) => route.fulfill({ body: 'WhatsApp' }));
  await teacher.whatsapp.click();
  // Before the first contact with a teacher stands the advice, with the same way in it.
  const advice = page.getByRole('dialog', { name: 'Antes do primeiro encontro' });
  await expect(advice.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'first-contact-public');
  const chat = context.waitForEvent('page');
  await advice.getByRole('link', { name: 'WhatsApp' }).click();
  await (await chat).close();
  await expect(advice).toBeHidden();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Pedir aula' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedir aula com Marina Couto');
  await expect(page.getByRole('radio', { name: 'Zouk' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sábado' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Manhã' })).toBeChecked();

  await page.clock.setSystemTime(Date.now() + 3 * DAY + 60_000);
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Conversa com Marina' });
  await expect(card.getByRole('heading')).toHaveText('Você falou com Marina há 3 dias: deu certo?');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'talk-question');
  await card.getByRole('button', { name: 'Não deu' }).click();
  await expect(page.getByRole('link', { name: 'Ver outros professores' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver outros professores' }).click();
  await expect(page).toHaveURL(`${baseURL}/search?style=Zouk&city=Vit%C3%B3ria&when=sabado-manha`);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Como funciona' })).toBeVisible();
  await expect(page.getByText('deu certo?')).toHaveCount(0);
  // Nothing of it waits to be sent.
  await page.goto('/envios');
  await expect(page.getByText('Tudo enviado')).toBeVisible();
});
