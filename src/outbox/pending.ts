/**
 * The outbox's state for screens: page.ts fills it once it is loaded. Small, so that any page can carry it; the
 * database is loaded with the first write, or at the start of a page on a phone that has commands.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useIdentity } from '@/auth/identity';
import type { Ack } from './command';
import type { Table } from './kind';
import { startOutbox } from './load';
import { type Pending, type PendingState, pendingFor, pendingStore } from './pending-store';
import type { StoredCommand } from './stored-command';
import { presentVisitor, sightOf, type Viewer } from './visibility';

export interface PendingQuery {
  status: 'loading' | 'ready' | 'failed';
  items: Pending[];
}

/** Unsent commands, in order of queueing. */
export function usePending(): PendingQuery {
  const { commands, failed } = useLoaded();
  const viewer = useViewer();
  const items = useMemo(() => pendingFor(commands ?? [], viewer), [commands, viewer]);
  if (commands) return { status: 'ready', items };
  return { status: failed ? 'failed' : 'loading', items };
}

/** The number of unsent commands, without loading anything: 0 while it is unknown. */
export function usePendingCount(): number {
  const commands = useStore(pendingStore, (state) => state.commands);
  const viewer = useViewer();
  return useMemo(() => pendingFor(commands ?? [], viewer).length, [commands, viewer]);
}

const NONE: StoredCommand[] = [];

/**
 * The viewer's own commands on a table, in order of queueing, refused and delivered ones too: `overlaid` decides which
 * of them to apply. The same array until something changes.
 */
export function useOverlay(table: Table): StoredCommand[] {
  const { commands } = useLoaded();
  const viewer = useViewer();
  return useMemo(() => {
    const own = (commands ?? []).filter(
      (command) => command.entity.table === table && sightOf(command, viewer) === 'whole',
    );
    return own.length === 0 ? NONE : own;
  }, [commands, table, viewer]);
}

export type Receipt =
  | { kind: 'unknown' }
  | { kind: 'unsent'; command: StoredCommand }
  | { kind: 'delivered'; ack: Ack };

/** The state of one command; receipts are kept for eight days, where there is room. */
export function useReceipt(commandId: string | null): Receipt {
  const { commands } = useLoaded();
  return useMemo(() => {
    const command = commands?.find(({ id }) => id === commandId);
    if (!command) return { kind: 'unknown' };
    return command.ack ? { kind: 'delivered', ack: command.ack } : { kind: 'unsent', command };
  }, [commands, commandId]);
}

function useViewer(): Viewer {
  const userId = useIdentity().identity?.userId ?? null;
  const visitor = presentVisitor();
  return useMemo(() => ({ userId, visitor }), [userId, visitor]);
}

/** Whether the overlay is known: before that a screen would show rows that it takes back a moment later. */
export function useOutboxReady(): boolean {
  const { commands, failed } = useLoaded();
  return commands !== null || failed;
}

function useLoaded(): PendingState {
  const state = useStore(pendingStore);
  useEffect(() => void startOutbox(), []);
  return state;
}
