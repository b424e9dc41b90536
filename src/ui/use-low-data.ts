import { useStore } from 'zustand';
import { lowData } from '@/lib/low-data';

/** Whether to leave out pictures and everything that can wait. */
export function useLowData(): boolean {
  return useStore(lowData, ({ low }) => low);
}
