/**
 * What a link in a mail brought in the address, taken off before anything else can read it: a token that waits for a
 * press, or, from the auth server's own links, a session in the hash (implicit flow). All of it stays in this page's
 * memory: never in a kept address, a storage or a log.
 */
export interface ArrivedTokens {
  accessToken: string;
  refreshToken: string;
}

/** Redeemed by a press: mail scanners open links, but press nothing. */
export interface ArrivedLink {
  type: 'recovery' | 'signup' | 'email_change';
  tokenHash: string;
}

export type Arrival =
  | { kind: 'link'; link: ArrivedLink }
  | { kind: 'recovery'; tokens: ArrivedTokens }
  | { kind: 'confirmation'; tokens: ArrivedTokens }
  /** A change of e-mail went on: half of it, or, with tokens, all. */
  | { kind: 'email-change'; tokens: ArrivedTokens | null }
  | { kind: 'error'; code: string };

export const CONFIRM_PAGE = '/confirmar-email';
const RECOVERY_PAGE = '/reset-password';

let link: ArrivedLink | null = null;
let recovery: ArrivedTokens | null = null;
let confirmation: ArrivedTokens | null = null;
let emailChange: EmailChange | null = null;

interface EmailChange {
  isDone: boolean;
  tokens: ArrivedTokens | null;
}

const LINK_TYPES: Readonly<Record<string, ArrivedLink['type']>> = {
  recovery: 'recovery',
  signup: 'signup',
  email: 'signup',
  email_change: 'email_change',
};

/** Reads a hash or a query; null when it is none of ours. */
export function parseArrival(text: string): Arrival | null {
  const fields = new URLSearchParams(text.replace(/^[#?]/, ''));
  const type = fields.get('type');
  const tokenHash = fields.get('token_hash');
  if (tokenHash) {
    const known = LINK_TYPES[type ?? ''];
    return known
      ? { kind: 'link', link: { type: known, tokenHash } }
      : { kind: 'error', code: 'unexpected_link' };
  }
  return text.startsWith('?') ? null : parseHash(fields, type);
}

function parseHash(fields: URLSearchParams, type: string | null): Arrival | null {
  const accessToken = fields.get('access_token');
  const refreshToken = fields.get('refresh_token');
  if (accessToken && refreshToken && type) {
    const tokens = { accessToken, refreshToken };
    if (type === 'recovery') return { kind: 'recovery', tokens };
    if (type === 'signup') return { kind: 'confirmation', tokens };
    if (type === 'email_change') return { kind: 'email-change', tokens };
  }
  // Half a session, or of a kind that this product does not send: an error, and off the address all the same.
  if (accessToken || refreshToken) return { kind: 'error', code: 'unexpected_tokens' };
  // So the auth server says that the other mailbox has to confirm too.
  if (fields.has('message') && fields.has('sb')) return { kind: 'email-change', tokens: null };
  const code = fields.get('error_code') ?? fields.get('error');
  return code ? { kind: 'error', code } : null;
}

/** Takes the arrival off the address and leads to the page that it is meant for. */
export function takeArrival(): void {
  const { pathname, search, hash } = location;
  const arrival = (hash ? parseArrival(hash) : null) ?? (search ? parseArrival(search) : null);
  if (!arrival) return;
  history.replaceState(null, '', pageOf(arrival, pathname, search));
  // The newest link counts.
  [link, recovery, emailChange] = [null, null, null];
  if (arrival.kind === 'link') link = arrival.link;
  else if (arrival.kind === 'recovery') recovery = arrival.tokens;
  else if (arrival.kind === 'confirmation') confirmation = arrival.tokens;
  else if (arrival.kind === 'email-change') {
    const { tokens } = arrival;
    emailChange = { isDone: tokens !== null, tokens };
  } else console.warn('A link of a mail did not work:', arrival.code.replace(/[^\w-]/g, '').slice(0, 60));
}

function pageOf(arrival: Arrival, pathname: string, search: string): string {
  switch (arrival.kind) {
    case 'link':
      return arrival.link.type === 'recovery' ? RECOVERY_PAGE : CONFIRM_PAGE;
    case 'recovery':
      return RECOVERY_PAGE;
    case 'confirmation':
      return '/login';
    case 'email-change':
      return CONFIRM_PAGE;
    default:
      return pathname + (search.includes('token_hash=') ? '' : search);
  }
}

/** The link that waits for its press, if it is one of these types. */
export function arrivedLink(...types: ArrivedLink['type'][]): ArrivedLink | null {
  return link && types.includes(link.type) ? link : null;
}

/** A link has served, or never will. */
export function dropLink(): void {
  link = null;
}

export function arrivedRecovery(): ArrivedTokens | null {
  return recovery;
}

/** The session of a recovery link that was redeemed here. */
export function keepRecovery(tokens: ArrivedTokens): void {
  recovery = tokens;
}

export function dropRecovery(): void {
  recovery = null;
}

/** The session of a confirmation link that was redeemed here. */
export function keepConfirmation(tokens: ArrivedTokens): void {
  confirmation = tokens;
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

/** How far the auth server's own link brought a change of e-mail. Gives the session that came with it once. */
export function takeEmailChange(): EmailChange | null {
  const change = emailChange;
  if (change) emailChange = { ...change, tokens: null };
  return change;
}
