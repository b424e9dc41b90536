/**
 * Sends one message to one phone and interprets FCM's response for that phone, that message and the whole run
 * (https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). Reasons never contain a token.
 */
import { z } from 'zod';
import { type AccessTokens, NoAccess } from './account.ts';
import type { Message } from './message.ts';

/** Timeout of one request in milliseconds. */
export const CALL_PATIENCE = 8_000;
/** Seconds to pause when FCM names no time: its quotas are per minute. */
const QUOTA_PAUSE = 60;
const KEY_PAUSE = 300;
const LONGEST_PAUSE = 3600;
const MAX_ANSWER = 20_000;

export type Verdict =
  | { kind: 'sent' }
  /** dead: the token is not registered any more · refused: the token belongs to another project · given_up: the message is invalid for every phone */
  | { kind: 'dead' | 'refused' | 'given_up' | 'retry'; reason: string }
  /** All sending pauses for so many seconds; this phone counts as not tried. */
  | { kind: 'pause'; reason: string; seconds: number };

const answerOfError = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z
      .array(
        z.looseObject({
          '@type': z.string().default(''),
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().default('') })).optional(),
        }),
      )
      .default([]),
  }),
});

export interface Fcm {
  send(message: Message, drain: AbortSignal): Promise<Verdict>;
}

/** `url`: origin of FCM. `drain`: its abort signal cancels requests under way. */
export function fcmOf(url: string, projectId: string, tokens: AccessTokens): Fcm {
  const address = `${url.replace(/\/+$/, '')}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;

  async function call(message: Message, drain: AbortSignal) {
    const signal = AbortSignal.any([drain, AbortSignal.timeout(CALL_PATIENCE)]);
    const token = await tokens.current(signal);
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ message }),
      redirect: 'error',
      signal,
    });
    const text = (await response.text()).slice(0, MAX_ANSWER);
    return { token, status: response.status, retryAfter: response.headers.get('retry-after'), text };
  }

  return {
    async send(message, drain) {
      let answer: Awaited<ReturnType<typeof call>>;
      try {
        answer = await call(message, drain);
        if (isForeignToken(answer)) {
          tokens.drop(answer.token);
          answer = await call(message, drain);
        }
      } catch (error) {
        if (error instanceof NoAccess) throw error;
        const isLate = error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
        return { kind: 'retry', reason: isLate ? 'TIMEOUT' : 'NETWORK' };
      }
      return verdictOf(answer);
    },
  };
}

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** Whether FCM refused our access token, rather than its own token for the push service. */
const isForeignToken = ({ status, text }: Answer) =>
  status === 401 && codeOf(errorIn(text)) !== 'THIRD_PARTY_AUTH_ERROR';

export function verdictOf({ status, retryAfter, text }: Answer): Verdict {
  if (status === 200) return { kind: 'sent' };
  const error = errorIn(text);
  const code = codeOf(error);
  const reason = code ?? (error?.status || `HTTP_${status}`);
  if (status === 429) return { kind: 'pause', reason, seconds: secondsOf(retryAfter) ?? QUOTA_PAUSE };
  if (status === 503 && secondsOf(retryAfter) !== null) {
    return { kind: 'pause', reason, seconds: secondsOf(retryAfter) ?? 0 };
  }
  if (code === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'retry', reason };
  if (code === 'SENDER_ID_MISMATCH') return { kind: 'refused', reason };
  // The account or project is misconfigured, which says nothing about the phone.
  if (status === 401 || status === 403) return { kind: 'pause', reason, seconds: KEY_PAUSE };
  if (status === 404) {
    // A 404 without FCM's error body may come from a proxy, so it does not make the phone dead.
    if (code === 'UNREGISTERED' || (code === null && error?.status === 'NOT_FOUND')) {
      return { kind: 'dead', reason: 'UNREGISTERED' };
    }
    return { kind: 'pause', reason, seconds: KEY_PAUSE };
  }
  if (status === 400) {
    if (error === null) return { kind: 'pause', reason, seconds: KEY_PAUSE };
    return { kind: isAboutToken(error) ? 'refused' : 'given_up', reason };
  }
  return { kind: 'retry', reason };
}

type GoogleError = z.infer<typeof answerOfError>['error'];

function errorIn(text: string): GoogleError | null {
  try {
    return answerOfError.parse(JSON.parse(text)).error;
  } catch {
    return null;
  }
}

const codeOf = (error: GoogleError | null): string | null =>
  error?.details.find((detail) => detail['@type'].endsWith('/google.firebase.fcm.v1.FcmError'))?.errorCode ??
  null;

function isAboutToken(error: GoogleError): boolean {
  const fields = error.details.flatMap((detail) => detail.fieldViolations ?? []).map(({ field }) => field);
  return fields.length > 0 ? fields.includes('message.token') : /registration token/i.test(error.message);
}

/** Seconds of a Retry-After header (seconds or a date); null without one. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), LONGEST_PAUSE);
}
