import { expect, test } from 'vitest';
import { charactersIn, cutTo, sendable } from './sent-text';

test('characters in pasted text that the database rejects are removed', () => {
  expect(sendable('Ana\u202e \u2066b\u0085c\u3164d\u00a0e\u200bf')).toBe('Ana b\nc d ef');
  expect(sendable('\u{1f468}\u200d\u{1f469}')).toBe('\u{1f468}\u200d\u{1f469}');
  expect(sendable(' Aulas\u000b de\u0002 forró\u0000\r\ne\tzouk 💃 ')).toBe('Aulas de forró\ne\tzouk 💃');
});

test('an emoji is one character, as the database counts', () => {
  expect(charactersIn('💃!')).toBe(2);
});

test('a text is cut between characters, never within an emoji', () => {
  expect(cutTo('ab💃c', 3)).toBe('ab💃');
  expect(cutTo('ab 💃', 3)).toBe('ab');
  expect(cutTo('ab💃', 9)).toBe('ab💃');
});
