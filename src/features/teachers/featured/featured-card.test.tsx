import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { TeacherCard } from '../cards/teacher-card';
import type { TeacherCard as Card } from '../schema';
import { FeaturedCard } from './featured-card';
import { HeroFaces } from './hero-faces';

afterEach(cleanup);

const paid: Card = {
  id: '7f1c0000-0000-4000-8000-000000000001',
  name: 'Marina Couto',
  slug: 'marina-couto',
  cityName: 'Vitória',
  neighborhood: null,
  imageUrl: null,
  bio: null,
  styles: ['Forró'],
  isGroup: false,
  ratingAverage: null,
  ratingCount: 0,
  isHighlighted: true,
  reason: null,
  isFeatured: true,
};
const chosen: Card = {
  ...paid,
  id: '7f1c0000-0000-4000-8000-000000000002',
  name: 'Caio Prado',
  isHighlighted: false,
};

function show(element: React.ReactNode) {
  render(
    <MantineProvider>
      <MemoryRouter>{element}</MemoryRouter>
    </MantineProvider>,
  );
}

describe('a teacher who pays for a place', () => {
  it.each([
    ['the carousel', FeaturedCard],
    ['lists', TeacherCard],
  ])('[T045] is marked in %s, and only such a teacher', (_, OneCard) => {
    show([paid, chosen].map((teacher) => <OneCard key={teacher.id} teacher={teacher} />));
    const marked = screen
      .getAllByRole('article')
      .filter((card) => card.textContent?.includes('Destaque pago'))
      .map((card) => card.querySelector('h3')?.textContent);
    expect(marked).toEqual(['Marina Couto']);
  });

  it('is not among the faces of the first screen, which have no room for the mark', () => {
    show(<HeroFaces teachers={[paid, chosen]} />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Caio Prado, Forró, Vitória',
    ]);
  });
});
