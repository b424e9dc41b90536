import type { Level } from '../schema';
import { mirrored } from './feet';
import type { LibraryStep } from './shape';

const LEVELS: Record<'i' | 'm' | 'a', Level> = { i: 'iniciante', m: 'intermediário', a: 'avançado' };

/** [id, level, name, about, lead, follow, the leader's feet, the follower's feet where they are no mirror] */
export type Row = readonly [
  id: string,
  level: 'i' | 'm' | 'a',
  name: string,
  about: string,
  lead: string,
  follow: string,
  leadFeet: string,
  followFeet?: string,
];

export function stepsOf(prefix: string, rows: readonly Row[]): LibraryStep[] {
  return rows.map(([id, level, name, about, lead, follow, leadFeet, followFeet]) => ({
    id: `${prefix}-${id}`,
    name,
    level: LEVELS[level],
    about,
    lead,
    follow,
    leadFeet,
    followFeet: followFeet ?? mirrored(leadFeet),
  }));
}

/** Lines of feet that several styles share. */
export const FEET = {
  sides: '1E-4,0 2D-2,0 3E-7,0 4tD-5,0 5D-2,0 6E-4,0 7D1,0 8tE-1,0',
  base: '1E-1,4 2D 3E-1,0 5D1,-4 6E 7D1,0',
  baseBack: '1D1,-4 2E 3D1,0 5E-1,4 6D 7E-1,0',
  place: '1E 2D 3E 5D 6E 7D',
  box: '1E-1,3 2D3,3 3E1,3 5D3,0 6E-1,0 7D1,0',
  walk: '1E-1,3 2D1,6 3E-1,9 5D1,12 6E-1,15 7D1,18',
  leadTurns: '1E-1,4 2D 3E-1,0 @-120 5D1,0 @-240 6E-1,0 @-360 7D1,0',
  followTurnsRight: '1D1,-4 2E 3D1,0 @120 5E-1,0 @240 6D1,0 @360 7E-1,0',
  followTurnsLeft: '1D1,-4 2E 3D1,0 @-120 5E-1,0 @-240 6D1,0 @-360 7E-1,0',
  leadOpens: '1E-1,4 2D 3E-1,0 @-45 5D1,-4 6E @0 7D1,0',
  followOpens: '1D1,-4 2E 3D1,0 @45 5E-1,-4 6D @0 7E-1,0',
  coupleLead: '1E-1,3 2D %-45 3E-1,0 5D1,-3 6E %-90 7D1,0',
  coupleFollow: '1D1,-3 2E %-45 3D1,0 5E-1,3 6D %-90 7E-1,0',
  swapLead: '1E-1,4 2D 3E-1,0 ^2,2 @-45 5D1,0 ^2,5 @-120 6E-1,0 ^0,6 @-180 7D1,0',
  swapFollow: '1D1,-4 2E 3D1,0 ^2,2 @-45 5E-1,0 ^2,5 @-120 6D1,0 ^0,6 @-180 7E-1,0',
} as const;
