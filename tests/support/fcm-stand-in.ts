/**
 * A local stand-in for Google's token endpoint and FCM's HTTP v1 API: validates requests, answers
 * and fails as they do (error formats: firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode).
 */
import { type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { FCM_ERRORS, type FcmErrorName, googleError, invalidArgument } from './fcm-errors.ts';
import { makeServiceAccount } from './fcm-service-account.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const RESERVED = /^(from|message_type|google\..*|gcm\.notification\..*)$/;
const MAX_DATA = 4096;

const strings = z.record(z.string(), z.string());
const sendBody = z.strictObject({
  validate_only: z.boolean().optional(),
  message: z.strictObject({
    token: z.string().min(1),
    data: strings.optional(),
    notification: z.strictObject({ title: z.string().optional(), body: z.string().optional() }).optional(),
    webpush: z
      .strictObject({
        headers: strings.optional(),
        data: strings.optional(),
        notification: z.record(z.string(), z.unknown()).optional(),
        fcm_options: z.strictObject({ link: z.string().optional() }).optional(),
      })
      .optional(),
  }),
});

/** 'hang' never answers, 'drop' breaks the connection, 'page' is the HTML of another server. */
export type FcmReply = 'ok' | 'hang' | 'drop' | 'page' | { error: FcmErrorName; retryAfter?: string };

export interface FcmSend {
  token: string;
  data: Record<string, string>;
  headers: Record<string, string>;
  /** Whether FCM accepted the message. */
  accepted: boolean;
}

export interface FcmStandIn {
  /** Value of FCM_URL; serviceAccount is that of FCM_SERVICE_ACCOUNT. */
  url: string;
  serviceAccount: string;
  /** All valid messages with a valid access token, in order. */
  sends: FcmSend[];
  /** The number of issued access tokens. */
  grants: number;
  /** The largest number of requests in progress at one time. */
  busiest: number;
  /** Faults of requests that should never have been sent. */
  complaints: string[];
  /** The next replies for a token, then 'ok' again; the last one repeats when `forever`. */
  plan(token: string, replies: FcmReply[], forever?: boolean): void;
  /** The reply for all tokens without a plan. */
  otherwise: FcmReply;
  /** Refuses from now on the access tokens that were issued. */
  revokeAccess(): void;
  /** The behaviour of the token endpoint. */
  access: 'granted' | 'refused' | 'broken' | 'short';
  /** Milliseconds before each answer. */
  delay: number;
  reset(): void;
  stop(): Promise<void>;
}

export async function startFcm(): Promise<FcmStandIn> {
  const plans = new Map<string, { replies: FcmReply[]; forever: boolean }>();
  let access = new Set<string>();
  let busy = 0;
  const server = createServer((request, response) => {
    busy += 1;
    fcm.busiest = Math.max(fcm.busiest, busy);
    response.once('close', () => {
      busy -= 1;
    });
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { account, publicKey } = makeServiceAccount(`${url}/token`);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST' && request.url === '/token') return grant(request, text, send);
    if (request.method !== 'POST' || request.url !== `/v1/projects/${account.project_id}/messages:send`) {
      fcm.complaints.push(`${request.method} ${request.url}`);
      response.writeHead(404, { 'content-type': 'text/html; charset=UTF-8' });
      response.end('<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, fcm.delay));
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!access.has(bearer)) return send(401, googleError(401, 'UNAUTHENTICATED', UNAUTHENTICATED));
    const wrong = complaintAbout(request, text);
    if (wrong) {
      fcm.complaints.push(JSON.stringify(wrong));
      return send(400, wrong);
    }
    const { message } = sendBody.parse(JSON.parse(text));
    const reply = nextReply(message.token);
    fcm.sends.push({
      token: message.token,
      data: message.data ?? {},
      headers: message.webpush?.headers ?? {},
      accepted: reply === 'ok',
    });
    if (reply === 'hang') return;
    if (reply === 'drop') return void response.destroy();
    if (reply === 'page') {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>Bad Gateway</html>');
      return;
    }
    if (reply === 'ok') return send(200, { name: `projects/${account.project_id}/messages/${randomUUID()}` });
    const { status, body } = FCM_ERRORS[reply.error];
    send(status, body, reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter });
  }

  function nextReply(token: string): FcmReply {
    const plan = plans.get(token);
    if (!plan || plan.replies.length === 0) return fcm.otherwise;
    const [next] = plan.forever && plan.replies.length === 1 ? plan.replies : plan.replies.splice(0, 1);
    return next ?? fcm.otherwise;
  }

  async function grant(
    request: IncomingMessage,
    text: string,
    send: (status: number, body: unknown) => void,
  ): Promise<void> {
    if (fcm.access === 'broken') return send(503, { error: 'backend_error' });
    const form = new URLSearchParams(text);
    const wrong = await complaintAboutGrant(request, form, account, publicKey);
    if (wrong !== null) fcm.complaints.push(wrong);
    if (wrong !== null || fcm.access === 'refused') {
      return send(400, { error: 'invalid_grant', error_description: wrong ?? 'Invalid JWT Signature.' });
    }
    fcm.grants += 1;
    const token = `ya29.${randomUUID()}`;
    access.add(token);
    // 'short' is less than the safety margin of one minute.
    send(200, { access_token: token, expires_in: fcm.access === 'short' ? 30 : 3599, token_type: 'Bearer' });
  }

  const fcm: FcmStandIn = {
    url,
    serviceAccount: JSON.stringify(account),
    sends: [],
    grants: 0,
    busiest: 0,
    complaints: [],
    otherwise: 'ok',
    access: 'granted',
    delay: 0,
    plan: (token, replies, forever = false) => void plans.set(token, { replies: [...replies], forever }),
    revokeAccess: () => {
      access = new Set();
    },
    reset() {
      plans.clear();
      Object.assign(fcm, {
        sends: [],
        grants: 0,
        busiest: 0,
        complaints: [],
        otherwise: 'ok',
        access: 'granted',
        delay: 0,
      });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fcm;
}

const UNAUTHENTICATED =
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

/** Validates a grant (RFC 7523) as Google does. Null when nothing is wrong. */
async function complaintAboutGrant(
  request: IncomingMessage,
  form: URLSearchParams,
  account: { client_email: string; token_uri: string; private_key_id: string },
  publicKey: KeyObject,
): Promise<string | null> {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')) return 'no form';
  if (form.get('grant_type') !== GRANT) return 'another grant type';
  try {
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      audience: account.token_uri,
      issuer: account.client_email,
      requiredClaims: ['iat', 'exp', 'scope'],
      clockTolerance: 5,
    });
    if (protectedHeader.kid !== account.private_key_id) return 'another key';
    if (payload.scope !== SCOPE) return 'another scope';
    const [from, until] = [payload.iat ?? 0, payload.exp ?? 0];
    if (until <= from || until - from > 3600) return 'not for an hour';
    if (from > Date.now() / 1000 + 5) return 'from the future';
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'no JWT';
  }
}

/** The error of FCM for a message that is invalid whatever its token; null when it is valid. */
function complaintAbout(request: IncomingMessage, text: string): object | null {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    return invalidArgument('Invalid JSON payload received. Parsing terminated before end of input.', []);
  }
  const body: unknown = JSON.parse(text);
  const parsed = sendBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = (issue?.path ?? []).join('.');
    return issue?.code === 'unrecognized_keys'
      ? invalidArgument(
          `Invalid JSON payload received. Unknown name "${issue.keys[0]}" at '${field}': Cannot find field.`,
          [field],
        )
      : invalidArgument(`Invalid value at '${field}' (TYPE_STRING)`, [field]);
  }
  const { data = {}, webpush } = parsed.data.message;
  const reserved = Object.keys(data).find((key) => RESERVED.test(key));
  if (reserved) return invalidArgument(`Invalid data payload key: ${reserved}`, ['message.data']);
  if (Buffer.byteLength(JSON.stringify(data)) > MAX_DATA) {
    return invalidArgument('Web push message is too big', ['message']);
  }
  const { TTL, Urgency, Topic } = webpush?.headers ?? {};
  if (TTL !== undefined && !/^\d+$/.test(TTL)) {
    return invalidArgument('Invalid TTL header', ['message.webpush.headers']);
  }
  if (Urgency !== undefined && !/^(very-low|low|normal|high)$/.test(Urgency)) {
    return invalidArgument('Invalid Urgency header', ['message.webpush.headers']);
  }
  if (Topic !== undefined && !/^[\w-]{1,32}$/.test(Topic)) {
    return invalidArgument('Invalid Topic header', ['message.webpush.headers']);
  }
  return null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
