import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  SECURITY_HEADERS,
  TRANSPORT_HEADERS,
  withPushMark,
} from '../../supabase/hosting/headers';
import { shortened, withSecurity } from './app-shell';

const rules = readFileSync('public/_headers', 'utf8');
const directive = (text: string, name: string) => new RegExp(`${name} ([^;\n]*)`).exec(text)?.[1];
const header = (text: string, name: string) => new RegExp(`^  ${name}: (.*)$`, 'im').exec(text)?.[1];

test('the guard of the start is shortened, and stays a classic script in old syntax', async () => {
  const written = readFileSync('public/boot.js', 'utf8');
  const script = await shortened(written);
  expect(script.length).toBeLessThan(written.length / 2);
  expect(script).not.toMatch(/\?\.[a-z(]|\?\?|\*\*=?|\basync\b|\/\*/);
  expect(() => new Function(script)).not.toThrow();
  await expect(shortened('let a = ;')).rejects.toThrow('boot.js');
});

test('pages talk to nobody but their own origin when the backend is the same', () => {
  const text = withSecurity(rules, '', '<html></html>');
  expect(directive(text, 'connect-src')).toBe("'self'");
  expect(text).not.toContain('{');
});

test('a Supabase elsewhere is let in for requests and sockets, and one without https for its pictures', () => {
  const text = withSecurity(rules, 'https://abc.supabase.co/', '');
  expect(directive(text, 'connect-src')).toBe("'self' https://abc.supabase.co wss://abc.supabase.co");
  expect(directive(text, 'img-src')).toBe("'self' data: blob: https:");
  expect(directive(text, 'script-src')).toBe("'self'");
  const near = withSecurity(rules, 'http://127.0.0.1:54321', '');
  expect(directive(near, 'img-src')).toBe("'self' data: blob: https: http://127.0.0.1:54321");
});

test('Firebase is let in only by a page that was built with its keys', () => {
  const page = '<meta name="danceflix-push" content="off" />';
  expect(readFileSync('index.html', 'utf8')).toContain(page);
  expect(directive(withSecurity(rules, '', page), 'connect-src')).toBe("'self'");
  expect(directive(withSecurity(rules, '', withPushMark(page)), 'connect-src')).toBe(
    "'self' https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com",
  );
});

test('static hosts send what the embedded server sends: one policy, the same headers', () => {
  const html = '<script>one()</script><script src="/boot.js"></script>';
  const text = withSecurity(rules, 'https://abc.supabase.co', html);
  const connect = ['https://abc.supabase.co', 'wss://abc.supabase.co'];
  expect(inlineScriptHashes(html)).toHaveLength(1);
  expect(header(text, 'content-security-policy')).toBe(
    contentSecurityPolicy(inlineScriptHashes(html), connect),
  );
  expect(directive(text, 'frame-src')).toBe('https://www.youtube-nocookie.com https://www.instagram.com');
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...TRANSPORT_HEADERS }))
    expect([name, header(text, name)]).toEqual([name, value]);
  expect(rules).not.toMatch(/-src|nosniff/);
});
