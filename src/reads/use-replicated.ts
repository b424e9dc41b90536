/** The order of a screen's sources: the phone, else the server, else the data embedded in the page. */
import { HEAD_START } from '@/lib/prerendered';
import type { Query } from './query';
import { remembered, useRemote } from './use-remote';

export type Local<T> =
  /** The phone's copy has not been read yet, so the server is not asked. */
  | { state: 'reading' }
  /** The server is asked; `data` are shown if it does not respond. */
  | { state: 'lacking'; data: T | null }
  | { state: 'whole'; data: T };

/** While loading, `data` are the response to the question before, if there is one. */
export type Replicated<T> = Query<T, 'loading' | 'unavailable' | 'failed', T | null>;

interface Question<T> {
  local: Local<T>;
  /** Identifies the question, as in useRemote. */
  key: string;
  ask(signal: AbortSignal): Promise<T>;
  /** The data embedded in a prerendered page; the phone gets a head start on the server to replace them. */
  drawn: T | null;
  attempt?: number;
  /** Milliseconds before asking, where no page gives the phone a head start. */
  delay?: number;
  /** A response from earlier in this visit counts as ready only when the server has repeated it. */
  isStrict?: boolean;
  /** False where only the phone can respond now. */
  mayAsk?: boolean;
}

export function useReplicated<T>(question: Question<T>): Replicated<T> {
  const { local, key, ask, drawn, attempt = 0, delay = 0, isStrict = false, mayAsk = true } = question;
  const asks = local.state === 'lacking' && mayAsk;
  const isDrawn = drawn !== null && attempt === 0;
  const remote = useRemote(asks ? key : null, ask, { delay: isDrawn ? HEAD_START : delay, attempt });

  if (local.state === 'whole') return { status: 'ready', data: local.data };
  const { status } = remote;
  // A response from earlier in this visit stays when the connection goes: nothing that was shown is taken away.
  const earlier = asks ? null : remembered<T>(key);
  const value = remote.value ?? earlier;
  const isSame = remote.isSame || earlier !== null;
  if (value !== null && (status === 'ready' || (isSame && !isStrict)))
    return { status: 'ready', data: value };
  if (drawn !== null) return { status: 'ready', data: drawn };
  if (local.state === 'reading' || status === 'loading') return { status: 'loading', data: value };
  if (local.data !== null) return { status: 'ready', data: local.data };
  return { status: status === 'failed' ? 'failed' : 'unavailable', data: null };
}
