import { z } from 'zod';

export interface Limit {
  /** At most so many … */
  most: number;
  /** … in so many milliseconds. */
  within: number;
}

export interface AuthLimits {
  signInPerAddress: Limit;
  /** Only refused sign-ins count: knowing a name must not be enough to lock its owner out of a good password. */
  signInFailuresPerEmail: Limit;
  signUpPerAddress: Limit;
  mailPerAddress: Limit;
  mailPerEmail: Limit;
}

const MINUTE = 60_000;
/** In the spirit of hosted Supabase's defaults (https://supabase.com/docs/guides/auth/rate-limits). */
export const DEFAULT_LIMITS: AuthLimits = {
  signInPerAddress: { most: 30, within: 5 * MINUTE },
  signInFailuresPerEmail: { most: 10, within: 5 * MINUTE },
  signUpPerAddress: { most: 30, within: 5 * MINUTE },
  mailPerAddress: { most: 30, within: 60 * MINUTE },
  mailPerEmail: { most: 1, within: MINUTE },
};

/** Above this many names, those whose time is over are forgotten. */
const SWEEP_AT = 10_000;

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
    return this.recent(name).length >= this.limit.most;
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

/** Nobody's address is longer (RFC 5321), and what is counted stays in memory. */
const withEmail = z.object({
  email: z
    .string()
    .max(320)
    .transform((email) => email.trim().toLowerCase()),
});
const MAIL_ROUTES = new Set(['/auth/v1/recover', '/auth/v1/resend', '/auth/v1/otp', '/auth/v1/magiclink']);

/** Puts a limit on guessing passwords, on mass registration and on filling mailboxes. */
export function authLimiter(limits: AuthLimits, now: () => number = Date.now) {
  const counter = (limit: Limit) => new Counter(limit, now);
  const signIns = counter(limits.signInPerAddress);
  const failures = counter(limits.signInFailuresPerEmail);
  const signUps = counter(limits.signUpPerAddress);
  const mailsFrom = counter(limits.mailPerAddress);
  const mailsTo = counter(limits.mailPerEmail);

  return async (
    request: { url: string; method: string; body: string; address: string },
    next: () => Promise<Response>,
  ): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    if (request.method !== 'POST') return next();
    // The router behind takes '%74oken' for 'token'.
    const pathname = decoded(path);
    const email = emailIn(request.body);

    if (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password') {
      if (signIns.isFull(request.address) || (email !== null && failures.isFull(email)))
        return tooManyRequests();
      signIns.add(request.address);
      // Counted before the answer is known, or a hundred guesses at once would all pass.
      if (email !== null) failures.add(email);
      const response = await next();
      if (response.ok && email !== null) failures.removeOne(email);
      return response;
    }
    if (pathname === '/auth/v1/signup' || pathname === '/auth/v1/verify') {
      if (signUps.isFull(request.address)) return tooManyRequests();
      signUps.add(request.address);
      return next();
    }
    if (MAIL_ROUTES.has(pathname)) {
      if (mailsFrom.isFull(request.address)) return tooManyMails();
      if (email !== null && mailsTo.isFull(email)) return tooManyMails();
      mailsFrom.add(request.address);
      // Whether or not the account exists: the answer must not tell.
      if (email !== null) mailsTo.add(email);
      return next();
    }
    return next();
  };
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
