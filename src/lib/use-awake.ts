import { useEffect } from 'react';
import { keepAwake } from './browser/awake';

/** Keeps the screen awake while `wanted`, where the browser can. */
export function useAwake(wanted: boolean): void {
  useEffect(() => (wanted ? keepAwake() : undefined), [wanted]);
}
