import { afterEach, describe, expect, it, vi } from 'vitest';
import { readText, storages, writeText } from '@/lib/stored';
import { keepWayBack, wayBack } from '../entering/way-back';
import { hasRequests, packRequests, requestKey, unpackRequests, visitorRequest } from './visitor-requests';

const ANNA = '6a0f4f0c-0000-4000-8000-000000000001';
const MARINA = '6a0f4f0c-0000-4000-8000-000000000002';
const RUI = '6a0f4f0c-0000-4000-8000-000000000003';
const PAGE = '/student/requests/new?professor=marina-couto';
const write = (teacherId: string, message: string) =>
  visitorRequest(teacherId, () => null as object | null).write({ id: 'r1', styleId: 'forro', message });

/** As another browser, which has nothing. */
function forgetAll(): void {
  for (const storage of storages()) for (const key of Object.keys(storage)) storage.removeItem(key);
}

/** The metadata of a sign-up on this phone, as the auth server returns it. */
const signedUp = (): unknown =>
  JSON.parse(JSON.stringify({ registration: { name: 'Anna', ...packRequests() } }));

afterEach(() => {
  vi.useRealTimers();
  forgetAll();
});

describe('Requests of a visitor', () => {
  it('arrive with the account on a phone that has none, with the page that was left', () => {
    write(MARINA, 'Nunca dancei.');
    keepWayBack(PAGE);
    const metadata = signedUp();
    expect(hasRequests(metadata)).toBe(true);
    forgetAll();
    unpackRequests(ANNA, metadata);
    expect(JSON.parse(readText(requestKey(ANNA, MARINA)) ?? '')).toEqual({
      id: 'r1',
      styleId: 'forro',
      message: 'Nunca dancei.',
    });
    expect(wayBack()).toBe(PAGE);
  });

  it('replace nothing that was typed here, nor the page that was left here', () => {
    write(MARINA, 'De outro aparelho.');
    keepWayBack(PAGE);
    const metadata = signedUp();
    forgetAll();
    writeText(requestKey(ANNA, MARINA), '{"message":"Daqui."}');
    keepWayBack('/search');
    unpackRequests(ANNA, metadata);
    expect(readText(requestKey(ANNA, MARINA))).toBe('{"message":"Daqui."}');
    expect(wayBack()).toBe('/search');
  });

  it('add nothing to the sign-up of somebody who has written none, or whose week is over', () => {
    keepWayBack(PAGE);
    expect(packRequests()).toEqual({});
    vi.useFakeTimers();
    write(MARINA, 'Antiga.');
    vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000);
    expect(packRequests()).toEqual({});
  });

  it('stay here where they are too long for a token', () => {
    write(MARINA, '🕺'.repeat(1000));
    write(RUI, 'Curta.');
    expect(Object.keys(packRequests().requests ?? {})).toEqual([RUI]);
    expect(visitorRequest(MARINA, (value) => value as object).read()).toMatchObject({ id: 'r1' });
  });

  it.each([
    null,
    'x',
    { registration: 'x' },
    { registration: { requests: [1], back: 1 } },
    { registration: { requests: { '../x': {}, [RUI]: 'x' }, back: 'https://evil.example' } },
  ])('are not taken from %j', (metadata) => {
    unpackRequests(ANNA, metadata);
    expect(storages().flatMap((storage) => Object.keys(storage))).toEqual([]);
  });
});
