import { expect, test } from 'vitest';
import { placementsOf } from './feet';
import { LIBRARY } from './library';
import { countsOf, spotsOf } from './spots';

const drawings = LIBRARY.flatMap(({ steps }) => steps).flatMap(({ id, leadFeet, followFeet }) => [
  { name: `${id}, leading`, feet: leadFeet },
  { name: `${id}, following`, feet: followFeet },
]);

test.each(drawings)('every count can be read, and stands on its foot: $name', ({ feet }) => {
  const placements = placementsOf(feet);
  const counts = countsOf(spotsOf(placements));
  expect(counts.map(({ count }) => count).sort()).toEqual(placements.map(({ count }) => count).sort());
  for (const [index, one] of counts.entries()) {
    expect(Math.hypot(one.x - one.spot.x, one.y + one.spot.y), one.count).toBeLessThan(1.3);
    for (const other of counts.slice(index + 1)) {
      const apart = Math.abs(one.x - other.x) > 0.6 || Math.abs(one.y - other.y) > 0.5;
      expect(apart, `${one.count} and ${other.count}`).toBe(true);
    }
  }
});
