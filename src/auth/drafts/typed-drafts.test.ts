import { afterEach, expect, it, vi } from 'vitest';
import { type Place, writeText } from '@/lib/stored';
import { replaceStorage } from '../../../tests/support/page-storage';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';
import { typedDraftsOf } from './typed-drafts';

const keep = (name: string, place?: Place) => writeText(`${PRIVATE_DRAFT_PREFIX}${name}`, 'text', place);

afterEach(() => {
  vi.unstubAllGlobals();
});

it('counts the texts that this person typed, in either storage, and no favourites that are being queued', () => {
  keep('profile_anna');
  keep('request_anna_marina');
  keep('request_anna_rui', 'sessionStorage');
  keep('tap_anna_marina');
  keep('lead_anna');
  keep('post_bia');
  writeText('danceflix_identity', 'anna');
  expect(typedDraftsOf('anna').sort()).toEqual(['profile', 'request', 'request']);
});

it('finds none where the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  replaceStorage(new Proxy({}, { ownKeys: refuse }));
  expect(typedDraftsOf('anna')).toEqual([]);
});
