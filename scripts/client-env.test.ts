import { resolveConfig } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { clientEnv, clientEnvProblems } from './client-env.ts';

afterEach(() => vi.unstubAllEnvs());

const OPERATOR = {
  VITE_OPERATOR_NAME: 'Danceflix Ltda.',
  VITE_OPERATOR_TAX_ID: '11.222.333/0001-81',
  VITE_OPERATOR_ADDRESS: 'Rua Sete de Setembro, 10, Vitória, ES',
  VITE_OPERATOR_EMAIL: 'contato@danceflix.example',
};

test('an empty environment and the documented one are valid', () => {
  expect(clientEnvProblems({})).toEqual([]);
  expect(
    clientEnvProblems({
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
      VITE_SITE_URL: 'https://danceflix.example',
      VITE_TEAM_WHATSAPP: '5511900000000',
      VITE_SHARE_IMAGE: '/share.png',
      ...OPERATOR,
    }),
  ).toEqual([]);
});

test('[T088] a build for a public address needs the operator, a local one does not', () => {
  const names = Object.keys(OPERATOR);
  expect(clientEnvProblems({ VITE_SITE_URL: 'https://danceflix.example' })).toEqual(
    names.map((name) => `${name} is missing: a public site must say who runs it`),
  );
  for (const name of names) {
    const problems = clientEnvProblems({
      VITE_SITE_URL: 'https://danceflix.example',
      ...OPERATOR,
      [name]: ' ',
    });
    expect(problems.join()).toContain(name);
  }
  for (const site of ['http://localhost:4000', 'https://192.168.0.2', ''])
    expect(clientEnvProblems({ VITE_SITE_URL: site })).toEqual([]);
  expect(clientEnvProblems({ VITE_OPERATOR_TAX_ID: '529.982.247-25' })).toEqual([]);
});

test('a wrong value is reported with its reason', () => {
  expect(clientEnvProblems({ VITE_SUPABASE_URL: 'abc' })).toEqual([
    'VITE_SUPABASE_URL must be an http(s) URL',
  ]);
  expect(clientEnvProblems({ VITE_TEAM_WHATSAPP: '+55 11' })).toEqual([
    'VITE_TEAM_WHATSAPP must be digits with country code',
  ]);
});

const FIREBASE = {
  VITE_FIREBASE_API_KEY: 'AIzaSyA-0123456789_abcdefghijklmnopqrstu',
  VITE_FIREBASE_PROJECT_ID: 'danceflix-demo',
  VITE_FIREBASE_SENDER_ID: '123456789012',
  VITE_FIREBASE_APP_ID: '1:123456789012:web:0123456789abcdef',
  VITE_FIREBASE_VAPID_KEY: `B${'a'.repeat(86)}`,
};

test('the keys of push are complete or absent', () => {
  expect(clientEnvProblems(FIREBASE)).toEqual([]);
  const [problem, ...more] = clientEnvProblems({ ...FIREBASE, VITE_FIREBASE_VAPID_KEY: '' });
  expect(problem).toMatch(/^VITE_FIREBASE_VAPID_KEY is missing: push needs all of /);
  expect(more).toEqual([]);
});

test('a secret key is refused', () => {
  expect(clientEnvProblems({ VITE_SUPABASE_ANON_KEY: 'sb_secret_x' })[0]).toContain('secret');
});

test.each([
  ['VITE_SUPABASE_URL', 'abc'],
  ['VITE_SITE_URL', 'danceflix.example'],
  ['VITE_TEAM_WHATSAPP', '+55 11'],
  ['VITE_SHARE_IMAGE', 'share.png'],
  ['VITE_IMAGE_TRANSFORM', 'yes'],
  ['VITE_OPERATOR_NAME', 'x'],
  ['VITE_OPERATOR_TAX_ID', '11.222.333/0001-80'],
  ['VITE_OPERATOR_ADDRESS', 'aqui'],
  ['VITE_OPERATOR_EMAIL', 'contato'],
  ['VITE_FIREBASE_API_KEY', 'key with spaces, of a length'],
  ['VITE_FIREBASE_PROJECT_ID', 'Meu Projeto'],
  ['VITE_FIREBASE_SENDER_ID', 'abc'],
  ['VITE_FIREBASE_APP_ID', '1:1:android:1'],
  ['VITE_FIREBASE_VAPID_KEY', 'the private one'],
])('[D153] neither build nor development starts with a malformed %s', async (name, value) => {
  vi.stubEnv(name, value);
  for (const command of ['build', 'serve'] as const) {
    const starting = resolveConfig({ configFile: false, plugins: [clientEnv()] }, command);
    await expect(starting).rejects.toThrow(`Environment: ${name} must be`);
  }
});
