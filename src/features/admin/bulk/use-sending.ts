import { useEffect, useState } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { failureText } from '../core/texts';
import { type AnswerQuery, useAnswer } from '../core/use-answer';
import { askBulk, type Bulk, readBulk, stepBulk } from './bulk';

/** People of one step: small enough to stop soon, and to be done long before a request counts as lost. */
const STEP = 100;
/** Milliseconds until this page asks again: while another is at it, while it is stopped, when no answer came. */
const WAIT = { sending: 1_500, stopped: 5_000, lost: 5_000 } as const;

export interface Sending {
  query: AnswerQuery<{ bulk: Bulk | null }>;
  /** The newest that is known of it. */
  bulk: Bulk | null;
  /** Why the last step failed; it is tried again all the same. */
  problem: string | null;
  /** What stopping and going on answered. */
  show(bulk: Bulk): void;
}

/** One sending, driven on for as long as this page is open: the server takes care that nobody is told twice. */
export function useSending(id: string): Sending {
  const query = useAnswer({
    key: `admin_bulk ${id}`,
    ask: (signal) => askBulk(id, signal),
    read: readBulk,
  });
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [stepped, setStepped] = useState<Bulk | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const bulk = stepped?.id === id ? stepped : (query.value?.bulk ?? null);
  const state = bulk?.state;

  useEffect(() => {
    if (!online || state === undefined || state === 'done') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // A stopped one is asked for too, and stays as it is: another tab may let it go on.
    const drive = async () => {
      while (!signal.aborted) {
        const answer = await stepBulk(id, STEP, signal);
        if (signal.aborted) return;
        if (answer.kind === 'ok') {
          setStepped(answer.value);
          setProblem(null);
          if (answer.value.state !== state) return;
          if (typeof answer.value.stepped === 'number' && answer.value.stepped > 0) continue;
          await pause(WAIT[state], signal);
        } else {
          setProblem(failureText(answer));
          if (answer.kind !== 'unreachable') return;
          await pause(WAIT.lost, signal);
        }
      }
    };
    void drive();
    return () => controller.abort();
  }, [online, id, state]);

  return { query, bulk, problem, show: setStepped };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
