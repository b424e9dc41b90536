/**
 * Takes the screenshots that Chromium shows before an installation, from the running product with its demo data, and
 * lists them in public/manifest.webmanifest. Run by hand after changing the screens:
 * `npx tsx scripts/manifest-screenshots.ts`. The results are committed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { Product } from '../tests/e2e/support/product';
import { chromiumOptions, DESKTOP, PHONE } from '../tests/support/chromium';

const PUBLIC = new URL('../public/', import.meta.url);

const SHOTS = [
  { name: 'narrow-busca', form: 'narrow', path: '/search', label: 'Busca de professores' },
  { name: 'narrow-professor', form: 'narrow', path: null, label: 'Página de uma professora' },
  { name: 'narrow-inicio', form: 'narrow', path: '/', label: 'Início com professores em destaque' },
  { name: 'wide-busca', form: 'wide', path: '/search', label: 'Busca de professores no computador' },
  { name: 'wide-inicio', form: 'wide', path: '/', label: 'Início no computador' },
] as const;

const product = await Product.start();
const browser = await chromium.launch(chromiumOptions());
try {
  await mkdir(new URL('screenshots/', PUBLIC), { recursive: true });
  const entries = [];
  for (const { name, form, path, label } of SHOTS) {
    const context = await browser.newContext({
      ...(form === 'narrow' ? PHONE : DESKTOP),
      reducedMotion: 'reduce',
      // Without the worker, so that its first notice is not in the screenshots.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(product.url + (path ?? '/search'));
    await settle(page);
    if (path === null) {
      await page.locator('main a[href^="/teachers/"]').first().click();
      await page.waitForURL('**/teachers/*');
      await settle(page);
    }
    const image = sharp(await page.screenshot());
    const { width, height } = await image.metadata();
    await writeFile(
      new URL(`screenshots/${name}.png`, PUBLIC),
      await image.png({ palette: true, quality: 85 }).toBuffer(),
    );
    entries.push({
      src: `/screenshots/${name}.png`,
      sizes: `${width}x${height}`,
      type: 'image/png',
      form_factor: form,
      label,
    });
    await context.close();
  }
  const file = new URL('manifest.webmanifest', PUBLIC);
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, `${JSON.stringify({ ...manifest, screenshots: entries }, null, 2)}\n`);
} finally {
  await browser.close();
  await product.close();
}

/** Waits until no skeleton is shown and every visible picture is loaded. */
async function settle(page: Page): Promise<void> {
  await page.locator('#root main').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('#root [aria-busy="true"]'));
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  await page.waitForLoadState('networkidle');
}
