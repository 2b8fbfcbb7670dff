// @vitest-environment happy-dom
import { FitBaseType, FitEncoder } from 'fit-file-parser/encoder';
import { describe, expect, it } from 'vitest';
import { PlacesFileError } from '../../saved-places/import/read-places-file';
import { readTrack } from './read-track';

const read = (name: string, content: string | Uint8Array<ArrayBuffer>) => readTrack(new File([content], name));

const position = (latitude: number) =>
  `<Trackpoint><Time>2026-05-09T08:00:${String(Math.round(latitude - 52) * 10).padStart(2, '0')}Z</Time><Position><LatitudeDegrees>${latitude}</LatitudeDegrees><LongitudeDegrees>5.1</LongitudeDegrees></Position></Trackpoint>`;
const tcx = (inside: string) =>
  `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity><Lap><Track>${inside}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`;

function fit(): Uint8Array<ArrayBuffer> {
  const semicircles = (degrees: number) => Math.round((degrees * 2 ** 31) / 180);
  const encoder = new FitEncoder({ protocolVersion: 0x20 });
  for (const [at, latitude] of [52, 53].entries())
    encoder.writeMessage(20, [
      { number: 253, size: 4, baseType: FitBaseType.Uint32, value: FitEncoder.toFitTimestamp(new Date(Date.UTC(2026, 4, 9, 8, 0, at))) },
      { number: 0, size: 4, baseType: FitBaseType.Sint32, value: semicircles(latitude) },
      { number: 1, size: 4, baseType: FitBaseType.Sint32, value: semicircles(5.1) },
    ]);
  return new Uint8Array(encoder.close());
}

const LINE = [
  [
    [5.1, 52],
    [5.1, 53],
  ],
];

describe('the track of a file, to ask for an area along it', () => {
  it('comes from a TCX file of a watch, and has the name of the file', async () => {
    expect(await read('Morning run.tcx', tcx(position(52) + position(53)))).toEqual({ name: 'Morning run', track: LINE });
  });

  it('comes from a FIT file', async () => {
    const { name, track } = await read('ride.fit', fit());
    expect([name, track?.map((line) => line.map(([longitude, latitude]) => [longitude.toFixed(4), latitude.toFixed(4)]))]).toEqual([
      'ride',
      [
        [
          ['5.1000', '52.0000'],
          ['5.1000', '53.0000'],
        ],
      ],
    ]);
  });

  it('is none in a file with a place only, and a fault in one that is cut off or something else', async () => {
    const place = '{"type":"Point","coordinates":[5.1,52]}';
    expect(await read('place.geojson', place)).toEqual({ name: 'place', track: null });
    for (const [name, content] of [
      ['cut.fit', fit().slice(0, 30)],
      ['empty.tcx', tcx('')],
      ['words.txt', 'No track'],
    ] as const)
      await expect(read(name, content), name).rejects.toEqual(new PlacesFileError('unreadable'));
  });
});
