/** Taps that are on their way to the disk: a heart changes with the finger, and a second tap undoes the first. */
import { createStore } from 'zustand/vanilla';

export const tapStore = createStore<{ taps: ReadonlyMap<string, boolean> }>()(() => ({ taps: new Map() }));

export function noteTap(teacherId: string, wanted: boolean): void {
  tapStore.setState(({ taps }) => ({ taps: new Map(taps).set(teacherId, wanted) }));
}

export function dropTap(teacherId: string): void {
  tapStore.setState(({ taps }) => {
    const left = new Map(taps);
    left.delete(teacherId);
    return { taps: left };
  });
}
