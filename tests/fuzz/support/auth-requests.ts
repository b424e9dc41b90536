/** Requests to Auth: each of its routes, with bodies and headers of every shape. */
import fc from 'fast-check';
import { hostileText, hostileValue, wellFormed } from './hostile.ts';

/** Placeholders in a request for values that only the running server knows: see `Known`. */
export interface Known {
  email: string;
  refresh: string;
  hash: string;
  id: string;
}
const KNOWN = ['email', 'refresh', 'hash', 'id'] as const satisfies (keyof Known)[];
const mark = (name: keyof Known) => `%${name}%`;

/** `session` is an account that signed up during the suite. */
export type AuthCaller = 'visitor' | 'student' | 'admin' | 'session' | 'server' | 'garbage';

export interface AuthAsked {
  as: AuthCaller;
  method: string;
  path: string;
  body?: string;
}

export const PASSWORD = 'senha-secreta-1';

const email = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,12}\.[a-z]{1,12}@fuzz\.test$/) },
  { weight: 2, arbitrary: fc.constant(mark('email')) },
  fc.stringMatching(/^[A-Za-z.+'_-]{1,20}@[A-Za-z-]{1,12}\.[a-z]{2,5}$/),
  fc.emailAddress(),
  hostileText.map((text) => `${text}@fuzz.test`),
  hostileValue,
);
const password = fc.oneof(
  { weight: 5, arbitrary: fc.constant(PASSWORD) },
  fc.constantFrom('12345', '123456', 'a'.repeat(72), 'a'.repeat(73), 'é'.repeat(72)),
  hostileValue,
);
const metadata = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        name: fc.oneof(fc.constant('Ana Lima'), hostileValue),
        role: fc.oneof(fc.constantFrom('student', 'teacher', 'admin', 'service_role'), hostileValue),
        city: hostileValue,
        cityId: fc.oneof(fc.constant(mark('id')), hostileValue),
        whatsapp: hostileValue,
        styles: fc.oneof(fc.array(hostileText, { maxLength: 3 }), hostileValue),
        terms_accepted: fc.oneof(fc.constant(true), hostileValue),
        app_metadata: hostileValue,
        sub: hostileValue,
        email_verified: hostileValue,
      },
      { requiredKeys: [] },
    ),
  },
  hostileValue,
);
const token = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(mark('hash'), mark('refresh')) },
  fc.constantFrom('123456', '000000', 'pkce_x', `${'a'.repeat(12)}`),
  hostileValue,
);
const kind = fc.oneof(
  fc.constantFrom('signup', 'recovery', 'magiclink', 'email_change', 'invite', 'email', 'sms'),
  hostileValue,
);

const FIELDS = {
  email,
  password,
  data: metadata,
  refresh_token: token,
  token,
  token_hash: token,
  type: kind,
  phone: hostileValue,
  create_user: hostileValue,
  code_challenge: hostileValue,
  code_challenge_method: hostileValue,
  auth_code: token,
  code_verifier: token,
  gotrue_meta_security: hostileValue,
  scope: fc.oneof(fc.constantFrom('global', 'local', 'others'), hostileValue),
  nonce: token,
  id: fc.oneof(fc.constant(mark('id')), fc.uuid(), hostileValue),
  email_confirm: fc.oneof(fc.boolean(), hostileValue),
  ban_duration: fc.oneof(fc.constantFrom('none', '1h', '876000h', '-1h', '1 fortnight'), hostileValue),
  user_metadata: metadata,
  app_metadata: fc.oneof(fc.dictionary(fc.string(), hostileValue), hostileValue),
} satisfies Record<string, fc.Arbitrary<unknown>>;
type Field = keyof typeof FIELDS;

/** Usually these fields, sometimes others, or no valid body at all. */
function bodyOf(...usual: Field[]): fc.Arbitrary<string> {
  const pick = (names: readonly Field[]) => Object.fromEntries(names.map((name) => [name, FIELDS[name]]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(pick(usual)).map((body) => JSON.stringify(body)) },
    {
      weight: 2,
      arbitrary: fc
        .record(pick(Object.keys(FIELDS) as Field[]), { requiredKeys: [] })
        .map((body) => JSON.stringify(body)),
    },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText.map((text) => wellFormed(text)),
    fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      'email=a@b.test',
      `${'{"data":'.repeat(3000)}1${'}'.repeat(3000)}`,
    ),
  );
}

const words = hostileText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 300))));
const value = fc.oneof(words, fc.constantFrom(...KNOWN.map(mark)));
const query = (...names: string[]) =>
  fc
    .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, words), value), {
      maxLength: 3,
    })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

interface Route {
  methods: readonly string[];
  path: fc.Arbitrary<string>;
  body: fc.Arbitrary<string>;
  callers?: readonly AuthCaller[];
}

const at = (path: string, tail: fc.Arbitrary<string> = fc.constant('')) =>
  tail.map((rest) => `${path}${rest}`);
const leads = query('redirect_to', 'type', 'token', 'token_hash', 'scope');
const ROUTES: readonly Route[] = [
  { methods: ['POST'], path: at('/signup', leads), body: bodyOf('email', 'password', 'data') },
  ...(['password', 'refresh_token', 'pkce', 'id_token', '%00'] as const).map((grant) => ({
    methods: ['POST'],
    path: at(`/token?grant_type=${grant}`),
    body:
      grant === 'password'
        ? bodyOf('email', 'password')
        : bodyOf(
            ...(grant === 'refresh_token'
              ? (['refresh_token'] as const)
              : (['auth_code', 'code_verifier'] as const)),
          ),
  })),
  { methods: ['POST'], path: at('/recover', leads), body: bodyOf('email') },
  { methods: ['POST'], path: at('/resend', leads), body: bodyOf('type', 'email') },
  { methods: ['POST'], path: at('/otp', leads), body: bodyOf('email', 'create_user', 'data') },
  { methods: ['POST'], path: at('/magiclink', leads), body: bodyOf('email', 'data') },
  { methods: ['POST'], path: at('/verify', leads), body: bodyOf('type', 'email', 'token') },
  { methods: ['POST'], path: at('/verify', leads), body: bodyOf('type', 'token_hash') },
  { methods: ['GET'], path: at('/verify', leads), body: bodyOf() },
  {
    methods: ['GET'],
    path: fc
      .tuple(fc.constantFrom('signup', 'recovery', 'email_change'), value, words)
      .map(([type, hash, to]) => `/verify?type=${type}&token=${hash}&redirect_to=${to}`),
    body: bodyOf(),
  },
  {
    methods: ['GET', 'PUT', 'PUT', 'PUT'],
    path: at('/user', leads),
    body: bodyOf('data', 'password', 'email'),
    callers: ['session', 'session', 'student', 'visitor', 'garbage', 'server'],
  },
  {
    methods: ['POST'],
    path: at('/logout', query('scope')),
    body: bodyOf('scope'),
    callers: ['session', 'student', 'visitor', 'garbage'],
  },
  {
    methods: ['GET'],
    path: at('/reauthenticate'),
    body: bodyOf(),
    callers: ['session', 'student', 'visitor'],
  },
  { methods: ['GET'], path: at('/authorize', query('provider', 'redirect_to', 'scopes')), body: bodyOf() },
  {
    methods: ['GET', 'POST'],
    path: at('/callback', query('code', 'state', 'error')),
    body: bodyOf('auth_code'),
  },
  {
    methods: ['GET'],
    path: fc.constantFrom('/settings', '/health', '/.well-known/jwks.json'),
    body: bodyOf(),
  },
  {
    methods: ['POST'],
    path: at('/admin/users'),
    body: bodyOf('email', 'password', 'user_metadata', 'app_metadata', 'email_confirm', 'id'),
    callers: ['server', 'server', 'server', 'admin', 'session', 'visitor'],
  },
  {
    methods: ['GET'],
    path: at('/admin/users', query('page', 'per_page')),
    body: bodyOf(),
    callers: ['server', 'server', 'admin', 'visitor'],
  },
  {
    methods: ['GET', 'PUT', 'PUT', 'PUT', 'DELETE'],
    path: at('/admin/users/', value),
    body: bodyOf('email', 'password', 'user_metadata', 'app_metadata', 'ban_duration'),
    callers: ['server', 'server', 'server', 'admin', 'session'],
  },
  { methods: ['GET', 'POST', 'PUT', 'DELETE'], path: at('/', value), body: bodyOf() },
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const CALLERS: readonly AuthCaller[] = ['visitor', 'visitor', 'session', 'student', 'garbage'];

export const authAsked: fc.Arbitrary<AuthAsked> = fc.oneof(
  ...ROUTES.map(({ methods, path, body, callers = CALLERS }) =>
    fc
      .record({
        as: fc.constantFrom(...callers),
        method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, fc.constantFrom(...METHODS)),
        path: path.map((rest) => `/auth/v1${rest}`),
        body,
      })
      .map(({ body: sent, ...asked }) =>
        asked.method === 'GET' || asked.method === 'HEAD' ? asked : { ...asked, body: sent },
      ),
  ),
);

/** Replaces the placeholders by values of the running server. */
export function resolved<T extends { path: string; body?: string }>(asked: T, known: Known): T {
  const fill = (text: string, write: (value: string) => string) =>
    KNOWN.reduce((filled, name) => filled.replaceAll(mark(name), () => write(known[name])), text);
  return {
    ...asked,
    path: fill(asked.path, encodeURIComponent),
    ...(asked.body === undefined
      ? {}
      : { body: fill(asked.body, (text) => JSON.stringify(text).slice(1, -1)) }),
  };
}
