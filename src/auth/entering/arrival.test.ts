import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arrivedLink,
  arrivedRecovery,
  dropLink,
  dropRecovery,
  hasConfirmation,
  parseArrival,
  takeArrival,
  takeConfirmation,
  takeEmailChange,
} from './arrival';

describe('a hash in the address', () => {
  it.each([
    ['#access_token=a&refresh_token=b&type=recovery&expires_in=3600', 'recovery'],
    ['#type=signup&refresh_token=b&access_token=a', 'confirmation'],
    ['#error=access_denied&error_code=otp_expired', 'error'],
    ['#access_token=a&type=recovery', 'error'],
    ['#access_token=a&refresh_token=b&type=magiclink', 'error'],
    ['#access_token=a&refresh_token=b&type=email_change', 'email-change'],
    ['#message=Confirmation+link+accepted&sb=', 'email-change'],
    ['?token_hash=a&type=recovery', 'link'],
    ['?type=email&token_hash=a', 'link'],
    ['#token_hash=a&type=email_change', 'link'],
    ['?token_hash=a&type=invite', 'error'],
  ])('%s is understood', (hash, kind) => expect(parseArrival(hash)?.kind).toBe(kind));

  it.each([
    '',
    '#',
    '#resultados',
    '#type=recovery',
    '#a=b&c=d',
    '#message=oi',
    '?type=recovery',
    '?access_token=a&refresh_token=b&type=signup',
  ])('%j is left alone', (hash) => expect(parseArrival(hash)).toBeNull());
});

describe('taking a link off the address', () => {
  beforeEach(() => {
    dropRecovery();
    dropLink();
    takeConfirmation();
  });

  it.each([
    ['recovery', '/reset-password'],
    ['signup', '/confirmar-email'],
    ['email_change', '/confirmar-email'],
  ] as const)('leads a link of type %s to %s, where it waits for its press', (type, page) => {
    history.replaceState(null, '', `/search?token_hash=geheim&type=${type}`);
    takeArrival();
    expect(location.pathname + location.search + location.hash).toBe(page);
    expect(arrivedLink('recovery', 'signup', 'email_change')).toEqual({ type, tokenHash: 'geheim' });
    expect([arrivedRecovery(), hasConfirmation()]).toEqual([null, false]);
  });

  it('tells the step of a change of e-mail that the auth server’s own link completed, and gives its session once', () => {
    history.replaceState(null, '', '/#message=Confirmation+link+accepted&sb=');
    takeArrival();
    expect(location.pathname).toBe('/confirmar-email');
    expect(takeEmailChange()).toEqual({ isDone: false, tokens: null });
    history.replaceState(null, '', '/#access_token=a&refresh_token=b&type=email_change');
    takeArrival();
    expect(takeEmailChange()).toEqual({ isDone: true, tokens: { accessToken: 'a', refreshToken: 'b' } });
    expect(takeEmailChange()).toEqual({ isDone: true, tokens: null });
  });

  it('takes a recovery from any page to /reset-password, without a further history entry', () => {
    history.replaceState(null, '', '/search?style=Zouk#access_token=a&refresh_token=b&type=recovery');
    const entries = history.length;
    takeArrival();
    expect(location.pathname + location.search + location.hash).toBe('/reset-password');
    expect(history.length).toBe(entries);
    expect(arrivedRecovery()).toEqual({ accessToken: 'a', refreshToken: 'b' });
    expect(hasConfirmation()).toBe(false);
  });

  it('gives the tokens of a confirmation once', () => {
    history.replaceState(null, '', '/#access_token=a&refresh_token=b&type=signup');
    takeArrival();
    expect(location.pathname).toBe('/login');
    expect(takeConfirmation()).toEqual({ accessToken: 'a', refreshToken: 'b' });
    expect(takeConfirmation()).toBeNull();
    expect(arrivedRecovery()).toBeNull();
  });

  it('removes tokens of an unknown kind from the address too, and logs no token', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    history.replaceState(null, '', '/search#access_token=geheim&refresh_token=b&type=magiclink');
    takeArrival();
    expect(location.href).not.toContain('geheim');
    expect(location.pathname).toBe('/search');
    expect(JSON.stringify(warn.mock.calls)).not.toContain('geheim');
    warn.mockRestore();
  });
});
