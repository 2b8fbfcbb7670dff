import { describe, expect, it } from 'vitest';
import { walkedTrack } from '../testing/journeys';
import { drawnPieces } from './track-overlay';

describe('the drawn line of a track', () => {
  it('has only the points that change its course', () => {
    const turned = walkedTrack(60).map((point, at) => ({ ...point, latitude: 52.2, longitude: 5.1 + at / 1000 }));
    expect(drawnPieces([walkedTrack(60), turned]).map((piece) => piece.map(({ seq }) => seq))).toEqual([
      [0, 60],
      [0, 60],
    ]);
  });
});
