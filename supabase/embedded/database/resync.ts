/** Notices a session that is out of step with its client, whose answers would belong to other questions. */
import { randomUUID } from 'node:crypto';
import { isSqlError } from '../errors.ts';

/** PostgreSQL counts the values of a statement in 16 bits; beyond, PGlite sends what the database takes for something else. */
const MOST_VALUES = 32_767;

/** Throws 54000 (program_limit_exceeded) for a statement that has more values than PGlite can send. */
export function checkValues(params: readonly unknown[]): void {
  if (params.length <= MOST_VALUES) return;
  throw Object.assign(new Error(`a statement has at most ${MOST_VALUES} values`), { code: '54000' });
}

/**
 * Whether a statement may have ended in the middle of the protocol: an error that PostgreSQL did not report comes from
 * the client, which may have sent a part; class 08 is PostgreSQL's word for such a part.
 */
export const leavesDoubt = (error: unknown): boolean => !isSqlError(error) || error.code.startsWith('08');

/** The first question after a half-sent statement fails, and ends it. */
const TRIES = 3;

/**
 * True when the session answers what it was asked; it is outside of any transaction then. `ask` runs statements and
 * resolves to the rows of the last one.
 */
export async function isInStep(ask: (sql: string) => Promise<readonly unknown[]>): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const word = randomUUID();
    try {
      await ask('rollback');
      const [row, ...more] = await ask(`select '${word}' as word`);
      const answered = typeof row === 'object' && row !== null && 'word' in row ? row.word : null;
      if (answered === word && more.length === 0) return true;
    } catch (error) {
      if (!leavesDoubt(error)) return false;
    }
  }
  return false;
}
