import { useState } from 'react';
import { useOnce } from '@/lib/use-once';
import { useSyncStatus } from '@/reads/sync-status';
import { showToast } from '@/ui/toast';
import type { Answer } from './server';
import { failureText, OFFLINE } from './texts';

export interface Writing {
  /** Why nothing can be written now; null when it can. */
  blocked: string | null;
  busy: boolean;
  /** Why the last attempt failed, for dialogs: they stand before the toasts. */
  problem: string | null;
  /**
   * Writes, and tells in a toast what became of it. Resolves to the value, null when it failed: then nothing was
   * changed, or nobody knows, and it may be sent again.
   */
  run<T>(work: () => Promise<Answer<T>>, done?: Done<T>): Promise<{ value: T } | null>;
}

interface Done<T> {
  /** What was done; without it, or with null, the screen itself says so. */
  title?: string | ((value: T) => string | null);
  undo?: (value: T) => void;
}

const ID = 'admin';

/** Writing of the back-office: online or not at all, one thing at a time. */
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
