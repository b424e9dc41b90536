import { afterEach, expect, it, vi } from 'vitest';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';
import { typedDraftsOf } from './typed-drafts';

const keep = (name: string, storage = localStorage) =>
  storage.setItem(`${PRIVATE_DRAFT_PREFIX}${name}`, 'text');

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('counts the texts that this person typed, in either storage, and no favourites that are being queued', () => {
  keep('profile_anna');
  keep('request_anna_marina');
  keep('request_anna_rui', sessionStorage);
  keep('tap_anna_marina');
  keep('lead_anna');
  keep('post_bia');
  localStorage.setItem('danceflix_identity', 'anna');
  expect(typedDraftsOf('anna').sort()).toEqual(['profile', 'request', 'request']);
});

it('finds none where the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: refuse }));
  expect(typedDraftsOf('anna')).toEqual([]);
});
