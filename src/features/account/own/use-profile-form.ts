/** The state of the own profile's form: what was read, what was typed over it, what became of saving it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
import { type Receipt, useReceipt } from '@/outbox/pending';
import { saveProfile } from '../actions';
import { useRefusedProfile } from '../queries';
import type { OwnProfile } from '../schema';
import { dropProfileDraft, keepProfileDraft, profileDraftKey, readProfileDraft } from './profile-draft';
import {
  changesOf,
  checkProfile,
  type ProfileErrors,
  type ProfileValues,
  realEdits,
  valuesOf,
} from './profile-values';

export interface ProfileForm {
  values: ProfileValues;
  set(edit: Partial<ProfileValues>): void;
  /** Beside the fields: after the first try to save, kept current while typing. */
  errors: ProfileErrors;
  dirty: boolean;
  /** These edits are of an earlier visit. */
  restored: boolean;
  /** False when this phone refused to keep what is typed. */
  kept: boolean;
  saving: boolean;
  /** The result of the last save. */
  outcome: FormOutcome | null;
  /** Resolves to what is wrong, or null when it was stored (or nothing had changed). */
  save(): Promise<ProfileErrors | null>;
  discard(): void;
}

export type FormOutcome =
  | Exclude<Receipt, { kind: 'unknown' }>
  | { kind: 'not-stored'; reason: 'full' | 'blocked' }
  | { kind: 'signed-out' };

export function useProfileForm(profile: OwnProfile, cityName: string): ProfileForm {
  const [draft] = useState(() => readProfileDraft(profile.id));
  const refused = useRefusedProfile();
  const [edits, setEdits] = useState<Partial<ProfileValues>>(draft?.edits ?? {});
  const [restored, setRestored] = useState(draft !== null);
  const [failure, setFailure] = useState<FormOutcome | null>(null);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [kept, setKept] = useState(true);
  const baseVersion = useRef(draft?.baseVersion ?? null);
  const receipt = useReceipt(savedAs ?? refused?.command.id ?? null);
  const outcome = failure ?? (receipt.kind === 'unknown' ? null : receipt);

  const base = valuesOf(profile, cityName);
  const edited = realEdits(base, edits);
  const dirty = Object.keys(edited).length > 0;
  const values = { ...base, ...edited };
  const errors = tried ? checkProfile(values, profile.role) : {};

  useBusy(dirty);
  const once = useOnce();
  useFollowedDraft(profileDraftKey(profile.id), () => {
    if (saving) return;
    const theirs = readProfileDraft(profile.id);
    baseVersion.current = theirs?.baseVersion ?? null;
    setEdits(theirs?.edits ?? {});
  });

  const typed = JSON.stringify(edited);
  useEffect(() => {
    if (typed === '{}') {
      baseVersion.current = null;
      dropProfileDraft(profile.id);
      return;
    }
    baseVersion.current ??= profile.version;
    setKept(keepProfileDraft(profile.id, { edits: JSON.parse(typed), baseVersion: baseVersion.current }));
  }, [typed, profile.id, profile.version]);

  // The values that the server refused stand in the fields again, to be corrected; later edits stay.
  const refusedId = refused?.command.id ?? null;
  const again = refused ? realEdits(base, valuesOf(refused.profile, cityName)) : {};
  const typedAgain = useEffectEvent(() => setEdits((now) => ({ ...again, ...now })));
  useEffect(() => {
    if (refusedId !== null) typedAgain();
  }, [refusedId]);

  async function save(): Promise<ProfileErrors | null> {
    setTried(true);
    const wrong = checkProfile(values, profile.role);
    if (Object.keys(wrong).length > 0) return wrong;
    const changes = changesOf(values, edited);
    if (Object.keys(changes).length === 0) {
      setEdits({});
      return null;
    }
    await once(() => store(changes));
    return null;
  }

  async function store(changes: ReturnType<typeof changesOf>): Promise<boolean> {
    setSaving(true);
    setFailure(null);
    const answer = await saveProfile(changes, baseVersion.current ?? profile.version);
    setSaving(false);
    if (answer.kind !== 'stored') {
      setFailure(answer);
      return false;
    }
    setSavedAs(answer.commandId);
    setTried(false);
    setRestored(false);
    // Edits made while the others were being stored are still to be saved.
    setEdits((now) => later(now, edited));
    return true;
  }

  return {
    values,
    set: (edit) => {
      setFailure(null);
      setEdits((now) => ({ ...now, ...edit }));
    },
    errors,
    dirty,
    restored: restored && dirty,
    kept,
    saving,
    outcome,
    save,
    discard: () => {
      setFailure(null);
      setTried(false);
      setRestored(false);
      setEdits({});
    },
  };
}

function later(now: Partial<ProfileValues>, saved: Partial<ProfileValues>): Partial<ProfileValues> {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => saved[field as keyof ProfileValues] !== value),
  ) as Partial<ProfileValues>;
}
