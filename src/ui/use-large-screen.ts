import { useMediaQuery } from '@mantine/hooks';

/** From 768 px on: header navigation and filters in line instead of bottom bar and sheet (specification §9). */
export const LARGE_SCREEN = '(min-width: 48em)';

export function useLargeScreen(): boolean {
  return useMediaQuery(LARGE_SCREEN, false, { getInitialValueInEffect: false }) ?? false;
}
