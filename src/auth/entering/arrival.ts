/**
 * Reads the token of an e-mail link and removes it from the address before other code can read it. It is either a token
 * that a press of a button redeems, or, from the auth server's own links, a session in the hash (implicit flow). All of
 * it stays in this page's memory, never in history, storage or logs.
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
  /** A change of e-mail is half confirmed, or complete when there are tokens. */
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

/** Reads a hash or a query; null when it belongs to no link of ours. */
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
  // Half a session, or of a kind that this product does not send: an error, removed from the address as well.
  if (accessToken || refreshToken) return { kind: 'error', code: 'unexpected_tokens' };
  // The auth server's way to say that the other mailbox has to confirm too.
  if (fields.has('message') && fields.has('sb')) return { kind: 'email-change', tokens: null };
  const code = fields.get('error_code') ?? fields.get('error');
  return code ? { kind: 'error', code } : null;
}

/** Removes the link's data from the address and opens the page that it is meant for. */
export function takeArrival(): void {
  const { pathname, search, hash } = location;
  const arrival = (hash ? parseArrival(hash) : null) ?? (search ? parseArrival(search) : null);
  if (!arrival) return;
  history.replaceState(null, '', pageOf(arrival, pathname, search));
  // The newest link replaces earlier ones.
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

/** The link that waits for a press, if it is of one of these types. */
export function arrivedLink(...types: ArrivedLink['type'][]): ArrivedLink | null {
  return link && types.includes(link.type) ? link : null;
}

/** Drops a link that was redeemed or has failed. */
export function dropLink(): void {
  link = null;
}

export function arrivedRecovery(): ArrivedTokens | null {
  return recovery;
}

/** Keeps the session of a recovery link that was redeemed here. */
export function keepRecovery(tokens: ArrivedTokens): void {
  recovery = tokens;
}

export function dropRecovery(): void {
  recovery = null;
}

/** Keeps the session of a confirmation link that was redeemed here. */
export function keepConfirmation(tokens: ArrivedTokens): void {
  confirmation = tokens;
}

/** The tokens of a confirmation link; only the first call gets them. */
export function takeConfirmation(): ArrivedTokens | null {
  const tokens = confirmation;
  confirmation = null;
  return tokens;
}

export function hasConfirmation(): boolean {
  return confirmation !== null;
}

/**
 * The state of a change of e-mail after the auth server's own link. Only the first call gets the session that came with
 * it.
 */
export function takeEmailChange(): EmailChange | null {
  const change = emailChange;
  if (change) emailChange = { ...change, tokens: null };
  return change;
}
