/** Prints tables for people and writes JSON for machines. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Line {
  what: string;
  value: string;
  limit?: string;
  /** Present when the measure has a limit. */
  within?: boolean;
  /** The floor shows that the machine was too busy for this limit to mean anything. */
  disturbed?: boolean;
  /** Spread of the samples, or another remark that helps to judge the value. */
  note?: string;
}

export interface Measure {
  title: string;
  lines: Line[];
  /** How the measure was taken. */
  remarks: string[];
  /** All samples, for bench.json. */
  samples: Record<string, unknown>;
}

const COLUMNS = ['what', 'value', 'limit', 'mark', 'note'] as const;

export function printMeasure({ title, lines, remarks }: Measure): void {
  const rows = [
    { what: '', value: 'median', limit: 'limit', mark: '', note: '' },
    ...lines.map((line) => ({ limit: '', note: '', ...line, mark: markOf(line) })),
  ];
  const widths = COLUMNS.map((column) => Math.max(...rows.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const row of rows) {
    const cells = COLUMNS.map((column, at) =>
      column === 'value' || column === 'limit'
        ? row[column].padStart(widths[at] ?? 0)
        : row[column].padEnd(widths[at] ?? 0),
    );
    console.log(`  ${cells.join('  ').trimEnd()}`);
  }
  for (const remark of remarks) console.log(`  · ${remark}`);
}

function markOf({ within, disturbed = false }: Line): string {
  if (within === undefined) return '';
  if (within) return 'OK';
  return disturbed ? 'OVER (machine busy)' : 'OVER';
}

export async function writeJson(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const times = (value: number) => `${value.toFixed(2)}×`;
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The ratio of the least disturbed run of each. */
export const atBest = (samples: readonly number[], floor: readonly number[]) =>
  `at best ${times(Math.min(...samples) / Math.min(...floor))}`;

/** "418–560", in milliseconds. */
export function spread(samples: readonly number[]): string {
  if (samples.length === 0) return 'no samples';
  return `${Math.min(...samples).toFixed(0)}–${Math.max(...samples).toFixed(0)}`;
}
