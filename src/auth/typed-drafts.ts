/** Where a person's drafts are on this phone (forget.ts), and what of them was typed. */
import { PRIVATE_DRAFT_PREFIX } from './forget';

/** A heart's tap on its way to the outbox: kept as drafts are, and nothing that anybody typed. */
const TAP = 'tap';

export function storages(): Storage[] {
  return [globalThis.localStorage, globalThis.sessionStorage].filter(Boolean);
}

export function draftKeys(storage: Storage, userId: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PRIVATE_DRAFT_PREFIX) && key.includes(userId));
}

/** Of which kinds they are, one entry a draft: 'profile', 'request'. None where the browser keeps nothing. */
export function typedDraftsOf(userId: string): string[] {
  try {
    const keys = new Set(storages().flatMap((storage) => draftKeys(storage, userId)));
    return [...keys].map(kindOf).filter((kind) => kind !== TAP);
  } catch {
    return [];
  }
}

function kindOf(key: string): string {
  const [kind = ''] = key.slice(PRIVATE_DRAFT_PREFIX.length).split('_');
  return kind;
}
