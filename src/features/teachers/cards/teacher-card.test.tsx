import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '@/lib/env';
import type { TeacherCard as Card } from '../schema';
import { TeacherCard } from './teacher-card';

afterEach(() => {
  cleanup();
  Object.assign(env, { imageTransform: false });
});

const marina: Card = {
  id: '7f1c0000-0000-4000-8000-000000000001',
  name: 'Marina Couto',
  slug: 'marina-couto',
  cityName: 'Vitória',
  neighborhood: 'Jardim da Penha',
  imageUrl: null,
  bio: 'Ensino condução com calma.',
  styles: ['Forró', 'Samba', 'Zouk'],
  isGroup: false,
  ratingAverage: 4.75,
  ratingCount: 21,
  isHighlighted: false,
  reason: null,
  isFeatured: false,
};

function show(change: Partial<Card> = {}) {
  render(
    <MantineProvider>
      <MemoryRouter>
        <TeacherCard teacher={{ ...marina, ...change }} />
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.getByRole('article');
}

const tags = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('teacher card', () => {
  it('is named after the teacher and shows place, rating and biography', () => {
    const card = show();
    expect(screen.getByRole('article', { name: 'Marina Couto' })).toBe(card);
    expect(within(card).getByRole('heading').textContent).toBe('Marina Couto');
    expect(card.textContent).toContain('Vitória · Jardim da Penha');
    expect(card.textContent).toContain('4,8 (21)');
    expect(card.textContent).toContain('Ensino condução com calma.');
  });

  it('shows three styles and no more', () => {
    show();
    expect(tags()).toEqual(['Forró', 'Samba', 'Zouk']);
    cleanup();
    show({ styles: ['Bolero', 'Forró', 'Salsa', 'Samba', 'Zouk'] });
    expect(tags().slice(0, 3)).toEqual(['Bolero', 'Forró', 'Salsa']);
    expect(tags()).toHaveLength(4);
    expect(screen.getByText('+2')).toBeTruthy();
  });

  it("shows 'Aulas em Grupo' only for teachers of groups", () => {
    show({ isGroup: true });
    expect(screen.getByText('Aulas em Grupo')).toBeTruthy();
    cleanup();
    show();
    expect(screen.queryByText('Aulas em Grupo')).toBeNull();
  });

  it.each([
    { ratingAverage: null, ratingCount: 0 },
    { ratingAverage: 0, ratingCount: 0 },
  ])('judges nobody unrated', (rating) => {
    const card = show(rating);
    expect(within(card).getByText('Ainda sem avaliações')).toBeTruthy();
    expect(card.textContent).not.toContain('Precisa melhorar');
  });

  it("links to the profile by 'Conhecer Professor', described by the name", () => {
    show();
    const link = screen.getByRole('link', { name: 'Conhecer Professor' });
    expect(link.getAttribute('href')).toBe('/teachers/marina-couto');
    const described = document.getElementById(link.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Marina Couto');
  });

  it('links by id when there is no slug', () => {
    show({ slug: null });
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/teachers/${marina.id}`);
  });

  it('falls back to initials when the picture does not load', () => {
    const card = show({ imageUrl: '/storage/v1/object/public/profile-images/1/a.webp' });
    const picture = card.querySelector('img');
    expect(picture?.getAttribute('src')).toContain('/object/public/profile-images/1/a.webp');
    expect(picture?.getAttribute('crossorigin')).toBe('anonymous');
    if (picture) fireEvent.error(picture);
    expect(card.querySelector('img')).toBeNull();
    expect(within(card).getByText('MC')).toBeTruthy();
  });

  it('shows a size stored with the picture, and the original file when that is missing', () => {
    const file = '/storage/v1/object/public/profile-images/1/6a0f4f0c-1111-4000-8000-00000000000a';
    const card = show({ imageUrl: `${file}-p.webp` });
    const shown = () => new URL(card.querySelector('img')?.src ?? 'none:').pathname;
    expect(shown()).toBe(`${file}-t.webp`);
    fireEvent.error(card.querySelector('img') as HTMLImageElement);
    expect(shown()).toBe(`${file}-p.webp`);
    expect(card.querySelector('img')?.srcset).toBe('');
    fireEvent.error(card.querySelector('img') as HTMLImageElement);
    expect(card.querySelector('img')).toBeNull();
    fireEvent(window, new Event('online'));
    expect(shown()).toBe(`${file}-t.webp`);
  });

  it('[B251][B252][B253] asks for a cropped and compressed picture where the storage makes them', () => {
    Object.assign(env, { imageTransform: true });
    const card = show({ imageUrl: '/storage/v1/object/public/profile-images/1/a.webp' });
    const src = new URL(card.querySelector('img')?.src ?? 'none:');
    expect(src.pathname).toBe('/storage/v1/render/image/public/profile-images/1/a.webp');
    expect(Object.fromEntries(src.searchParams)).toEqual({
      width: expect.stringMatching(/^\d+$/),
      height: expect.stringMatching(/^\d+$/),
      quality: '85',
      resize: 'cover',
    });
    expect(card.querySelector('img')?.srcset).toContain('2x');
  });
});
