import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withOrigins } from './app-shell';

const rules = readFileSync('public/_headers', 'utf8');
const directive = (text: string, name: string) => new RegExp(`${name} ([^;]*)`).exec(text)?.[1];

test('pages talk to nobody but their own origin when the backend is the same', () => {
  const text = withOrigins(rules, '');
  expect(directive(text, 'connect-src')).toBe("'self'");
  expect(directive(text, 'img-src')).toBe("'self' data: blob:");
  expect(text).not.toContain('{');
});

test('a Supabase elsewhere is let in for requests, sockets and pictures, and nowhere else', () => {
  const text = withOrigins(rules, 'https://abc.supabase.co/');
  expect(directive(text, 'connect-src')).toBe("'self' https://abc.supabase.co wss://abc.supabase.co");
  expect(directive(text, 'img-src')).toBe("'self' data: blob: https://abc.supabase.co");
  expect(directive(text, 'script-src')).toBe("'self'");
});
