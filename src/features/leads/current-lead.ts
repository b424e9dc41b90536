/**
 * The lead that this phone keeps. It is checked without the schemas of answers, which are large: the first pages of a
 * visit read it.
 */
import { fieldsOf, isNumber, isText } from '@/lib/stored';

export interface LeadDraft {
  nome: string;
  cidade: string;
  estilo: string;
  objetivos: string;
}

export const EMPTY_DRAFT: LeadDraft = { nome: '', cidade: '', estilo: '', objetivos: '' };

/** The last lead sent from this device, without the name: only the server and the outbox have that. */
export interface CurrentLead {
  id: string;
  /** Ids of the lead's two commands in the outbox. */
  createCommand: string;
  matchCommand: string;
  cidade: string;
  estilo: string;
  objetivos: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

export function readCurrentLead(value: unknown): CurrentLead | null {
  const { id, createCommand, matchCommand, cidade, estilo, objetivos, sentAt } = fieldsOf(value);
  if (!isText(id) || !isText(createCommand) || !isText(matchCommand)) return null;
  if (!isText(cidade) || !isText(estilo) || !isText(objetivos) || !isNumber(sentAt)) return null;
  return { id, createCommand, matchCommand, cidade, estilo, objetivos, sentAt };
}
