/** The bytes that a page keeps on the phone, as the browser counts them. */
import type { Page } from 'playwright';
import type { Browser } from '../browser.ts';

/** Bytes. */
export interface Disk {
  /** All storage of the origin: databases, files, caches, workers' scripts. */
  all: number;
  /** People's pictures among it, which depend on what was looked at. */
  pictures: number;
  /** By kind of storage, as the browser names it. */
  kinds: Record<string, number>;
}

export async function diskOf({ page, cdp }: Browser): Promise<Disk> {
  const { usage, usageBreakdown } = await cdp.send('Storage.getUsageAndQuota', {
    origin: new URL(page.url()).origin,
  });
  const kinds = usageBreakdown.filter((kind) => kind.usage > 0);
  return {
    all: usage,
    pictures: await picturesOf(page),
    kinds: Object.fromEntries(kinds.map((kind) => [kind.storageType, kind.usage])),
  };
}

const picturesOf = (page: Page) =>
  page.evaluate(async () => {
    let bytes = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/storage/v1/')) continue;
        bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
      }
    }
    return bytes;
  });
