/** Checks the client's environment once, at build or at the start of the dev server: a wrong value never ships. */
import type { Plugin } from 'vite';
import { loadEnv } from 'vite';
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]).optional();

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

export const clientEnvSchema = z.object({
  VITE_SUPABASE_URL: optional(httpUrl),
  VITE_SUPABASE_ANON_KEY: optional(
    z.string().refine((key) => !key.startsWith('sb_secret_'), 'is a secret key; it would be public'),
  ),
  VITE_SITE_URL: optional(httpUrl),
  VITE_TEAM_WHATSAPP: optional(z.string().regex(/^\d{10,15}$/, 'must be digits with country code')),
  VITE_SHARE_IMAGE: optional(z.string().regex(/^(\/|https?:\/\/)/, 'must be a path from the root or a URL')),
});

/** Returns one line per wrong variable; none means all is well. */
export function clientEnvProblems(values: Record<string, string | undefined>): string[] {
  const checked = clientEnvSchema.safeParse(values);
  if (checked.success) return [];
  return checked.error.issues.map((issue) => `${issue.path.join('.')} ${reason(issue)}`);
}

/** A union reports its members' complaints inside; the last member is the one that was meant. */
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
