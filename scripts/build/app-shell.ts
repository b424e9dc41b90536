import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  pushHosts,
  SECURITY_HEADERS,
  TRANSPORT_HEADERS,
  withPushMark,
} from '../../supabase/hosting/headers.ts';

/**
 * Finishes index.html (build id, share image, whether there is push), copies it to app-shell.html for the worker, shortens
 * boot.js, and writes the security headers into the hosting rules.
 *
 * Two files, because prerendering later rewrites index.html, after the precache has taken its revision.
 */
export function appShell(): Plugin {
  let env: Record<string, string | undefined> = {};
  return {
    name: 'danceflix:app-shell',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      env = config.env;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const build = createHash('sha256')
          .update(html)
          .update(
            Object.keys(bundle ?? {})
              .sort()
              .join('\n'),
          )
          .digest('hex')
          .slice(0, 12);
        return (env.VITE_FIREBASE_API_KEY ? withPushMark(html) : html)
          .replace('name="danceflix-build" content="dev"', `name="danceflix-build" content="${build}"`)
          .replace('%SHARE_IMAGE%', shareImageUrl(env));
      },
    },
    async writeBundle({ dir = 'dist' }) {
      await copyFile(join(dir, 'index.html'), join(dir, 'app-shell.html'));
      const boot = join(dir, 'boot.js');
      await writeFile(boot, await shortened(await readFile(boot, 'utf8')));
      const headers = join(dir, '_headers');
      const html = await readFile(join(dir, 'index.html'), 'utf8');
      const rules = await readFile(headers, 'utf8');
      await writeFile(headers, withSecurity(rules, env.VITE_SUPABASE_URL ?? '', html));
    },
  };
}

/** A classic script without comments and long names, still in syntax that old browsers read. */
export async function shortened(script: string): Promise<string> {
  const { code, errors } = await minify('script.js', script, {
    module: false,
    compress: { target: 'es2015' },
  });
  if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

/** Absolute, since what previews shared links knows no page to resolve a path against. */
function shareImageUrl(env: Record<string, string | undefined>): string {
  return new URL(env.VITE_SHARE_IMAGE || '/share.png', env.VITE_SITE_URL || 'http://localhost:4000').href;
}

/** Fills the placeholder of public/_headers with what the embedded server sends too; `html` is the app's page. */
export function withSecurity(rules: string, supabaseUrl: string, html: string): string {
  const origin = supabaseUrl ? new URL(supabaseUrl).origin : null;
  const connect = [...(origin ? [origin, origin.replace('http', 'ws')] : []), ...pushHosts(html)];
  const headers = {
    ...SECURITY_HEADERS,
    ...TRANSPORT_HEADERS,
    'content-security-policy': contentSecurityPolicy(inlineScriptHashes(html), connect),
  };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return rules.replace('  {security}', () => lines.join('\n'));
}
