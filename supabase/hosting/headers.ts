import { createHash } from 'node:crypto';

/** Sent with everything that is ours to serve; static hosts get it from public/_headers, filled at build. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Headers of the backend’s responses, which are data and never pages: opened as a page, nothing in them runs or loads. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Where there is TLS, which is on static hosts: two years of nothing else. */
export const TRANSPORT_HEADERS: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000',
};

/** Whose pages may stand inside ours: the players of src/features/steps/video-embed.ts, and nobody else's. */
export const FRAME_HOSTS = ['https://www.youtube-nocookie.com', 'https://www.instagram.com'] as const;

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

/** Data in a script element is never run, so no policy has to allow it. */
const DATA = /\btype\s*=\s*["']?application\/(ld\+)?json/i;

/** CSP sources for the scripts that stand in a page itself. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !DATA.test(attributes))
    .map(([, , body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`);
  return [...new Set(hashes)];
}

const PUSH_MARK = 'name="danceflix-push" content="on"';

/** Asked when a phone switches push notifications on (src/features/push/firebase.ts). */
const PUSH_HOSTS = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
];

/** The page as a build with push keys has it: whoever serves it reads off it that Firebase may be asked. */
export function withPushMark(html: string): string {
  return html.replace(PUSH_MARK.replace('"on"', '"off"'), PUSH_MARK);
}

export function pushHosts(html: string): readonly string[] {
  return html.includes(PUSH_MARK) ? PUSH_HOSTS : [];
}

/** `connect`: the origins besides our own that pages may talk to. `hashes`: from `inlineScriptHashes`. */
export function contentSecurityPolicy(hashes: readonly string[], connect: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // Mantine writes styles at run time (DESIGN: start-up).
    "style-src 'self' 'unsafe-inline'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    // Profiles and sponsors may have pictures at any https address.
    `img-src ${["'self' data: blob: https:", ...connect.filter((origin) => origin.startsWith('http:'))].join(' ')}`,
    "font-src 'self'",
    // Videos of the library of steps, once somebody asks for one.
    `frame-src ${FRAME_HOSTS.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
