import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Beat, type Stroke, strokesAt } from './beat';

const AHEAD = 0.2;

/** Asks at these moments, as a timer that comes late would. */
function play(beat: Beat, moments: readonly number[]): Stroke[] {
  return moments.flatMap((now) => beat.strokes(now, AHEAD, 'counts'));
}

test('ten minutes later a count comes at its time, however unevenly the page asked', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 240 }),
      fc.infiniteStream(fc.integer({ min: 5, max: 180 })),
      (pace, steps) => {
        const moments: number[] = [];
        for (let now = 0; now < 600; now += steps.next().value / 1000) moments.push(now);
        const strokes = play(new Beat(0.1, pace), moments);
        for (const [index, { at }] of strokes.entries()) expect(at).toBeCloseTo(0.1 + (index * 60) / pace, 6);
        expect(strokes.length).toBeGreaterThanOrEqual(Math.floor((599 * pace) / 60));
      },
    ),
    { numRuns: 20 },
  );
});

test('counts that a blocked page missed are left out, and the rest keeps its place', () => {
  const strokes = play(new Beat(0, 60), [0, 5.5, 5.9]);
  expect(strokes.map(({ at }) => at)).toEqual([0, 6]);
  expect(strokes.map(({ kind }) => kind)).toEqual(['one', 'count']);
});

test('a new pace counts from the next stroke on, without a jump', () => {
  const beat = new Beat(0, 60);
  play(beat, [0, 0.9]);
  beat.setPace(120);
  // The sixteenth at 1.25 keeps its time; the next count is three faster ones later.
  expect(play(beat, [1.2, 1.5])[0]?.at).toBeCloseTo(1.25 + 0.375, 6);
  expect(beat.countAt(1.7)).toBe(3);
});

test('eight counts, with the one and the five apart', () => {
  const counts = Array.from({ length: 32 }, (_, index) => strokesAt(index, 'counts')).flat();
  expect(counts).toEqual(['one', 'count', 'count', 'count', 'five', 'count', 'count', 'count']);
  const beat = new Beat(0, 60);
  expect(beat.countAt(-0.1)).toBeNull();
  expect([0, 1.5, 7.9, 8].map((now) => beat.countAt(now))).toEqual([1, 2, 8, 1]);
});

test('the zabumba’s two counts: a muted stroke, three sixteenths later an open one, the stick on the eighths', () => {
  const strokes = Array.from({ length: 8 }, (_, index) => strokesAt(index + 8, 'zabumba').join());
  expect(strokes).toEqual(['muted', '', 'stick', 'open', 'stick', '', 'stick', '']);
  expect(strokesAt(32, 'zabumba')).toEqual(['one', 'muted']);
});
