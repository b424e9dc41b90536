import { useEffect, useState } from 'react';
import { pause } from '@/lib/idle';
import { useSyncStatus } from '@/reads/sync-status';
import { failureText } from '../core/texts';
import { type AnswerQuery, useAnswer } from '../core/use-answer';
import { askBulk, type Bulk, readBulk, stepBulk } from './bulk';

/** People per request: few enough to stop quickly and to finish long before the request times out. */
const STEP = 100;
/** Milliseconds before the next request: while another page is sending, while stopped, and after a lost response. */
const WAIT = { sending: 1_500, stopped: 5_000, lost: 5_000 } as const;

export interface Sending {
  query: AnswerQuery<{ bulk: Bulk | null }>;
  /** The newest known state of the sending. */
  bulk: Bulk | null;
  /** Error text of the last step, which is retried only when the server could not be reached. */
  problem: string | null;
  /** Shows the state that stopping or resuming returned. */
  show(bulk: Bulk): void;
}

/** Drives a sending while this page is open. The server ensures that each person is notified once. */
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
    // A stopped sending is polled too, because another tab may resume it. The request itself does not resume it.
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
