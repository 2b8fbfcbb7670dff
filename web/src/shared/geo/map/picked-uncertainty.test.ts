import { describe, expect, it } from 'vitest';
import { metresPerPixel, nextUncertainty, pickedUncertainty, zoomOfUncertainty } from './picker-start';

describe('the accuracy of a place that was pointed at', () => {
  it('is what a finger or a mouse covers at this zoom and latitude', () => {
    expect(pickedUncertainty({ latitude: 0, zoom: 8 }, true)).toBe(7300);
    expect(pickedUncertainty({ latitude: 60, zoom: 8 }, true)).toBe(3700);
    expect(pickedUncertainty({ latitude: 0, zoom: 8 }, false)).toBe(3100);
  });

  it('is no coarser than the map where its scale shows 30 m', () => {
    // The bar of 30 m is at most 100 pixels long.
    const zoom = Math.log2(78_271.5 / 0.4);
    expect(pickedUncertainty({ latitude: 0, zoom }, true)).toBeLessThan(15);
    expect(pickedUncertainty({ latitude: 0, zoom }, false)).toBe(4);
    expect(pickedUncertainty({ latitude: 0, zoom: 22 }, false)).toBe(2);
  });

  it('goes up and down in round steps', () => {
    expect([nextUncertainty(30, 1), nextUncertainty(50, 1), nextUncertainty(1000, 1)]).toEqual([50, 100, 2000]);
    expect([nextUncertainty(30, -1), nextUncertainty(20, -1), nextUncertainty(2, -1)]).toEqual([20, 10, 2]);
  });
});

it('a map opens on a place so that its circle fills a part of a phone', () => {
  for (const metres of [8, 30, 500, 20_000]) {
    const zoom = zoomOfUncertainty({ latitude: 52 }, metres);
    const pixels = metres / metresPerPixel({ latitude: 52, zoom });
    expect(pixels, `${metres} m`).toBeGreaterThan(15);
    expect(pixels, `${metres} m`).toBeLessThan(100);
  }
  expect(zoomOfUncertainty({ latitude: 52 }, 1)).toBe(17);
});
