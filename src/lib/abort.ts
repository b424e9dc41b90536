/**
 * Replaces `AbortSignal.any`, which Safari has only since 17.4: aborted as soon as one of `signals` is, with its
 * reason.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals]);
  const controller = new AbortController();
  const follow = (event: Event) => end((event.target as AbortSignal).reason);
  const end = (reason: unknown) => {
    for (const signal of signals) signal.removeEventListener('abort', follow);
    controller.abort(reason);
  };
  const over = signals.find(({ aborted }) => aborted);
  if (over) controller.abort(over.reason);
  else for (const signal of signals) signal.addEventListener('abort', follow);
  return controller.signal;
}
