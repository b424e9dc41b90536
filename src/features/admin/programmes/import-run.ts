/** Sends an imported file to the server in parts, to show progress. Each part is a command with its own id. */
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { count, maybeText, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import type { ImportRow } from './import-file';

/** Rows per request: few enough for visible progress and a response before the timeout. */
const AT_ONCE = 500;

export interface ImportPart {
  rows: ImportRow[];
  /** Stays with the part, so that a second attempt imports nothing twice. */
  commandId: string;
}

/** Splits the rows. Rows with the same e-mail stay in one part and in order, because the last one wins. */
export function partsOf(rows: readonly ImportRow[]): ImportPart[] {
  const people = new Map<string, ImportRow[]>();
  for (const row of rows) {
    const email = String(row.entry.email).toLowerCase();
    people.set(email, [...(people.get(email) ?? []), row]);
  }
  const parts: ImportPart[] = [];
  for (const own of people.values()) {
    const last = parts.at(-1);
    if (last && last.rows.length + own.length <= AT_ONCE) last.rows.push(...own);
    else parts.push({ rows: [...own], commandId: freshId() });
  }
  return parts;
}

const planned = z.object({
  rows: z.array(z.object({ row: z.number(), outcome: text, message: maybeText, tier: maybeText })),
  new: count,
  changed: count,
  same: count,
  repeated: count,
  errors: count,
});

const imported = z.object({
  rows: z.array(z.object({ row: z.number(), status: text, message: maybeText })),
  saved: count,
  same: count,
  failed: count,
});

export interface Refused {
  line: number;
  email: string;
  message: string;
}

export interface Plan {
  fresh: number;
  changed: number;
  same: number;
  refused: Refused[];
}

export interface Result {
  saved: number;
  same: number;
  refused: Refused[];
}

const entriesOf = ({ rows }: ImportPart) => rows.map(({ entry }) => entry);

function refusedOf(part: ImportPart, answers: readonly { row: number; message: string | null }[]): Refused[] {
  return answers.flatMap(({ row, message }) => {
    const source = part.rows[row - 1];
    if (!source) return [];
    const why = source.problem ?? message ?? 'Linha inválida.';
    return [{ line: source.line, email: String(source.entry.email), message: why }];
  });
}

/** Asks for the effect of the import without changing anything. `onPart` receives the number of rows done. */
export async function planImport(
  parts: readonly ImportPart[],
  onPart: (rows: number) => void,
): Promise<Answer<Plan>> {
  const plan: Plan = { fresh: 0, changed: 0, same: 0, refused: [] };
  let done = 0;
  for (const part of parts) {
    onPart(done);
    const answer = await call('preview_supporters', { supporters: entriesOf(part) }, (value) =>
      planned.parse(value),
    );
    if (answer.kind !== 'ok') return answer;
    plan.fresh += answer.value.new;
    plan.changed += answer.value.changed;
    plan.same += answer.value.same + answer.value.repeated;
    plan.refused.push(
      ...refusedOf(
        part,
        answer.value.rows.filter(({ outcome }) => outcome === 'error'),
      ),
    );
    done += part.rows.length;
  }
  return { kind: 'ok', value: plan };
}

/** Runs the import. After a failure, calling it again with the same parts continues where it stopped. */
export async function runImport(
  parts: readonly ImportPart[],
  onPart: (rows: number) => void,
): Promise<Answer<Result>> {
  const result: Result = { saved: 0, same: 0, refused: [] };
  let done = 0;
  for (const part of parts) {
    onPart(done);
    const answer = await call(
      'import_supporters',
      { command_id: part.commandId, supporters: entriesOf(part) },
      (value) => imported.parse(value),
    );
    if (answer.kind !== 'ok') return answer;
    result.saved += answer.value.saved;
    result.same += answer.value.same;
    result.refused.push(
      ...refusedOf(
        part,
        answer.value.rows.filter(({ status }) => status === 'error'),
      ),
    );
    done += part.rows.length;
  }
  return { kind: 'ok', value: result };
}
