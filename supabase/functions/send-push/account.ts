/**
 * The service account of the Firebase project and its Google access tokens (RFC 7523): a JWT signed with the account's
 * key is exchanged for a token that is valid for an hour.
 */
import { z } from 'zod';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Seconds. */
const LIFETIME = 3600;
/** Milliseconds before its expiry at which a token is no longer used. */
const MARGIN = 60_000;

const serviceAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9.:-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().includes('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/ }),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Google issued no access token. `isRefusal`: the key itself was refused, so a retry cannot help. */
export class NoAccess extends Error {
  constructor(
    message: string,
    readonly isRefusal: boolean,
  ) {
    super(message);
  }
}

/** Parses a key file; null when it is invalid. The parse error is dropped, because it would quote the key. */
export function parseAccount(text: string): ServiceAccount | null {
  try {
    return serviceAccount.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface AccessTokens {
  /** Returns a valid token; concurrent callers share one request. */
  current(signal: AbortSignal): Promise<string>;
  /** Forgets a token that was refused. */
  drop(token: string): void;
}

export function accessTokens(account: ServiceAccount): AccessTokens {
  let known: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(signal: AbortSignal): Promise<string> {
    const asked = Date.now();
    const response = await fetch(account.token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion: await assertion(account) }),
      redirect: 'error',
      signal,
    });
    const text = await response.text();
    if (!response.ok) {
      const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
      throw new NoAccess(`the token endpoint answered ${response.status}`, isRefusal);
    }
    const { access_token, expires_in } = granted.parse(JSON.parse(text));
    known = { token: access_token, until: asked + expires_in * 1000 - MARGIN };
    return access_token;
  }

  return {
    current(signal) {
      if (known && known.until > Date.now()) return Promise.resolve(known.token);
      asking ??= ask(signal)
        .catch((error: unknown) => {
          throw error instanceof NoAccess ? error : new NoAccess('the token endpoint did not answer', false);
        })
        .finally(() => {
          asking = null;
        });
      return asking;
    },
    drop(token) {
      if (known?.token === token) known = null;
    },
  };
}

async function assertion(account: ServiceAccount): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const header = {
    alg: 'RS256',
    typ: 'JWT',
    ...(account.private_key_id ? { kid: account.private_key_id } : {}),
  };
  const claims = {
    iss: account.client_email,
    scope: SCOPE,
    aud: account.token_uri,
    iat: now,
    exp: now + LIFETIME,
  };
  const signed = `${encoded(JSON.stringify(header))}.${encoded(JSON.stringify(claims))}`;
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey(
      'pkcs8',
      bytesOfPem(account.private_key),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    );
  } catch {
    throw new NoAccess('the private key cannot be read', true);
  }
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, new TextEncoder().encode(signed));
  return `${signed}.${encoded(new Uint8Array(signature))}`;
}

function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (letter) => letter.charCodeAt(0));
}

/** Base64url without padding. */
function encoded(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
