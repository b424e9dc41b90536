import { expect, it } from 'vitest';
import type { LinkCard } from '@/lib/share-picture';
import { versionOf } from './link-card';

const CARD: LinkCard = {
  id: '00000000-0000-4000-8000-000000000001',
  face: { kind: 'initials', text: 'MC' },
  over: 'Aulas particulares de dança',
  title: 'Marina Couto',
  detail: 'Zouk · Forró',
  place: 'Vitória',
  call: 'Peça sua aula',
};

it('the version of a picture follows everything that is drawn, and nothing else', async () => {
  const version = await versionOf(CARD);
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(await versionOf({ ...CARD, id: '00000000-0000-4000-8000-000000000002' })).toBe(version);
  const others = await Promise.all([
    versionOf({ ...CARD, title: 'Marina Costa' }),
    versionOf({ ...CARD, detail: 'Forró · Zouk' }),
    versionOf({ ...CARD, place: '' }),
    versionOf({
      ...CARD,
      face: { kind: 'picture', path: '/storage/v1/object/public/profile-images/a.webp' },
    }),
    versionOf({
      ...CARD,
      face: { kind: 'picture', path: '/storage/v1/object/public/profile-images/b.webp' },
    }),
  ]);
  expect(new Set([version, ...others]).size).toBe(6);
});
