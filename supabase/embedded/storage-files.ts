import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const header = z.object({
  contentType: z.string(),
  cacheControl: z.string(),
  size: z.number(),
  eTag: z.string(),
  lastModified: z.string(),
});
export type StoredFile = z.infer<typeof header> & { body: Uint8Array<ArrayBuffer> };

/**
 * Storage objects, one file each: a line of JSON with the HTTP headers, then the bytes. A file is replaced by renaming,
 * so that a reader never sees half of it or a body with another's header. Its name is a digest of bucket and key, so
 * that no key can leave the folder.
 */
export class StorageFiles {
  constructor(private readonly dir: string) {}

  private pathOf(bucket: string, key: string): string {
    const digest = createHash('sha256')
      .update(JSON.stringify([bucket, key]))
      .digest('hex');
    return join(this.dir, digest.slice(0, 2), digest);
  }

  async write(
    bucket: string,
    key: string,
    body: Uint8Array,
    kind: { contentType: string; cacheControl: string },
  ): Promise<z.infer<typeof header>> {
    const file = this.pathOf(bucket, key);
    const about = {
      ...kind,
      size: body.byteLength,
      eTag: `"${createHash('md5').update(body).digest('hex')}"`,
      lastModified: new Date().toISOString(),
    };
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(`${JSON.stringify(about)}\n`);
      await handle.writeFile(body);
      // Synced to disk first, because the row that names this object is committed afterwards.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return about;
  }

  /** Null when there is no such object. */
  async read(bucket: string, key: string): Promise<StoredFile | null> {
    const bytes = await readFile(this.pathOf(bucket, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes === null) return null;
    const end = bytes.indexOf(0x0a);
    const about = header.parse(JSON.parse(bytes.subarray(0, end).toString('utf8')));
    return { ...about, body: new Uint8Array(bytes.subarray(end + 1)) };
  }

  async remove(bucket: string, key: string): Promise<void> {
    await rm(this.pathOf(bucket, key), { force: true });
  }
}
