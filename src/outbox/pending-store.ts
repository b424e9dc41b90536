/** The outbox's state in memory: page.ts writes it, screens read it. */
import { createStore } from 'zustand/vanilla';
import { presentIdentity } from '@/auth/identity';
import { isUnsent, type RawCommand, type StoredCommand } from './command';
import { presentVisitor, sightOf, type Viewer } from './visibility';

export interface PendingState {
  /** In order of queueing, everybody's; null until read. */
  commands: readonly StoredCommand[] | null;
  /** It cannot be read on this phone. */
  failed: boolean;
}

export const pendingStore = createStore<PendingState>()(() => ({ commands: null, failed: false }));

/** An unsent command as the viewer may see it: of a veiled one only kind and times are to be shown. */
export interface Pending<C extends RawCommand = StoredCommand> {
  command: C;
  veiled: boolean;
}

export function pendingFor<C extends RawCommand>(commands: readonly C[], viewer: Viewer): Pending<C>[] {
  return commands.filter(isUnsent).flatMap((command) => {
    const sight = sightOf(command, viewer);
    return sight === 'hidden' ? [] : [{ command, veiled: sight === 'veiled' }];
  });
}

/** Who looks, for reads outside of components. */
export function presentViewer(): Viewer {
  return { userId: presentIdentity()?.userId ?? null, visitor: presentVisitor() };
}
