import { useState } from 'react';
import { useOnce } from '@/lib/use-once';
import { useSyncStatus } from '@/reads/sync-status';
import { showToast } from '@/ui/toast';
import type { Answer } from './server';
import { failureText, OFFLINE } from './texts';

export interface Writing {
  /** Reason why writing is disabled; null when it is enabled. */
  blocked: string | null;
  busy: boolean;
  /** Error text of the last attempt, for dialogs, which cover the toasts. */
  problem: string | null;
  /**
   * Writes and shows the outcome in a toast. Resolves to the value, or to null on failure. A failed write can be
   * repeated, although without a response it may have happened.
   */
  run<T>(work: () => Promise<Answer<T>>, done?: Done<T>): Promise<{ value: T } | null>;
}

interface Done<T> {
  /** Text of the success toast; without it, or with null, no toast is shown. */
  title?: string | ((value: T) => string | null);
  undo?: (value: T) => void;
}

const ID = 'admin';

/** Writes of the back-office: only online, and one at a time. */
export function useWriting(): Writing {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const once = useOnce();

  return {
    blocked: offline ? OFFLINE : null,
    busy,
    problem,
    run: (work, done) =>
      once(async () => {
        setBusy(true);
        setProblem(null);
        const answer = await work();
        setBusy(false);
        if (answer.kind !== 'ok') {
          setProblem(failureText(answer));
          void showToast({
            title: 'Não foi possível salvar',
            description: failureText(answer),
            variant: 'destructive',
            id: ID,
          });
          return null;
        }
        const { value } = answer;
        const { title: told, undo } = done ?? {};
        const title = typeof told === 'function' ? told(value) : told;
        if (typeof title === 'string') {
          void showToast({
            title,
            id: ID,
            ...(undo && { action: { label: 'Desfazer', onClick: () => undo(value) } }),
          });
        }
        return { value };
      }),
  };
}
