/** Removes blocked teachers from recommendations, including those that the server made before the block. */
import type { Analysis } from './schema';

type Ids = ReadonlySet<string>;
export type Side = keyof Analysis;
const SIDES = ['cityMatch', 'brazilMatch'] as const satisfies readonly Side[];

export function hiddenSides(analysis: Analysis, hidden: Ids): Side[] {
  return SIDES.filter((side) => {
    const match = analysis[side];
    return match !== null && hidden.has(match.teacherId);
  });
}

/** `analysis` with the device's own match in place of each hidden teacher; null where there is none. */
export function withoutHidden(analysis: Analysis, hidden: Ids, own: Analysis | null): Analysis {
  const taken = hiddenSides(analysis, hidden);
  const stillHidden = own ? hiddenSides(own, hidden) : [];
  const shown = (side: Side) => {
    if (!taken.includes(side)) return analysis[side];
    return own && !stillHidden.includes(side) ? own[side] : null;
  };
  return { cityMatch: shown('cityMatch'), brazilMatch: shown('brazilMatch') };
}
