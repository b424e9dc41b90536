import { useMediaQuery } from '@mantine/hooks';

export function useReducedMotion(): boolean {
  return (
    useMediaQuery('(prefers-reduced-motion: reduce)', false, { getInitialValueInEffect: false }) ?? false
  );
}
