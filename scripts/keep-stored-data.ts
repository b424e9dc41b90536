/**
 * Saves the data that this release stores on a phone, three unsent writes included, for the upgrade tests of later
 * releases: `npx tsx scripts/keep-stored-data.ts`, run just before a release. The file is named after the day.
 */
import { writeFile } from 'node:fs/promises';
import { Product } from '../tests/e2e/support/product';
import { queuedIn, queueWrites } from '../tests/e2e/support/queued-writes';
import { Phone, readyForOffline } from '../tests/support/browser';
import { pack, takeStoredData } from '../tests/support/stored-data';

const product = await Product.start();
const phone = await Phone.unbox({ baseURL: product.url });
try {
  const page = await phone.page();
  // The compiler wraps named functions in `__name`, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.goto('/search');
  await readyForOffline(page);
  await queueWrites(page);
  // The token mirror is left out: it has expired by the next release and belongs in no repository.
  const stored = (await takeStoredData(page)).filter(({ name }) => name !== 'danceflix-auth');
  if (queuedIn(stored) !== 3) throw new Error(`${queuedIn(stored)} unsent writes instead of three`);
  const packed = pack(stored);
  const file = `tests/e2e/fixtures/stored-data-${new Date().toISOString().slice(0, 10)}.json.gz`;
  await writeFile(file, packed);
  console.log(`${file}: ${packed.length} bytes`);
} finally {
  await phone.discard();
  await product.close();
}
