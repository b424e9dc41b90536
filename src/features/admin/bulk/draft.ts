/** The message that is being written, on this device until it is sent: private, and a draft (auth/forget.ts). */
import { z } from 'zod';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';

const draft = z.object({
  /** Of the sending that it becomes, and of the command: two tabs of one draft make one sending. */
  id: z.string(),
  command: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  role: z.string(),
  city_id: z.string(),
  dance_style_id: z.string(),
});
export type Draft = z.infer<typeof draft>;

export const draftName = () => {
  const userId = presentIdentity()?.userId;
  return userId ? `${PRIVATE_DRAFT_PREFIX}bulk_${userId}` : null;
};

export const freshIds = () => ({ id: crypto.randomUUID(), command: crypto.randomUUID() });

export function emptyDraft(): Draft {
  return { ...freshIds(), title: '', body: '', url: '', role: '', city_id: '', dance_style_id: '' };
}

export function readDraft(): Draft | null {
  const name = draftName();
  if (name === null) return null;
  try {
    const read = draft.safeParse(JSON.parse(localStorage.getItem(name) ?? 'null'));
    return read.success ? read.data : null;
  } catch (error) {
    logger.warn('A message could not be read', error);
    return null;
  }
}

/** Null forgets it. */
export function keepDraft(kept: Draft | null): void {
  const name = draftName();
  if (name === null) return;
  try {
    if (kept) localStorage.setItem(name, JSON.stringify(kept));
    else localStorage.removeItem(name);
  } catch (error) {
    logger.warn('A message could not be kept', error);
  }
}
