import { describe, expect, it } from 'vitest';
import type { TrackPoint } from './points.ts';
import { trackFigures, TrackMeter, trackPieces, trimmed } from './track.ts';

/** A point so many metres north, at so many seconds. */
const at = (seq: number, metres: number, seconds: number | null, change: Partial<TrackPoint> = {}): TrackPoint => ({
  seq,
  segment: 0,
  t: seconds === null ? null : 1_780_000_000_000 + 1000 * seconds,
  latitude: 52 + metres / 111_195,
  longitude: 5,
  elevation_m: null,
  accuracy_m: 5,
  speed_mps: null,
  source: 'gps',
  ...change,
});
const walk = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => at(from + index, 10 * (from + index), 10 * (from + index)));
const seqs = (pieces: readonly (readonly TrackPoint[])[]) => pieces.map((piece) => piece.map(({ seq }) => seq));

describe('the pieces of a track', () => {
  it('end at a pause and at a longer silence, and not where a few points are missing', () => {
    const paused = [...walk(3), ...walk(3, 3).map((point) => ({ ...point, segment: 1 }))];
    expect(seqs(trackPieces(paused))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    const silent = [...walk(2), at(2, 30, 190), at(3, 40, 210)];
    expect(seqs(trackPieces(silent))).toEqual([[0, 1, 2, 3]]);
    expect(seqs(trackPieces([...walk(2), at(2, 30, 191), at(3, 40, 210)]))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(seqs(trackPieces([at(0, 0, 0), at(7, 10, 10)]))).toEqual([[0, 7]]);
  });

  it('lack points that are inaccurate or out of reach, also at the beginning, and keep a fast ride', () => {
    const walked = walk(8);
    expect(seqs(trackPieces(walked.with(3, { ...walked[3]!, accuracy_m: 51 })))).toEqual([[0, 1, 2, 4, 5, 6, 7]]);
    expect(seqs(trackPieces(walked.with(4, at(4, 9000, 40))))).toEqual([[0, 1, 2, 3, 5, 6, 7]]);
    expect(seqs(trackPieces(walked.with(0, at(0, 9000, 0))))).toEqual([[1, 2, 3, 4, 5, 6, 7]]);
    const ride = [0, 1, 2, 3, 4, 5].map((step) => at(step, 1600 * step, 10 * step, { speed_mps: 160 }));
    expect(seqs(trackPieces(ride))).toEqual([[0, 1, 2, 3, 4, 5]]);
  });

  it('keep points without times, apart where they are too far from each other', () => {
    expect(seqs(trackPieces([at(0, 0, null), at(1, 4900, null)]))).toEqual([[0, 1]]);
    expect(seqs(trackPieces([at(0, 0, null), at(1, 5100, null), at(2, 5200, null), at(3, 12_000, 60)]))).toEqual([[0], [1, 2], [3]]);
  });
});

describe('the figures of a track', () => {
  it('leave out pauses and gaps, and count standing still as no movement', () => {
    const pieces = [[...walk(11), at(11, 101, 200), at(12, 100, 300)], walk(4, 50)];
    expect(trackFigures(pieces)).toMatchObject({ duration_s: 330, moving_s: 120 });
    expect(Math.round(trackFigures(pieces).distance_m)).toBe(120);
    expect(trackFigures([[at(0, 0, null), at(1, 100, null)]])).toMatchObject({ duration_s: null, moving_s: null });
    expect(trackFigures([])).toEqual({ duration_s: null, moving_s: null, distance_m: 0, ascent_m: null, descent_m: null });
  });

  it('count climbs, and not the noise of heights', () => {
    const heights = [10, 14, 8, 12, 60, 57, 61, 20];
    const line = heights.map((elevation_m, index) => at(index, 10 * index, 10 * index, { elevation_m }));
    expect(trackFigures([line])).toMatchObject({ ascent_m: 50, descent_m: 40 });
  });

  it('are those within a trim, both ends included', () => {
    expect(trimmed(walk(6), { from_seq: 2, to_seq: 4 }).map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(trimmed(walk(2), null)).toHaveLength(2);
  });
});

describe('a track with GPS errors', () => {
  const metres = (points: readonly TrackPoint[]) => trackFigures(trackPieces(points)).distance_m;
  const dense = Array.from({ length: 60 }, (_, index) => at(index, 6 * index, 5 * index, { accuracy_m: null }));

  it('is not longer for a lone point that is left and returned to, nor for a first point from before', () => {
    expect(Math.abs(metres(dense) - 354)).toBeLessThan(15);
    const spike = { ...dense[30]!, longitude: 5 + 450 / 68_460 };
    expect(Math.abs(metres(dense.with(30, spike)) - 354)).toBeLessThan(15);
    const stale = { ...dense[0]!, longitude: 5 - 300 / 68_460 };
    expect(Math.abs(metres(dense.with(0, stale)) - 354)).toBeLessThan(20);
    expect(seqs(trackPieces(dense.with(0, stale)))[0]![0]).toBe(1);
  });

  it('does not count a jump from which nobody returns, and keeps its points', () => {
    const jumped = dense.map((point, index) => (index < 30 ? point : { ...point, longitude: 5.2 }));
    expect(trackPieces(jumped).map(({ length }) => length)).toEqual([30, 30]);
    expect(Math.abs(metres(jumped) - 348)).toBeLessThan(25);
    const ride = Array.from({ length: 30 }, (_, index) => at(index, 200 * index, 10 * index));
    expect(Math.abs(metres(ride) - 5800)).toBeLessThan(30);
  });

  it('is as long across 180 degrees and beside a pole', () => {
    const turned = dense.map((point, index) => ({ ...point, latitude: 0, longitude: ((179.999 + index * 5.4e-5 + 180) % 360) - 180 }));
    expect(Math.abs(metres(turned) - 354)).toBeLessThan(15);
    const polar = dense.map((point, index) => ({
      ...point,
      latitude: 90 - Math.abs(index - 30) * 5.4e-5,
      longitude: index < 30 ? 10 : -170,
    }));
    expect(Math.abs(metres(polar) - 354)).toBeLessThan(15);
  });

  it('is measured while it is recorded as it is when it is whole', () => {
    const track = [...dense.slice(0, 40), ...dense.slice(40).map((point) => ({ ...point, segment: 1 }))].with(20, at(20, 900, 100));
    const meter = new TrackMeter();
    track.forEach((point, index) => {
      meter.add(point);
      expect(meter.distance()).toBeCloseTo(metres(track.slice(0, index + 1)), 6);
    });
  });
});
