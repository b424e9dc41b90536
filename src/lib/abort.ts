/**
 * Replaces `AbortSignal.any`, which Safari has only since 17.4: aborted as soon as one of `signals` is, with its
 * reason.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals]);
  const controller = new AbortController();
  for (const signal of signals) {
    const end = () => controller.abort(signal.reason);
    if (signal.aborted) end();
    // The second signal removes the listener once one of them has ended it.
    else signal.addEventListener('abort', end, { signal: controller.signal });
  }
  return controller.signal;
}
