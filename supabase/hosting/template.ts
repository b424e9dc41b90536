/** Puts a drawn page into the app's shell: head, content, data, and the files it needs at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from './html.ts';
import type { HeadTag, RenderedPage } from './renderer.ts';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

const ENTRY = 'index.html';
/** Modules with the files of pages that the entry does not name. */
const TABLE = /^src\/app\/router\/\w+-modules\.ts$/;
const SPLASH = /<div id="root">[\s\S]*?<\/div>\s*<\/div>/;
const NO_SCRIPT = /<noscript>[\s\S]*?<\/noscript>/;
/** Named in vite.config.ts. */
const VENDOR = /<link rel="modulepreload" crossorigin href="(\/assets\/vendor-[^"]+)">/;
const SCRIPT = '<script type="module" crossorigin src="$1"></script>';
const SOURCE = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOAD = '<link rel="modulepreload" crossorigin href="$1">';
/** The tags that start the app, in the shell. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
/** Where no script runs: slides beside each other are moved with a finger, and nothing waits for what never comes. */
const WITHOUT_SCRIPT =
  '<noscript><style>[data-carousel]{overflow-x:auto}#root [aria-busy="true"]{display:none}</style></noscript>';

export class PageTemplate {
  /** Style sheets with the class names in them. */
  private readonly sheets: ReadonlyArray<{ file: string; classes: readonly string[] }>;

  /** `sheets`: those that the shell does not carry. */
  constructor(
    private readonly shell: string,
    private readonly manifest: Manifest,
    sheets: ReadonlyArray<{ file: string; css: string }>,
  ) {
    this.sheets = sheets.map(({ file, css }) => ({ file, classes: classesIn(css) }));
  }

  /** From a built app. */
  static async read(dist: string): Promise<PageTemplate> {
    const shell = await readFile(join(dist, 'app-shell.html'), 'utf8');
    const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
    const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const sheets = await Promise.all(
      [...files]
        .filter((file) => !shell.includes(file))
        .map(async (file) => ({ file, css: await readFile(join(dist, file), 'utf8') })),
    );
    return new PageTemplate(shell, manifest, sheets);
  }

  fill(page: RenderedPage): string {
    const data = JSON.stringify(page.answers).replaceAll('<', '\\u003c');
    const block = `<script type="application/json" id="${page.dataId}">${data}</script>`;
    // The page is read before it is used: public/boot.js brings the app once it is painted.
    const app = inTurn(this.shell.match(APP) ?? [], this.scripts(page)).join('');
    return withTags(this.shell.replace(APP, ''), page.tags)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
      .replace(
        '</head>',
        () => `${this.styles(page).join('')}<template id="danceflix-app">${app}</template></head>`,
      )
      .replace(SPLASH, () => `<div id="root" data-prerendered>${page.html}</div>${block}`)
      .replace(NO_SCRIPT, () => WITHOUT_SCRIPT);
  }

  private styles(page: RenderedPage): string[] {
    const used = new Set(wordsIn(page.html));
    return this.sheets
      .filter(({ classes }) => classes.some((name) => used.has(name)))
      .map(({ file }) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  }

  private scripts(page: RenderedPage): string[] {
    const module = `${page.module}.tsx`;
    const table = Object.keys(this.manifest).find(
      (key) => TABLE.test(key) && this.manifest[key]?.dynamicImports?.includes(module),
    );
    const files = [...new Set([...(table ? this.chunksOf(table) : []), ...this.chunksOf(module)])];
    return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  }

  /** The files of a page's module that the entry does not load anyway. */
  private chunksOf(module: string): string[] {
    const known = this.closure(ENTRY);
    return [...this.closure(module)]
      .filter((key) => !known.has(key))
      .map((key) => this.manifest[key]?.file ?? '')
      .filter(Boolean);
  }

  private closure(key: string, seen = new Set<string>()): Set<string> {
    if (seen.has(key) || !this.manifest[key]) return seen;
    seen.add(key);
    for (const next of this.manifest[key].imports ?? []) this.closure(next, seen);
    return seen;
  }
}

/**
 * The app's files in the order in which public/boot.js brings them. What the app imports from elsewhere is a script of its
 * own, and the app, fetched beside it, follows in another task: evaluating both in one would hold up the page that a
 * slow phone shows meanwhile.
 */
function inTurn(files: readonly string[], more: readonly string[]): string[] {
  const vendor = files.filter((file) => VENDOR.test(file)).map((link) => link.replace(VENDOR, SCRIPT));
  const app = files.filter((file) => file.startsWith('<script'));
  const early = vendor.length > 0 ? app.map((script) => script.replace(SOURCE, PRELOAD)) : [];
  const rest = files.filter((file) => !VENDOR.test(file) && !app.includes(file));
  return [...vendor, ...early, ...rest, ...more, ...app];
}

/** Names of modules' classes are unique, so that a class in a page names the sheet it needs. */
function classesIn(css: string): string[] {
  return [...new Set([...css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))];
}

function wordsIn(html: string): string[] {
  return [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
}

function withTags(html: string, tags: readonly HeadTag[]): string {
  let result = html;
  for (const { tag, key, attribute, value } of tags) {
    const known = new RegExp(`<${tag} ${key.name}="${key.value}"[^>]*>`);
    const written =
      value === null ? '' : `<${tag} ${key.name}="${key.value}" ${attribute}="${escapeHtml(value)}" />`;
    if (known.test(result)) result = result.replace(known, () => written);
    else result = result.replace('</head>', () => `${written}</head>`);
  }
  return result;
}
