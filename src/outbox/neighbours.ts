/**
 * Index of the commands that touch the same rows, so that a change reads those and not the whole queue. It holds only
 * what never changes (a command keeps its row); states are read each time.
 */
import { entityKey, type RawCommand } from './command';
import { parentsOf } from './commands/kinds';

export class Neighbours {
  private readonly rows = new Map<number, readonly string[]>();
  private readonly touching = new Map<string, Set<number>>();
  /** The `seq` of the last indexed command. */
  last = 0;

  learn(commands: readonly RawCommand[]): void {
    for (const command of commands) {
      const rows = [...new Set([command.entity, ...parentsOf(command)].map(entityKey))];
      this.last = Math.max(this.last, command.seq);
      this.rows.set(command.seq, rows);
      for (const row of rows) {
        const known = this.touching.get(row);
        if (known) known.add(command.seq);
        else this.touching.set(row, new Set([command.seq]));
      }
    }
  }

  forget(seq: number): void {
    for (const row of this.rows.get(seq) ?? []) {
      const known = this.touching.get(row);
      known?.delete(seq);
      if (known?.size === 0) this.touching.delete(row);
    }
    this.rows.delete(seq);
  }

  /** All commands that are connected with these rows, directly or through others, in order of queueing. */
  around(rows: readonly string[]): number[] {
    const found = new Set<number>();
    const seen = new Set<string>();
    const open = [...rows];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      if (seen.has(row)) continue;
      seen.add(row);
      for (const seq of this.touching.get(row) ?? []) {
        if (found.has(seq)) continue;
        found.add(seq);
        open.push(...(this.rows.get(seq) ?? []));
      }
    }
    return [...found].sort((a, b) => a - b);
  }
}
