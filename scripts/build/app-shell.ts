import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Finishes index.html (build id, share image), copies it to app-shell.html for the worker, and writes the
 * backend's origin into the hosting rules.
 *
 * Two files, because prerendering later rewrites index.html, after the precache has taken its revision.
 */
export function appShell(): Plugin {
  let env: Record<string, string | undefined> = {};
  return {
    name: 'danceflix:app-shell',
    apply: 'build',
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
        return html
          .replace('name="danceflix-build" content="dev"', `name="danceflix-build" content="${build}"`)
          .replace('%SHARE_IMAGE%', shareImageUrl(env));
      },
    },
    async writeBundle({ dir = 'dist' }) {
      await copyFile(join(dir, 'index.html'), join(dir, 'app-shell.html'));
      const headers = join(dir, '_headers');
      await writeFile(headers, withOrigins(await readFile(headers, 'utf8'), env.VITE_SUPABASE_URL ?? ''));
    },
  };
}

/** Absolute, since what previews shared links knows no page to resolve a path against. */
function shareImageUrl(env: Record<string, string | undefined>): string {
  return new URL(env.VITE_SHARE_IMAGE || '/share.png', env.VITE_SITE_URL || 'http://localhost:4000').href;
}

/** Fills the two placeholders of public/_headers. */
export function withOrigins(rules: string, supabaseUrl: string): string {
  const origin = supabaseUrl ? ` ${new URL(supabaseUrl).origin}` : '';
  return rules.replaceAll(' {supabase}', origin).replaceAll(' {realtime}', origin.replace('http', 'ws'));
}
