/**
 * Draws the demo sponsors' logos into supabase/demo/logos, without letters, so that no font is needed. Run after
 * changing the drawing: `tsx scripts/demo-logos.ts`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../supabase/demo/logos');

const logo = (ground: string, mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 240 160">
    <rect width="240" height="160" fill="${ground}"/>${mark}</svg>`;

const ROUND = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';

const LOGOS: Record<string, string> = {
  // A shoe in one stroke.
  'sola-livre': logo(
    '#2a1420',
    `<path d="M58 104c0-26 10-34 14-52 14 14 34 12 46 26s26 20 48 22c12 1 18 8 18 18H66c-5 0-8-6-8-14z" fill="#f5a623"/>
     <path d="M58 124h126" stroke="#fff1d2" stroke-width="8" ${ROUND}/>`,
  ),
  // A drum as a cup.
  'zabumba-cafe': logo(
    '#fff1d2',
    `<path d="M76 62h78v40a26 26 0 0 1-26 26h-26a26 26 0 0 1-26-26z" fill="#6b3f00"/>
     <path d="M154 74h8a16 16 0 0 1 0 32h-10" stroke="#6b3f00" stroke-width="9" ${ROUND}/>
     <path d="m76 66 19 34 20-34 20 34 19-34" stroke="#fde0a4" stroke-width="5" ${ROUND}/>
     <path d="M100 48c-6-8 6-12 0-20m26 20c-6-8 6-12 0-20" stroke="#b26a00" stroke-width="6" ${ROUND}/>`,
  ),
  // Floorboards as bars of music.
  'estudio-compasso': logo(
    '#e6f1ee',
    `<g fill="#1d6f47"><rect x="62" y="96" width="20" height="32" rx="6"/><rect x="90" y="72" width="20" height="56" rx="6"/>
     <rect x="118" y="46" width="20" height="82" rx="6"/><rect x="146" y="64" width="20" height="64" rx="6"/></g>
     <circle cx="156" cy="42" r="11" fill="#f5a623"/>`,
  ),
  // A skirt seen from above.
  'rodopio-roupas': logo(
    '#ffe3ee',
    `<g ${ROUND} stroke="#b5165c" stroke-width="9">
     <path d="M120 80c0-22 34-22 34 4s-38 38-62 20-18-62 16-70 70 18 66 54"/></g>
     <circle cx="120" cy="82" r="8" fill="#5c1038"/>`,
  ),
  // A house under the sun.
  'pousada-maracatu': logo(
    '#e4ecf7',
    `<circle cx="158" cy="52" r="18" fill="#f5a623"/><path d="m64 94 50-40 50 40v34H64z" fill="#7a4fd0"/>
     <path d="M102 128v-22a12 12 0 0 1 24 0v22z" fill="#fff"/>`,
  ),
  // A record.
  'vitrola-azul': logo(
    '#1f4f7c',
    `<circle cx="120" cy="80" r="50" fill="#0f2a45"/><circle cx="120" cy="80" r="34" ${ROUND} stroke="#2f6ea6" stroke-width="3"/>
     <circle cx="120" cy="80" r="17" fill="#f5a623"/><circle cx="120" cy="80" r="4" fill="#1f4f7c"/>`,
  ),
};

await mkdir(folder, { recursive: true });
for (const [key, svg] of Object.entries(LOGOS)) {
  await sharp(Buffer.from(svg))
    .webp({ quality: 90, effort: 6 })
    .toFile(join(folder, `${key}.webp`));
}
