/**
 * What a link in a mail brought in the address's hash (implicit flow), taken off before anything else sees it. Tokens
 * stay in this page's memory: never in a kept address, a storage or a log.
 */
export interface ArrivedTokens {
  accessToken: string;
  refreshToken: string;
}

export type Arrival =
  | { kind: 'recovery'; tokens: ArrivedTokens }
  | { kind: 'confirmation'; tokens: ArrivedTokens }
  | { kind: 'error'; code: string };

let recovery: ArrivedTokens | null = null;
let confirmation: ArrivedTokens | null = null;

/** Reads a hash; null when it is none of ours. */
export function parseArrival(hash: string): Arrival | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = fields.get('access_token');
  const refreshToken = fields.get('refresh_token');
  const type = fields.get('type');
  if (accessToken && refreshToken && type) {
    const tokens = { accessToken, refreshToken };
    if (type === 'recovery') return { kind: 'recovery', tokens };
    if (type === 'signup') return { kind: 'confirmation', tokens };
  }
  // Half a session, or of a kind that this product does not send: an error, and off the address all the same.
  if (accessToken || refreshToken) return { kind: 'error', code: 'unexpected_tokens' };
  const code = fields.get('error_code') ?? fields.get('error');
  return code ? { kind: 'error', code } : null;
}

/** Takes the hash off the address and leads to the page that it is meant for. */
export function takeArrival(): void {
  const { pathname, search, hash } = location;
  const arrival = hash ? parseArrival(hash) : null;
  if (!arrival) return;
  const page = { recovery: '/reset-password', confirmation: '/login', error: pathname + search };
  history.replaceState(null, '', page[arrival.kind]);
  if (arrival.kind === 'recovery') recovery = arrival.tokens;
  else if (arrival.kind === 'confirmation') confirmation = arrival.tokens;
  else console.warn('A link of a mail did not work:', arrival.code.replace(/[^\w-]/g, '').slice(0, 60));
}

export function arrivedRecovery(): ArrivedTokens | null {
  return recovery;
}

export function dropRecovery(): void {
  recovery = null;
}

/** The tokens of a confirmation link, once. */
export function takeConfirmation(): ArrivedTokens | null {
  const tokens = confirmation;
  confirmation = null;
  return tokens;
}

export function hasConfirmation(): boolean {
  return confirmation !== null;
}
