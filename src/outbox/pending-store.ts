/** The outbox's state in memory: page.ts writes it, screens read it. */
import { createStore } from 'zustand/vanilla';
import { presentIdentity } from '@/auth/identity';
import { isUnsent, type RawCommand } from './command';
import type { Announced } from './device';
import type { StoredCommand } from './stored-command';
import { presentVisitor, sightOf, type Viewer } from './visibility';

export interface PendingState {
  /** All persons' commands, in order of queueing; null until read. */
  commands: readonly StoredCommand[] | null;
  /** The outbox cannot be read on this phone. */
  failed: boolean;
  /** Announcements of the person's other devices when this one was new; null once the person has read them. */
  announced: readonly Announced[] | null;
}

export const pendingStore = createStore<PendingState>()(() => ({
  commands: null,
  failed: false,
  announced: null,
}));

/** An unsent command as the viewer may see it: a veiled one shows only its kind and times. */
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

/** The present viewer, for reads outside of components. */
export function presentViewer(): Viewer {
  return { userId: presentIdentity()?.userId ?? null, visitor: presentVisitor() };
}
