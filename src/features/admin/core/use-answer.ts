import { useCallback, useEffect, useRef, useState } from 'react';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import { keep, readKept } from './kept';
import type { Answer, Failure } from './server';

export interface AnswerQuery<T> {
  /** 'kept': the server cannot be reached, and the value is from `keptAt`. 'stale': a newer answer is loading. */
  status: 'loading' | 'ready' | 'stale' | 'kept' | 'offline' | 'failed';
  /** Null while loading, when failed, and offline without a kept answer. */
  value: T | null;
  keptAt: number | null;
  failure: Failure | null;
  reload(): void;
}

interface State<T> {
  key: string;
  value: T | null;
  keptAt: number | null;
  failure: Failure | null;
  busy: boolean;
}

export interface Question<T> {
  /** Identifies the question; another key asks again. */
  key: string;
  ask(signal: AbortSignal): Promise<Answer<unknown>>;
  /** Checks an answer, fresh or kept; throws when it has another shape. */
  read(value: unknown): T;
}

/** Failure for an answer whose shape this release does not know. */
const UNREADABLE = {
  kind: 'refused',
  status: null,
  code: null,
  hint: 'unreadable',
  detail: null,
} as const satisfies Failure;

/** Asks the server on every mount. The kept answer is shown meanwhile, and while the server cannot be reached. */
export function useAnswer<T>(question: Question<T>): AnswerQuery<T> {
  const { key } = question;
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const latest = useRef(question);
  latest.current = question;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<T>>(() => begin(question));
  const shown = state.key === key ? state : begin(question, state.value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question, and a new round reloads.
  useEffect(() => {
    const { ask, read } = latest.current;
    if (!online) {
      setState((before) => ({ ...(before.key === key ? before : begin(latest.current)), busy: false }));
      return undefined;
    }
    const controller = new AbortController();
    setState((before) => ({
      ...(before.key === key ? before : begin(latest.current, before.value)),
      busy: true,
    }));
    ask(controller.signal)
      .then((answer) => {
        if (!controller.signal.aborted) setState(stateAfter(key, answer, read, latest.current));
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        logger.error(`Administration answer could not be read: ${key}`, error);
        setState({ ...begin(latest.current), failure: UNREADABLE, busy: false });
      });
    return () => controller.abort();
  }, [key, online, round]);

  const reload = useCallback(() => setRound((now) => now + 1), []);
  return { status: statusOf(shown, online), ...pick(shown), reload };
}

function pick<T>({ value, keptAt, failure }: State<T>) {
  return { value, keptAt, failure };
}

function begin<T>(question: Question<T>, before: T | null = null): State<T> {
  const kept = readKept(question.key);
  const base = { key: question.key, failure: null, busy: true };
  if (kept) {
    try {
      return { ...base, value: question.read(kept.value), keptAt: kept.at };
    } catch (error) {
      logger.info(`Kept administration answer could not be read: ${question.key}`, error);
    }
  }
  return { ...base, value: before, keptAt: null };
}

function stateAfter<T>(
  key: string,
  answer: Answer<unknown>,
  read: (value: unknown) => T,
  question: Question<T>,
): State<T> {
  if (answer.kind === 'unreachable') return { ...begin(question), failure: answer, busy: false };
  // A refusal is current information, so the kept value is no longer shown.
  if (answer.kind !== 'ok') return { key, value: null, keptAt: null, failure: answer, busy: false };
  const value = read(answer.value);
  keep(key, answer.value);
  return { key, value, keptAt: Date.now(), failure: null, busy: false };
}

function statusOf<T>({ value, failure, busy, keptAt }: State<T>, online: boolean): AnswerQuery<T>['status'] {
  const outOfReach = !online || failure?.kind === 'unreachable';
  if (busy && online) return value === null ? 'loading' : 'stale';
  if (failure && failure.kind !== 'unreachable') return 'failed';
  if (value !== null && keptAt !== null) return outOfReach ? 'kept' : 'ready';
  return online ? 'failed' : 'offline';
}
