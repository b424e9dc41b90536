/**
 * The library of steps that ships with the app: known steps of six styles, in plain words for both roles, each with a
 * drawing (feet.ts). Reference data, so that it is there without a connection and without anybody's doing.
 */
import { BACHATA } from './bachata';
import { BOLERO } from './bolero';
import { FORRO } from './forro';
import { SALSA } from './salsa';
import { SAMBA } from './samba';
import type { LibraryStep, LibraryStyle } from './shape';
import { ZOUK } from './zouk';

export const LIBRARY: readonly LibraryStyle[] = [BACHATA, BOLERO, FORRO, SALSA, SAMBA, ZOUK];

const BY_ID: ReadonlyMap<string, { step: LibraryStep; style: LibraryStyle }> = new Map(
  LIBRARY.flatMap((style) => style.steps.map((step) => [step.id, { step, style }])),
);

/** Null for a step of another release. */
export const libraryStep = (id: string): { step: LibraryStep; style: LibraryStyle } | null =>
  BY_ID.get(id) ?? null;
