import { expect, test } from 'vitest';
import { mirrored, placementsOf, START, wordsOf } from './feet';
import { LIBRARY } from './library';

const steps = LIBRARY.flatMap(({ style, steps }) => steps.map((step) => ({ style, ...step })));
const drawings = steps.flatMap(({ id, leadFeet, followFeet }) => [
  { name: `${id}, leading`, feet: leadFeet },
  { name: `${id}, following`, feet: followFeet },
]);

test('six styles with sixty steps or more, each with both roles, each id once', () => {
  expect(LIBRARY.map(({ style }) => style).sort()).toEqual([
    'Bachata',
    'Bolero',
    'Forró',
    'Salsa',
    'Samba de Gafieira',
    'Zouk',
  ]);
  expect(steps.length).toBeGreaterThanOrEqual(60);
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  for (const { id, about, lead, follow } of steps) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9-]{2,59}$/);
    for (const text of [about, lead, follow]) expect(text, id).toMatch(/^[A-Z].{15,}\.$/);
    expect(lead, id).not.toBe(follow);
  }
});

test('texts and drawings together stay below 300 kB', () => {
  expect(new TextEncoder().encode(JSON.stringify(LIBRARY)).length).toBeLessThan(300_000);
});

test.each(drawings)('can be danced: $name', ({ feet }) => {
  const placements = placementsOf(feet);
  const places = { E: { ...START.E }, D: { ...START.D } };
  let standing: string | null = null;
  let count = 0;
  for (const { count: at, foot, x, y, touches } of placements) {
    // Counts go forward; a foot that carries the weight cannot step.
    expect(Number(at)).toBeGreaterThan(count);
    count = Number(at);
    expect(foot, `count ${at}`).not.toBe(standing);
    if (!touches) standing = foot;
    const other = places[foot === 'E' ? 'D' : 'E'];
    expect(Math.hypot(x - other.x, y - other.y), `stride at ${at}`).toBeLessThanOrEqual(6.5);
    places[foot] = { x, y };
  }
});

test('who follows begins with the other foot and steps on the same counts', () => {
  for (const { id, leadFeet, followFeet } of steps) {
    const [lead, follow] = [placementsOf(leadFeet), placementsOf(followFeet)];
    expect(
      follow.map(({ count }) => count),
      id,
    ).toEqual(lead.map(({ count }) => count));
    for (const [index, { foot }] of lead.entries()) expect(follow[index]?.foot, id).not.toBe(foot);
  }
});

test('the other role of two who move as one has the other foot, and what is ahead of one is behind the other', () => {
  expect(mirrored('1E-1,4 2D 3E-1,0 4tD-5,0')).toBe('1D1,-4 2E 3D1,0 4tE5,0');
});

test('the words say what the drawing shows', () => {
  expect(wordsOf(placementsOf('1E-1,4 2D 3E-1,0 5D1,-4 6E 7D1,0'))).toEqual([
    '1: pé esquerdo à frente',
    '2: pé direito no lugar',
    '3: pé esquerdo ao lado do outro, juntando',
    '5: pé direito atrás',
    '6: pé esquerdo no lugar',
    '7: pé direito ao lado do outro, juntando',
  ]);
  expect(wordsOf(placementsOf('1E-4,0 2D-2,0 3E-7,0 4tD-5,0'))).toEqual([
    '1: pé esquerdo para a esquerda',
    '2: pé direito ao lado do outro, juntando',
    '3: pé esquerdo para a esquerda',
    '4: toque com o direito ao lado do outro, juntando',
  ]);
  expect(wordsOf(placementsOf('1E2,2 2D 3E-1,0'))[0]).toBe('1: pé esquerdo cruzando à frente');
  expect(wordsOf(placementsOf('1E-1,3 @-180 2D @-360 3E-1,0'))[1]).toBe(
    '2: pé direito no lugar, girando à esquerda',
  );
  expect(() => placementsOf('1X3,4')).toThrow(RangeError);
});
