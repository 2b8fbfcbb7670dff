import { describe, expect, it } from 'vitest';
import { METRES_PER_DEGREE } from './earth.ts';
import { simplifyLine } from './simplify.ts';

const at = (seq: number, metres: number) => ({ seq, latitude: 52 + metres / METRES_PER_DEGREE, longitude: 5 });

describe('a simplified line', () => {
  it('keeps corners and ends, and drops what lies on the way', () => {
    const corner = [at(0, 0), at(1, 50), at(2, 100), { ...at(3, 100), longitude: 5.001 }, { ...at(4, 100), longitude: 5.002 }];
    expect(simplifyLine(corner, 5).map(({ seq }) => seq)).toEqual([0, 2, 4]);
    const bump = [at(0, 0), { ...at(1, 50), longitude: 5.00005 }, at(2, 100)];
    expect(simplifyLine(bump, 5).map(({ seq }) => seq)).toEqual([0, 2]);
    expect(simplifyLine(bump, 3).map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });

  it('works on a line of 20,000 points and across the antimeridian', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => ({ latitude: Math.sin(index / 50) / 100, longitude: index / 1e5 }));
    expect(simplifyLine(long, 5).length).toBeLessThan(12_000);
    const turned = [179.99, 180, -179.99].map((longitude) => ({ latitude: -17, longitude }));
    expect(simplifyLine(turned, 5)).toHaveLength(2);
  });

  it('takes n log n steps, also where each part ends with its farthest point', () => {
    const count = 40_000;
    // Three levels for each halving, up to ten reads for each point of a level.
    const most = count * Math.log2(count) * 30;
    let reads = 0;
    const counted = (latitude: number, longitude: number) => ({
      get latitude() {
        reads += 1;
        // At once: n times n steps would take minutes.
        if (reads > most) throw new Error('more than n log n steps');
        return latitude;
      },
      longitude,
    });
    // A zigzag that grows: the farthest point is always the next to last.
    const zigzag = Array.from({ length: count }, (_, at) => counted((at % 2 ? 1 : -1) * at * 1e-5, at * 1e-6));
    const line = simplifyLine(zigzag, 2);
    expect(line.length).toBeGreaterThan(39_000);
  });

  it('stays within the tolerance where parts are halved', () => {
    const zigzag = Array.from({ length: 400 }, (_, at) => ({ latitude: (at % 2 ? 1 : -1) * at * 1e-4, longitude: at * 1e-5 }));
    expect(simplifyLine(zigzag, 5).length).toBeGreaterThan(390);
    const straight = Array.from({ length: 5000 }, (_, at) => ({ latitude: at * 1e-5, longitude: 5 }));
    expect(simplifyLine(straight, 5)).toHaveLength(2);
    // And is no finer than it must be: a line with one corner is not halved.
    const corner = [...straight, ...straight.slice(0, 900).map(({ latitude }) => ({ latitude: 0.05, longitude: 5 + 2 * latitude }))];
    expect(simplifyLine(corner, 5)).toHaveLength(3);
  });
});
