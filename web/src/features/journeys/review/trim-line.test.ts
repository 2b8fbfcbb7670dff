import type { TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { START, walkedTrack } from '../testing/journeys';
import { endOnLine, keptParts, lineOnScreen, nearestAt, drawTrimLine } from './trim-line';

/** Ten minutes to the north and back the same way. */
function thereAndBack(): TrackPoint[] {
  const out = walkedTrack(10);
  const back = out.slice(0, -1).toReversed();
  return [...out, ...back.map((point, i) => ({ ...point, seq: 11 + i, t: START + (11 + i) * 60_000 }))];
}

describe('the ends of a track on the map', () => {
  it('are points of the line', () => {
    const line = drawTrimLine(walkedTrack(10));
    expect(endOnLine(line, 3, 'from')).toMatchObject({ latitude: 52.003, longitude: 5.1 });
    expect(endOnLine(line, 7, 'to')).toMatchObject({ latitude: 52.007 });
    expect(
      keptParts(line, 3, 7)
        .flat()
        .map(([, latitude]) => Number(latitude.toFixed(3))),
    ).toEqual([52.003, 52.003, 52.004, 52.005, 52.006, 52.007, 52.007]);
    expect(endOnLine(drawTrimLine([]), 0, 'from')).toBeNull();
  });

  it('are on the line also where only every second point is distinct on the screen', () => {
    const line = lineOnScreen(drawTrimLine(walkedTrack(10)), ({ latitude }) => ({ x: 0, y: (latitude - 52) * 1010 }));
    const latitudes = (from: number, to: number) =>
      keptParts(line, from, to)
        .flat()
        .map(([, latitude]) => Number(latitude.toFixed(3)));
    expect(latitudes(0, 10)).toEqual([52, 52, 52.002, 52.004, 52.006, 52.008, 52.01, 52.01]);
    expect(latitudes(3, 7)).toEqual([52.003, 52.004, 52.006, 52.007]);
  });

  it('follow the pointer along the part of the track that they are on, where it comes back the same way', () => {
    const line = drawTrimLine(thereAndBack());
    const place = { latitude: 52.0042, longitude: 5.1001 };
    expect(nearestAt(line, place, { current: 2, tolerance: 0.0002 })).toBe(4);
    expect(nearestAt(line, place, { current: 18, tolerance: 0.0002 })).toBe(16);
  });

  it('are on the line where a point of the track may be wrong, and across the antimeridian', () => {
    const track = walkedTrack(4);
    track[0] = { ...track[0]!, accuracy_m: 5000, latitude: 53 };
    expect(endOnLine(drawTrimLine(track), 0, 'from')).toMatchObject({ latitude: 52.001 });
    const fiji = walkedTrack(2).map((point, i) => ({ ...point, longitude: [179.9995, -179.9995, -179.9985][i]! }));
    const line = drawTrimLine(fiji);
    expect(line.points.map(({ longitude }) => Number(longitude.toFixed(4)))).toEqual([179.9995, 180.0005, 180.0015]);
    expect(nearestAt(line, { latitude: 52.001, longitude: -179.9995 }, { current: 0, tolerance: 0.0001 })).toBe(1);
  });
});
