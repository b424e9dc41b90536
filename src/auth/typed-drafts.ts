/** Where a person's drafts are on this phone (forget.ts), and what of them was typed. */
import { storages } from '@/lib/stored';
import { PRIVATE_DRAFT_PREFIX } from './forget';

/** Nobody is asked about a heart's tap on its way to the outbox, nor about what a lead was typed from, sent or not. */
const UNASKED = ['tap', 'lead'];

export function draftKeys(storage: object, userId: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PRIVATE_DRAFT_PREFIX) && key.includes(userId));
}

/** Of which kinds they are, one entry a draft: 'profile', 'request'. None where the browser keeps nothing. */
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
