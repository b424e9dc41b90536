import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect, withRedirect } from './redirect';

const ORIGIN = 'https://danceflix.example';

describe('where a redirect may lead', () => {
  it.each([
    ['/student/home', '/student/home'],
    ['/search?style=Forr%C3%B3&page=2#fim', '/search?style=Forr%C3%B3&page=2#fim'],
    ['/', '/'],
    ['/loginho', '/loginho'],
    ['/x?u=//evil.example', '/x?u=//evil.example'],
  ])('lets %s through', (value, expected) => expect(safeRedirect(value)).toBe(expected));

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000/x',
    ' /x',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/./ /evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/login',
    '/login/',
    '/LOGIN?redirect=%2Flogin',
    '/%6cogin',
    '/x/../login',
    '/register',
    '/auth?tab=login',
    '/admin/login',
    '/reset-password#access_token=x',
    '/%E0%A4%A',
    `/${'a'.repeat(600)}`,
    '',
    null,
    undefined,
  ])('refuses %j', (value) => expect(safeRedirect(value)).toBeNull());

  it('never leaves the site, with any combination of characters', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      ':',
      '@',
      '#',
      '?',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      'javascript:',
      'https:',
      'evil.example',
      'login',
      'x',
      ' ',
      '\u00a0',
      '\u2028',
    );
    const value = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(value, (text) => {
        const safe = safeRedirect(text);
        if (safe === null) return;
        const target = new URL(safe, `${ORIGIN}/login`);
        expect(target.origin).toBe(ORIGIN);
        expect(safe).toMatch(/^\/(?![/\\])/);
        expect(target.pathname).not.toBe('/login');
        expect(safeRedirect(safe)).toBe(safe);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 3_000 : 1_000 },
    );
  });

  it('is passed from one account page to the other', () => {
    expect(withRedirect('/register', '/student/home', 'student')).toBe(
      '/register?redirect=%2Fstudent%2Fhome&role=student',
    );
    expect(withRedirect('/register', '//evil.example')).toBe('/register');
  });
});
