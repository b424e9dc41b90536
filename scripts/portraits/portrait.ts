/**
 * Draws a flat illustrated half-length portrait as SVG, 640 × 800: a warm backdrop, the brand's ribbon, a dancer with a
 * calm, minimal face. Deterministic: the same key and traits always give the same drawing.
 */
import { createHash } from 'node:crypto';
import { drawHair } from './hair.ts';
import { backdrops, garments, hairs, type Skin, skins } from './palette.ts';

export interface PortraitTraits {
  /** 1 lightest to 7 darkest. */
  skin: number;
  hair: string;
  hairColor: string;
  /** beard, mustache, glasses, hoops, flower, freckles */
  extras: string[];
}

/** Pseudo-random choices from the key: `pick(i, n)` is 0 … n − 1. */
function choices(key: string) {
  const bytes = createHash('sha256').update(key).digest();
  return (index: number, count: number) => (bytes[index % bytes.length] ?? 0) % count;
}

const line = (d: string, colour: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

const ribbons = [
  'M-40 620C120 760 330 640 300 430C276 262 96 250 90 380C84 500 330 470 470 330C560 240 590 120 700 90',
  'M690 660C520 760 330 640 350 430C370 250 560 250 556 380C552 500 300 470 170 320C90 230 60 110 -60 90',
  'M-60 300C60 140 250 120 300 250C350 380 180 420 200 300C226 150 470 60 700 210',
  'M700 420C610 250 430 110 320 190C220 262 330 380 420 300C520 210 330 40 -60 120',
];

const necklines: Record<string, (skin: Skin, cloth: string) => string> = {
  crew: (skin) => `<path d="M-62 150C-40 196 40 196 62 150L62 120L-62 120Z" fill="${skin.base}"/>`,
  vee: (skin) => `<path d="M-64 146L0 262L64 146L50 120L-50 120Z" fill="${skin.base}"/>`,
  collar: (skin, cloth) =>
    `<path d="M-54 146L0 236L54 146L46 120L-46 120Z" fill="${skin.base}"/><path d="M-60 132L-92 160L-34 232L0 222Z M60 132L92 160L34 232L0 222Z" fill="${cloth}"/>` +
    line('M-60 134L-2 222L-34 232M60 134L2 222L34 232', '#00000022', 4),
  straps: (skin, cloth) =>
    `<path d="M-186 236C-176 206 -92 188 -50 160L50 160C92 188 176 206 186 236C200 262 168 292 152 326C122 264 80 298 0 298C-80 298 -122 264 -152 326C-168 292 -200 262 -186 236Z" fill="${skin.base}"/>` +
    line('M-104 286C-106 250 -100 222 -90 198M104 286C106 250 100 222 90 198', cloth, 17),
  offShoulder: (skin, cloth) =>
    `<path d="M-186 236C-176 206 -92 188 -50 160L50 160C92 188 176 206 186 236C192 250 180 270 168 280L-168 280C-180 270 -192 250 -186 236Z" fill="${skin.base}"/>` +
    `<path d="M-204 250C-120 288 120 288 204 250C216 286 214 320 202 340C176 320 150 352 118 334C84 360 40 334 0 352C-40 334 -84 360 -118 334C-150 352 -176 320 -202 340C-214 320 -216 286 -204 250Z" fill="${cloth}"/>` +
    line('M-200 276C-120 312 120 312 200 276', '#ffffff33', 5),
};

function face(skin: Skin, brow: string, traits: PortraitTraits, pick: (i: number, n: number) => number) {
  const turn = [-9, 0, 9][pick(4, 3)] ?? 0;
  const lips = ['#b8434f', '#a83a4e', '#c4535a'][pick(5, 3)] ?? '#b8434f';
  const lip = traits.skin > 5 ? '#8e2f3f' : lips;
  const eyes = [
    // Eyes closed in a smile.
    line('M-54 2C-46 -10 -28 -10 -20 2M20 2C28 -10 46 -10 54 2', skin.line, 6),
    // Eyes looking down.
    line('M-54 -4C-46 6 -28 6 -20 -4M20 -4C28 6 46 6 54 -4', skin.line, 6),
    `<ellipse cx="-37" cy="0" rx="7" ry="9" fill="${skin.line}"/><ellipse cx="37" cy="0" rx="7" ry="9" fill="${skin.line}"/><circle cx="-34" cy="-3" r="2.4" fill="#fff"/><circle cx="40" cy="-3" r="2.4" fill="#fff"/>`,
  ][pick(6, 3)];
  const mouth = [
    line('M-26 52C-12 68 12 68 26 52', lip, 7),
    `<path d="M-30 48C-14 52 14 52 30 48C26 74 -26 74 -30 48Z" fill="${lip}"/><path d="M-24 51C-10 55 10 55 24 51C22 59 -22 59 -24 51Z" fill="#fff"/>`,
    line('M-20 54C-6 64 14 64 26 50', lip, 7),
  ][pick(7, 3)];
  const glasses = traits.extras.includes('glasses')
    ? `<g fill="#ffffff22" stroke="${traits.skin > 5 ? '#f5c877' : '#3a1f2b'}" stroke-width="5"><circle cx="-38" cy="0" r="28"/><circle cx="38" cy="0" r="28"/><path d="M-10 -3C-4 -8 4 -8 10 -3" fill="none"/></g>`
    : '';
  const freckles = traits.extras.includes('freckles')
    ? [-58, -46, -34, 34, 46, 58]
        .map((x, i) => `<circle cx="${x}" cy="${26 + (i % 2) * 8}" r="2.6" fill="${skin.shade}"/>`)
        .join('')
    : '';
  return (
    `<g transform="translate(${turn} 4)">` +
    `<ellipse cx="-54" cy="32" rx="19" ry="12" fill="${skin.blush}" opacity=".38"/><ellipse cx="54" cy="32" rx="19" ry="12" fill="${skin.blush}" opacity=".38"/>` +
    line('M-56 -27C-46 -36 -30 -36 -20 -30M20 -30C30 -36 46 -36 56 -27', brow, 6, 'opacity=".85"') +
    eyes +
    line(
      turn < 0 ? 'M4 4C-2 18 -8 24 -6 28C-4 31 4 31 7 30' : 'M-4 4C2 18 8 24 6 28C4 31 -4 31 -7 30',
      skin.shade,
      5,
    ) +
    freckles +
    (traits.extras.includes('beard') || traits.extras.includes('mustache')
      ? `<path d="M-34 48C-26 36 -8 36 0 42C8 36 26 36 34 48C20 50 8 50 0 47C-8 50 -20 50 -34 48Z" fill="${brow}"/>`
      : '') +
    mouth +
    glasses +
    '</g>'
  );
}

/** An open hand seen from its back, pointing up before rotation. */
const hand = (x: number, y: number, turn: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="27" ry="31" fill="${colour}"/>` +
  line('M-15 -18L-24 -50M-5 -22L-8 -60M7 -22L10 -58M18 -14L27 -44', colour, 13) +
  line('M-20 8L-38 -14', colour, 14) +
  '</g>';

const hanging = 'C-214 350 -218 440 -214 580';
const raised = 'C-236 236 -262 120 -222 -52';

function arms(skin: Skin, sleeve: string, long: boolean, pose: number) {
  const limb = (curve: string, up: boolean) =>
    line(`M-168 252${curve}`, skin.base, 56) +
    (up ? hand(-216, -74, 10, skin.base) : '') +
    (long
      ? line(`M-168 252${up ? 'C-236 236 -262 120 -226 -30' : curve}`, sleeve, 64)
      : line(
          up ? 'M-164 250C-196 240 -216 220 -226 190' : 'M-164 250C-182 282 -194 312 -200 340',
          sleeve,
          66,
        ));
  const right = (up: boolean) => `<g transform="scale(-1 1)">${limb(up ? raised : hanging, up)}</g>`;
  return limb(pose === 1 ? raised : hanging, pose === 1) + (pose === 3 ? '' : right(pose === 2));
}

/** An arm across the body: the hand on the chest. */
function nearArm(skin: Skin, sleeve: string, long: boolean, pose: number) {
  if (pose !== 3) return '';
  const fore = 'M172 256C236 350 214 448 150 434C104 424 44 372 -18 332';
  return (
    line(fore, '#0000001f', 68) +
    line(fore, skin.base, 54) +
    hand(-40, 318, -58, skin.base) +
    (long
      ? line('M172 256C236 350 214 448 150 434C112 426 64 386 14 352', sleeve, 60)
      : line('M166 252C196 292 210 330 208 360', sleeve, 64))
  );
}

export function drawPortrait(key: string, traits: PortraitTraits): string {
  const pick = choices(key);
  const skin = skins[traits.skin];
  const hair = hairs[traits.hairColor];
  if (!skin || !hair) throw new Error(`${key}: unknown skin or hair colour`);
  const backdrop = backdrops[pick(0, backdrops.length)] ?? backdrops[0];
  const light = ['#ffe3ee', '#ffd9a0', '#f6e2c8'].includes(backdrop.from);
  const clothes = garments.filter(
    (colour) =>
      colour !== backdrop.from &&
      colour !== backdrop.to &&
      colour !== backdrop.ribbon &&
      !(light && colour === '#fffaf5') &&
      !(traits.skin > 5 && ['#33091f', '#5c1038'].includes(colour)),
  );
  const cloth = clothes[pick(1, clothes.length)] ?? '#fffaf5';
  const accents = ['#f5a623', '#d4307a', '#fff1d2', '#2f8f6b', '#7a4fd0'].filter(
    (colour) => colour !== cloth && colour !== backdrop.from,
  );
  const accent = accents[pick(2, accents.length)] ?? '#f5a623';
  const dressy =
    traits.extras.includes('hoops') ||
    traits.extras.includes('flower') ||
    ['long', 'wavy', 'curly', 'bun', 'topbun', 'pony'].includes(traits.hair);
  const bearded = traits.extras.includes('beard') || traits.extras.includes('mustache');
  const necks =
    dressy && !bearded && traits.hair !== 'manbun'
      ? ['straps', 'offShoulder', 'vee', 'crew']
      : ['crew', 'collar', 'vee', 'collar'];
  const neck = necks[pick(3, necks.length)] ?? 'crew';
  const long = neck === 'collar' || (neck === 'vee' && pick(8, 2) === 0);
  const bare = neck === 'straps' || neck === 'offShoulder';
  const pose = pick(9, bare ? 3 : 4);
  const tilt = [-5, -2, 3, 5][pick(10, 4)] ?? 0;
  const sway = [-2, 0, 2][pick(11, 3)] ?? 0;
  const layers = drawHair(traits.hair, hair[0], hair[1], accent);
  const brow =
    traits.hairColor === 'white' || traits.hairColor === 'blonde' || traits.hairColor === 'pink'
      ? skin.line
      : hair[0];
  const glowX = pick(12, 2) === 0 ? '82%' : '18%';
  const tall = ['afro', 'turban', 'topbun', 'hat'].includes(traits.hair);
  const ribbon = ribbons[pick(13, ribbons.length)] ?? '';

  const beard = traits.extras.includes('beard')
    ? `<path d="M-89 4C-92 64 -58 116 0 118C58 116 92 64 89 4C84 34 66 40 44 40C24 34 -24 34 -44 40C-66 40 -84 34 -89 4Z" fill="${hair[0]}"/><path d="M-32 60C-16 74 16 74 32 60C26 82 -26 82 -32 60Z" fill="${hair[0]}"/>`
    : '';
  const hoops = traits.extras.includes('hoops')
    ? `<g fill="none" stroke="#f5c04a" stroke-width="6"><circle cx="-92" cy="58" r="19"/><circle cx="92" cy="58" r="19"/></g>`
    : '';
  const flower = traits.extras.includes('flower')
    ? `<g transform="translate(80 -64)">${[0, 72, 144, 216, 288].map((a) => `<ellipse cx="0" cy="-20" rx="15" ry="20" fill="${accent}" transform="rotate(${a})"/>`).join('')}<circle r="11" fill="#fff1d2"/></g>`
    : '';

  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800" viewBox="0 0 640 800">
<defs>
<linearGradient id="b" x1=".1" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${backdrop.from}"/><stop offset="1" stop-color="${backdrop.to}"/></linearGradient>
<radialGradient id="g" cx="${glowX}" cy="12%" r="75%"><stop offset="0" stop-color="${backdrop.glow}" stop-opacity=".75"/><stop offset="1" stop-color="${backdrop.glow}" stop-opacity="0"/></radialGradient>
<clipPath id="c"><path d="M-88 -20C-88 -82 -50 -110 0 -110C50 -110 88 -82 88 -20C88 56 48 112 0 112C-48 112 -88 56 -88 -20Z"/></clipPath>
</defs>
<rect width="640" height="800" fill="url(#b)"/><rect width="640" height="800" fill="url(#g)"/>
${line(ribbon, backdrop.ribbon, 40, 'opacity=".55"')}
<g transform="translate(320 ${tall ? 366 : 330}) scale(1.12) rotate(${sway} 0 400)">
<g transform="rotate(${tilt} 0 120)">${layers.back}</g>
${arms(skin, bare ? skin.base : cloth, long, pose)}
<path d="M-158 640C-150 520 -128 430 -150 330C-166 290 -196 262 -186 236C-176 206 -92 188 -50 160L50 160C92 188 176 206 186 236C196 262 166 290 150 330C128 430 150 520 158 640Z" fill="${cloth}"/>
${necklines[neck]?.(skin, cloth) ?? ''}
<path d="M-48 60L-52 160C-30 188 30 188 52 160L48 60Z" fill="${skin.base}"/>
<path d="M-49 92C-20 134 20 134 49 92L51 132C22 158 -22 158 -51 132Z" fill="${skin.shade}"/>
<g transform="rotate(${tilt} 0 120)">
<ellipse cx="-90" cy="10" rx="16" ry="24" fill="${skin.base}"/><ellipse cx="90" cy="10" rx="16" ry="24" fill="${skin.base}"/>
<path d="M-88 -20C-88 -82 -50 -110 0 -110C50 -110 88 -82 88 -20C88 56 48 112 0 112C-48 112 -88 56 -88 -20Z" fill="${skin.base}"/>
<g clip-path="url(#c)">${beard}</g>
${face(skin, brow, traits, pick)}
${layers.front}${hoops}${flower}
</g>
${nearArm(skin, bare ? skin.base : cloth, long, pose)}
</g>
</svg>`;
}
