import { isTick } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { extractFact } from '../../local/db/facts';
import { newId } from '../../local/db/ids';
import { picturedSpecies, type SeenFilter, speciesInView } from './species-list';
import { countSpecies, localObservation, localTaxon, declarePhoto } from './testing/rows';

const everything: SeenFilter = { country: null, period: 'all', today: '2026-05-09' };

describe('a species in the own records', () => {
  it('has its numbers of records and ticks, its records with photos, and its first and last date', () => {
    const own = countSpecies(
      [
        localObservation({ taxon_id: 1, observed_on: '2025-04-01' }),
        localObservation({ taxon_id: 1, observed_on: '2026-05-01/2026-05-03', media: declarePhoto() }),
        localObservation({ taxon_id: 1 }),
        localObservation({ taxon_id: 2, observed_on: '2026-01-01' }),
      ],
      everything,
    );
    expect(own.get(1)).toEqual({
      records: 3,
      ticks: 1,
      heard: 0,
      taxon: null,
      pictured: [expect.any(String)],
      first: '2025-04-01',
      last: '2026-05-01/2026-05-03',
      isSeenThisYear: true,
    });
    expect(own.get(2)).toMatchObject({ records: 1, ticks: 0, pictured: [] });
  });

  it.each([
    [['2026', '2026-05-03', '2025'], '2025', '2026-05-03'],
    [['2026'], '2026', '2026'],
    [['2026', '2026-12-31', '2026-01-01'], '2026-01-01', '2026-12-31'],
    [['2026-05', '2026-05-31', '2026-05-01'], '2026-05-01', '2026-05-31'],
    [[null, '2026-05'], '2026-05', '2026-05'],
    [[null], null, null],
  ])('has no first or last day made up from a month, a year or a period: %j', (dates, first, last) => {
    for (const order of [dates, dates.toReversed()]) {
      const own = countSpecies(
        order.map((observed_on) => localObservation({ taxon_id: 1, observed_on })),
        everything,
      );
      expect(own.get(1)).toMatchObject({ first, last });
    }
  });

  it('keeps its picture, wherever and whenever it was taken, but an absence has none', () => {
    const records = [
      localObservation({ taxon_id: 1, observed_on: '2019-05-01', media: declarePhoto() }, { country_code: 'FR' }),
      localObservation({ taxon_id: 11, observed_on: '2026-05-01', media: declarePhoto() }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01' }),
      localObservation({ taxon_id: 3, count: 0, media: declarePhoto() }),
    ].flatMap((record) => extractFact(record) ?? []);
    expect([...picturedSpecies(records, new Map([[11, 1]]))]).toEqual([[1, [records[0]!.id, records[1]!.id]]]);
  });

  it('does not include records without a taxon', () => {
    expect(countSpecies([localObservation({ verbatim_name: 'some gull' })], everything).size).toBe(0);
  });

  it('excludes records of other countries, but not those without a place, such as ticks', () => {
    const records = [
      localObservation({ taxon_id: 1, observed_on: '2026-05-01', latitude: 48, longitude: 2 }, { country_code: 'FR' }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01', latitude: 52, longitude: 5 }, { country_code: 'NL' }),
      localObservation({ taxon_id: 3 }),
    ];
    expect([...countSpecies(records, { ...everything, country: 'NL' }).keys()]).toEqual([2, 3]);
    expect([...countSpecies(records, everything).keys()]).toEqual([1, 2, 3]);
  });

  it('of a saved place are those found there or recorded with it, and no ticks', () => {
    const marsh = { id: newId(), name: 'Marsh', kind: 'patch' as const, latitude: 52.09, longitude: 5.12, uncertainty_m: 200, notes: '' };
    const records = [
      localObservation({ taxon_id: 1, latitude: 52.091, longitude: 5.121 }),
      localObservation({ taxon_id: 2, latitude: 52.2, longitude: 5.12 }),
      localObservation({ taxon_id: 3, latitude: 52.2, longitude: 5.12, location_id: marsh.id }),
      localObservation({ taxon_id: 4, latitude: null, longitude: null }),
    ];
    expect([...countSpecies(records, { ...everything, country: 'NL', place: marsh }).keys()]).toEqual([1, 3]);
  });

  it('excludes records outside the period, and ticks, which have no date', () => {
    const records = [
      localObservation({ taxon_id: 1, observed_on: '2026-05-09' }),
      localObservation({ taxon_id: 2, observed_on: '2026-05' }),
      localObservation({ taxon_id: 3, observed_on: '2025-05-09' }),
      localObservation({ taxon_id: 4 }),
    ];
    expect([...countSpecies(records, { ...everything, period: 'this_month' }).keys()]).toEqual([1, 2]);
    expect([...countSpecies(records, { ...everything, period: 'today' }).keys()]).toEqual([1]);
  });

  it('includes its subspecies', () => {
    const own = countSpecies([localObservation({ taxon_id: 11 }), localObservation({ taxon_id: 1 })], everything, new Map([[11, 1]]));
    expect([...own.keys()]).toEqual([1]);
    expect(own.get(1)?.records).toBe(2);
  });
});

describe('the records with photos', () => {
  it('are in the order of the records, the last saved first', () => {
    const records = [
      localObservation({ taxon_id: 1 }),
      localObservation({ taxon_id: 1, media: declarePhoto() }),
      localObservation({ taxon_id: 1, media: declarePhoto() }),
    ];
    expect(countSpecies(records, everything).get(1)?.pictured).toEqual([records[1]!.id, records[2]!.id]);
  });
});

describe('a tick', () => {
  it('is a record with a taxon and nothing else', () => {
    expect(isTick(localObservation({ taxon_id: 1 }))).toBe(true);
    expect(isTick(localObservation({ taxon_id: 1, notes: '  ' }))).toBe(true);
  });

  it('is not a record with a date, place, photo or notes', () => {
    expect(isTick(localObservation({ taxon_id: 1, observed_on: '2026-05' }))).toBe(false);
    expect(isTick(localObservation({ taxon_id: 1, latitude: 52, longitude: 5 }))).toBe(false);
    expect(isTick(localObservation({ taxon_id: 1, media: declarePhoto() }))).toBe(false);
    expect(isTick(localObservation({ taxon_id: 1, private_notes: 'behind the shed' }))).toBe(false);
  });
});

describe('the lists of My species', () => {
  const list = [localTaxon(1), localTaxon(2), localTaxon(3), localTaxon(4)];
  const counted = countSpecies(
    [
      localObservation({ taxon_id: 1, observed_on: '2026-05-01', media: declarePhoto() }),
      localObservation({ taxon_id: 2, observed_on: '2024-05-01' }),
      localObservation({ taxon_id: 4 }),
      localObservation({ taxon_id: 99, observed_on: '2026-05-01', media: declarePhoto() }),
    ],
    everything,
  );
  const ids = (view: Parameters<typeof speciesInView>[1]) => speciesInView(list, view, counted, new Set([3, 98])).map(({ id }) => id);

  it('contain the species that their names say, and no species outside the list', () => {
    expect(ids('all')).toEqual([1, 2, 3, 4]);
    expect(ids('seen')).toEqual([1, 2, 4]);
    expect(ids('not_seen')).toEqual([3]);
    expect(ids('seen_this_year')).toEqual([1]);
    expect(ids('wanted')).toEqual([3]);
    expect(ids('photographed')).toEqual([1]);
  });

  it('is only heard while every record of it in the list says so', () => {
    const heard = { attributes: { evidence: 'heard' } };
    const records = [
      localObservation({ taxon_id: 1, observed_on: '2026-05-01', ...heard }),
      localObservation({ taxon_id: 1, observed_on: '2026-05-02', ...heard }),
      localObservation({ taxon_id: 2, observed_on: '2026-05-01', ...heard }),
      localObservation({ taxon_id: 2, observed_on: '2025-05-01', attributes: { evidence: 'seen' } }),
      // How it was found says nothing: what is heard by ear can be seen too.
      localObservation({ taxon_id: 3, observed_on: '2026-05-01', attributes: { method: 'by_ear', behaviour: 'singing' } }),
      localObservation({ taxon_id: 4, observed_on: '2026-05-01', ...heard }),
      localObservation({ taxon_id: 4 }),
      localObservation({ taxon_id: 5, observed_on: '2026-05-01', count: 0, ...heard }),
      // With a photo of where it called from.
      localObservation({ taxon_id: 6, observed_on: '2026-05-01', media: declarePhoto(), ...heard }),
    ];
    const taxa = [1, 2, 3, 4, 5, 6].map((id) => localTaxon(id));
    const ids = (filter: Partial<SeenFilter>) =>
      speciesInView(taxa, 'heard', countSpecies(records, { ...everything, ...filter }), new Set()).map(({ id }) => id);
    expect(ids({})).toEqual([1, 6]);
    expect(ids({ period: '2026' })).toEqual([1, 2, 4, 6]);
  });
});
