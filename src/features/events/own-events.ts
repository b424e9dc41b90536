/** The events that a person proposed, with the writes that the replica does not hold yet applied. Pure. */
import type { OwnEvent } from '@/db/rows/agenda-fields';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { eventCallOff } from '@/outbox/commands/event-call-off';
import { eventConfirm } from '@/outbox/commands/event-confirm';
import { eventPropose } from '@/outbox/commands/event-propose';
import { isOverlaid } from '@/outbox/overlay';
import type { StoredCommand } from '@/outbox/stored-command';
import { type DanceEvent, parseEvent } from './schema';

export interface ShownOwnEvent {
  id: string;
  data: OwnEvent;
  /** As the agenda shows it. */
  event: DanceEvent;
  /** The server has it. */
  isStored: boolean;
  /** The person's last write on it that this device still has; a refused one takes precedence. */
  write: StoredCommand | null;
}

/** The newest first. A refused proposal is shown as it was written, so that it can be corrected. */
export function ownEventsOf(
  rows: readonly Versioned<NotebookRow>[],
  commands: readonly StoredCommand[],
): ShownOwnEvent[] {
  const held = new Map(rows.flatMap((row) => (row.kind === 'event' ? [[row.id, row] as const] : [])));
  const ids = new Set([
    ...held.keys(),
    ...commands.filter(({ kind }) => kind === 'event.propose').map(({ entity }) => entity.id),
  ]);
  return [...ids]
    .flatMap((id) => {
      const row = held.get(id);
      const writes = commands.filter(({ entity }) => entity.id === id);
      const data = writes.reduce<OwnEvent | null>(
        (before, command) => withWrite(before, command, row?.version ?? 0),
        row?.data ?? null,
      );
      if (data === null) return [];
      const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
      return [{ id, data, event: eventOf(id, data), isStored: row !== undefined, write }];
    })
    .sort((a, b) => (a.data.sent_at < b.data.sent_at ? 1 : -1));
}

function withWrite(before: OwnEvent | null, command: StoredCommand, version: number): OwnEvent | null {
  if (command.kind === 'event.propose') {
    const isRefused = command.status === 'rejected' || command.status === 'parked';
    const isNew = isRefused && before === null;
    return isNew || isOverlaid(command, version) ? eventPropose.apply(before, command) : before;
  }
  if (before === null || !isOverlaid(command, version)) return before;
  if (command.kind === 'event.confirm') return eventConfirm.apply(before, command);
  if (command.kind === 'event.call_off') return eventCallOff.apply(before, command);
  return before;
}

function eventOf(id: string, data: OwnEvent): DanceEvent {
  const { slug, updated_at } = data;
  return parseEvent({ id, kind: 'event', slug, sort_key: '', updated_at, data });
}
