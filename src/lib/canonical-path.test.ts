import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path';

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/.', '/'],
  ['/search', '/search'],
  ['/Search', '/search'],
  ['/search/', '/search'],
  ['/search//', '/search'],
  ['/search.', '/search'],
  ['/search./', '/search'],
  ['/search...', '/search'],
  ['//comunidade///mural', '/comunidade/mural'],
  ['/%73earch', '/search'],
  ['/Teachers/ANA-Lima.', '/teachers/ana-lima'],
  ['/teachers/0B0C2F1E-0000-4000-8000-00000000000A', '/teachers/0b0c2f1e-0000-4000-8000-00000000000a'],
  ['/forro/S%c3%a3o', '/forro/s%C3%A3o'],
  ['/forro/São', '/forro/s%C3%A3o'],
  ['/a%2fB', '/a%2Fb'],
  ['/Auth/', '/auth'],
  ['//evil.example', '//evil.example'],
  ['//evil', '/evil'],
  ['/\\evil', '/evil'],
])('%s is spelled %s', (given, spelled) => {
  expect(canonicalPath(given)).toBe(spelled);
});

test.each([
  '/assets/Index-AbC.js',
  '/assets/',
  '/icons/Icon.PNG',
  '/rest/v1/Table',
  '/auth/v1/Token/',
  '/storage/v1/object/public/Bucket/Key',
  '/functions/v1/Name/',
  '/realtime/v1/websocket/',
  '/_mailbox/',
  '/.well-known/Thing',
  '/robots.txt',
  '/Share.PNG',
  '/search/index.html',
  '/Search%',
  '/Search%zz',
  '/Search%C3%28',
])('%s is left alone', (path) => {
  expect(canonicalPath(path)).toBe(path);
});

test('a path changes only once, and never leads to another site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5C',
    '%',
    '%41',
    'A',
    'b',
    'ã',
    ' ',
    '?',
    '@',
    ':',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = `/${pieces.join('')}`;
      const spelled = canonicalPath(path);
      expect(canonicalPath(spelled)).toBe(spelled);
      if (spelled !== path) expect(new URL(spelled, 'https://here.example').host).toBe('here.example');
    }),
  );
});
