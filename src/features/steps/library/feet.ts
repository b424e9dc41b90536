/**
 * The drawings of the library: where each foot goes, as one line of text per role.
 *
 * Places are in the dancer's own view at the start: x to the right, y to the front, the feet at -1,0 and 1,0; a stride is 3
 * or 4. A line is made of
 * - a placement: the count ('1' to '8'), 't' where the foot only touches, 'E' (left) or 'D' (right), and the place. Without
 *   one the foot stays where it is, and turns with the body. '@' and degrees at its end turn this foot alone.
 * - '@90': from here on the body faces 90 degrees to the right of the start; negative ones to the left.
 * - '^2,3': from here on places are meant from this point.
 * - '%-45': both together have turned around the point between them, which lies 3 in front.
 */
export type Foot = 'E' | 'D';

export interface Placement {
  count: string;
  foot: Foot;
  x: number;
  y: number;
  /** Clockwise from the start. */
  degrees: number;
  /** Without weight. */
  touches: boolean;
}

export const START: Record<Foot, { x: number; y: number }> = { E: { x: -1, y: 0 }, D: { x: 1, y: 0 } };

/** How far in front the point lies around which two people turn together. */
const AXIS = 3;

const PLACEMENT = /^([1-8])(t?)([ED])(?:(-?[\d.]+),(-?[\d.]+))?(?:@(-?\d+))?$/;

const round = (value: number) => Math.round(value * 100) / 100;

/** A place in the frame that is turned by `degrees` and begins at the origin. */
export function turned(x: number, y: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return {
    x: x * Math.cos(angle) + y * Math.sin(angle),
    y: y * Math.cos(angle) - x * Math.sin(angle),
  };
}

/** Throws RangeError for a line that is none. */
export function placementsOf(line: string): Placement[] {
  const feet = { E: { ...START.E }, D: { ...START.D } };
  let origin = { x: 0, y: 0 };
  let body = 0;
  const placements: Placement[] = [];
  for (const word of line.split(' ')) {
    const value = word.slice(1);
    if (word.startsWith('@')) body = Number(value);
    else if (word.startsWith('^')) {
      const [x = 0, y = 0] = value.split(',').map(Number);
      origin = { x, y };
    } else if (word.startsWith('%')) {
      body = Number(value);
      const behind = turned(0, -AXIS, body);
      origin = { x: behind.x, y: behind.y + AXIS };
    } else {
      const [, count, touch, foot, x, y, own] = PLACEMENT.exec(word) ?? [];
      if (count === undefined || (foot !== 'E' && foot !== 'D'))
        throw new RangeError(`No placement: ${word}`);
      if (x !== undefined && y !== undefined) {
        const there = turned(Number(x), Number(y), body);
        feet[foot] = { x: round(origin.x + there.x), y: round(origin.y + there.y) };
      }
      const degrees = own === undefined ? body : Number(own);
      placements.push({ count, foot, ...feet[foot], degrees, touches: touch === 't' });
    }
  }
  return placements;
}

/** The other role's line where both move as one: the other foot, and what is ahead of one is behind the other. */
export function mirrored(line: string): string {
  return line.replace(/([1-8]t?)([ED])(?:(-?[\d.]+),(-?[\d.]+))?/g, (_, count, foot, x, y) => {
    const other = foot === 'E' ? 'D' : 'E';
    return x === undefined ? `${count}${other}` : `${count}${other}${0 - Number(x)},${0 - Number(y)}`;
  });
}

const NAMES: Record<Foot, string> = { E: 'esquerdo', D: 'direito' };
const STILL = 0.6;
const NEAR = 2.3;

/** Each placement in words, for who cannot see the drawing: from the same line, so that both say the same. */
export function wordsOf(placements: readonly Placement[]): string[] {
  const feet = {
    E: { ...START.E, degrees: 0 },
    D: { ...START.D, degrees: 0 },
  };
  let before = 0;
  return placements.map(({ count, foot, x, y, degrees, touches }) => {
    const from = feet[foot];
    const other = feet[foot === 'E' ? 'D' : 'E'];
    const move = turned(x - from.x, y - from.y, -before);
    const beside = turned(x - other.x, y - other.y, -degrees);
    const turn = degrees - before;
    feet[foot] = { x, y, degrees };
    before = degrees;
    const way = wayOf(foot, move, beside);
    const spin = Math.abs(turn) < 20 ? '' : turn > 0 ? ', girando à direita' : ', girando à esquerda';
    return `${count}: ${touches ? 'toque com o' : 'pé'} ${NAMES[foot]} ${way}${spin}`;
  });
}

interface Vector {
  x: number;
  y: number;
}

/** `move`: of the foot; `beside`: from the other foot. */
function wayOf(foot: Foot, move: Vector, beside: Vector): string {
  const outward = foot === 'E' ? -1 : 1;
  if (Math.hypot(move.x, move.y) < STILL) return 'no lugar';
  if (beside.x * outward < -0.5) return beside.y < 0 ? 'cruzando atrás' : 'cruzando à frente';
  if (Math.hypot(beside.x, beside.y) < NEAR && Math.abs(beside.y) < 1) return 'ao lado do outro, juntando';
  if (Math.abs(beside.y) >= Math.abs(beside.x)) return beside.y > 0 ? 'à frente' : 'atrás';
  return beside.x < 0 ? 'para a esquerda' : 'para a direita';
}
