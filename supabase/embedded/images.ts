import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PICTURE_LIMITS } from '../functions/_shared/pictures/read-picture.ts';
import { AtOnce } from './address-limits.ts';

/** Longest side in pixels, as on Supabase: https://supabase.com/docs/guides/storage/serving/image-transformations (limits). */
const MAX_SIDE = 2500;
const DEFAULT_QUALITY = 80;
/** Pictures resized in parallel: decoding needs much memory, and more would only swap. */
const AT_A_TIME = 2;

const side = z.coerce.number().int().min(1).max(MAX_SIDE).optional();
const transformParams = z.object({
  width: side,
  height: side,
  quality: z.coerce.number().int().min(20).max(100).default(DEFAULT_QUALITY),
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  format: z.enum(['origin']).optional(),
});
export type Transform = z.infer<typeof transformParams>;

export function parseTransform(
  params: URLSearchParams,
): { kind: 'ok'; transform: Transform } | { kind: 'invalid'; reason: string } {
  const known = ['width', 'height', 'quality', 'resize', 'format'];
  const given = Object.fromEntries([...params].filter(([name]) => known.includes(name)));
  const parsed = transformParams.safeParse(given);
  if (parsed.success) return { kind: 'ok', transform: parsed.data };
  const [issue] = parsed.error.issues;
  return { kind: 'invalid', reason: `${issue?.path.join('.')}: ${issue?.message}` };
}

export interface Picture {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
}

const FORMATS: Readonly<Record<string, 'jpeg' | 'png' | 'webp'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

const MAX_BYTES = 200 * 1024 * 1024;

/** Resizes pictures and caches the results on disk; above `MAX_BYTES` the least recently used are removed. */
export class ImageCache {
  private bytes: Promise<number> | undefined;
  private running = 0;
  /** Waiting work by address, served round-robin so that one address cannot block the others. */
  private readonly waiting = new Map<string, Array<() => void>>();
  private readonly making = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  private readonly busy: AtOnce;

  /** `perAddress`: most pictures of one address that are being resized or waiting. */
  constructor(
    private readonly dir: string,
    { perAddress }: { perAddress: number },
  ) {
    this.busy = new AtOnce(perAddress);
  }

  /**
   * `eTag` identifies the exact bytes of `source`, so that a replaced picture is never served from the cache.
   * Null: not a picture that can be resized. 'busy': `address` has too many pictures in progress. `acceptsWebp`: whether
   * the client accepts WebP.
   */
  async render(
    source: Picture,
    eTag: string,
    transform: Transform,
    acceptsWebp: boolean,
    address: string,
  ): Promise<Picture | null | 'busy'> {
    const own = FORMATS[source.contentType];
    if (own === undefined) return null;
    const format =
      acceptsWebp && transform.format !== 'origin' ? 'webp' : own === 'webp' && !acceptsWebp ? 'jpeg' : own;
    const contentType = `image/${format}`;
    const name = createHash('sha256')
      .update(JSON.stringify([eTag, transform, format]))
      .digest('hex');
    const file = join(this.dir, name);
    const kept = await readFile(file).catch(() => null);
    if (kept !== null) {
      const now = new Date();
      await utimes(file, now, now).catch(() => undefined);
      return { body: new Uint8Array(kept), contentType };
    }
    let made = this.making.get(name);
    if (made === undefined) {
      const leave = this.busy.enter(address);
      if (leave === null) return 'busy';
      made = this.make(file, address, () => resize(source.body, transform, format)).finally(() => {
        leave();
        this.making.delete(name);
      });
      this.making.set(name, made);
    }
    const body = await made;
    return body === null ? null : { body, contentType };
  }

  private async make(
    file: string,
    address: string,
    work: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const body = await this.withSlot(address, work).catch(() => null);
    if (body !== null) await this.keep(file, body);
    return body;
  }

  private async withSlot<T>(address: string, work: () => Promise<T>): Promise<T> {
    if (this.running < AT_A_TIME) this.running++;
    else
      await new Promise<void>((resolve) => {
        this.waiting.set(address, [...(this.waiting.get(address) ?? []), resolve]);
      });
    try {
      return await work();
    } finally {
      this.releaseSlot();
    }
  }

  /** Gives the free slot to the next address in turn. */
  private releaseSlot(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running--;
      return;
    }
    const [address, [first, ...others]] = next;
    this.waiting.delete(address);
    if (others.length > 0) this.waiting.set(address, others);
    first?.();
  }

  private async keep(file: string, body: Uint8Array): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, body);
    await rename(draft, file);
    this.bytes ??= this.measure();
    const total = (await this.bytes) + body.byteLength;
    this.bytes = Promise.resolve(total);
    if (total > MAX_BYTES) {
      this.bytes = this.trim();
      await this.bytes;
    }
  }

  private async list() {
    const names = await readdir(this.dir).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const file = join(this.dir, name);
        const about = await stat(file).catch(() => null);
        return about === null ? null : { file, size: about.size, used: about.mtimeMs };
      }),
    );
    return found.filter((entry) => entry !== null);
  }

  private async measure(): Promise<number> {
    return (await this.list()).reduce((sum, entry) => sum + entry.size, 0);
  }

  /** Removes files until four fifths are left, so that not every new picture has to trim again. */
  private async trim(): Promise<number> {
    const entries = (await this.list()).sort((a, b) => a.used - b.used);
    let total = entries.reduce((sum, entry) => sum + entry.size, 0);
    for (const entry of entries) {
      if (total <= MAX_BYTES * 0.8) break;
      await rm(entry.file, { force: true });
      total -= entry.size;
    }
    return total;
  }
}

async function resize(
  source: Uint8Array,
  transform: Transform,
  format: 'jpeg' | 'png' | 'webp',
): Promise<Uint8Array<ArrayBuffer>> {
  // Imported lazily, because starting the server does not need it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(source, { limitInputPixels: PICTURE_LIMITS.pixels }).rotate();
  const { width, height } = transform;
  if (width !== undefined || height !== undefined) {
    picture.resize({
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      fit: FITS[transform.resize],
      // Supabase enlarges for cover and fill, where the exact size was requested.
      withoutEnlargement: transform.resize === 'contain',
    });
  }
  return new Uint8Array(await picture.toFormat(format, { quality: transform.quality }).toBuffer());
}
