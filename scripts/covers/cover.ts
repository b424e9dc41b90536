/**
 * Draws a flat illustrated cover as SVG, 1280 × 720: a warm backdrop, the brand's ribbon and one motif for the subject.
 * Deterministic: the same motif always gives the same drawing.
 */
import { backdrops } from '../portraits/palette.ts';

const WIDTH = 1280;
const HEIGHT = 720;

const stroke = (d: string, colour: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

const dot = (x: number, y: number, r: number, colour: string, extra = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" ${extra}/>`;

/** Two dancers seen from afar: heads, one line of embrace, the swing of a skirt. */
function couple(x: number, y: number, scale: number, one: string, other: string): string {
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    `<path d="M-70 -40C-110 60 -120 180 -92 300L-20 300C-34 190 -18 80 10 -20Z" fill="${one}"/>` +
    `<path d="M30 -20C60 60 150 190 190 250C140 300 40 300 0 268C14 170 6 70 -6 -10Z" fill="${other}"/>` +
    stroke('M-44 -10C0 34 50 30 96 -66', one, 34) +
    stroke('M40 0C4 44 -40 60 -78 40', other, 28) +
    stroke('M-70 296C-72 350 -80 390 -86 430M-42 296C-34 350 -24 390 -6 430', '#2a1420', 24) +
    stroke('M60 284C64 340 58 390 48 430M110 280C130 340 160 380 196 410', '#8b5330', 20) +
    `${dot(-36, -84, 48, '#c98a5b')}<path transform="translate(0 16)" d="M-86 -108C-84 -164 14 -164 12 -104C-10 -132 -60 -134 -86 -108Z" fill="#241820"/>` +
    `${dot(58, -84, 44, '#7f4c30')}<path d="M14 -92C18 -146 106 -144 104 -78C124 -60 112 -24 96 -30C108 -70 60 -112 14 -92Z" fill="#4a2c20"/>` +
    '</g>'
  );
}

const MOTIFS = {
  /** Two people talking. */
  conversa: () =>
    `<path d="M300 150H690A60 60 0 0 1 750 210V360A60 60 0 0 1 690 420H470L380 500V420H300A60 60 0 0 1 240 360V210A60 60 0 0 1 300 150Z" fill="#fffaf5"/>` +
    `<path d="M620 330H960A54 54 0 0 1 1014 384V500A54 54 0 0 1 960 554H900V628L820 554H620A54 54 0 0 1 566 500V384A54 54 0 0 1 620 330Z" fill="#f5a623"/>` +
    stroke('M330 240H650M330 310H540', '#e2adc5', 26) +
    stroke('M650 420H920M650 482H820', '#6b3f00', 22, 'opacity=".55"'),
  /** A pair of shoes on the floor. */
  sapatos: () =>
    [0, 1]
      .map(
        (n) =>
          `<g transform="translate(${430 + n * 300} ${220 + n * 60}) rotate(${-14 + n * 20})"><path d="M0 0C70 -20 118 40 108 130C102 200 116 240 112 300C108 360 20 366 6 306C-6 250 10 210 -6 140C-20 70 -40 14 0 0Z" fill="#5c1038"/><path d="M10 250C30 262 84 262 108 250L112 300C108 360 20 366 6 306Z" fill="#33091f"/>${stroke('M20 60L78 50M24 92L86 84M28 124L92 116', '#f5a623', 10)}</g>`,
      )
      .join(''),
  /** An accordion, opened. */
  sanfona: () =>
    `<g transform="translate(640 360) rotate(-8)"><rect x="-330" y="-170" width="150" height="340" rx="30" fill="#5c1038"/><rect x="180" y="-170" width="150" height="340" rx="30" fill="#5c1038"/>` +
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map(
        (n) =>
          `<rect x="${-180 + n * 40}" y="${-158 + (n % 2) * 12}" width="40" height="${316 - (n % 2) * 24}" fill="${n % 2 ? '#b5165c' : '#d4307a'}"/>`,
      )
      .join('') +
    [0, 1, 2, 3, 4]
      .map(
        (n) =>
          `<rect x="-312" y="${-140 + n * 58}" width="86" height="46" rx="8" fill="#fffaf5"/>${dot(232, -112 + n * 56, 15, '#f5a623')}${dot(284, -112 + n * 56, 15, '#f5a623')}`,
      )
      .join('') +
    '</g>',
  /** Waves that pass through the body. */
  ondas: () =>
    [0, 1, 2, 3, 4]
      .map((n) =>
        stroke(
          `M-40 ${470 + n * 52}C180 ${330 + n * 52} 330 ${610 + n * 40} 560 ${470 + n * 46}S930 ${350 + n * 52} 1320 ${500 + n * 48}`,
          ['#ffb3d1', '#d48ad9', '#f5a623', '#7a4fd0', '#5c1038'][n] ?? '#fff',
          30,
          'opacity=".8"',
        ),
      )
      .join('') + couple(640, 200, 0.95, '#33091f', '#d4307a'),
  /** A tambourine. */
  pandeiro: () =>
    `<g transform="translate(640 360)">${dot(0, 0, 250, '#8b5330')}${dot(0, 0, 212, '#fff1d2')}${dot(0, 0, 150, '#f6e2c8')}` +
    [0, 1, 2, 3, 4]
      .map(
        (n) =>
          `<g transform="rotate(${n * 72 + 18})"><rect x="206" y="-46" width="52" height="92" rx="14" fill="#33091f"/><ellipse cx="232" cy="-16" rx="34" ry="11" fill="#f5a623"/><ellipse cx="232" cy="14" rx="34" ry="11" fill="#facb70"/></g>`,
      )
      .join('') +
    stroke('M-70 40C-20 -70 40 90 90 -40', '#b5165c', 20) +
    '</g>',
  /** The mirror ball of a ballroom. */
  baile: () =>
    `${stroke('M640 -10V120', '#fffaf5', 8)}<g transform="translate(640 270)">${dot(0, 0, 150, '#e2adc5')}` +
    [-2, -1, 0, 1, 2]
      .map((n) =>
        stroke(
          `M${-Math.sqrt(22_500 - (n * 50) ** 2)} ${n * 50}H${Math.sqrt(22_500 - (n * 50) ** 2)}`,
          '#fffaf5',
          6,
        ),
      )
      .join('') +
    [30, 80, 120]
      .map(
        (rx) => `<ellipse cx="0" cy="0" rx="${rx}" ry="150" fill="none" stroke="#fffaf5" stroke-width="6"/>`,
      )
      .join('') +
    '</g>' +
    [180, 330, 960, 1110]
      .map((x, n) => dot(x, 140 + (n % 3) * 110, 12 + (n % 2) * 8, '#facb70', 'opacity=".8"'))
      .join('') +
    couple(330, 330, 0.72, '#fffaf5', '#f5a623') +
    couple(930, 330, 0.72, '#d4307a', '#ffe3ee'),
  /** A clock for the daily practice. */
  relogio: () =>
    `<g transform="translate(640 360)">${dot(0, 0, 240, '#fffaf5')}${dot(0, 0, 200, '#ffe3ee')}<path d="M0 0V-200A200 200 0 0 1 173 -100Z" fill="#f5a623"/>` +
    Array.from(
      { length: 12 },
      (_, n) => `<g transform="rotate(${n * 30})">${stroke('M0 -212V-228', '#b5165c', 10)}</g>`,
    ).join('') +
    stroke('M0 0V-150', '#5c1038', 20) +
    stroke('M0 0L104 -60', '#5c1038', 20) +
    `${dot(0, 0, 20, '#5c1038')}</g>`,
} as const;
export type Motif = keyof typeof MOTIFS;

const RIBBONS = [
  'M-60 640C160 780 420 640 380 430C346 262 120 270 150 420C180 560 560 520 800 340C980 210 1060 80 1340 60',
  'M1340 640C1100 780 860 640 900 430C934 262 1160 270 1130 420C1100 560 720 520 480 340C300 210 220 80 -60 60',
];

export function drawCover(motif: Motif, backdrop: number): string {
  const { from, to, glow, ribbon } = backdrops[backdrop % backdrops.length] ?? backdrops[0];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>` +
    `<linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
    `<radialGradient id="g"><stop offset="0" stop-color="${glow}" stop-opacity=".75"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#b)"/><circle cx="640" cy="330" r="520" fill="url(#g)"/>` +
    stroke(RIBBONS[backdrop % 2] ?? '', ribbon, 34, 'opacity=".55"') +
    MOTIFS[motif]() +
    '</svg>'
  );
}
