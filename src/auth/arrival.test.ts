import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arrivedRecovery,
  dropRecovery,
  hasConfirmation,
  parseArrival,
  takeArrival,
  takeConfirmation,
} from './arrival';

describe('a hash in the address', () => {
  it.each([
    ['#access_token=a&refresh_token=b&type=recovery&expires_in=3600', 'recovery'],
    ['#type=signup&refresh_token=b&access_token=a', 'confirmation'],
    ['#error=access_denied&error_code=otp_expired', 'error'],
    ['#access_token=a&type=recovery', 'error'],
    ['#access_token=a&refresh_token=b&type=magiclink', 'error'],
  ])('%s is understood', (hash, kind) => expect(parseArrival(hash)?.kind).toBe(kind));

  it.each(['', '#', '#resultados', '#type=recovery', '#a=b&c=d'])('%j is left alone', (hash) =>
    expect(parseArrival(hash)).toBeNull(),
  );
});

describe('taking it', () => {
  beforeEach(() => {
    dropRecovery();
    takeConfirmation();
  });

  it('leads a recovery from any page to /reset-password, without a further history entry', () => {
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

  it('takes tokens of a kind that is not ours off the address too, and logs no token', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    history.replaceState(null, '', '/search#access_token=geheim&refresh_token=b&type=magiclink');
    takeArrival();
    expect(location.href).not.toContain('geheim');
    expect(location.pathname).toBe('/search');
    expect(JSON.stringify(warn.mock.calls)).not.toContain('geheim');
    warn.mockRestore();
  });
});
