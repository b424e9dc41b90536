/** Blocked teachers are never recommended, also by an answer that the server gave before they were blocked. */
import type { Analysis } from './schema';

type Ids = ReadonlySet<string>;
export type Side = keyof Analysis;
const SIDES = ['cityMatch', 'brazilMatch'] as const satisfies readonly Side[];

/** The sides whose teacher is hidden. */
export function hiddenSides(analysis: Analysis, hidden: Ids): Side[] {
  return SIDES.filter((side) => {
    const match = analysis[side];
    return match !== null && hidden.has(match.teacherId);
  });
}

/** `analysis` with the phone's own match in place of each hidden teacher; null where the phone has none. */
export function withoutHidden(analysis: Analysis, hidden: Ids, own: Analysis | null): Analysis {
  const taken = hiddenSides(analysis, hidden);
  const stillHidden = own ? hiddenSides(own, hidden) : [];
  const shown = (side: Side) => {
    if (!taken.includes(side)) return analysis[side];
    return own && !stillHidden.includes(side) ? own[side] : null;
  };
  return { cityMatch: shown('cityMatch'), brazilMatch: shown('brazilMatch') };
}
