/** Where the drawing of a step shows the counts: on their feet, and apart from each other where feet overlap in a turn. */
import type { Placement } from './feet';

export interface Spot extends Omit<Placement, 'count'> {
  counts: string[];
}

/** One count in the drawing's own view, where y grows downwards. */
export interface ShownCount {
  count: string;
  spot: Spot;
  x: number;
  y: number;
}

/** Between two counts on one foot. */
const LINE = 0.72;
/** Half of the room that a count takes, alone on its foot and with others. */
const ROOM = { alone: { x: 0.45, y: 0.4 }, many: { x: 0.32, y: 0.3 } };
/** Rounds of pushing apart; the library's steps need fewer. */
const ROUNDS = 40;

/** Placements of a foot in the same place are one spot with several counts. */
export function spotsOf(placements: readonly Placement[]): Spot[] {
  const spots: Spot[] = [];
  for (const { count, ...placement } of placements) {
    const same = spots.find(
      ({ foot, x, y, degrees, touches }) =>
        foot === placement.foot &&
        Math.hypot(x - placement.x, y - placement.y) < 0.3 &&
        (degrees - placement.degrees) % 360 === 0 &&
        touches === placement.touches,
    );
    if (same) same.counts.push(count);
    else spots.push({ ...placement, counts: [count] });
  }
  return spots;
}

/** Half the width and height of the room of a spot's counts, which stand below each other. */
function roomOf({ counts }: Spot): { x: number; y: number } {
  const { x, y } = counts.length > 1 ? ROOM.many : ROOM.alone;
  return { x, y: y + ((counts.length - 1) / 2) * LINE };
}

/** All counts; those that would cover each other are pushed apart, the shorter way. */
export function countsOf(spots: readonly Spot[]): ShownCount[] {
  const groups = spots.map((spot) => ({ spot, x: spot.x, y: -spot.y, room: roomOf(spot) }));
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (const [index, one] of groups.entries()) {
      for (const other of groups.slice(index + 1)) {
        const across = one.room.x + other.room.x - Math.abs(other.x - one.x);
        const down = one.room.y + other.room.y - Math.abs(other.y - one.y);
        if (across < 0.01 || down < 0.01) continue;
        moved = true;
        if (across <= down) {
          const push = (other.x < one.x ? -across : across) / 2;
          one.x -= push;
          other.x += push;
        } else {
          const push = (other.y < one.y ? -down : down) / 2;
          one.y -= push;
          other.y += push;
        }
      }
    }
    if (!moved) break;
  }
  return groups.flatMap(({ spot, x, y }) =>
    spot.counts.map((count, index) => ({
      count,
      spot,
      x: round2(x),
      y: round2(y + (index - (spot.counts.length - 1) / 2) * LINE),
    })),
  );
}

const round2 = (value: number) => Math.round(value * 100) / 100;
