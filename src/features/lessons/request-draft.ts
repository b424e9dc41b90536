/**
 * What was typed into a wish for lessons and not sent yet. Kept on this phone until it is queued, by person and by
 * what it is about: the teacher's id, or the id of the refused command that is being changed, so that neither takes the
 * other's place.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';

export interface RequestDraft {
  /** Under which it is sent, so that the same draft in two tabs is one request. */
  id: string;
  styleId: string;
  days: string[];
  times: string[];
  message: string;
}

export const requestDraftKey = (userId: string, about: string) =>
  `${PRIVATE_DRAFT_PREFIX}request_${userId}_${about}`;

export function readRequestDraft(userId: string, about: string): RequestDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(requestDraftKey(userId, about)) ?? 'null');
    if (!value || typeof value !== 'object') return null;
    const { id, styleId, days, times, message } = value as Record<keyof RequestDraft, unknown>;
    if (typeof styleId !== 'string' || typeof message !== 'string') return null;
    const kept = { styleId, days: texts(days), times: texts(times), message };
    return { id: typeof id === 'string' ? id : crypto.randomUUID(), ...kept };
  } catch {
    return null;
  }
}

/** Best effort: a full or closed storage refuses, and the form stays as it is. */
export function keepRequestDraft(userId: string, about: string, draft: RequestDraft | null): void {
  try {
    if (draft) localStorage.setItem(requestDraftKey(userId, about), JSON.stringify(draft));
    else localStorage.removeItem(requestDraftKey(userId, about));
  } catch (error) {
    console.warn('Draft not kept', error instanceof Error ? error.name : '');
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
