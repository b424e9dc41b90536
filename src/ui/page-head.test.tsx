import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_DESCRIPTION, headTags } from '@/lib/head';
import { PageHead } from './page-head';

afterEach(() => {
  cleanup();
  document.head.innerHTML = '';
});

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content');

it('writes each tag of a page once, and leaves none to the next page', () => {
  document.head.innerHTML =
    '<meta name="description" content="da casca" /><meta property="og:title" content="x" />';
  const { rerender } = render(<PageHead title="Forró" description="Aulas de forró" path="/forro/salvador" />);
  expect(document.title).toBe('Forró · Danceflix');
  expect(content('meta[name="description"]')).toBe('Aulas de forró');
  expect(content('meta[property="og:title"]')).toBe('Forró');
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
    /\/forro\/salvador$/,
  );
  expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1);

  rerender(<PageHead title="Perfil não encontrado" path={null} indexed={false} />);
  expect(content('meta[name="description"]')).toBe(DEFAULT_DESCRIPTION);
  expect(content('meta[name="robots"]')).toBe('noindex');
  expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
  expect(document.head.querySelector('meta[property="og:url"]')).toBeNull();

  rerender(<PageHead title="Zouk" path="/zouk/salvador" />);
  expect(document.head.querySelector('meta[name="robots"]')).toBeNull();
});

it('gives shared links a picture with an absolute address', () => {
  const image = headTags({ title: 'Início', path: '/' }).find(({ key }) => key.value === 'og:image');
  expect(image?.value).toMatch(/^https?:\/\/.+\/share\.png$/);
});

it('gives a page its own picture, and takes it back on the next page', () => {
  const image = {
    address: 'https://danceflix.test/marina.jpg',
    alt: 'Marina',
    size: { width: 1200, height: 630 },
  };
  const { rerender } = render(<PageHead title="Marina" path="/teachers/marina" image={image} />);
  expect(content('meta[property="og:image"]')).toBe(image.address);
  expect(content('meta[property="og:image:width"]')).toBe('1200');
  expect(content('meta[property="og:image:height"]')).toBe('630');
  expect(content('meta[property="og:image:alt"]')).toBe('Marina');
  expect(content('meta[name="twitter:image"]')).toBe(image.address);
  expect(content('meta[name="twitter:card"]')).toBe('summary_large_image');

  // A portrait of unknown size, as long as no picture was drawn.
  rerender(<PageHead title="Rafael" path="/teachers/rafael" image={{ ...image, size: null }} />);
  expect(document.head.querySelector('meta[property="og:image:width"]')).toBeNull();
  expect(content('meta[name="twitter:card"]')).toBe('summary');

  rerender(<PageHead title="Zouk" path="/zouk/salvador" />);
  expect(content('meta[property="og:image"]')).toMatch(/share\.png$/);
  expect(content('meta[property="og:image:width"]')).toBe('1200');
});
