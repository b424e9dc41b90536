import { expect, it } from 'vitest';
import type { Path } from '@/lib/paths';
import type { ADMIN_CARDS, ADMIN_GROUPS, LINKED } from './places';
import '@/app/routes';

type AdminPath = Exclude<Extract<Path, '/admin' | `/admin/${string}`>, '/admin/login'>;
type Placed =
  | (typeof ADMIN_GROUPS)[number]['entries'][number]['path']
  | (typeof ADMIN_CARDS)[number]['path']
  | (typeof LINKED)[number];

it('every page of the administration is found somewhere', () => {
  // The compiler names each page that is missing.
  const forgotten: Record<Exclude<AdminPath, Placed>, never> = {};
  expect(forgotten).toEqual({});
});
