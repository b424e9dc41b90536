/** Writes about partner requests go through the outbox. */
import { partnerAccept } from '@/outbox/commands/partner-accept';
import { partnerAnswer } from '@/outbox/commands/partner-answer';
import { type PartnerAsk, partnerAsk } from '@/outbox/commands/partner-ask';
import { partnerWithdraw } from '@/outbox/commands/partner-withdraw';
import { enqueueOwn, type Queued } from '@/outbox/own';
import type { OpenPartner } from './partners';

/** The form makes `id` once, so that a second tap is the same request. Never rejects. */
export const askForPartner = (wish: PartnerAsk): Promise<Queued> =>
  enqueueOwn(partnerAsk, wish.id, wish, { id: wish.id });

export const withdrawRequest = (requestId: string): Promise<Queued> =>
  enqueueOwn(partnerWithdraw, requestId, { requestId });

/** Answers a listed request, or takes the answer back. `states`: with a statement to be 18 or older. */
export function answerRequest(
  { id, person_id, ...wish }: OpenPartner,
  wanted: boolean,
  states = false,
): Promise<Queued> {
  return enqueueOwn(partnerAnswer, id, {
    ...{ ...wish, requestId: id, personId: person_id, wanted },
    ...(states && { adult: true }),
  });
}

export const acceptAnswer = (requestId: string, answer: { id: string; name: string }): Promise<Queued> =>
  enqueueOwn(partnerAccept, requestId, { requestId, answerId: answer.id, name: answer.name });
