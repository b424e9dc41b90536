/** Inputs for functions that validate data from outside, and properties of their results. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { anyValue, hostileText, hostileValue } from './hostile.ts';

/** Name patterns of functions that read, validate or encode data from people or servers. */
export const JUDGES =
  /^(validate|parse|safe|slugOf|to[A-Z]|from[A-Z]|read[A-Z]|is(Safe|Own|Id|Email|Search|SupporterTier)|inside|format|escape|fold|csv|check[A-Z]|internationalDigits|instagram|whatsapp|video|sitePath|shared|intent|imageUrl|phone)|(Errors?|Problems|Link|Path)$/;

export interface Asked {
  /** Arguments, one list per case. */
  with: fc.Arbitrary<readonly unknown[]>;
  /** The error that the function may throw. */
  refusesWith?: 'ZodError' | 'TypeError';
  /** A property of every result. */
  holds?: (answer: unknown, given: readonly unknown[]) => void;
}
export type Entry = Asked | { apart: string };

export const args = <T>(...each: fc.Arbitrary<T>[]): fc.Arbitrary<readonly unknown[]> => fc.tuple(...each);
export const text = (more: Partial<Asked> = {}): Asked => ({ with: args(hostileText), ...more });
export const maybe = (more: Partial<Asked> = {}): Asked => ({
  with: args(fc.oneof(hostileText, fc.constant(null))),
  ...more,
});
export const value = (more: Partial<Asked> = {}): Asked => ({ with: args(anyValue), ...more });
export const refusing = value({ refusesWith: 'ZodError' });
export const typed = { apart: 'takes what its own checks have let through' } as const;
/** Reads data stored on this phone: invalid data must never stop the app. */
export const stored: Asked = {
  with: args(
    hostileText.map((name) => name.slice(0, 20)),
    fc.constant('id'),
  ),
};
export const remote = { apart: 'asks the server; what comes back is judged by another one here' } as const;

export const ORIGIN = 'https://danceflix.test';
export const opened = (path: string) => new URL(path, ORIGIN);
export const isInside = (answer: unknown) => {
  if (answer === null) return;
  expect(opened(String(answer)).origin).toBe(ORIGIN);
  expect(String(answer)).toMatch(/^\/([^/\\]|$)/);
};
export const isShort = (answer: unknown) => {
  if (answer !== null) expect(String(answer).length).toBeLessThan(300);
};
export const isVerdict: Partial<Asked> = { holds: isShort };
export const leadsTo = (...hosts: string[]) => ({
  holds: (answer: unknown) => {
    const { href } = (typeof answer === 'string' ? { href: answer } : (answer ?? {})) as { href?: string };
    if (href === undefined) return;
    expect(['https:']).toContain(new URL(href).protocol);
    expect(hosts).toContain(new URL(href).host);
  },
});

/** Objects with these fields, each a text or a value of its arbitrary. */
export const fields = (names: string, others: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...Object.fromEntries(names.split(' ').map((name) => [name, hostileText])), ...others });

export const contentRow = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('event', 'post', 'step', 'blog', 'sponsor', 'supporter', 'tier', 'dancer'),
  slug: fc.oneof(hostileText, fc.constant(null)),
  sort_key: hostileText,
  updated_at: hostileText,
  data: fc.oneof(
    fc.dictionary(
      fc.constantFrom(
        ...[
          'title',
          'name',
          'text',
          'kind',
          'city_id',
          'style_ids',
          'starts_at',
          'ends_at',
          'url',
          'body',
          'tier',
        ],
        ...[
          'amount',
          'slots',
          'level',
          'video_url',
          'author_name',
          'author_role',
          'created_at',
          'published_at',
        ],
      ),
      hostileValue,
    ),
    fc.constant({}),
  ),
});
/** May throw in any way: parseContent, which calls it, skips the row. */
export const ofContent: Asked = { with: args(contentRow), refusesWith: 'TypeError' };
export const lists = fc.array(hostileText, { maxLength: 4 });
export const registration = fields('name email phone countryCode password', {
  role: fc.constantFrom('student', 'teacher'),
  cityId: fc.oneof(hostileText, fc.constant(null)),
  cityName: fc.oneof(hostileText, fc.constant(null)),
  styles: lists,
  termsAccepted: fc.boolean(),
});
export const profile = fields(
  'name cityId cityText phoneCountry phone bio experience neighborhood instagram dancingSince favouriteSongs story music',
  {
    styleIds: lists,
    modalities: lists,
    availability: lists,
    videos: lists,
    photos: lists,
    interests: lists,
    isPaused: fc.boolean(),
    isPublic: fc.boolean(),
  },
);
export const phone = args(
  fc.oneof(hostileText, fc.stringMatching(/^\d{0,16}$/)),
  fc.constantFrom('55', '1', '351', '598', '', 'x'),
);
export const address = fc.oneof(fc.webUrl(), hostileText);
