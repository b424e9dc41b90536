/**
 * State of the lead flow on this device besides the outbox: the form's draft, for a week or until a teacher was found,
 * and the present lead. Both are deleted at sign-out.
 */
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX, PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { freshId } from '@/lib/browser/random';
import { sendable } from '@/lib/sent-text';
import { fieldsOf, isNumber, isText, readStored, writeText } from '@/lib/stored';
import { type CurrentLead, EMPTY_DRAFT, type LeadDraft, readCurrentLead } from './current-lead';

const DRAFT_KEY = `${PRIVATE_PREFIX}lead_draft`;
export const LEAD_KEY = `${PRIVATE_PREFIX}lead`;
const SENDING_KEY = `${PRIVATE_PREFIX}lead_sending`;
const KEPT = 7 * 24 * 60 * 60_000;

export function readDraft(): LeadDraft {
  const { savedAt, draft: kept } = fieldsOf(read(draftKey()) ?? read(DRAFT_KEY));
  if (!isNumber(savedAt) || Math.abs(Date.now() - savedAt) > KEPT) return EMPTY_DRAFT;
  const draft = fieldsOf(kept);
  const text = (key: keyof LeadDraft) => (typeof draft[key] === 'string' ? (draft[key] as string) : '');
  return {
    nome: text('nome'),
    cidade: text('cidade'),
    estilo: text('estilo'),
    objetivos: text('objetivos'),
  };
}

/** Nothing was typed yet that a filled form could overwrite. */
export const isDraftEmpty = (): boolean => Object.values(readDraft()).every((text) => text === '');

export function saveDraft(draft: LeadDraft): void {
  write(draftKey(), { savedAt: Date.now(), draft });
}

export function dropDraft(): void {
  write(draftKey(), null);
  write(DRAFT_KEY, null);
}

/**
 * The signed-in user's own key, so that the draft returns with the user after the server ended the session; else the
 * visitor's.
 */
export function draftKey(): string {
  const userId = presentIdentity()?.userId;
  return userId ? `${PRIVATE_DRAFT_PREFIX}lead_${userId}` : DRAFT_KEY;
}

export interface LeadIds {
  id: string;
  createCommand: string;
  matchCommand: string;
}

/**
 * Ids for sending a draft. The same draft gets the same ids after a reload in the middle of sending, until `keepLead`
 * ends that.
 */
export function idsFor(draft: LeadDraft): LeadIds {
  const text = JSON.stringify(draft);
  const before = fieldsOf(read(SENDING_KEY));
  const { id, createCommand, matchCommand } = fieldsOf(before.ids);
  if (before.text === text && isText(id) && isText(createCommand) && isText(matchCommand)) {
    return { id, createCommand, matchCommand };
  }
  const ids = {
    id: freshId(),
    createCommand: freshId(),
    matchCommand: freshId(),
  };
  write(SENDING_KEY, { text, ids });
  return ids;
}

/** Whether the lead asks for the same as the draft. The name is not compared, since a lead does not keep it. */
export const isOf = (lead: CurrentLead, draft: LeadDraft) =>
  lead.cidade === sendable(draft.cidade) &&
  lead.estilo === sendable(draft.estilo) &&
  lead.objetivos === sendable(draft.objetivos);

/** The present lead where storage is not available: lives as long as the page. */
let inMemory: CurrentLead | null = null;

export function currentLead(): CurrentLead | null {
  const lead = readCurrentLead(read(LEAD_KEY)) ?? inMemory;
  return lead && Date.now() - lead.sentAt < KEPT ? lead : null;
}

export function keepLead(lead: CurrentLead): void {
  inMemory = write(LEAD_KEY, lead) ? null : lead;
  write(SENDING_KEY, null);
}

const read = (key: string): unknown => readStored(key, (value) => value);

const write = (key: string, value: unknown): boolean =>
  writeText(key, value === null ? null : JSON.stringify(value));
