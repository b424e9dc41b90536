import { afterEach, expect, it, vi } from 'vitest';
import { PRIVATE_DRAFT_PREFIX } from './forget';
import { typedDraftsOf } from './typed-drafts';

const keep = (name: string, storage = localStorage) =>
  storage.setItem(`${PRIVATE_DRAFT_PREFIX}${name}`, 'text');

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('counts what this person typed, in either storage, and no taps on their way', () => {
  keep('profile_anna');
  keep('request_anna_marina');
  keep('request_anna_rui', sessionStorage);
  keep('tap_anna_marina');
  keep('post_bia');
  localStorage.setItem('danceflix_identity', 'anna');
  expect(typedDraftsOf('anna').sort()).toEqual(['profile', 'request', 'request']);
});

it('there are none where the browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: refuse }));
  expect(typedDraftsOf('anna')).toEqual([]);
});
