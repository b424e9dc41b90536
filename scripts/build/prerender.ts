/** Writes the prerendered pages, sitemap.xml and the sitemap's address in robots.txt into a built app. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPublicRows } from '../../supabase/hosting/public-rows.ts';
import { loadRenderer, type PublicRows } from '../../supabase/hosting/renderer.ts';
import { robots, sitemap } from '../../supabase/hosting/site-files.ts';
import { PageTemplate } from '../../supabase/hosting/template.ts';

export interface PrerenderOptions {
  /** The built app. */
  dist: string;
  /** The app built for Node. */
  renderer: string;
  env: Record<string, string | undefined>;
}

/** Of every embedded backend (src/lib/env.ts). */
const EMBEDDED_KEY = 'sb_publishable_danceflix_local';
const LOCAL = 'http://localhost:4000';

export async function prerender({ dist, renderer, env }: PrerenderOptions): Promise<void> {
  const choice = chooseRows(env);
  if (choice.kind === 'none')
    return console.warn('Prerendering is off: every page starts from the app shell.');
  if (choice.kind === 'refused') throw new Error(choice.reason);
  const rows = await readRows(choice);
  const { prerenderPages, renderPage, sourceOf } = await loadRenderer(renderer);
  const template = await PageTemplate.read(dist);
  const source = sourceOf(rows, Date.now());
  const pages = prerenderPages(rows);
  for (const { path } of pages) {
    const file = join(dist, decodeURIComponent(path), 'index.html');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, template.fill(await renderPage(path, source)));
  }
  const site = env.VITE_SITE_URL || LOCAL;
  await writeFile(join(dist, 'sitemap.xml'), sitemap(site, pages));
  const rules = join(dist, 'robots.txt');
  await writeFile(rules, robots(await readFile(rules, 'utf8'), site));
  console.log(`Prerendered ${pages.length} pages with ${rows.teachers.length} teachers.`);
}

type Choice =
  | { kind: 'backend'; url: string; key: string }
  | { kind: 'demo' }
  | { kind: 'none' }
  | { kind: 'refused'; reason: string };

/** Whose data the pages carry: the configured backend's, else the demo's, which no site for the public may show. */
export function chooseRows(env: Record<string, string | undefined>): Choice {
  if (env.PRERENDER === 'off') return { kind: 'none' };
  const url = env.VITE_SUPABASE_URL || env.SUPABASE_URL;
  const key = env.VITE_SUPABASE_ANON_KEY || env.SUPABASE_ANON_KEY || EMBEDDED_KEY;
  if (url) return { kind: 'backend', url: url.replace(/\/+$/, ''), key };
  const host = env.VITE_SITE_URL ? new URL(env.VITE_SITE_URL).hostname : 'localhost';
  if (host !== 'localhost' && host !== '127.0.0.1') {
    return {
      kind: 'refused',
      reason: `${env.VITE_SITE_URL} would show the demo's teachers: set VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY, or PRERENDER=off where the embedded server draws the pages itself.`,
    };
  }
  return { kind: 'demo' };
}

async function readRows(choice: Exclude<Choice, { kind: 'none' | 'refused' }>): Promise<PublicRows> {
  if (choice.kind === 'backend') return readPublicRows(choice.url, choice.key);
  console.warn(
    '\n  !! No backend is configured: pages are prerendered with DEMO teachers. Not for a public site.\n',
  );
  const { readDemoRows } = await import('./demo-rows.ts');
  return readDemoRows();
}
