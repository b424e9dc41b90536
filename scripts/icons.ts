/**
 * Draws all icons from public/favicon.svg, and the share image. Run by hand after changing the logo
 * (`npx tsx scripts/icons.ts`). The results are committed, so that a build needs neither sharp nor a browser.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright';
import sharp from 'sharp';

const PUBLIC = new URL('../public/', import.meta.url);
const WINE = '#5c1038';
const MAGENTA = '#b5165c';

const mark = await readFile(new URL('favicon.svg', PUBLIC), 'utf8');
const ribbon = /<g id="ribbon">.*<\/g>/s.exec(mark)?.[0];
if (!ribbon) throw new Error('public/favicon.svg has no group "ribbon"');

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" viewBox="0 0 30 30">${inner}</svg>`;
// Full bleed, because launchers cut their own shape. The ribbon stays inside the safe circle, 80 % of the width.
const maskable = svg(`<rect width="30" height="30" fill="${MAGENTA}"/>${ribbon}`);
// Android uses only the alpha channel of a badge.
const badge = svg(
  `<g transform="translate(-9 -9) scale(1.6)">${ribbon.replace(/#f5a623|#fff(?=")/g, '#ffffff')}</g>`,
);

const icons = [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['apple-touch-icon', maskable, 180],
  ['badge-96', badge, 96],
] as const;

await mkdir(new URL('icons/', PUBLIC), { recursive: true });
for (const [name, source, size] of icons) {
  const png = await sharp(Buffer.from(source), { density: (72 * size) / 30 })
    .resize(size, size)
    .flatten(source === maskable ? { background: MAGENTA } : false)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  await writeFile(new URL(`icons/${name}.png`, PUBLIC), png);
}
await writeFile(new URL('share.png', PUBLIC), await drawShareImage());

/** 1200 × 630. Drawn by a browser, because sharp only knows the fonts installed on the machine. */
async function drawShareImage(): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  const font = await readFile(
    require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  );
  const executablePath = [chromium.executablePath(), '/usr/bin/chromium'].find(existsSync);
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>
      @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font.toString('base64')}); }
      body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; color: #fffaf5;
        font-family: Figtree; background: radial-gradient(900px 600px at 92% 4%, #d32c78, ${WINE} 62%, #31081e); }
      .ribbon { position: absolute; right: -150px; bottom: -150px; width: 760px; opacity: .5; }
      .brand { position: absolute; left: 80px; top: 72px; display: flex; gap: 20px; align-items: center; font: 800 44px Figtree; letter-spacing: -.02em; }
      .brand svg { width: 68px; height: 68px; }
      h1 { position: absolute; left: 80px; top: 208px; margin: 0; font: 800 82px/1.06 Figtree; letter-spacing: -.025em; }
      p { position: absolute; left: 80px; bottom: 76px; margin: 0; font: 500 32px Figtree; color: #ffe3f0; }
      </style>
      <svg class="ribbon" viewBox="5 5 18 18" fill="none"><path d="M8 22c6 0 4-14 9-14 4 0 5 6 1 8-3 1.5-5 3-3 6" stroke="#f5a623" stroke-width="1.5" stroke-linecap="round"/></svg>
      <div class="brand">${mark}Danceflix</div>
      <h1>Seu próximo passo<br>começa com um<br>bom professor</h1>
      <p>Aulas particulares de dança, também sem internet</p>`);
    await page.evaluate(() => document.fonts.ready);
    // In full colour: 256 colours are too few for two gradients, dithering would show as patches.
    return await sharp(await page.screenshot())
      .png({ compressionLevel: 9, effort: 10, adaptiveFiltering: true })
      .toBuffer();
  } finally {
    await browser.close();
  }
}
