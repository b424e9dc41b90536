/**
 * Draws hair as two layers around a head with its centre at (0, 0), 88 wide and 108 high to each side: one behind the
 * shoulders and one over the forehead.
 */

export interface HairLayers {
  back: string;
  front: string;
}

type Draw = (base: string, light: string, accent: string) => HairLayers;

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const sidePart =
  'M-94 6C-108 -84 -66 -136 4 -136C70 -136 108 -84 94 6C90 -26 78 -52 56 -64C18 -50 -34 -52 -58 -72C-78 -56 -90 -28 -94 6Z';
const middlePart =
  'M-95 14C-110 -84 -62 -136 0 -136C62 -136 110 -84 95 14C90 -30 66 -68 0 -92C-66 -68 -90 -30 -95 14Z';
const cropped =
  'M-91 -8C-104 -84 -62 -130 0 -130C62 -130 104 -84 91 -8C88 -34 82 -52 70 -66C34 -78 -34 -78 -70 -66C-82 -52 -88 -34 -91 -8Z';

/** Circles along an arc, as curls; angles in degrees, 0 to the right, clockwise. */
function curlRing(
  radiusX: number,
  radiusY: number,
  size: number,
  from: number,
  to: number,
  count: number,
  fill: string,
  dy = 0,
) {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((from + ((to - from) * i) / (count - 1)) * Math.PI) / 180;
    const wobble = i % 2 === 0 ? 0 : 5;
    return circle(
      Math.round(Math.cos(angle) * (radiusX + wobble)),
      Math.round(Math.sin(angle) * (radiusY + wobble) + dy),
      size - (i % 3) * 2,
      fill,
    );
  }).join('');
}

const strands = (light: string) =>
  stroke('M-52 -112C-76 -92 -88 -62 -90 -34', light, 5, 0.7) +
  stroke('M40 -120C68 -104 84 -76 88 -44', light, 5, 0.7);

const styles: Record<string, Draw> = {
  long: (base, light) => ({
    back:
      path(
        'M-104 -10C-116 -150 116 -150 104 -10C110 70 124 150 116 232C60 258 -60 258 -116 232C-124 150 -110 70 -104 -10Z',
        base,
      ) + stroke('M-96 60C-100 120 -98 170 -92 220M96 60C100 120 98 170 92 220', light, 5, 0.5),
    front: path(middlePart, base) + strands(light),
  }),
  wavy: (base, light) => ({
    back:
      path(
        'M-102 -20C-112 -150 112 -150 102 -20C128 20 100 60 124 98C146 134 110 160 128 204C96 244 60 222 0 224C-60 222 -96 244 -128 204C-110 160 -146 134 -124 98C-100 60 -128 20 -102 -20Z',
        base,
      ) +
      stroke(
        'M-108 40C-92 76 -124 104 -110 140C-100 164 -116 180 -108 200M108 40C92 76 124 104 110 140C100 164 116 180 108 200',
        light,
        6,
        0.55,
      ),
    front: path(sidePart, base) + strands(light),
  }),
  curly: (base, light) => ({
    back:
      path(
        'M-110 0C-130 -150 130 -150 110 0C130 60 130 120 100 160L-100 160C-130 120 -130 60 -110 0Z',
        base,
      ) +
      curlRing(118, 124, 38, 150, 390, 13, base) +
      curlRing(126, 60, 40, 20, 60, 3, base, 92) +
      curlRing(126, 60, 40, 120, 160, 3, base, 92) +
      curlRing(128, 128, 9, 165, 375, 12, light),
    front:
      path(sidePart, base) +
      curlRing(84, 84, 24, 205, 335, 8, base, -18) +
      curlRing(80, 92, 6, 215, 325, 6, light, -14),
  }),
  afro: (base, light) => ({
    back:
      circle(0, -52, 158, base) +
      curlRing(150, 150, 30, 140, 400, 20, base, -52) +
      curlRing(138, 138, 7, 170, 370, 14, light, -56),
    front: path(cropped, base) + curlRing(80, 66, 20, 200, 340, 9, base, -34),
  }),
  bob: (base, light) => ({
    back: path(
      'M-102 -16C-116 -152 116 -152 102 -16C114 40 120 84 108 120C70 136 -70 136 -108 120C-120 84 -114 40 -102 -16Z',
      base,
    ),
    front:
      path(
        'M-96 60C-112 -80 -70 -138 0 -138C70 -138 112 -80 96 60C88 30 86 -20 72 -50C30 -40 -40 -44 -74 -54C-86 -20 -88 30 -96 60Z',
        base,
      ) + stroke('M-60 -108C-78 -90 -88 -64 -92 -30M56 -112C76 -94 88 -66 92 -30', light, 5, 0.7),
  }),
  bun: (base, light) => ({
    back: circle(74, 70, 46, base) + stroke('M48 60C64 40 92 44 100 66', light, 5, 0.7),
    front: path(sidePart, base) + strands(light),
  }),
  topbun: (base, light) => ({
    back:
      circle(0, -158, 50, base) +
      stroke('M-28 -172C-12 -192 18 -192 30 -172M-34 -152C-10 -140 14 -140 34 -152', light, 5, 0.7),
    front: path(cropped, base) + strands(light),
  }),
  pony: (base, light) => ({
    back:
      path(
        'M60 -110C150 -130 172 -30 150 60C138 116 152 150 128 196C96 150 104 90 104 40C104 -20 92 -50 60 -62Z',
        base,
      ) + stroke('M96 -92C140 -70 142 0 130 60C122 100 130 130 126 164', light, 6, 0.6),
    front: path(sidePart, base) + strands(light),
  }),
  braids: (base, light, accent) => {
    const lines = [-104, -90, -76, 76, 90, 104].map((x, i) => {
      const end = x * 1.14;
      const length = 190 + (i % 3) * 16;
      const d = `M${x * 0.9} -40C${x * 1.12} 30 ${x * 1.06} 110 ${end} ${length}`;
      return (
        stroke(d, base, 17) +
        `<path d="${d}" fill="none" stroke="${light}" stroke-width="5" stroke-dasharray="3 13"/>` +
        circle(end, length, 9, accent)
      );
    });
    return {
      back: path('M-100 0C-112 -150 112 -150 100 0L96 90L-96 90Z', base) + lines.join(''),
      front: path(middlePart, base) + strands(light),
    };
  },
  pixie: (base, light) => ({
    back: path('M-98 20C-116 -150 116 -150 98 20C92 50 80 60 70 66L-70 66C-80 60 -92 50 -98 20Z', base),
    front:
      path(
        'M-96 24C-112 -86 -64 -140 10 -138C78 -136 110 -80 94 24C88 -6 84 -34 70 -56C40 -20 -20 -22 -54 -40C-72 -24 -84 0 -96 24Z',
        base,
      ) + stroke('M60 -70C30 -44 -14 -42 -48 -54M-50 -110C-74 -94 -86 -66 -90 -38', light, 5, 0.7),
  }),
  scarf: (base, light, accent) => ({
    back:
      path('M-96 -30C-104 60 -96 90 -72 104L-40 100L-60 -40Z', base) +
      path('M96 -30C104 60 96 90 72 104L40 100L60 -40Z', base) +
      path('M70 -60C130 -60 150 -20 168 24C130 30 104 10 84 -20Z', accent),
    front:
      path('M-92 -20C-84 -54 -60 -74 0 -76C60 -74 84 -54 92 -20L90 -52C76 -84 -76 -84 -90 -52Z', base) +
      path('M-98 -30C-112 -100 -60 -146 0 -146C60 -146 112 -100 98 -30C64 -78 -64 -78 -98 -30Z', accent) +
      stroke('M-84 -66C-50 -100 50 -100 84 -66M-70 -100C-34 -124 34 -124 70 -100', light, 4, 0.45),
  }),
  turban: (_base, light, accent) => ({
    back: '',
    front:
      path('M-100 -34C-128 -120 -84 -196 0 -200C84 -196 128 -120 100 -34C66 -84 -66 -84 -100 -34Z', accent) +
      path('M-30 -164C-60 -214 -14 -236 4 -206C24 -238 70 -212 34 -164C14 -150 -12 -150 -30 -164Z', accent) +
      stroke(
        'M-98 -70C-50 -120 30 -160 34 -164M98 -70C50 -120 -26 -160 -30 -164M-108 -110C-76 -150 -50 -164 -30 -166M108 -110C76 -150 54 -164 34 -166',
        light,
        5,
        0.35,
      ),
  }),
  short: (base, light) => ({
    back: path('M-94 0C-104 -130 104 -130 94 0L86 40L-86 40Z', base),
    front: path(sidePart.replace('M-94 6', 'M-94 -2'), base) + strands(light),
  }),
  quiff: (base, light) => ({
    back: path('M-92 0C-100 -120 100 -120 92 0L86 30L-86 30Z', base),
    front:
      path(
        'M-91 -4C-98 -60 -92 -98 -66 -116C-50 -170 60 -178 92 -124C108 -100 98 -50 91 -4C86 -36 80 -52 66 -68C30 -84 -30 -74 -64 -66C-80 -50 -86 -30 -91 -4Z',
        base,
      ) + stroke('M-46 -118C-24 -148 40 -152 70 -122M-30 -96C0 -116 40 -116 66 -98', light, 6, 0.6),
  }),
  fade: (base, light) => ({
    back: '',
    front:
      `<path d="M-90 0C-98 -60 -84 -96 -60 -108L60 -108C84 -96 98 -60 90 0C86 -40 76 -60 66 -70L-66 -70C-76 -60 -86 -40 -90 0Z" fill="${base}" opacity=".72"/>` +
      path('M-78 -72C-90 -128 -50 -148 0 -148C50 -148 90 -128 78 -72C40 -84 -40 -84 -78 -72Z', base) +
      curlRing(62, 40, 4, 200, 340, 9, light, -92),
  }),
  curls: (base, light) => ({
    back: path('M-94 0C-104 -130 104 -130 94 0L84 30L-84 30Z', base),
    front:
      path(cropped, base) +
      curlRing(82, 62, 28, 185, 355, 9, base, -58) +
      curlRing(48, 40, 26, 190, 350, 5, base, -96) +
      curlRing(76, 62, 6, 200, 340, 7, light, -72),
  }),
  bald: (_base, light) => ({
    back: '',
    front: stroke('M-40 -88C-26 -98 -8 -102 8 -102', light === '#fbf8f5' ? '#ffffff' : '#fff3e6', 8, 0.35),
  }),
  locs: (base, light) => ({
    back: [-112, -94, -74, 74, 94, 112]
      .map((x, i) => {
        const d = `M${x * 0.74} -76C${x * 1.1} -20 ${x * 0.98} 60 ${x * 1.08} ${136 + (i % 3) * 22}`;
        return (
          stroke(d, base, 24) +
          `<path d="${d}" fill="none" stroke="${light}" stroke-width="3" stroke-dasharray="8 16" opacity=".7"/>`
        );
      })
      .join(''),
    front:
      path(cropped, base) +
      [-58, -30, 0, 30, 58]
        .map((x) => stroke(`M${x * 0.5} -128C${x * 0.9} -116 ${x * 1.3} -96 ${x * 1.45} -70`, light, 4, 0.6))
        .join(''),
  }),
  manbun: (base, light) => ({
    back:
      circle(8, -146, 32, base) +
      stroke('M-10 -154C0 -166 20 -166 28 -154', light, 4, 0.7) +
      path('M-94 0C-104 -130 104 -130 94 0L84 24L-84 24Z', base),
    front:
      path(cropped, base) +
      stroke('M-60 -78C-40 -110 -10 -124 4 -128M60 -78C44 -110 24 -124 10 -128M0 -78L6 -126', light, 4, 0.6),
  }),
  hat: (base, light, accent) => ({
    back: path('M-92 0C-100 -90 100 -90 92 0L86 40L-86 40Z', base),
    front:
      `<g transform="rotate(-6)"><ellipse cx="0" cy="-72" rx="160" ry="26" fill="${light}"/><ellipse cx="0" cy="-78" rx="160" ry="24" fill="#f3e3c6"/>` +
      path(
        'M-92 -80C-96 -150 -66 -176 -30 -168C-10 -162 10 -162 30 -168C66 -176 96 -150 92 -80C60 -64 -60 -64 -92 -80Z',
        '#f3e3c6',
      ) +
      path('M-93 -104C-60 -88 60 -88 93 -104L92 -80C60 -64 -60 -64 -92 -80Z', accent) +
      '</g>',
  }),
  cap: (base, light, accent) => ({
    back: path('M-92 0C-100 -90 100 -90 92 0L86 36L-86 36Z', base),
    front:
      path('M-100 -46C-112 -118 -62 -150 0 -150C62 -150 112 -118 100 -46C60 -70 -60 -70 -100 -46Z', accent) +
      path('M-104 -44C-60 -84 84 -80 128 -34C134 -24 120 -18 108 -22C50 -46 -40 -48 -104 -44Z', accent) +
      stroke('M-96 -52C-50 -82 80 -76 124 -34', light, 4, 0.5) +
      circle(0, -150, 8, accent),
  }),
};

/** Throws on an unknown style. */
export function drawHair(style: string, base: string, light: string, accent: string): HairLayers {
  const draw = styles[style];
  if (!draw) throw new Error(`No hair style called "${style}"`);
  return draw(base, light, accent);
}
