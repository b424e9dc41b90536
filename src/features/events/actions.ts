/** Writes about events go through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { serverNow } from '@/lib/server-clock';
import { eventCallOff } from '@/outbox/commands/event-call-off';
import { eventConfirm } from '@/outbox/commands/event-confirm';
import { type EventPropose, eventPropose } from '@/outbox/commands/event-propose';
import { goingSet } from '@/outbox/commands/going-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { goingKey } from './goings';
import { setVisitorGoing, visitorGoings } from './visitor-goings';

/**
 * Proposes an event, or changes one that is not published. An unsent or refused proposal of it is replaced. Never rejects.
 */
export async function propose(event: EventPropose['event']): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('event.propose'))
      .findLast(({ entity }) => entity.id === event.id);
    return await enqueueOver(last, eventPropose, event.id, { event }, { userId });
  } catch (error) {
    logger.warn('The event was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** Says that an event still takes place. A second press replaces an unsent one. Never rejects. */
export async function confirmEvent(eventId: string): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('event.confirm'))
      .findLast(({ entity }) => entity.id === eventId);
    const payload = { eventId, at: new Date(serverNow()).toISOString() };
    return await enqueueOver(last, eventConfirm, eventId, payload, { userId });
  } catch (error) {
    logger.warn('The event was not confirmed', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** Calls a date of a series off, or brings it back. Never rejects. */
export async function callOff(eventId: string, day: string, off: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('event.call_off'))
      .findLast(({ entity, payload }) => entity.id === eventId && payload.day === day);
    return await enqueueOver(last, eventCallOff, eventId, { eventId, day, off }, { userId });
  } catch (error) {
    logger.warn('The date was not called off', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** Says whether the person goes: visitors on this phone only, others by a write that is counted. Never rejects. */
export async function setGoing(eventId: string, day: string, going: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  const key = goingKey(eventId, day);
  if (!userId) {
    const isKept = setVisitorGoing(key, going);
    return isKept ? { kind: 'stored', commandId: key } : { kind: 'not-stored', reason: 'blocked' };
  }
  try {
    const last = (await commandsOf(userId))
      .filter(isOf('going.set'))
      .findLast(({ entity }) => entity.id === key);
    const queued = await enqueueOver(last, goingSet, key, { eventId, day, going }, { userId });
    if (queued.kind !== 'stored') return queued;
    if (visitorGoings().has(key)) setVisitorGoing(key, false);
    return queued;
  } catch (error) {
    logger.warn('The date was not marked', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
