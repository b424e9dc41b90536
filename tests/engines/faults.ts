/** Console messages of browsers on a page without a network. */

/** Messages of the browsers themselves about unanswered requests. */
const NO_ANSWER = [
  /Could not connect/,
  /Failed to load resource/,
  /NetworkError when attempting to fetch resource/,
  /can.t establish a connection/,
  /Cross-Origin Request Blocked/,
  /WebSocket connection to .* failed/,
  // The page was left before its socket opened.
  /The connection to ws:.* was interrupted while the page was loading/,
  // An uncached picture: the page draws initials instead.
  /\/storage\/v1\/.*A ServiceWorker passed a promise to FetchEvent.respondWith\(\) that rejected/,
  /FetchEvent\.respondWith received an error: no-response: no-response :: .*\/storage\/v1\//,
  // WebKit's second report, from the worker; the only one when the requesting page is gone
  // (habits.spec.ts).
  /Unhandled Promise Rejection: NetworkError: +A network error occurred\.$/,
  /Cannot load .*\/storage\/v1\//,
];

/** Filters out faults of the product among the errors of pages without a network. */
export const faults = (errors: readonly string[]): string[] =>
  errors.filter((text) => !NO_ANSWER.some((pattern) => pattern.test(text)));
