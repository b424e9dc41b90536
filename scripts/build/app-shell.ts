import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface AppShellOptions {
  /** Address of the share image, absolute or from the site's root. */
  shareImage: string;
  /** Origin of a Supabase elsewhere; empty when the app's own origin serves it. */
  supabaseUrl: string;
}

/**
 * Finishes index.html (build id, share image), copies it to app-shell.html for the worker, and writes the
 * backend's origin into the hosting rules.
 *
 * Two files, because prerendering later rewrites index.html, after the precache has taken its revision.
 */
export function appShell({ shareImage, supabaseUrl }: AppShellOptions): Plugin {
  return {
    name: 'danceflix:app-shell',
    apply: 'build',
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
          .replace('%SHARE_IMAGE%', shareImage);
      },
    },
    async writeBundle({ dir = 'dist' }) {
      await copyFile(join(dir, 'index.html'), join(dir, 'app-shell.html'));
      const headers = join(dir, '_headers');
      await writeFile(headers, withOrigins(await readFile(headers, 'utf8'), supabaseUrl));
    },
  };
}

/** Fills the two placeholders of public/_headers. */
export function withOrigins(rules: string, supabaseUrl: string): string {
  const origin = supabaseUrl ? ` ${new URL(supabaseUrl).origin}` : '';
  return rules.replaceAll(' {supabase}', origin).replaceAll(' {realtime}', origin.replace('http', 'ws'));
}
