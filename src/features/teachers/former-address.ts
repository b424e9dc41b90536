/** Where an address that no teacher has now leads to: the server knows the former ones, the phone those it has asked. */
import { callProcedure } from '@/lib/rest';
import { isText, stored } from '@/lib/stored';
import { useRemote } from '@/reads/use-remote';

/** Pairs of a former and a present address, newest first. */
type Known = [former: string, present: string][];

const MOST = 50;
/** A slug or an id: what may stand in an address of ours. */
const ADDRESS = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const kept = stored<Known>('danceflix_former_addresses', (value) => {
  if (!Array.isArray(value)) return null;
  return value.slice(0, MOST).flatMap((pair): Known => {
    const [former, present]: unknown[] = Array.isArray(pair) ? pair : [];
    return isAddress(former) && isAddress(present) ? [[former, present]] : [];
  });
});

const isAddress = (value: unknown): value is string => isText(value) && ADDRESS.test(value);

/** The present address kept for a former one; null where there is none. */
export function keptAddress(former: string): string | null {
  return kept.read()?.find(([known]) => known === former)?.[1] ?? null;
}

/** 'away': a teacher who is not shown now; 'left': one who has gone; null: an address that never was, or nobody knows. */
export type Absence = 'away' | 'left' | null;

async function askAddress(
  former: string,
  signal: AbortSignal,
): Promise<{ present: string | null; absence: Absence }> {
  const answer = await callProcedure('teacher_address', { former }, signal);
  const present = isAddress(answer) && answer !== former ? answer : null;
  const others = (kept.read() ?? []).filter(([known]) => known !== former);
  kept.write(present === null ? others : ([[former, present], ...others].slice(0, MOST) as Known));
  const why = present === null ? await callProcedure('teacher_absence', { former }, signal) : null;
  return { present, absence: why === 'away' || why === 'left' ? why : null };
}

interface FormerAddress {
  status: 'loading' | 'ready';
  /** Null: it leads nowhere, as far as this phone can tell. */
  present: string | null;
  absence: Absence;
}

export function useFormerAddress(slugOrId: string): FormerAddress {
  const former = slugOrId.toLowerCase();
  const { status, value, isSame } = useRemote(`former ${former}`, (signal) => askAddress(former, signal));
  if (status === 'ready' && value !== null) return { status, ...value };
  const known = (isSame ? value?.present : null) ?? keptAddress(former);
  return {
    status: known === null && status === 'loading' ? 'loading' : 'ready',
    present: known,
    absence: null,
  };
}
