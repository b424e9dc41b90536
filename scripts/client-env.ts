/** Validates the client's environment when a build or the dev server starts, so that a wrong value never ships. */
import type { Plugin } from 'vite';
import { loadEnv } from 'vite';
import { z } from 'zod';
import { isCnpj, isCpf } from '../src/lib/pix.ts';
import { isPublicSite } from './deploy/settings.ts';

const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]).optional();

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

/** Push needs all five keys; with some missing it would fail only on users' phones. */
const FIREBASE = {
  VITE_FIREBASE_API_KEY: optional(z.string().regex(/^[\w-]{20,100}$/, 'must be the web API key')),
  VITE_FIREBASE_PROJECT_ID: optional(z.string().regex(/^[a-z0-9-]{4,40}$/, 'must be the project id')),
  VITE_FIREBASE_SENDER_ID: optional(z.string().regex(/^\d{6,20}$/, 'must be digits')),
  VITE_FIREBASE_APP_ID: optional(
    z.string().regex(/^\d+:\d+:web:[0-9a-f]+$/, 'must be the id of a web app, as 1:1234:web:12ab'),
  ),
  VITE_FIREBASE_VAPID_KEY: optional(
    // An uncompressed P-256 point in base64url: 65 bytes, the first is 4.
    z.string().regex(/^B[\w-]{86}$/, 'must be the public key of the web push certificate, 87 characters'),
  ),
};

/** The law requires the operator's identity on a public site (Decreto 7.962/2013, art. 2; LGPD, art. 9). */
const OPERATOR = {
  VITE_OPERATOR_NAME: optional(z.string().trim().min(3, 'must be the name of a person or company')),
  VITE_OPERATOR_TAX_ID: optional(z.string().refine(isTaxId, 'must be a CNPJ or CPF')),
  VITE_OPERATOR_ADDRESS: optional(z.string().trim().min(10, 'must be a postal address')),
  VITE_OPERATOR_EMAIL: optional(z.email('must be an e-mail address')),
};

function isTaxId(text: string): boolean {
  const bare = text.replace(/[.\-/ ]/g, '').toUpperCase();
  return isCpf(bare) || isCnpj(bare);
}

export const clientEnvSchema = z.object({
  VITE_SUPABASE_URL: optional(httpUrl),
  VITE_SUPABASE_ANON_KEY: optional(
    z.string().refine((key) => !key.startsWith('sb_secret_'), 'is a secret key; it would be public'),
  ),
  VITE_SITE_URL: optional(httpUrl),
  VITE_TEAM_WHATSAPP: optional(z.string().regex(/^\d{10,15}$/, 'must be digits with country code')),
  VITE_SHARE_IMAGE: optional(z.string().regex(/^(\/|https?:\/\/)/, 'must be a path from the root or a URL')),
  VITE_IMAGE_TRANSFORM: optional(z.enum(['on', 'off'], 'must be on or off')),
  ...OPERATOR,
  ...FIREBASE,
});

/** Returns one line per wrong variable; empty when all are valid. */
export function clientEnvProblems(values: Record<string, string | undefined>): string[] {
  const checked = clientEnvSchema.safeParse(values);
  const wrong = checked.success
    ? []
    : checked.error.issues.map((issue) => `${issue.path.join('.')} ${reason(issue)}`);
  return [...wrong, ...missingOperator(values), ...missingForPush(values)];
}

function missingOperator(values: Record<string, string | undefined>): string[] {
  if (!isPublicSite(values.VITE_SITE_URL ?? '')) return [];
  const missing = Object.keys(OPERATOR).filter((name) => !values[name]?.trim());
  return missing.map((name) => `${name} is missing: a public site must say who runs it`);
}

function missingForPush(values: Record<string, string | undefined>): string[] {
  const names = Object.keys(FIREBASE);
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is missing: push needs all of ${names.join(', ')}, or none`);
}

/** The reason of an issue. A union nests its members' issues; the last member's is the helpful one. */
function reason(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}

export function clientEnv(): Plugin {
  return {
    name: 'client-env',
    config(config, { mode }) {
      const values = loadEnv(
        mode,
        config.envDir === false ? '/nowhere' : (config.envDir ?? process.cwd()),
        'VITE_',
      );
      const problems = clientEnvProblems(values);
      if (problems.length > 0) throw new Error(`Environment: ${problems.join('; ')}`);
    },
  };
}
