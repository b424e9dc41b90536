/** What browsers report to their consoles on a page without a network. */

/** What browsers themselves write about requests that nobody answers. */
const NO_ANSWER = [
  /Could not connect/,
  /Failed to load resource/,
  /NetworkError when attempting to fetch resource/,
  /can.t establish a connection/,
  /Cross-Origin Request Blocked/,
  /WebSocket connection to .* failed/,
  // A page was left before its socket stood.
  /The connection to ws:.* was interrupted while the page was loading/,
  // A picture that was never seen: the page draws initials instead.
  /\/storage\/v1\/.*A ServiceWorker passed a promise to FetchEvent.respondWith\(\) that rejected/,
  /FetchEvent\.respondWith received an error: no-response: no-response :: .*\/storage\/v1\//,
  // WebKit once more, from the worker, and when the page that asked is gone from there only (habits.spec.ts).
  /Unhandled Promise Rejection: NetworkError: +A network error occurred\.$/,
  /Cannot load .*\/storage\/v1\//,
];

/** What is wrong with the product among what pages reported while nobody answered them. */
export const faults = (errors: readonly string[]): string[] =>
  errors.filter((text) => !NO_ANSWER.some((pattern) => pattern.test(text)));
