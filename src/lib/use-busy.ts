import { useEffect } from 'react';
import { holdBusy } from './busy';

/** Marks the page as busy while something is unsaved: a new release waits until then. */
export function useBusy(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdBusy() : undefined), [isUnsaved]);
}
