import { expect, it } from 'vitest';
import { intentLink, wayIn } from './way';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const way = (userAgent: string, hasPrompt = false, touchPoints = 5) =>
  wayIn({ userAgent, hasPrompt, touchPoints });

it.each([
  ['Chrome on Android', `${ANDROID} Chrome/126.0 Mobile Safari/537.36`, { kind: 'menu', system: 'android' }],
  [
    'Safari on an iPhone',
    `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
    { kind: 'ios', browser: 'safari' },
  ],
  [
    'Chrome on an iPhone',
    `${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`,
    { kind: 'ios', browser: 'other' },
  ],
  ['an iPad', `${MAC} Version/17.5 Safari/605.1.15`, { kind: 'ios', browser: 'safari' }],
  [
    'Instagram on Android',
    `${ANDROID} Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 340.0.0.22.109 Android`,
    { kind: 'in-app', app: 'Instagram', system: 'android' },
  ],
  [
    'Instagram on an iPhone',
    `${IPHONE} Mobile/21F79 Instagram 340.0.0.22.109 (iPhone14,5; iOS 17_5)`,
    { kind: 'in-app', app: 'Instagram', system: 'ios' },
  ],
  [
    'Facebook on Android',
    `${ANDROID.replace(')', '; wv)')} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0.0.44.75;]`,
    { kind: 'in-app', app: 'Facebook', system: 'android' },
  ],
  [
    'Facebook on an iPhone',
    `${IPHONE} Mobile/21F79 [FBAN/FBIOS;FBAV/470.0.0.40.106;FBDV/iPhone14,5]`,
    { kind: 'in-app', app: 'Facebook', system: 'ios' },
  ],
  [
    'some other app’s view',
    `${ANDROID.replace(')', '; wv)')} Version/4.0 Chrome/126.0 Mobile Safari/537.36`,
    { kind: 'in-app', app: 'outro aplicativo', system: 'android' },
  ],
])('%s', (_, userAgent, expected) => expect(way(userAgent)).toEqual(expected));

it('uses the browser’s install prompt where there is one, on a computer too', () => {
  expect(way(`${ANDROID} Chrome/126.0 Mobile Safari/537.36`, true)).toEqual({ kind: 'native' });
  expect(way(`${MAC} Chrome/126.0 Safari/537.36`, true, 0)).toEqual({ kind: 'native' });
  expect(way(`${MAC} Version/17.5 Safari/605.1.15`, false, 0)).toEqual({ kind: 'menu', system: 'computer' });
});

it('hands the present page to the browser and names it as the fallback', () => {
  expect(intentLink('https://danceflix.example/teachers/ana?de=bio#x')).toBe(
    'intent://danceflix.example/teachers/ana?de=bio#Intent;scheme=https;action=android.intent.action.VIEW;' +
      'S.browser_fallback_url=https%3A%2F%2Fdanceflix.example%2Fteachers%2Fana%3Fde%3Dbio;end',
  );
});
