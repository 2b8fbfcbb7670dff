import { describe, expect, it } from 'vitest';
import { passedLength, screenParts } from './screen-line';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
/** 10 pixels for each degree. */
const project = (longitude: number, latitude: number) => ({ x: 10 * longitude, y: -10 * latitude });
const [first, second, alone] = screenParts([[at(0, 0), at(0, 3), at(4, 3)], [at(9, 179), at(9, -179)], [at(1, 1)]], project);

describe('a track on the screen', () => {
  it('has a path and lengths', () => {
    expect(first!.path).toBe('M0.0 0.0L30.0 0.0L30.0 -40.0');
    expect(first!.lengths).toEqual([0, 30, 70]);
  });

  it('leaves out points that cannot be distinguished', () => {
    const steps = Array.from({ length: 31 }, (_, step) => at(0, step / 100));
    const [part] = screenParts([steps], project);
    expect(part!.path).toBe('M0.0 0.0L2.0 0.0L3.0 0.0');
    expect(part!.lengths).toHaveLength(31);
    expect([part!.lengths[19], part!.lengths[20], part!.lengths[30]]).toEqual([0, 2, 3]);
  });

  it('goes on across the antimeridian', () => {
    expect(second!.lengths).toEqual([0, 20]);
  });

  it('is passed up to where the person is, and not beyond the next point', () => {
    expect(passedLength(first!, 0, null)).toBeNull();
    expect(passedLength(first!, 1, { x: 12, y: 0 })).toBe(12);
    expect(passedLength(first!, 2, { x: 30, y: -25 })).toBe(55);
    expect(passedLength(first!, 3, { x: 500, y: 0 })).toBe(70);
    // In a gap after this part, the person is elsewhere.
    expect(passedLength(first!, 2, { x: 900, y: 0 })).toBe(70);
    expect(passedLength(alone!, 1, null)).toBe(0);
  });
});
