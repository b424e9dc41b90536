import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { canonicalPath } from '../../src/lib/canonical-path.ts';
import {
  contentSecurityPolicy,
  DATA_HEADERS,
  inlineScriptHashes,
  pushHosts,
  SECURITY_HEADERS,
} from '../hosting/headers.ts';
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
/** Rendered like pages, because they contain or refer to the list of pages. */
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

/** Compressed files by ETag and encoding, shared by all servers of this process: compressing a build takes seconds. */
const encoded = new Lru<Promise<Uint8Array<ArrayBuffer>>>(1_000);
/** A build has hundreds of files, and there are as many rendered pages as teachers. */
const MOST_LOADED = 2_000;
const MOST_DRAWN = 500;

/** Readers of previews and most programs name no type, or any. */
const takesHtml = (accept: string | null) =>
  accept === null || accept === '' || /text\/html|text\/\*|\*\/\*/.test(accept);

/**
 * Serves the built app like a static host: clean URLs, the app shell for every page that is not a file, hashed files
 * cached for ever. Each file is read and compressed once.
 */
export class StaticFiles {
  private readonly loaded = new Lru<Promise<Loaded>>(MOST_LOADED);
  private readonly drawn = new Lru<{ text: string; file: Loaded }>(MOST_DRAWN);

  constructor(
    private readonly dir: string,
    private readonly connect: readonly string[] = [],
    /** Pages of the current data; 'none': the shell for every page, even those that the build has prerendered. */
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
    if (answer.kind === 'moved') return movedTo(answer.path + new URL(request.url).search, answer.lasting);
    if (answer.kind === 'absent') {
      const { status } = answer;
      const shell = await this.answer(SHELL, request);
      return shell.status === 200 ? new Response(shell.body, { status, headers: shell.headers }) : shell;
    }
    const text = answer.kind === 'page' ? answer.html : answer.text;
    const kind = answer.kind === 'page' ? '.html' : extname(pathname);
    const known = this.drawn.get(pathname);
    // Compressed once, like files.
    const file =
      known?.text === text
        ? known.file
        : this.describe(`live${kind}`, 0, new TextEncoder().encode(text), await this.builtScripts());
    this.drawn.set(pathname, { text, file });
    return this.respond(file, kind, request);
  }

  /** Hashes of the scripts in the app's shell, which are the only ones allowed in a rendered page. */
  private async builtScripts(): Promise<string[]> {
    const { bytes } = await this.load(SHELL);
    return inlineScriptHashes(new TextDecoder().decode(bytes));
  }

  /** File for a path; null when there is none. */
  private async find(path: string, request: Request): Promise<string | null> {
    // Source maps are not public.
    if (extname(path) === '.map') return null;
    const candidates =
      extname(path) !== '' && !path.endsWith('/')
        ? [path]
        : [join(path, 'index.html'), `${path.replace(/[/\\]+$/, '')}.html`];
    if (this.pages === 'none' && extname(path) === '') candidates.length = 0;
    for (const candidate of candidates) {
      if (candidate !== '.html' && (await isFile(join(this.dir, candidate)))) return candidate;
    }
    // The app handles every page; a missing file, or a request that wants something else than a page, is a 404.
    if (extname(path) !== '' || !takesHtml(request.headers.get('accept'))) return null;
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
    // A weak ETag, because the same one is used for every encoding.
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

  /** `scripts`: hashes of the scripts allowed in a page; absent for a page of the build, where all are allowed. */
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
      // A worker uses the policy of its own file.
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

/** Files in assets/ have a content hash in their name; other code and pages must be revalidated. */
function cacheControl(name: string): string {
  if (/^assets[/\\]/.test(name)) return 'public, max-age=31536000, immutable';
  return /\.(html|js|webmanifest|json)$/.test(name) ? 'no-cache' : 'public, max-age=3600';
}

/** File path inside the folder, or null: for `..` (encoded or not) and for hidden files such as .vite. */
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

/** `path`: path and query on this site. */
function movedTo(path: string, lasting = true): Response {
  return new Response(null, {
    status: 301,
    headers: {
      ...SECURITY_HEADERS,
      ...DATA_HEADERS,
      location: path,
      'cache-control': lasting ? 'public, max-age=3600' : 'no-cache',
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
