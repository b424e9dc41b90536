/**
 * What the lead flow keeps on the phone beside the outbox: what was typed, for a week or until a teacher was found, and
 * which lead is under way. Both go with a sign-out.
 */
import { PRIVATE_PREFIX } from '@/auth/forget';
import { type CurrentLead, EMPTY_DRAFT, type LeadDraft, readCurrentLead } from './schema';

const DRAFT_KEY = `${PRIVATE_PREFIX}lead_draft`;
const LEAD_KEY = `${PRIVATE_PREFIX}lead`;
const KEPT = 7 * 24 * 60 * 60_000;

export function readDraft(): LeadDraft {
  const stored = read(DRAFT_KEY) as { savedAt?: unknown; draft?: Record<string, unknown> } | null;
  const { savedAt, draft } = stored ?? {};
  if (typeof savedAt !== 'number' || Math.abs(Date.now() - savedAt) > KEPT || !draft) return EMPTY_DRAFT;
  const text = (key: keyof LeadDraft) => (typeof draft[key] === 'string' ? (draft[key] as string) : '');
  return {
    nome: text('nome'),
    cidade: text('cidade'),
    estilo: text('estilo'),
    objetivos: text('objetivos'),
  };
}

export const saveDraft = (draft: LeadDraft) => write(DRAFT_KEY, { savedAt: Date.now(), draft });

export const dropDraft = () => write(DRAFT_KEY, null);

/** For the time that the page is open when storage is closed to us. */
let inMemory: CurrentLead | null = null;

export function currentLead(): CurrentLead | null {
  const lead = readCurrentLead(read(LEAD_KEY)) ?? inMemory;
  return lead && Date.now() - lead.sentAt < KEPT ? lead : null;
}

export function keepLead(lead: CurrentLead): void {
  inMemory = write(LEAD_KEY, lead) ? null : lead;
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether it was stored; a full or closed storage only means that a reload starts empty. */
function write(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
