import { useIdentity } from '@/auth/identity';
import { isPublic, WHAT } from '../reasons';
import type { Reported } from './report-form';

/** False for people's own things, and for visitors where only those concerned can see the thing. */
export function useMayReport({ what, targetId }: Pick<Reported, 'what' | 'targetId'>): boolean {
  const { identity } = useIdentity();
  if (identity?.userId === targetId) return false;
  return identity?.state === 'active' || isPublic(what);
}

export const reportLabel = ({ what, about }: Pick<Reported, 'what' | 'about'>): string =>
  `Denunciar ${about?.label ?? WHAT[what]}`;
