import { describe, expect, it } from 'vitest';
import { metresBetween } from '@veld/geometry';
import type { TrackPoint } from './points.ts';
import { trackFigures, trackPieces } from './track.ts';

/** Metres east and north after so many seconds. */
type Walk = (seconds: number) => [number, number];

const PACE = 1.2;
const HOUR = 3600;
const LEG = 300;

const WALKS: Record<'straight' | 'zigzag' | 'stop and go' | 'standing', { walk: Walk; metres: number }> = {
  straight: { walk: (s) => [PACE * s, 0], metres: PACE * HOUR },
  zigzag: { walk: (s) => zigzag(PACE * s), metres: PACE * HOUR },
  'stop and go': { walk: (s) => [PACE * (300 * Math.floor(s / 600) + Math.min(300, s % 600)), 0], metres: (PACE * HOUR) / 2 },
  standing: { walk: () => [0, 0], metres: 0 },
};

/** Turns by a right angle after each leg. */
function zigzag(metres: number): [number, number] {
  const [legs, rest] = [Math.floor(metres / LEG), metres % LEG];
  const north = legs % 2 === 0 ? rest : LEG - rest;
  return [metres * Math.SQRT1_2, north * Math.SQRT1_2];
}

/** GPS errors: independent of each other, or, as in reality, similar for about this many seconds. */
const LASTING = { independent: 0, 'a minute': 60, 'five minutes': 300 };
const ACCURACIES = [5, 10, 20, 30];
const INTERVALS = [1, 5, 10, 30];
const RUNS = 5;

function measured(
  walk: Walk,
  { accuracy, interval, lasting, seed }: Record<'accuracy' | 'interval' | 'lasting' | 'seed', number>,
): TrackPoint[] {
  const random = randomNumbers(seed * 7919 + accuracy * 31 + interval);
  // An accuracy is the radius with 86 % of the positions.
  const deviation = accuracy / 2;
  const kept = lasting === 0 ? 0 : Math.exp(-interval / lasting);
  const next = (error: number) => kept * error + Math.sqrt(1 - kept ** 2) * deviation * normal(random);
  let [east, north] = [deviation * normal(random), deviation * normal(random)];
  return Array.from({ length: HOUR / interval + 1 }, (_, seq) => {
    [east, north] = [next(east), next(north)];
    const [x, y] = walk(seq * interval);
    return {
      seq,
      segment: 0,
      t: 1_780_000_000_000 + 1000 * seq * interval,
      latitude: 52 + (y + north) / 111_195,
      longitude: 5 + (x + east) / (111_195 * Math.cos((52 * Math.PI) / 180)),
      elevation_m: null,
      accuracy_m: accuracy,
      speed_mps: null,
      source: 'gps',
    };
  });
}

/** Uniform in [0, 1), the same for each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const distanceOf = (points: readonly TrackPoint[]) => trackFigures(trackPieces(points)).distance_m;
const plainLength = (points: readonly TrackPoint[]) =>
  points.reduce((sum, point, at) => (at === 0 ? 0 : sum + metresBetween(points[at - 1]!, point)), 0);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function runs(walk: Walk, lasting: number, accuracy: number, interval: number): TrackPoint[][] {
  return Array.from({ length: RUNS }, (_, seed) => measured(walk, { accuracy, interval, lasting, seed: seed + 1 }));
}

const CASES = Object.values(LASTING).flatMap((lasting) =>
  ACCURACIES.flatMap((accuracy) => INTERVALS.map((interval) => ({ lasting, accuracy, interval }))),
);

describe('the distance of an hour', () => {
  it.each(['straight', 'zigzag', 'stop and go'] as const)('is wrong by less than 5 %% after walking (%s)', (name) => {
    const { walk, metres } = WALKS[name];
    const errors = CASES.map((one) => {
      const tracks = runs(walk, one.lasting, one.accuracy, one.interval);
      return { ...one, percent: Math.abs(mean(tracks.map(distanceOf)) / metres - 1) * 100 };
    });
    expect(errors.filter(({ percent }) => percent >= 5)).toEqual([]);
  });

  it('on one spot is less than 20 m, whatever the device reports', () => {
    const errors = CASES.map((one) => {
      const tracks = runs(WALKS.standing.walk, one.lasting, one.accuracy, one.interval);
      return { ...one, metres: Math.max(...tracks.map(distanceOf)) };
    });
    expect(errors.filter(({ metres }) => metres >= 20)).toEqual([]);
  });

  it('is what the table of the documents says beside the plain length', () => {
    const table = (Object.keys(WALKS) as (keyof typeof WALKS)[]).map((name) => {
      const { walk, metres } = WALKS[name];
      const tracks = runs(walk, 60, 10, 1);
      return [name, Math.round(metres), Math.round(mean(tracks.map(plainLength))), Math.round(mean(tracks.map(distanceOf)))];
    });
    // Kept the same as the table of docs/decisions/0062-distance-of-tracks.md.
    expect(table).toEqual([
      ['straight', 4320, 5720, 4332],
      ['zigzag', 4320, 5727, 4296],
      ['stop and go', 2160, 4912, 2193],
      ['standing', 0, 4105, 0],
    ]);
  });
});

describe('the work of measuring', () => {
  it('grows with the points, and not faster', () => {
    const track = measured(WALKS.zigzag.walk, { accuracy: 8, interval: 1, lasting: 60, seed: 1 });
    const ten = Array.from({ length: 10 }, (_, hour) => track.map((point) => ({ ...point, t: point.t! + hour * HOUR * 1000 }))).flat();
    const timeOf = (points: readonly TrackPoint[]) => {
      const started = performance.now();
      distanceOf(points);
      return performance.now() - started;
    };
    // Some 50 ms; each point against each would take minutes.
    expect(Math.min(timeOf(ten), timeOf(ten), timeOf(ten))).toBeLessThan(2000);
  });
});
