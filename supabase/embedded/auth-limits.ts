import { isIPv6 } from 'node:net';
import { z } from 'zod';

export interface Limit {
  /** Most events … */
  most: number;
  /** … within so many milliseconds. */
  within: number;
}

export interface AuthLimits {
  signInPerAddress: Limit;
  /** Wrong passwords of one sender at one account; above the limit only that sender is refused. */
  signInFailuresPerSender: Limit;
  /** Wrong passwords of one sender at any account; above the limit that sender is delayed. */
  signInFailuresPerAddress: Limit;
  /** Wrong passwords at one account from anywhere; above the limit senders new to the account are delayed. */
  signInFailuresPerEmail: Limit;
  signUpPerAddress: Limit;
  mailPerAddress: Limit;
  mailPerEmail: Limit;
}

const MINUTE = 60_000;
/** Similar to hosted Supabase's defaults (https://supabase.com/docs/guides/auth/rate-limits). */
export const DEFAULT_LIMITS: AuthLimits = {
  signInPerAddress: { most: 30, within: 5 * MINUTE },
  signInFailuresPerSender: { most: 10, within: 5 * MINUTE },
  signInFailuresPerAddress: { most: 10, within: 5 * MINUTE },
  signInFailuresPerEmail: { most: 10, within: 5 * MINUTE },
  signUpPerAddress: { most: 30, within: 5 * MINUTE },
  mailPerAddress: { most: 30, within: 60 * MINUTE },
  mailPerEmail: { most: 1, within: MINUTE },
};

/** First delay in milliseconds; every further wrong password doubles it. */
const FIRST_WAIT = 250;
/** Well below a phone's timeout, so that an owner on a new network can still sign in during an attack. */
const LONGEST_WAIT = 4_000;
/** Number of entries above which expired ones are removed. */
const SWEEP_AT = 10_000;
/** Networks remembered per account: home, work, a phone's. */
const KNOWN_SENDERS = 8;

/** Sliding-window counter per name, in memory: a restart resets it. */
class Counter {
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly limit: Limit,
    private readonly now: () => number,
  ) {}

  private recent(name: string): number[] {
    const since = this.now() - this.limit.within;
    return (this.times.get(name) ?? []).filter((time) => time > since);
  }

  isFull(name: string): boolean {
    return this.excess(name) >= 0;
  }

  /** Events above the limit; negative below it. */
  excess(name: string): number {
    return this.recent(name).length - this.limit.most;
  }

  removeOne(name: string): void {
    this.times.get(name)?.pop();
  }

  add(name: string): void {
    if (this.times.size >= SWEEP_AT) {
      for (const known of [...this.times.keys()])
        if (this.recent(known).length === 0) this.times.delete(known);
    }
    this.times.set(name, [...this.recent(name), this.now()]);
  }
}

/** Recent networks of successful sign-ins per account: the newest networks of the most recent accounts. */
class KnownSenders {
  private readonly byEmail = new Map<string, string[]>();

  has(email: string, sender: string): boolean {
    return this.byEmail.get(email)?.includes(sender) ?? false;
  }

  add(email: string, sender: string): void {
    const others = (this.byEmail.get(email) ?? []).filter((one) => one !== sender);
    this.byEmail.delete(email);
    this.byEmail.set(email, [...others, sender].slice(-KNOWN_SENDERS));
    const [oldest] = this.byEmail.size > SWEEP_AT ? this.byEmail.keys() : [];
    if (oldest !== undefined) this.byEmail.delete(oldest);
  }
}

/** Longest e-mail address (RFC 5321); bounded because the counters keep addresses in memory. */
const withEmail = z.object({
  email: z
    .string()
    .max(320)
    .transform((email) => email.trim().toLowerCase()),
});
const MAIL_ROUTES = new Set(['/auth/v1/recover', '/auth/v1/resend', '/auth/v1/otp', '/auth/v1/magiclink']);

interface Asked {
  url: string;
  method: string;
  body: string;
  address: string;
}

interface LimiterOptions {
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
  /** Whether a sign-up sends a mail. */
  mailsAtSignUp?: boolean;
}

/** Limits password guessing, mass registration and floods of mail. */
export function authLimiter(
  limits: AuthLimits,
  { now = Date.now, pause = sleep, mailsAtSignUp = false }: LimiterOptions = {},
) {
  const counter = (limit: Limit) => new Counter(limit, now);
  const signIns = counter(limits.signInPerAddress);
  const failuresHere = counter(limits.signInFailuresPerSender);
  const failuresFrom = counter(limits.signInFailuresPerAddress);
  const failuresAt = counter(limits.signInFailuresPerEmail);
  const signUps = counter(limits.signUpPerAddress);
  const mailsFrom = counter(limits.mailPerAddress);
  const mailsTo = counter(limits.mailPerEmail);
  const known = new KnownSenders();

  /**
   * Counts one password attempt. After ten wrong ones the sender is refused at that account, while the owner elsewhere
   * notices nothing. Attempts from many senders are only delayed, because a refusal would let an attacker lock users out.
   */
  const guess = async (
    address: string,
    email: string,
    attempt: () => Promise<Response>,
  ): Promise<Response> => {
    const sender = networkOf(address);
    const pair = `${sender} ${email}`;
    if (failuresHere.isFull(pair)) return tooManyRequests();
    const wait = Math.max(
      waitFor(failuresFrom.excess(sender)),
      known.has(email, sender) ? 0 : waitFor(failuresAt.excess(email)),
    );
    // Counted before the result is known; otherwise a hundred parallel attempts would all pass.
    failuresHere.add(pair);
    failuresFrom.add(sender);
    failuresAt.add(email);
    if (wait > 0) await pause(wait);
    const response = await attempt();
    if (response.ok) {
      failuresHere.removeOne(pair);
      failuresFrom.removeOne(sender);
      failuresAt.removeOne(email);
      known.add(email, sender);
    }
    return response;
  };

  const mail = (sender: string, email: string | null, next: () => Promise<Response>) => {
    if (mailsFrom.isFull(sender) || (email !== null && mailsTo.isFull(email))) return tooManyMails();
    mailsFrom.add(sender);
    // Counted whether or not the account exists, because the response must not reveal it.
    if (email !== null) mailsTo.add(email);
    return next();
  };

  const limit = async (request: Asked, next: () => Promise<Response>): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    // The router behind decodes paths: '%74oken' is 'token'.
    const pathname = decoded(path);
    const email = emailIn(request.body);
    const sender = networkOf(request.address);
    // Changing the e-mail sends a mail.
    if (request.method === 'PUT' && pathname === '/auth/v1/user' && email) return mail(sender, email, next);
    if (request.method !== 'POST') return next();

    if (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password') {
      if (signIns.isFull(sender)) return tooManyRequests();
      signIns.add(sender);
      return email === null ? next() : guess(request.address, email, next);
    }
    if (pathname === '/auth/v1/signup' || pathname === '/auth/v1/verify') {
      if (signUps.isFull(sender)) return tooManyRequests();
      signUps.add(sender);
      if (mailsAtSignUp && pathname === '/auth/v1/signup' && email !== null) mailsTo.add(email);
      return next();
    }
    return MAIL_ROUTES.has(pathname) ? mail(sender, email, next) : next();
  };
  return Object.assign(limit, { guess });
}

/** Delay in milliseconds. `excess`: wrong passwords above the limit. */
function waitFor(excess: number): number {
  return excess < 0 ? 0 : Math.min(FIRST_WAIT * 2 ** excess, LONGEST_WAIT);
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The /64 network of an IPv6 address, because a household can use any address in it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function emailIn(body: string): string | null {
  try {
    const parsed = withEmail.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.email : null;
  } catch {
    return null;
  }
}

const tooManyRequests = () => refuse('over_request_rate_limit', 'Request rate limit reached');
const tooManyMails = () =>
  refuse('over_email_send_rate_limit', 'For security purposes, you can only request this after some time.');

function refuse(errorCode: string, message: string): Response {
  return Response.json(
    { code: 429, error_code: errorCode, msg: message },
    { status: 429, headers: { 'access-control-allow-origin': '*' } },
  );
}
