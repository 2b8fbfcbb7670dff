import { describe, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { findDuplicate, minutesAfter, findNeighbour } from '../checks/near-records';
import { movedSince, type OfferSources, placeOffers } from './place-offers';
import { formAtNoon, NOON, recordOfForm, robin } from '../testing/records';

const now = NOON.getTime();
const utrecht = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };
const saved = (name: string, latitude: number, uncertainty_m: number | null = 25): SavedPlace => ({
  id: newId(),
  name,
  kind: 'patch',
  latitude,
  longitude: 5.1,
  uncertainty_m,
  notes: '',
});
const offers = (sources: Partial<OfferSources>, form = formAtNoon()) =>
  placeOffers(form, { saved: [], records: [], last: null, now, ownId: null, ...sources });

describe('suggestions for a missing place', () => {
  it('are empty if nothing is known', () => {
    expect(offers({})).toEqual([]);
  });

  it('start with the own record nearest in time within half an hour', () => {
    const records = [
      recordOfForm({ ...utrecht, time: '12:31' }),
      recordOfForm({ ...utrecht, latitude: 52.2, time: '12:20' }),
      recordOfForm({ ...utrecht, latitude: 52.3, time: '11:56' }),
      recordOfForm({ time: '11:59' }),
    ];
    expect(offers({ records })).toEqual([
      {
        kind: 'neighbour',
        neighbour: { record: records[2], minutes: -4 },
        place: { latitude: 52.3, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'neighbour', location_id: null },
      },
    ]);
    expect(offers({ records: records.slice(0, 1) })).toEqual([]);
    expect(offers({ records: records.slice(2, 3), ownId: records[2]!.id })).toEqual([]);
  });

  it('do not compare times across zones, days without a time, or periods', () => {
    const form = formAtNoon();
    expect(minutesAfter(form, recordOfForm({ time: '12:05' }))).toBe(5);
    expect(minutesAfter(form, recordOfForm({ day: '2026-05-11', time: '00:05' }))).toBe(725);
    expect(minutesAfter(form, recordOfForm({ time: '12:05', time_zone: 'Europe/Lisbon' }))).toBeNull();
    expect(minutesAfter(form, recordOfForm({ time: '' }))).toBeNull();
    expect(minutesAfter(form, recordOfForm({ date_kind: 'kept', kept_date: '2026-05-10/2026-05-11' }))).toBeNull();
    expect(minutesAfter(formAtNoon({ time: '' }), recordOfForm())).toBeNull();
    expect(findNeighbour(formAtNoon({ date_kind: 'unknown' }), [recordOfForm(utrecht)], null)).toBeNull();
  });

  it('continue with saved places, nearest first if the device had a location within two hours', () => {
    const places = [saved('Heath', 52.4), saved('Garden', 52.11), saved('Hide', 52.2), saved('Trap', 52.9)];
    const last = { latitude: 52.1, longitude: 5.1, accuracy_m: 8, at: now - 60_000 };
    const named = offers({ saved: places, last }).map((offer) => (offer.kind === 'saved' ? offer.saved.name : offer.kind));
    expect(named).toEqual(['Garden', 'Hide', 'Heath', 'last_known']);
    expect(offers({ saved: [places[1]!], last })[0]).toMatchObject({
      place: { location_source: 'saved_place', location_id: places[1]!.id, coordinate_uncertainty_m: 25 },
    });
    const [first] = offers({ saved: places, last });
    expect(first?.kind === 'saved' && Math.round(first.metres!)).toBe(1112);
  });

  it('are at no distance from an area the device is in, and cover the whole of it', () => {
    const area = {
      ...saved('Marsh', 52.3, null),
      geometry: {
        type: 'Polygon' as const,
        coordinates: [
          [
            [5, 52.05],
            [5.2, 52.05],
            [5.2, 52.4],
            [5, 52.4],
            [5, 52.05],
          ] as [number, number][],
        ],
      },
    };
    const last = { latitude: 52.1, longitude: 5.1, accuracy_m: 8, at: now - 60_000 };
    const [first, second] = offers({ saved: [saved('Garden', 52.101), area], last });
    expect(first).toMatchObject({ saved: { name: 'Marsh' }, metres: 0, place: { latitude: 52.3, longitude: 5.1 } });
    // To the south-western corner.
    expect(first!.place.coordinate_uncertainty_m).toBeCloseTo(28_620, -2);
    expect(second).toMatchObject({ saved: { name: 'Garden' } });
  });

  it('put recently used saved places first if the location is unknown', () => {
    const places = [saved('Garden', 52.11), saved('Heath', 52.4, null), saved('Hide', 52.2, 0)];
    const records = [recordOfForm({ ...utrecht, location_id: places[2]!.id, day: '2026-05-01' })];
    const list = offers({ saved: places, records, last: { latitude: 52.1, longitude: 5.1, accuracy_m: 8, at: now - 3 * 3_600_000 } });
    expect(list.map((offer) => (offer.kind === 'saved' ? [offer.saved.name, offer.metres] : offer.kind))).toEqual([
      ['Hide', null],
      ['Garden', null],
      ['Heath', null],
      'last_known',
    ]);
    expect(list.map((offer) => offer.place.coordinate_uncertainty_m).slice(0, 3)).toEqual([1, 25, null]);
  });

  it('end with the last device location of the past day, less accurate the older it is', () => {
    const last = { latitude: 52.1234567, longitude: 5.1, accuracy_m: 8, at: now - 600_000 };
    expect(offers({ last })).toEqual([
      {
        kind: 'last_known',
        at: last.at,
        place: { latitude: 52.123457, longitude: 5.1, coordinate_uncertainty_m: 848, location_source: 'last_known', location_id: null },
      },
    ]);
    expect(offers({ last: { ...last, at: now - 86_400_000 } })).toEqual([]);
  });
});

describe('the place of a photo and the current location', () => {
  const photo = { latitude: 52.1, longitude: 5.1 };
  it('are the same place unless they are farther apart than both uncertainties plus 100 m', () => {
    expect(movedSince(photo, 10, { latitude: 52.1036, longitude: 5.1, accuracy_m: 20 })).toBeCloseTo(400, -1);
    expect(movedSince(photo, null, { latitude: 52.1008, longitude: 5.1, accuracy_m: 20 })).toBeNull();
    expect(movedSince(photo, 500, { latitude: 52.1036, longitude: 5.1, accuracy_m: 20 })).toBeNull();
  });
});

describe('a possible duplicate', () => {
  const photo = { id: newId(), sha256: 'a'.repeat(64), type: 'image/jpeg' as const, width: 4, height: 3, caption: null, license: null };
  const form = formAtNoon({ taxon: robin, ...utrecht });

  it('has the same species within 50 m and 10 minutes', () => {
    const near = recordOfForm({ ...utrecht, latitude: 52.1004, time: '12:09' });
    expect(findDuplicate(form, [], [near], null)).toEqual({ id: near.id, why: 'sighting' });
    for (const other of [
      recordOfForm({ ...utrecht, latitude: 52.1005, time: '12:09' }),
      recordOfForm({ ...utrecht, time: '12:10' }),
      recordOfForm({ ...utrecht, taxon: { ...robin, id: 8 } }),
      recordOfForm({ time: '12:00' }),
    ])
      expect(findDuplicate(form, [], [other], null)).toBeNull();
    expect(findDuplicate(formAtNoon({ taxon: robin }), [], [near], null)).toBeNull();
    // The record that is being changed is no other one.
    expect(findDuplicate(form, [], [near], near.id)).toBeNull();
  });

  it('has the same photo, whatever its other fields', () => {
    const other = recordOfForm({ day: '2025-01-01' }, { media: [{ ...photo, order: 0, thumbhash: null, urls: null }] });
    const withPhoto = formAtNoon({ media: [{ ...photo, id: newId(), thumbhash: null }] });
    expect(findDuplicate(withPhoto, [other], [], null)).toEqual({ id: other.id, why: 'photo' });
    expect(findDuplicate(withPhoto, [other], [], other.id)).toBeNull();
    expect(findDuplicate(formAtNoon(), [other], [], null)).toBeNull();
  });
});
