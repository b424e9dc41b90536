/** The part of the listings that this phone keeps, and which of them come first. */
import { createStore } from 'zustand/vanilla';
import { lowData } from '@/lib/low-data';

export interface Scope {
  /** The name of the own city, whose listings come first. */
  city: string | null;
  /** Data are saved: listings that are not here yet come for the own city only. */
  low: boolean;
}

export const scope = createStore<Scope>()(() => ({ city: null, low: lowData.getState().low }));

lowData.subscribe(({ low }) => scope.setState({ low }));

export function setOwnCity(city: string | null): void {
  if (scope.getState().city !== city) scope.setState({ city });
}
