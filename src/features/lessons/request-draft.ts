/**
 * What was typed into a wish for lessons and not sent yet. Kept on this phone, by person and teacher, until it is
 * queued; signing out forgets it with everything else of theirs.
 */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';

export interface RequestDraft {
  styleId: string;
  days: string[];
  times: string[];
  message: string;
}

const keyOf = (userId: string, teacherId: string) => `${PRIVATE_DRAFT_PREFIX}request_${userId}_${teacherId}`;

export function readRequestDraft(userId: string, teacherId: string): RequestDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, teacherId)) ?? 'null');
    if (!value || typeof value !== 'object') return null;
    const { styleId, days, times, message } = value as Record<keyof RequestDraft, unknown>;
    if (typeof styleId !== 'string' || typeof message !== 'string') return null;
    return { styleId, days: texts(days), times: texts(times), message };
  } catch {
    return null;
  }
}

/** Best effort: a full or closed storage refuses, and the form stays as it is. */
export function keepRequestDraft(userId: string, teacherId: string, draft: RequestDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId, teacherId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, teacherId));
  } catch (error) {
    console.warn('Draft not kept', error instanceof Error ? error.name : '');
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
