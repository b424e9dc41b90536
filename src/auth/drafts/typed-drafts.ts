/** Finds a person's drafts on this phone (forget.ts) that were typed. */
import { storages } from '@/lib/stored';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';

/**
 * Kinds that a sign-out does not ask about: a favourite that is being queued, and the form data of a lead, sent or not.
 */
const UNASKED = ['tap', 'lead'];

export function draftKeys(storage: object, userId: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PRIVATE_DRAFT_PREFIX) && key.includes(userId));
}

/** The kinds of the drafts, one entry per draft: 'profile', 'request'. Empty where the browser blocks storage. */
export function typedDraftsOf(userId: string): string[] {
  try {
    const keys = new Set(storages().flatMap((storage) => draftKeys(storage, userId)));
    return [...keys].map(kindOf).filter((kind) => !UNASKED.includes(kind));
  } catch {
    return [];
  }
}

function kindOf(key: string): string {
  const [kind = ''] = key.slice(PRIVATE_DRAFT_PREFIX.length).split('_');
  return kind;
}
