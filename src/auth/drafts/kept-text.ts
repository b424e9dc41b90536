/**
 * A short text that is typed but not stored yet: a reason, an explanation, a note. Kept on this phone, by person and
 * subject, until it is stored; a sign-out deletes it, and a session that the server ended locks it.
 */
import { useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { readText, writeText } from '@/lib/stored';
import { useBusy } from '@/lib/use-busy';
import { presentIdentity } from '../identity';
import { PRIVATE_DRAFT_PREFIX } from '../leaving/forget';

export type KeptKind = 'reason' | 'report' | 'note';

/** Null for a visitor, whose texts are not kept. */
function keyOf(kind: KeptKind, about: string): string | null {
  const userId = presentIdentity()?.userId;
  return userId ? `${PRIVATE_DRAFT_PREFIX}${kind}_${userId}_${about}` : null;
}

/**
 * The text and its setter. Use only where the field is shown: while it has text, a new release waits. `about`: tells
 * this text from all others of its kind.
 */
export function useKeptText(kind: KeptKind, about: string): [text: string, set: (text: string) => void] {
  const key = keyOf(kind, about);
  const [typed, setTyped] = useState(() => ({ key, text: read(key) }));
  const now = typed.key === key ? typed : { key, text: read(key) };
  if (now !== typed) setTyped(now);
  useBusy(now.text !== '');
  useFollowedDraft(key, () => setTyped({ key, text: read(key) }));
  const set = (text: string) => {
    setTyped({ key, text });
    keep(key, text);
  };
  return [now.text, set];
}

/** Call once the text is stored elsewhere. */
export function dropKeptText(kind: KeptKind, about: string): void {
  keep(keyOf(kind, about), '');
}

const read = (key: string | null): string => (key === null ? '' : (readText(key) ?? ''));

/** A full or blocked storage refuses, and the field keeps its text. */
function keep(key: string | null, text: string): void {
  if (key !== null) writeText(key, text || null);
}
