import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaOf, type Crop, MOST_ZOOM, moved, startCrop, zoomed } from './square-crop';

const SIZE = { width: 1600, height: 900 };

it('begins with the whole middle', () => {
  expect(areaOf(SIZE, startCrop(SIZE))).toEqual({ left: 350, top: 0, edge: 900 });
});

it('moves the picture with the finger, to its edge at most', () => {
  expect(areaOf(SIZE, moved(SIZE, startCrop(SIZE), 0.1, 0))).toEqual({ left: 260, top: 0, edge: 900 });
  expect(areaOf(SIZE, moved(SIZE, startCrop(SIZE), 3, 3))).toEqual({ left: 0, top: 0, edge: 900 });
});

it('zooms around the point between the fingers', () => {
  const near = zoomed(SIZE, startCrop(SIZE), 2, { right: 0.25, down: -0.25 });
  const { left, top, edge } = areaOf(SIZE, near);
  expect(edge).toBe(450);
  // The point under the fingers: three quarters to the right, one quarter down, before and after.
  expect(left + 0.75 * edge).toBe(350 + 0.75 * 900);
  expect(top + 0.25 * edge).toBe(0.25 * 900);
});

it('never shows what is outside the picture', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  });
  const step = fc.record({
    factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
    right: fc.double({ min: -2, max: 2, noNaN: true }),
    down: fc.double({ min: -2, max: 2, noNaN: true }),
  });
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 12 }), (picture, steps) => {
      const crop = steps.reduce<Crop>(
        (now, { factor, right, down }) =>
          zoomed(picture, moved(picture, now, right, down), factor, { right, down }),
        startCrop(picture),
      );
      const { left, top, edge } = areaOf(picture, crop);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(MOST_ZOOM);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-0.001);
      expect(left + edge).toBeLessThanOrEqual(picture.width + 0.001);
      expect(top + edge).toBeLessThanOrEqual(picture.height + 0.001);
    }),
  );
});
