import { expect, it } from 'vitest';
import { sitePath } from './message';

const ROUTES = ['/', '/comunidade/eventos', '/professor/:slug'];
const path = (written: string) => sitePath(written, 'https://danceflix.example', ROUTES);

it.each([
  ['/comunidade/eventos', '/comunidade/eventos'],
  [' /professor/ana-lima?de=aviso#aulas ', '/professor/ana-lima?de=aviso#aulas'],
  ['https://danceflix.example/comunidade/eventos', '/comunidade/eventos'],
  ['/', '/'],
])('%s is a page of this site', (written, expected) => {
  expect(path(written)).toBe(expected);
});

it.each([
  'comunidade/eventos',
  '/nao-existe',
  '//outro.example/comunidade/eventos',
  '/\\outro.example',
  'https://outro.example/comunidade/eventos',
  'https://danceflix.example.outro/comunidade/eventos',
  'javascript:alert(1)',
  '/comunidade/ eventos',
])('%s is not a page of this site', (written) => {
  expect(path(written)).toBeNull();
});
