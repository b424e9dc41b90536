/** The state of the own profile's form: what was read, what was typed over it, what became of saving it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFollowedDraft } from '@/lib/followed-draft';
import { useForm } from '@/lib/use-form';
import { type Receipt, useReceipt } from '@/outbox/pending';
import { showToast } from '@/ui/toast';
import { saveProfile } from '../actions';
import { useRefusedProfile } from '../queries';
import type { OwnProfile } from '../schema';
import { dropProfileDraft, keepProfileDraft, profileDraftKey, readProfileDraft } from './profile-draft';
import { changesOf, checkProfile, type ProfileValues, realEdits, valuesOf } from './profile-values';

export type FormOutcome =
  | Exclude<Receipt, { kind: 'unknown' }>
  | { kind: 'not-stored'; reason: 'full' | 'blocked' }
  | { kind: 'signed-out' };

/** The form's values are the edits: what another phone changes in the rest of the profile stays visible beside them. */
export function useProfileForm(profile: OwnProfile, cityName: string) {
  const [draft] = useState(() => readProfileDraft(profile.id));
  const refused = useRefusedProfile();
  const [restored, setRestored] = useState(draft !== null);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  /** False when this phone refused to keep what is typed. */
  const [kept, setKept] = useState(true);
  const baseVersion = useRef(draft?.baseVersion ?? null);
  const receipt = useReceipt(savedAs ?? refused?.command.id ?? null);

  const base = valuesOf(profile, cityName);
  const withEdits = (edits: Partial<ProfileValues>) => ({ ...base, ...realEdits(base, edits) });
  const form = useForm<Partial<ProfileValues>, FormOutcome>({
    start: () => draft?.edits ?? {},
    isChanged: (edits) => Object.keys(realEdits(base, edits)).length > 0,
    check: (edits) => checkProfile(withEdits(edits), profile.role),
    onWrong: (errors) => {
      const [first] = Object.values(errors);
      if (first) void showToast({ id: 'own-profile', title: first, variant: 'destructive' });
      return undefined;
    },
    send: async (edits) => {
      const edited = realEdits(base, edits);
      const changes = changesOf(withEdits(edits), edited);
      if (Object.keys(changes).length === 0) {
        form.reset({});
        return { sent: false };
      }
      const answer = await saveProfile(changes, baseVersion.current ?? profile.version);
      if (answer.kind !== 'stored') return { sent: false, outcome: answer };
      setSavedAs(answer.commandId);
      setRestored(false);
      // Edits made while the others were being stored are still to be saved.
      form.reset((now) => later(now, edited));
      return { sent: true };
    },
  });
  const { reset, dirty } = form;
  const edited = realEdits(base, form.values);

  useFollowedDraft(profileDraftKey(profile.id), () => {
    if (form.sending) return;
    const theirs = readProfileDraft(profile.id);
    baseVersion.current = theirs?.baseVersion ?? null;
    reset(theirs?.edits ?? {});
  });

  // Beside the hook's own draft, since the version that the edits are based on belongs to it, and follows the replica.
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
  const typedAgain = useEffectEvent(() => reset((now) => ({ ...again, ...now })));
  useEffect(() => {
    if (refusedId !== null) typedAgain();
  }, [refusedId]);

  return {
    form: form.form,
    values: { ...base, ...edited },
    set: form.change,
    errors: form.errors,
    dirty,
    /** These edits are of an earlier visit. */
    restored: restored && dirty,
    kept,
    saving: form.sending,
    /** The result of the last save. */
    outcome: form.outcome ?? (receipt.kind === 'unknown' ? null : receipt),
    submit: form.submit,
    discard: () => {
      setRestored(false);
      reset({});
    },
  };
}

function later(now: Partial<ProfileValues>, saved: Partial<ProfileValues>): Partial<ProfileValues> {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => saved[field as keyof ProfileValues] !== value),
  ) as Partial<ProfileValues>;
}
