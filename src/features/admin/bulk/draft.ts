/** Draft of a bulk message, kept on this device until it is sent. Private, and a draft as in auth/forget.ts. */
import { z } from 'zod';
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { freshId } from '@/lib/browser/random';
import { type Stored, stored } from '@/lib/stored';

const draft = z.object({
  /** Id of both the sending and its command, so that one draft in two tabs makes one sending. */
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

export const freshIds = () => ({ id: freshId(), command: freshId() });

export function emptyDraft(): Draft {
  return { ...freshIds(), title: '', body: '', url: '', role: '', city_id: '', dance_style_id: '' };
}

/** Whether the draft holds anything but its ids. */
export const isWritten = ({ id: _, command: __, ...fields }: Draft): boolean =>
  Object.values(fields).some((value) => value !== '');

const kept = (): Stored<Draft> | null => {
  const name = draftName();
  return name === null ? null : stored(name, (value) => draft.safeParse(value).data ?? null);
};

export const readDraft = (): Draft | null => kept()?.read() ?? null;

/** Stores the draft; null deletes it. */
export function keepDraft(message: Draft | null): void {
  kept()?.write(message);
}
