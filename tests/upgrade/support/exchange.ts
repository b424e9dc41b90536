/**
 * The requests of phones and the server's answers, as names and types. Recorded while the browser tests run
 * (`RECORD_CONTRACT=<folder>`, tests/e2e/support/record-exchanges.ts) and merged here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeShapes, type Shape } from './shape';

/** Everything that was seen of one question. */
export interface Exchange {
  /** `rpc <procedure>`, `<method> <table>` or `function <name>`. */
  question: string;
  /** Names that every request carried: a procedure's arguments, or columns that are asked for. */
  always: string[];
  /** Names that some requests carried, those included. */
  names: string[];
  /** Of a table: columns that every request selected; `*` for all. Contracts of before 1.1 lack it. */
  selected?: string[];
  /** Shape of the request's body; null without one. */
  body: Shape | null;
  /** Shape of successful answers; null when they are empty. */
  answer: Shape | null;
}

export function mergeExchanges(one: Exchange | undefined, other: Exchange): Exchange {
  if (!one) return other;
  const both = (a: Shape | null, b: Shape | null) => (a && b ? mergeShapes(a, b) : (a ?? b));
  const selected = inBoth(one.selected, other.selected);
  return {
    question: other.question,
    ...(selected && { selected }),
    always: one.always.filter((name) => other.always.includes(name)),
    names: [...new Set([...one.names, ...other.names])].sort(),
    body: both(one.body, other.body),
    answer: both(one.answer, other.answer),
  };
}

function inBoth(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  if (!one || one.includes('*')) return other;
  return !other || other.includes('*') ? one : one.filter((name) => other.includes(name));
}

/** Reads what servers have written into the folder, one line each time when they had learned something. */
export function recordedIn(folder: string): Exchange[] {
  const merged = new Map<string, Exchange>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      // The last line of a killed server may be cut.
      if (!line.endsWith('}')) continue;
      const exchange = JSON.parse(line) as Exchange;
      merged.set(exchange.question, mergeExchanges(merged.get(exchange.question), exchange));
    }
  }
  return [...merged.values()].sort((a, b) => (a.question < b.question ? -1 : 1));
}
