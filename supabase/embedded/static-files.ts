import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  contentSecurityPolicy,
  DATA_HEADERS,
  inlineScriptHashes,
  pushHosts,
  SECURITY_HEADERS,
} from '../../scripts/hosting/headers.ts';
import { canonicalPath } from '../../src/lib/canonical-path.ts';
import type { LivePages } from './live-pages.ts';
import { Lru } from './lru.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.webmanifest',
  '.svg',
  '.txt',
  '.xml',
  '.wasm',
]);
const SHELL = 'app-shell.html';
/** Drawn like pages: they name every page, or where the list of them is. */
const SITE_FILES = new Set(['/sitemap.xml', '/robots.txt']);

const compress = {
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};
type Encoding = keyof typeof compress;

interface Loaded {
  modified: number;
  bytes: Uint8Array<ArrayBuffer>;
  eTag: string;
  headers: Record<string, string>;
}

/** By tag and encoding, for every server of this process: compressing a build is seconds of work. */
const encoded = new Lru<Promise<Uint8Array<ArrayBuffer>>>(1_000);
/** Files of a build are some hundreds, drawn pages as many as there are teachers. */
const MOST_LOADED = 2_000;
const MOST_DRAWN = 500;

/**
 * The built app, as a static host serves it: clean URLs, the app shell for every page that is no file, files
 * named by their content kept for ever. Each file is read and compressed once.
 */
export class StaticFiles {
  private readonly loaded = new Lru<Promise<Loaded>>(MOST_LOADED);
  private readonly drawn = new Lru<{ text: string; file: Loaded }>(MOST_DRAWN);

  constructor(
    private readonly dir: string,
    private readonly connect: readonly string[] = [],
    /** Prerendered pages of this moment; 'none': the shell for every page, whatever the build has prerendered. */
    private readonly pages: LivePages | 'none' | null = null,
  ) {}

  async serve(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...DATA_HEADERS, allow: 'GET, HEAD' } });
    }
    const { pathname, search } = new URL(request.url);
    const spelled = canonicalPath(pathname);
    if (spelled !== pathname) return movedTo(spelled + search);
    const path = safePath(pathname);
    const live = path === null ? null : await this.live(pathname, request);
    if (live !== null) return live;
    const file = path === null ? null : await this.find(path, request);
    if (file === null) return notFound();
    return this.answer(file, request);
  }

  private async live(pathname: string, request: Request): Promise<Response | null> {
    if (this.pages === null || this.pages === 'none') return null;
    if (extname(pathname) !== '' && !SITE_FILES.has(pathname)) return null;
    const answer = await this.pages.answer(pathname);
    if (answer === null) return null;
    if (answer.kind === 'gone') {
      const shell = await this.answer(SHELL, request);
      return shell.status === 200 ? new Response(shell.body, { status: 410, headers: shell.headers }) : shell;
    }
    const text = answer.kind === 'page' ? answer.html : answer.text;
    const kind = answer.kind === 'page' ? '.html' : extname(pathname);
    const known = this.drawn.get(pathname);
    // Compressed once, as files are.
    const file =
      known?.text === text
        ? known.file
        : this.describe(`live${kind}`, 0, new TextEncoder().encode(text), await this.builtScripts());
    this.drawn.set(pathname, { text, file });
    return this.respond(file, kind, request);
  }

  /** Hashes of the scripts that stand in the app's shell: a drawn page has these, and none of its own. */
  private async builtScripts(): Promise<string[]> {
    const { bytes } = await this.load(SHELL);
    return inlineScriptHashes(new TextDecoder().decode(bytes));
  }

  /** Which file stands for a path; null when none does. */
  private async find(path: string, request: Request): Promise<string | null> {
    // Sources are for whoever builds the app.
    if (extname(path) === '.map') return null;
    const candidates =
      extname(path) !== '' && !path.endsWith('/')
        ? [path]
        : [join(path, 'index.html'), `${path.replace(/[/\\]+$/, '')}.html`];
    if (this.pages === 'none' && extname(path) === '') candidates.length = 0;
    for (const candidate of candidates) {
      if (candidate !== '.html' && (await isFile(join(this.dir, candidate)))) return candidate;
    }
    // A page the app draws itself. Anything that looks like a file, or that no person navigates to, is missing.
    const navigates = (request.headers.get('accept') ?? '').includes('text/html');
    if (extname(path) !== '' || !navigates) return null;
    for (const shell of [SHELL, 'index.html']) if (await isFile(join(this.dir, shell))) return shell;
    return null;
  }

  private async answer(name: string, request: Request): Promise<Response> {
    return this.respond(await this.load(name), extname(name), request);
  }

  private async respond(file: Loaded, kind: string, request: Request): Promise<Response> {
    const headers = new Headers(file.headers);
    let body = file.bytes;
    if (COMPRESSIBLE.has(kind)) {
      headers.set('vary', 'Accept-Encoding');
      const encoding = bestEncoding(request.headers.get('accept-encoding'));
      if (encoding !== null) {
        body = await encode(file, encoding);
        headers.set('content-encoding', encoding);
      }
    }
    // One tag for every encoding would let a cache mix them up; a weak one may be shared.
    headers.set('etag', file.eTag);
    if (matches(request.headers.get('if-none-match'), file.eTag)) {
      headers.delete('content-encoding');
      return new Response(null, { status: 304, headers });
    }
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers });
  }

  private async load(name: string): Promise<Loaded> {
    const file = join(this.dir, name);
    const { mtimeMs } = await stat(file);
    const known = await this.loaded.get(name)?.catch(() => undefined);
    if (known?.modified === mtimeMs) return known;
    const reading = readFile(file).then((bytes) => this.describe(name, mtimeMs, new Uint8Array(bytes)));
    this.loaded.set(name, reading);
    return reading;
  }

  /** `scripts`: hashes of those that may run in a page; absent for a page of the build, where all may. */
  private describe(
    name: string,
    modified: number,
    bytes: Uint8Array<ArrayBuffer>,
    scripts?: readonly string[],
  ): Loaded {
    const kind = extname(name);
    const headers: Record<string, string> = {
      ...SECURITY_HEADERS,
      'content-type': TYPES[kind] ?? 'application/octet-stream',
      'cache-control': cacheControl(name),
    };
    if (kind === '.html') {
      const html = new TextDecoder().decode(bytes);
      const connect = [...this.connect, ...pushHosts(html)];
      headers['content-security-policy'] = contentSecurityPolicy(
        scripts ?? inlineScriptHashes(html),
        connect,
      );
    } else if (kind === '.js' || kind === '.mjs') {
      // A worker's policy is that of its own file.
      headers['content-security-policy'] = contentSecurityPolicy([], this.connect);
    }
    const eTag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return { modified, bytes, eTag, headers };
  }
}

function encode({ eTag, bytes }: Loaded, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${eTag} ${encoding}`;
  const known = encoded.get(key);
  if (known) return known;
  const made = compress[encoding](bytes).then((result) => new Uint8Array(result));
  encoded.set(key, made);
  return made;
}

/** Names under assets/ carry a digest of their content; other code and pages must be asked for anew. */
function cacheControl(name: string): string {
  if (/^assets[/\\]/.test(name)) return 'public, max-age=31536000, immutable';
  return /\.(html|js|webmanifest|json)$/.test(name) ? 'no-cache' : 'public, max-age=3600';
}

/** Inside the folder or null: `..`, encoded or not, leads nowhere; nor do hidden files such as .vite. */
function safePath(pathname: string): string | null {
  try {
    const path = normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '');
    if (
      path.includes('\0') ||
      path.split(/[/\\]/).some((part) => part.startsWith('.') && part !== '.well-known')
    ) {
      return path === '.' || path === '' ? '' : null;
    }
    return path.split('/').join(sep);
  } catch {
    return null;
  }
}

function bestEncoding(accepted: string | null): Encoding | null {
  const offered = (accepted ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) =>
    offered.some((part) => part.startsWith(name) && !/;\s*q=0(\.0+)?$/.test(part));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}

const matches = (given: string | null, eTag: string) =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === eTag.replace(/^W\//, ''));

const isFile = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** `path`: of this site, with its query. */
function movedTo(path: string): Response {
  return new Response(null, {
    status: 301,
    headers: {
      ...SECURITY_HEADERS,
      ...DATA_HEADERS,
      location: path,
      'cache-control': 'public, max-age=3600',
    },
  });
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: {
      ...SECURITY_HEADERS,
      ...DATA_HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}
