import { describe, expect, it } from 'vitest';
import { START, walkedTrack } from '../testing/journeys';
import { drawnPieces, linesThrough, passedPieces } from './track-overlay';

const [first, second] = [walkedTrack(60), walkedTrack(60)];
/** Two parts to the north, of which the second begins two hours later and turns east. */
const pieces = [
  first,
  second.map((point, at) => ({
    ...point,
    seq: 61 + at,
    segment: 1,
    t: point.t! + 7_200_000,
    latitude: 52.2,
    longitude: 5.1 + at / 1000,
  })),
];

describe('the drawn line of a track', () => {
  const drawn = drawnPieces(pieces);

  it('has only the points that change its course', () => {
    expect(drawn.map((piece) => piece.map(({ seq }) => seq))).toEqual([
      [0, 60],
      [61, 121],
    ]);
  });

  it('until a time ends where the person was then, and leaves out later parts', () => {
    const until = (minutes: number, here: { latitude: number; longitude: number }) =>
      linesThrough(passedPieces(drawn, ({ t }) => t! <= START + minutes * 60_000, here));
    expect(until(30, { latitude: 52.03, longitude: 5.1 })).toEqual([
      [
        [5.1, 52],
        [5.1, 52.03],
      ],
    ]);
    // In the gap, no line leads to the next part.
    expect(until(90, { latitude: 52.06, longitude: 5.1 })).toEqual([
      [
        [5.1, 52],
        [5.1, 52.06],
      ],
    ]);
    expect(until(150, { latitude: 52.2, longitude: 5.13 })[1]).toEqual([
      [5.1, 52.2],
      [5.13, 52.2],
    ]);
  });
});
