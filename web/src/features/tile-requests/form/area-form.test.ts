import { TileArea } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { readAreaForm, EMPTY_AREA, findMiddle, listAreaShapes, extractTrack } from './area-form';

const LINE = [
  [5, 52, 12],
  [5.00001, 52.00001, 12],
  [5.5, 52, 13],
  [5.5, 52.5, 13],
];

describe('the area of an offline map', () => {
  it('is missing until everything is chosen and in range', () => {
    expect(readAreaForm(EMPTY_AREA)).toBeNull();
    const circle = { ...EMPTY_AREA, place: { latitude: 52, longitude: 5 } };
    for (const [radius_km, isThere] of [
      [10, true],
      [200, true],
      [201, false],
      [0, false],
      ['', false],
    ] as const)
      expect([radius_km, readAreaForm({ ...circle, radius_km }) !== null]).toEqual([radius_km, isThere]);
    expect(readAreaForm({ ...EMPTY_AREA, kind: 'country' })).toBeNull();
    expect(readAreaForm({ ...EMPTY_AREA, kind: 'polygon' })).toBeNull();
    expect(readAreaForm({ ...EMPTY_AREA, kind: 'corridor' })).toBeNull();
  });

  it('has a middle if it is drawn', () => {
    const place = { latitude: 52, longitude: 5 };
    const ring: [number, number][] = [
      [4, 50],
      [6, 50],
      [6, 53],
      [4, 50],
    ];
    const polygon = { type: 'Polygon' as const, coordinates: [ring] };
    const middles = (['circle', 'polygon', 'country', 'corridor'] as const).map((kind) =>
      findMiddle({ ...EMPTY_AREA, kind, place, polygon }),
    );
    expect(middles).toEqual([place, { latitude: 51.5, longitude: 5 }, null, null]);
    expect([findMiddle(EMPTY_AREA), findMiddle({ ...EMPTY_AREA, kind: 'polygon' })]).toEqual([null, null]);
  });

  it('is what the contract asks for, with a shape for the small map', () => {
    const forms = [
      { ...EMPTY_AREA, kind: 'country' as const, country: 'NL' },
      { ...EMPTY_AREA, place: { latitude: 52, longitude: 5 } },
      {
        ...EMPTY_AREA,
        kind: 'polygon' as const,
        polygon: {
          type: 'Polygon' as const,
          coordinates: [
            [
              [5, 52],
              [6, 52],
              [6, 53],
              [5, 52],
            ] as [number, number][],
          ],
        },
      },
      { ...EMPTY_AREA, kind: 'corridor' as const, track: extractTrack([{ geometry: { type: 'LineString', coordinates: LINE } }]) },
    ];
    for (const form of forms) {
      expect(TileArea.safeParse(readAreaForm(form)).success, form.kind).toBe(true);
      expect(
        listAreaShapes(form, [
          [
            [
              [5, 52],
              [6, 52],
              [6, 53],
              [5, 52],
            ],
          ],
        ]),
        form.kind,
      ).toHaveLength(1);
    }
  });
});

describe('the track of a file', () => {
  it('has each line by itself, simplified, without heights and places that are none', () => {
    expect(
      extractTrack([
        { geometry: { type: 'Point', coordinates: [1, 2] } },
        {
          geometry: {
            type: 'MultiLineString',
            coordinates: [
              LINE,
              [
                [6, 52],
                ['x', 1],
                [600, 1],
                [6.5, 52],
              ],
            ],
          },
        },
        { geometry: null },
      ]),
    ).toEqual([
      [
        [5, 52],
        [5.5, 52],
        [5.5, 52.5],
      ],
      [
        [6, 52],
        [6.5, 52],
      ],
    ]);
    expect(extractTrack([{ geometry: { type: 'Point', coordinates: [1, 2] } }])).toBeNull();
  });
});
