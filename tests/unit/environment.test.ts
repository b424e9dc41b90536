import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

const GIVEN = {
  VITE_SITE_URL: 'https://danceflix.example',
  VITE_SHARE_IMAGE: '/other.png',
  VITE_IMAGE_TRANSFORM: 'on',
  VITE_TEAM_WHATSAPP: '5511900000000',
  VITE_OPERATOR_NAME: 'Danceflix Ltda.',
  VITE_OPERATOR_TAX_ID: '11.222.333/0001-81',
  VITE_OPERATOR_ADDRESS: 'Rua Sete de Setembro, 10, Vitória, ES',
  VITE_OPERATOR_EMAIL: 'contato@danceflix.example',
  VITE_FIREBASE_API_KEY: 'api',
  VITE_FIREBASE_PROJECT_ID: 'project',
  VITE_FIREBASE_SENDER_ID: '123456',
  VITE_FIREBASE_APP_ID: 'app',
  VITE_FIREBASE_VAPID_KEY: 'vapid',
};
afterEach(() => vi.unstubAllEnvs());

async function built(environment: Record<string, string>) {
  for (const name of Object.keys(GIVEN)) vi.stubEnv(name, environment[name] ?? '');
  vi.resetModules();
  return (await import('@/lib/env')).env;
}

test('[D152] site address, share image, FCM keys and the team’s WhatsApp come from the environment', async () => {
  const example = readFileSync('.env.example', 'utf8');
  expect(Object.keys(GIVEN).filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
  expect(await built(GIVEN)).toMatchObject({
    siteUrl: GIVEN.VITE_SITE_URL,
    shareImage: GIVEN.VITE_SHARE_IMAGE,
    imageTransform: true,
    teamWhatsapp: GIVEN.VITE_TEAM_WHATSAPP,
    operator: {
      name: GIVEN.VITE_OPERATOR_NAME,
      taxId: GIVEN.VITE_OPERATOR_TAX_ID,
      address: GIVEN.VITE_OPERATOR_ADDRESS,
      email: GIVEN.VITE_OPERATOR_EMAIL,
    },
    firebase: {
      apiKey: 'api',
      projectId: 'project',
      messagingSenderId: '123456',
      appId: 'app',
      vapidKey: 'vapid',
    },
  });
  const nothing = await built({});
  expect([nothing.shareImage, nothing.imageTransform, nothing.teamWhatsapp, nothing.firebase.apiKey]).toEqual(
    ['/share.png', false, null, ''],
  );
});
