import { errors, jwtVerify } from 'jose';
import type { Statements } from './database.ts';
import type { Keys } from './keys.ts';

const ROLES = ['anon', 'authenticated', 'service_role'] as const;
export type Role = (typeof ROLES)[number];

/** The caller as policies see it. */
export interface Claims {
  role: Role;
  sub?: string;
  /** Seconds since 1970; absent for API keys, which do not expire. */
  exp?: number;
  [claim: string]: unknown;
}

export type ClaimsResult = { kind: 'claims'; claims: Claims } | { kind: 'refused'; reason: string };

/** Claims of a token, or of the publishable or secret key. */
export async function claimsOfToken(token: string, keys: Keys): Promise<ClaimsResult> {
  if (token === keys.publishableKey) return { kind: 'claims', claims: { role: 'anon' } };
  if (token === keys.secretKey) return { kind: 'claims', claims: { role: 'service_role' } };
  return claimsOfJwt(token, keys);
}

export async function claimsOfJwt(token: string, keys: Pick<Keys, 'jwtSecret'>): Promise<ClaimsResult> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(keys.jwtSecret), {
      algorithms: ['HS256'],
    });
    const role = ROLES.find((known) => known === payload.role);
    if (role === undefined) return { kind: 'refused', reason: 'Invalid JWT: unknown role' };
    return { kind: 'claims', claims: { ...payload, role } };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'refused', reason: 'Token has expired' };
    return { kind: 'refused', reason: 'Invalid JWT' };
  }
}

export function bearerToken(authorization: string | null | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

const timeout = (name: string) => `set_config('${name}', coalesce((select split_part(c, '=', 2)
  from pg_catalog.pg_roles r, unnest(r.rolconfig) c where r.rolname = $3 and c like '${name}=%'), '0'), true)`;

/** Runs the rest of the transaction with the rights of `claims` and the time limits of their role. */
export async function actAs(tx: Statements, claims: Claims): Promise<void> {
  await tx.query(
    `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
      set_config('request.jwt.claim.role', $3, true), set_config('role', $3, true),
      ${timeout('statement_timeout')}, ${timeout('lock_timeout')}`,
    [JSON.stringify(claims), claims.sub ?? '', claims.role],
  );
}
