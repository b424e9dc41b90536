import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_HOSTS } from '../../supabase/hosting/headers';
import { videoOf } from './video-embed';

const NOCOOKIE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&playsinline=1';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', NOCOOKIE, false],
  ['https://m.youtube.com/watch?list=abc&v=dQw4w9WgXcQ&t=3', NOCOOKIE, false],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', NOCOOKIE, false],
  ['https://youtube.com/shorts/dQw4w9WgXcQ?feature=share', NOCOOKIE, true],
  [' http://youtu.be/dQw4w9WgXcQ ', NOCOOKIE, false],
  ['https://youtube.com/clip/UgkxABC', null, false],
  ['https://www.instagram.com/p/Cabc123/', 'https://www.instagram.com/p/Cabc123/embed/', true],
  ['https://instagram.com/reel/Cabc123/?igsh=1', 'https://www.instagram.com/reel/Cabc123/embed/', true],
])('%s is played by %s', (address, embed, isTall) => {
  expect(videoOf(address)).toMatchObject({ embed, isTall });
  expect(videoOf(address)?.page).toMatch(/^https:/);
});

test.each(['', 'https://vimeo.com/1', 'https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ', 'javascript:x'])(
  'no player for %s',
  (address) => expect(videoOf(address)).toBeNull(),
);

test('no address gives a player on a host other than the two that the policy allows', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        'https://',
        'http://',
        'youtube.com',
        'www.youtube.com',
        'youtu.be',
        'www.instagram.com',
        'evil.test',
      ],
      ...['/watch?v=', '/embed/', '/shorts/', '/p/', '/reel/', '@', '.', '#', '?', '/', '\\', 'dQw4w9WgXcQ'],
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), (pieces) => {
      const embed = videoOf(pieces.join(''))?.embed;
      if (!embed) return;
      expect(FRAME_HOSTS).toContain(new URL(embed).origin);
      expect(embed).toMatch(/^https:\/\/[\w.-]+\/(embed|p|reel)\/[\w-]+(\/embed\/|\?[\w=&]+)$/);
    }),
    { numRuns: process.env.TEST_FULL === '1' ? 5_000 : 1_000 },
  );
});
