import { expect, test } from 'vitest';
import { clientEnvProblems } from './client-env.ts';

test('an empty environment and one as documented are fine', () => {
  expect(clientEnvProblems({})).toEqual([]);
  expect(
    clientEnvProblems({
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
      VITE_SITE_URL: 'https://danceflix.example',
      VITE_TEAM_WHATSAPP: '5511900000000',
      VITE_SHARE_IMAGE: '/share.png',
    }),
  ).toEqual([]);
});

test('a wrong value is named with its reason', () => {
  expect(clientEnvProblems({ VITE_SUPABASE_URL: 'abc' })).toEqual([
    'VITE_SUPABASE_URL must be an http(s) URL',
  ]);
  expect(clientEnvProblems({ VITE_TEAM_WHATSAPP: '+55 11' })).toEqual([
    'VITE_TEAM_WHATSAPP must be digits with country code',
  ]);
});

test('a secret key never gets into the app', () => {
  expect(clientEnvProblems({ VITE_SUPABASE_ANON_KEY: 'sb_secret_x' })[0]).toContain('secret');
});
