/** Writes leads through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { callAsPresent } from '@/auth/session/user-rest';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { sendable } from '@/lib/sent-text';
import type { NotStored } from '@/outbox/command';
import type { DraftOf, KindName } from '@/outbox/commands/kinds';
import { discard, enqueueAll } from '@/outbox/entry';
import { settled, statusOf } from '@/outbox/own';
import type { CurrentLead, LeadDraft } from './current-lead';
import { currentLead, idsFor, keepLead } from './kept';

export type SendOutcome =
  /** The lead is being sent, or waits for a connection. */
  | { kind: 'stored'; lead: CurrentLead }
  /** The server refused the lead; the user has to change the form. */
  | { kind: 'refused' }
  | { kind: 'not-stored'; reason: NotStored };

/** Milliseconds that the form waits for the server's answer before it goes on without one. */
const PATIENCE = 4_000;

/** Stores the lead and the request for its match. With a connection, waits a moment for a possible refusal. */
export async function sendLead(draft: LeadDraft): Promise<SendOutcome> {
  const before = currentLead();
  const { id, createCommand, matchCommand } = idsFor(draft);
  const userId = presentIdentity()?.userId ?? null;
  const entity = { table: 'leads', id };
  const lead = {
    id,
    nome: sendable(draft.nome),
    cidade: sendable(draft.cidade),
    estilo_danca: sendable(draft.estilo),
    objetivos: sendable(draft.objetivos) || null,
  };
  const stored = await enqueueAll([
    draftOf({ id: createCommand, kind: 'lead.create', entity, payload: { lead }, userId }),
    draftOf({ id: matchCommand, kind: 'lead.match', entity, payload: { leadId: id }, userId }),
  ]);
  if (stored.kind !== 'stored') return stored;
  const current: CurrentLead = {
    id,
    createCommand,
    matchCommand,
    cidade: lead.cidade,
    estilo: lead.estilo_danca,
    objetivos: sendable(draft.objetivos),
    sentAt: Date.now(),
  };
  keepLead(current);
  // The new lead replaces a refused one, which would stay in the outbox for ever.
  if (before && statusOf(before.createCommand) === 'rejected') await discard(before.createCommand);
  if (connection.get() === 'online') await settled(current.createCommand, PATIENCE);
  return statusOf(current.createCommand) === 'rejected'
    ? { kind: 'refused' }
    : { kind: 'stored', lead: current };
}

/** Records on the server to which teacher the lead led. Not queued: it only records what the screen did. */
export async function noteTeacher(leadId: string, teacherId: string): Promise<void> {
  const late = new AbortController();
  const patience = pause(PATIENCE, late.signal).then(() => late.abort());
  try {
    await callAsPresent('set_lead_teacher', { lead_id: leadId, teacher_id: teacherId }, late.signal);
  } catch (error) {
    logger.info('The teacher of the lead could not be recorded', error);
  } finally {
    late.abort();
    await patience;
  }
}

/** Checks at compile time that a draft's payload belongs to its kind. */
const draftOf = <K extends KindName>(draft: DraftOf<K>) => draft;
