import { expect, it } from 'vitest';
import { LEAST_UNCERTAINTY_M, pickedUncertainty } from './picked-uncertainty';

it('a place that was pointed at is as uncertain as the map is small, and never exact', () => {
  const far = pickedUncertainty({ latitude: 0, zoom: 5 });
  expect(far).toEqual({ metres: 59_000, pixels: expect.closeTo(24, 0) });
  // Mercator: half the size at 60 degrees.
  expect(pickedUncertainty({ latitude: 60, zoom: 5 }).metres).toBe(29_000);
  const near = pickedUncertainty({ latitude: 52, zoom: 18 });
  expect(near.metres).toBe(LEAST_UNCERTAINTY_M);
  expect(near.pixels).toBeGreaterThan(300);
});
