import { expect, test } from 'vitest';
import { GENERAL, readPush } from './push-payload';

const ORIGIN = 'https://danceflix.example';
const read = (message: unknown) => readPush(JSON.stringify(message), ORIGIN);

test('reads a message that our server sends through FCM', () => {
  const data = {
    notification_id: 'n-1',
    kind: 'lesson_request.created',
    title: 'Novo pedido de aula',
    body: 'Ana quer aprender forró.',
    url: '/teacher/requests/r-1?x=1#y',
    user_id: 'marina',
  };
  expect(read({ data, from: '123', priority: 'high', fcmMessageId: 'm' })).toEqual({
    tag: 'n-1',
    title: 'Novo pedido de aula',
    body: 'Ana quer aprender forró.',
    url: '/teacher/requests/r-1?x=1#y',
    userId: 'marina',
  });
});

test('reads a message of the Firebase console', () => {
  const push = read({
    notification: { title: 'Festa', body: 'Hoje às 20:00', icon: 'https://evil.example/i.png' },
    data: {},
    fcmOptions: { link: `${ORIGIN}/comunidade/eventos` },
  });
  expect(push).toEqual({
    tag: GENERAL.tag,
    title: 'Festa',
    body: 'Hoje às 20:00',
    url: '/comunidade/eventos',
    userId: null,
  });
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['no JSON', '<html>'],
  ['a number', '7'],
  ['a list', '[]'],
  ['null', 'null'],
  ['other fields', '{"hello":"world"}'],
  [
    'fields of other types',
    '{"data":{"title":1,"body":{},"url":[],"notification_id":true},"notification":"x"}',
  ],
  ['empty fields', '{"data":{"title":" ","body":""}}'],
])('%s still makes a notification in Portuguese', (_, text) => {
  expect(readPush(text, ORIGIN)).toEqual({ ...GENERAL, url: null, userId: null });
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  `${ORIGIN}.evil.example/`,
  `${ORIGIN}//evil.example/`,
  'student/home',
])('never leads outside the site: %s', (url) => {
  expect(read({ data: { title: 'a', body: 'b', url } }).url).toBeNull();
});

test('cuts texts longer than any system shows', () => {
  const { title, body } = read({ data: { title: 'a'.repeat(1_000), body: 'b'.repeat(5_000) } });
  expect([title.length, body.length]).toEqual([120, 500]);
});
