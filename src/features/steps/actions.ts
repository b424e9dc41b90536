/** Marks and reviews steps through the outbox, so that training without a connection counts. */
import { presentIdentity } from '@/auth/identity';
import type { StepRating, StepState } from '@/db/rows/notebook-fields';
import { logger } from '@/lib/logger';
import { serverNow } from '@/lib/server-clock';
import { stepMark } from '@/outbox/commands/step-mark';
import { stepReview } from '@/outbox/commands/step-review';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, enqueueOwn, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';

/**
 * Null takes the mark away. An unsent mark of the same step is replaced. `seenAt`: the time of the mark that the person
 * saw, which this one comes after whatever the clocks say. Never rejects.
 */
export async function markStep(step: string, state: StepState | null, seenAt?: string): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('step.mark'))
      .findLast(({ entity }) => entity.id === step);
    const at = Math.max(serverNow(), (Date.parse(seenAt ?? '') || 0) + 1);
    const payload = { step, state, at: new Date(at).toISOString() };
    return await enqueueOver(last, stepMark, step, payload, { userId });
  } catch (error) {
    logger.warn('The step was not marked', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** `id`: made once for each time that the step is shown, so that a second tap is the same review. Never rejects. */
export function reviewStep(id: string, step: string, rating: StepRating): Promise<Queued> {
  return enqueueOwn(stepReview, id, { step, rating, at: new Date(serverNow()).toISOString() }, { id });
}
