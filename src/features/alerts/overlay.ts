/** A person's alerts, with the writes that the replica does not hold yet applied. Pure. */
import type { AlertRow } from '@/db/rows/own-rows';
import type { Versioned } from '@/db/rows/row-check';
import type { AlertWish } from '@/outbox/commands/alert-parts';
import { alertSet } from '@/outbox/commands/alert-set';
import { isOverlaid } from '@/outbox/overlay';
import { isOf, type StoredCommand } from '@/outbox/stored-command';
import { alertKey } from './wish';

type SetCommand = StoredCommand & { kind: 'alert.set' };

export interface ShownAlert extends AlertWish {
  key: string;
  /** The person's last write about it, until the replica holds it; a refused one too. */
  write: SetCommand | null;
}

/** Alerts that are on, and those whose last write was refused; in the order of their words' keys. */
export function alertsOf(
  rows: readonly Versioned<AlertRow>[],
  commands: readonly StoredCommand[],
): ShownAlert[] {
  const byKey = new Map(rows.map((row) => [alertKey(row), row]));
  const states = new Map<string, ShownAlert & { is_on: boolean }>();
  for (const [key, row] of byKey) {
    const { style_id, city_id, neighborhood, is_on } = row;
    states.set(key, { key, style_id, city_id, neighborhood, is_on, write: null });
  }
  for (const command of commands.filter(isOf('alert.set'))) {
    const key = command.entity.id;
    const before = states.get(key) ?? null;
    const isRefused = command.status === 'rejected' || command.status === 'parked';
    if (isRefused) {
      const { style_id, city_id, neighborhood } = command.payload;
      states.set(key, {
        key,
        style_id,
        city_id,
        neighborhood,
        is_on: before?.is_on ?? false,
        write: command,
      });
    } else if (isOverlaid(command, byKey.get(key)?.version ?? 0)) {
      states.set(key, { key, ...alertSet.apply(before, command), write: command });
    }
  }
  return [...states.values()]
    .filter(({ is_on, write }) => is_on || write?.status === 'rejected' || write?.status === 'parked')
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ is_on: _, ...shown }) => shown);
}
