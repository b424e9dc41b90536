import { isIPv6 } from 'node:net';
import { z } from 'zod';

export interface Limit {
  /** At most so many … */
  most: number;
  /** … in so many milliseconds. */
  within: number;
}

export interface AuthLimits {
  signInPerAddress: Limit;
  /** Wrong passwords of one sender at one account; more are refused to that sender, to nobody else. */
  signInFailuresPerSender: Limit;
  /** Wrong passwords of one sender at any account; more make that sender wait. */
  signInFailuresPerAddress: Limit;
  /** Wrong passwords at one account from anywhere; more make senders wait who have never signed in to it. */
  signInFailuresPerEmail: Limit;
  signUpPerAddress: Limit;
  mailPerAddress: Limit;
  mailPerEmail: Limit;
}

const MINUTE = 60_000;
/** In the spirit of hosted Supabase's defaults (https://supabase.com/docs/guides/auth/rate-limits). */
export const DEFAULT_LIMITS: AuthLimits = {
  signInPerAddress: { most: 30, within: 5 * MINUTE },
  signInFailuresPerSender: { most: 10, within: 5 * MINUTE },
  signInFailuresPerAddress: { most: 10, within: 5 * MINUTE },
  signInFailuresPerEmail: { most: 10, within: 5 * MINUTE },
  signUpPerAddress: { most: 30, within: 5 * MINUTE },
  mailPerAddress: { most: 30, within: 60 * MINUTE },
  mailPerEmail: { most: 1, within: MINUTE },
};

/** Milliseconds of the first wait; every further wrong password doubles it. */
const FIRST_WAIT = 250;
/** Well below what a phone waits for an answer: an owner on a new network still gets in during an attack. */
const LONGEST_WAIT = 4_000;
/** Above this many names, those whose time is over are forgotten. */
const SWEEP_AT = 10_000;
/** Networks remembered for an account: home, work, a phone's. */
const KNOWN_SENDERS = 8;

/** Counts in a sliding window, in memory: a restart forgives. */
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

  /** How many more than the limit there were; negative below it. */
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

/** From where each account was signed in to lately: the newest networks of the newest accounts. */
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

/** Nobody's address is longer (RFC 5321), and what is counted stays in memory. */
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
  /** Whether a sign-up is followed by a mail. */
  mailsAtSignUp?: boolean;
}

/** Puts a limit on guessing passwords, on mass registration and on filling mailboxes. */
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
   * One password tried at an account. Ten wrong ones stop their sender there; the account's owner elsewhere never
   * notices. Against many senders there are waits only: a refusal would be a way to lock people out.
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
    // Counted before the answer is known, or a hundred guesses at once would all pass.
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
    // Whether or not the account exists: the answer must not tell.
    if (email !== null) mailsTo.add(email);
    return next();
  };

  const limit = async (request: Asked, next: () => Promise<Response>): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    // The router behind takes '%74oken' for 'token'.
    const pathname = decoded(path);
    const email = emailIn(request.body);
    const sender = networkOf(request.address);
    // A new e-mail address is mailed to.
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

/** `excess`: wrong passwords beyond the limit. */
function waitFor(excess: number): number {
  return excess < 0 ? 0 : Math.min(FIRST_WAIT * 2 ** excess, LONGEST_WAIT);
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An IPv6 network as one sender: a household has more addresses in its /64 than anybody can count. */
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
