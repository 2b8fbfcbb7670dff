import { describe, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { recordOfForm, robin } from '../../recording/testing/records';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { placeFigures, recordsOfPlace } from './PlaceScreen';

const hide: SavedPlace = { id: newId(), name: 'Hide', kind: 'hide', latitude: 52, longitude: 5, uncertainty_m: null, notes: '' };
const dike: SavedPlace = {
  ...hide,
  geometry: {
    type: 'LineString',
    coordinates: [
      [5, 52],
      [5, 52.1],
    ],
  },
};
const marsh: SavedPlace = {
  ...hide,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 52],
        [5.1, 52],
        [5.1, 52.1],
        [5, 52.1],
        [5, 52],
      ],
    ],
  },
};
const at = (latitude: number, longitude: number) => recordOfForm({ latitude, longitude });

describe('the records of a place', () => {
  it('are those within 100 m of a point, or within its uncertainty if that is larger', () => {
    const [near, far] = [at(52.0008, 5), at(52.001, 5)];
    expect(recordsOfPlace(hide, [near, far])).toEqual([near]);
    expect(recordsOfPlace({ ...hide, uncertainty_m: 120 }, [near, far])).toEqual([near, far]);
    expect(recordsOfPlace({ ...hide, uncertainty_m: 5 }, [near, far])).toEqual([near]);
  });

  it('are those within 50 m of a line, and those inside an area', () => {
    // A ten-thousandth of a degree of longitude is 6.8 m there.
    const [near, far] = [at(52.05, 4.9993), at(52.05, 4.9992)];
    expect(recordsOfPlace(dike, [near, far])).toEqual([near]);
    const [inside, outside] = [at(52.05, 5.09), at(52.05, 4.99999)];
    expect(recordsOfPlace(marsh, [inside, outside])).toEqual([inside]);
  });

  it('are also those made of it, but never without a place or as a tick', () => {
    const made = recordOfForm({ latitude: 53, longitude: 6, location_id: hide.id });
    const tick = recordOfForm({ location_id: hide.id, latitude: null, longitude: null, date_kind: 'unknown' });
    expect(recordsOfPlace(hide, [made, recordOfForm(), { ...tick, media: [] }])).toEqual([made]);
  });

  it('are counted by species and month, from the first date to the last', () => {
    const here = { latitude: 52, longitude: 5 };
    const figures = placeFigures(hide, [
      recordOfForm({ ...here, day: '2025-05-02' }),
      recordOfForm({ ...here, day: '2026-05-30', taxon: { ...robin, id: 8 } }),
      recordOfForm({ ...here, date_kind: 'month', month: '2024-11' }),
      recordOfForm({ ...here, date_kind: 'year', month: '2026-' }),
      // Looked for and not found; a higher taxon; an unknown date.
      recordOfForm({ ...here, day: '2026-01-01', taxon: { ...robin, id: 9 }, count: 0 }),
      recordOfForm({ ...here, date_kind: 'unknown', taxon: { ...robin, id: 10, rank: 'genus' }, notes: 'x' }),
    ]);
    expect(figures).toMatchObject({ species: 2, first: '2024-11', last: '2026-05-30', months: [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0] });
    expect(figures.records).toHaveLength(6);
  });
});
