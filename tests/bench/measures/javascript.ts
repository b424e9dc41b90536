/** (e) Measures the JavaScript that a first visit to /search loads before its first results. */
import { gzipSync } from 'node:zlib';
import { withFreshBrowser } from '../browser.ts';
import { paintedCards } from '../probe.ts';
import { kB, type Measure } from '../report.ts';

const LIMIT = 200_000;

interface Script {
  file: string;
  gzip: number;
}

/**
 * Counts every script that was requested before the frame with twelve cards, whether needed or not.
 */
export async function measureJavascript(url: string, rate: number): Promise<Script[]> {
  return withFreshBrowser(rate, async ({ page }) => {
    const asked: { url: string; at: number; body: Promise<Buffer> }[] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      // The rejection is handled here, so that an unread body does not end the process.
      const body = response.body().catch(() => Buffer.alloc(0));
      asked.push({ url: request.url(), at: request.timing().startTime, body });
    });
    await page.goto(`${url}/search`);
    const painted = await paintedCards(page);
    const began = await page.evaluate(() => performance.timeOrigin);
    const scripts: Script[] = [];
    for (const { url: address, at, body } of asked) {
      if (at > began + painted) continue;
      const bytes = await body;
      if (bytes.length === 0) throw new Error(`${address} could not be read`);
      scripts.push({ file: new URL(address).pathname, gzip: gzipSync(bytes, { level: 9 }).length });
    }
    return scripts.sort((a, b) => b.gzip - a.gzip);
  });
}

export function reportJavascript(scripts: Script[]): Measure {
  const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  return {
    title: '(e) gzip JavaScript before the first results on /search, cold first visit',
    lines: [
      ...scripts.map(({ file, gzip }) => ({ what: file, value: kB(gzip) })),
      { what: 'together', value: kB(total), limit: kB(LIMIT), within: total <= LIMIT },
    ],
    remarks: ['Every script asked for before the frame with twelve cards; gzip level 9, 1 kB = 1,000 bytes.'],
    samples: { scripts, total },
  };
}
