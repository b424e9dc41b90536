/** What browsers report to their consoles on a page without a network. */

/** How WebKit says that its worker has no answer. */
const UNANSWERED = /FetchEvent\.respondWith received an error: no-response: no-response :: .*\/storage\/v1\//;

/** What browsers themselves write about requests that nobody answers. */
const NO_ANSWER = [
  /Could not connect/,
  /Failed to load resource/,
  /NetworkError/,
  /can.t establish a connection/,
  /Cross-Origin Request Blocked/,
  /WebSocket connection to .* failed/,
  // A page was left before its socket stood.
  /The connection to ws:.* was interrupted while the page was loading/,
  // A picture that was never seen: the page draws initials instead.
  /\/storage\/v1\/.*A ServiceWorker passed a promise to FetchEvent.respondWith\(\) that rejected/,
  UNANSWERED,
  /Cannot load .*\/storage\/v1\//,
];

/** WebKit reports each request that its worker cannot answer once more, as a rejection in the worker (habits.spec.ts). */
const TOLD_AGAIN = /Unhandled Promise Rejection: NetworkError: +A network error occurred\.$/;

/** What is wrong with the product among what pages reported while nobody answered them. */
export function faults(errors: readonly string[]): string[] {
  let toldAgain = errors.filter((text) => UNANSWERED.test(text)).length;
  return errors.filter((text) => {
    if (TOLD_AGAIN.test(text)) {
      toldAgain -= 1;
      return toldAgain < 0;
    }
    return !NO_ANSWER.some((pattern) => pattern.test(text));
  });
}
