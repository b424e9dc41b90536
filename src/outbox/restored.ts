/**
 * After the server was restored from a backup: asks which acknowledged writes it still knows. Lost writes are sent
 * again from their receipts, under the same ids, so that none is carried out twice.
 */
import { accessFor } from '@/auth/session/refresh';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import type { RawCommand } from './command';
import { epochOf, type KnownAnswers, mayBeLost } from './epochs';
import type { OutboxStore } from './store';

/** The maximum number of ids that the procedure takes at once. */
const AT_ONCE = 500;

export type AskKnown = (ids: readonly string[], userId: string | null) => Promise<unknown>;

/** Receipts of this person, or of visitors, from an earlier epoch of the server. */
export function doubtful(commands: readonly RawCommand[], userId: string | null, epoch: string): string[] {
  return commands
    .filter((one) => one.userId === userId && one.status === 'delivered' && mayBeLost(one))
    .filter(({ ack }) => ack && epochOf(ack) !== epoch)
    .map(({ id }) => id);
}

/**
 * Resolves to the number of writes to send again. `epoch`: the server's, as the rows on this phone came with it. A
 * response of another epoch is ignored. Throws the errors of `ask` and of the storage.
 */
export async function checkReceipts(
  store: Pick<OutboxStore, 'all' | 'restored'>,
  userId: string | null,
  epoch: string,
  ask: AskKnown = askKnown,
): Promise<number> {
  const ids = doubtful(await store.all(), userId, epoch);
  let lost = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const asked = ids.slice(from, from + AT_ONCE);
    const known = readKnown(await ask(asked, userId), userId, epoch);
    lost += await store.restored(asked, known, epoch);
  }
  if (lost > 0) logger.warn(`The server has lost ${lost} writes: they are sent again`);
  return lost;
}

async function askKnown(ids: readonly string[], userId: string | null): Promise<unknown> {
  if (userId === null) return callProcedure('known_commands', { p_ids: ids });
  const access = await accessFor(userId);
  if (access.kind !== 'ok' || access.session.userId !== userId) {
    throw new RestFailure('aborted', 'known_commands: no token');
  }
  return callProcedure('known_commands', { p_ids: ids }, undefined, access.session.accessToken);
}

function readKnown(answer: unknown, userId: string | null, epoch: string): KnownAnswers {
  const told = answer as { user_id?: unknown; epoch?: unknown; commands?: unknown } | null;
  if (told?.user_id !== userId || told.epoch !== epoch || !Array.isArray(told.commands)) {
    throw new RestFailure('malformed', 'known_commands: response of another person or epoch');
  }
  return new Map(
    (told.commands as { id?: unknown; answer?: unknown }[]).map((one) => [
      String(one.id),
      (one.answer ?? {}) as Record<string, unknown>,
    ]),
  );
}
