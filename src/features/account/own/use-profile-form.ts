/** The state of the own profile's form: what was read, what was typed over it, what became of saving it. */
import { useEffect, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import { type SaveOutcome, saveProfile } from '../actions';
import type { OwnProfile } from '../schema';
import { dropProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft';
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
  outcome: SaveOutcome | null;
  /** Resolves to what is wrong, or null when the request was made (or nothing had changed). */
  save(): Promise<ProfileErrors | null>;
  discard(): void;
}

interface Delivered {
  values: Partial<ProfileValues>;
  /** The version that the replica held then; a later one has them in itself. */
  version: number;
}

export function useProfileForm(profile: OwnProfile, cityName: string): ProfileForm {
  const [draft] = useState(() => readProfileDraft(profile.id));
  const [edits, setEdits] = useState<Partial<ProfileValues>>(draft?.edits ?? {});
  const [restored, setRestored] = useState(draft !== null);
  const [delivered, setDelivered] = useState<Delivered | null>(null);
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [kept, setKept] = useState(true);
  const sent = useRef<{ changes: string; id: string; baseVersion: number } | null>(null);
  const baseVersion = useRef(draft?.baseVersion ?? null);

  const overlay = delivered?.version === profile.version ? delivered.values : {};
  const base = { ...valuesOf(profile, cityName), ...overlay };
  const edited = realEdits(base, edits);
  const dirty = Object.keys(edited).length > 0;
  const values = { ...base, ...edited };
  const errors = tried ? checkProfile(values, profile.role) : {};

  useEffect(() => (dirty ? holdBusy() : undefined), [dirty]);

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

  async function save(): Promise<ProfileErrors | null> {
    setTried(true);
    const wrong = checkProfile(values, profile.role);
    if (Object.keys(wrong).length > 0) return wrong;
    const changes = changesOf(values, edited);
    if (saving) return null;
    if (Object.keys(changes).length === 0) {
      setEdits({});
      return null;
    }
    const text = JSON.stringify(changes);
    // The same changes again are the same command: when only the answer was lost, nothing happens twice.
    if (sent.current?.changes !== text) {
      const base = baseVersion.current ?? profile.version;
      sent.current = { changes: text, id: crypto.randomUUID(), baseVersion: base };
    }
    const { id: commandId, baseVersion: seen } = sent.current;
    setSaving(true);
    setOutcome(null);
    const answer = await saveProfile(changes, { commandId, baseVersion: seen });
    setSaving(false);
    setOutcome(answer);
    if (answer.kind === 'network') return null;
    sent.current = null;
    if (answer.kind !== 'ok') return null;
    setDelivered({ values: { ...overlay, ...edited }, version: profile.version });
    setTried(false);
    setRestored(false);
    // What was typed while it was being sent is still to be saved.
    setEdits((now) => later(now, edited));
    return null;
  }

  return {
    values,
    set: (edit) => {
      setOutcome(null);
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
      setOutcome(null);
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
