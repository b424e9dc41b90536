import { useStore } from 'zustand';
import { lowData } from '@/lib/low-data';

/** Whether pictures and everything that can wait are left out. */
export function useLowData(): boolean {
  return useStore(lowData, ({ low }) => low);
}
