import { expect, it } from 'vitest';
import { VIDEO, videoUrlError } from './video-url';

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/watch?list=abc&v=dQw4w9WgXcQ&t=3',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://youtube.com/shorts/abc123',
  'https://youtube.com/clip/abc123',
  ' https://youtu.be/dQw4w9WgXcQ ',
  'https://www.instagram.com/p/abc123/',
  'https://www.instagram.com/reel/abc123/?igsh=1',
])('takes %s', (url) => {
  expect(videoUrlError(url)).toBeNull();
});

it.each([
  'https://vimeo.com/1',
  'https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ',
  'https://evil.com/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/watch',
  'https://youtube.com/@canal',
  'https://www.instagram.com/alguem/',
  'javascript:alert(1)//youtube.com/watch?v=abc123',
  'youtube',
])('refuses %s', (url) => {
  expect(videoUrlError(url)).toBe(VIDEO.invalid);
});

it('refuses an empty address', () => {
  expect(videoUrlError('  ')).toBe(VIDEO.required);
});
