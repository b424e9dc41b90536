import type { ReactNode } from 'react';

/** Draws a teacher's picture, or the initials when there is none: a component of another feature. */
export type Face = (person: { id: string; name: string; imageUrl: string | null }) => ReactNode;
