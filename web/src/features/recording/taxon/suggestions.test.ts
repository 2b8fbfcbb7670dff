import type { TaxonGroup, TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { rankSuggestions, recentTaxonIds, type PastRecord, type Suggestion, type SuggestionFacts } from './suggestions';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const DAY = 86_400_000;

const taxon = (id: number, name: string, group: TaxonGroup = 'bird'): TaxonSummary => ({
  id,
  name,
  scientific_name: `${name} sp.`,
  rank: 'species',
  group,
  image_url: null,
});
const robin = taxon(1, 'robin');
const wren = taxon(2, 'wren');
const wigeon = taxon(3, 'wigeon');
const heather = taxon(4, 'heather', 'plant');

const polder = { latitude: 52.1, longitude: 5.1 };
const sighting = (of: TaxonSummary, observed_on: string | null, more: Partial<PastRecord> = {}): PastRecord => ({
  taxon: of,
  observed_on,
  ...polder,
  saved_at: observed_on ? Date.parse(`${observed_on.slice(0, 7)}-15T00:00:00Z`) : 1,
  ...more,
});
const facts = (more: Partial<SuggestionFacts>): SuggestionFacts => ({
  place: polder,
  today: '2026-11-21',
  now: NOW,
  pinned: null,
  own: [],
  others: [],
  expected: null,
  common: [],
  ...more,
});
const names = (ranked: Suggestion[]) => ranked.map((one) => one.taxon.name);

describe('species suggestions', () => {
  it('are empty if nothing is known', () => {
    expect(rankSuggestions(facts({}))).toEqual([]);
  });

  it('say on how many days anna recorded a species here in this month, over all years', () => {
    const own = [
      sighting(wigeon, '2023-11-02'),
      sighting(wigeon, '2024-11-20'),
      sighting(wigeon, '2024-11-20'),
      sighting(wigeon, '2025-11-30'),
      sighting(wigeon, '2025-06-30'),
    ];
    expect(rankSuggestions(facts({ own }))).toMatchObject([{ taxon: wigeon, reason: { kind: 'here', times: 3, when: 'month' } }]);
  });

  it('say "at this time of year" for adjacent months, also across new year, and only "here" for another season', () => {
    const of = (day: string, today = '2026-11-21') => rankSuggestions(facts({ own: [sighting(robin, day)], today }))[0]!.reason;
    expect(of('2020-12-10')).toEqual({ kind: 'here', times: 1, when: 'season' });
    expect(of('2019-12-28', '2026-01-05')).toEqual({ kind: 'here', times: 1, when: 'season' });
    expect(of('2020-05-10')).toEqual({ kind: 'here', times: 1, when: 'any' });
    expect(of('2020-11')).toEqual({ kind: 'here', times: 1, when: 'month' });
    expect(of('2020-05/2020-11')).toEqual({ kind: 'here', times: 1, when: 'any' });
  });

  it('do not say "here" while the place is unknown, or for records elsewhere', () => {
    const own = [sighting(robin, '2024-11-20'), sighting(robin, '2025-11-20')];
    const others = [sighting(wren, '2025-11-20', { saved_at: 0 })];
    const unknown = rankSuggestions(facts({ place: null, own, others }));
    expect(names(unknown)).toEqual(['robin']);
    expect(unknown[0]!.reason).toEqual({ kind: 'season', times: 2 });
    const elsewhere = rankSuggestions(facts({ place: { latitude: 50, longitude: 5 }, own, others }));
    expect(elsewhere.map(({ reason }) => reason.kind)).toEqual(['season']);
    const nowhere = own.map((one) => ({ ...one, latitude: null, longitude: null }));
    expect(rankSuggestions(facts({ own: nowhere }))[0]!.reason.kind).toBe('season');
  });

  it('include nearby records of other people, below own records', () => {
    const own = [sighting(robin, '2025-11-20')];
    const others = [sighting(wren, '2025-11-20', { saved_at: 0 }), sighting(wren, '2024-11-21', { saved_at: 0 })];
    const ranked = rankSuggestions(facts({ own, others }));
    expect(names(ranked)).toEqual(['robin', 'wren']);
    expect(ranked[1]!.reason).toEqual({ kind: 'others_here', times: 2, when: 'month' });
  });

  it('put a pinned species first, whatever else is known', () => {
    const own = Array.from({ length: 20 }, (_, index) => sighting(robin, `20${10 + index}-11-20`));
    const ranked = rankSuggestions(facts({ own, pinned: heather }));
    expect(names(ranked)).toEqual(['heather', 'robin']);
    expect(ranked[0]!.reason).toEqual({ kind: 'pinned' });
  });

  it('rank a sighting of just now above one of last week, and ignore old sightings entered today', () => {
    const own = [
      sighting(robin, null, { latitude: null, longitude: null, saved_at: NOW - 7 * DAY }),
      sighting(wren, null, { latitude: null, longitude: null, saved_at: NOW - 60_000 }),
    ];
    const ranked = rankSuggestions(facts({ own }));
    expect(names(ranked)).toEqual(['wren', 'robin']);
    expect(ranked[0]!.reason).toEqual({ kind: 'recorded', at: NOW - 60_000 });
    const copied = sighting(wigeon, '1998-05-02', { latitude: null, longitude: null, saved_at: NOW });
    expect(names(rankSuggestions(facts({ own: [...own, copied] })))).toEqual(['wren', 'robin']);
    expect(recentTaxonIds([...own, own[0]!], 5)).toEqual([2, 1]);
    expect(recentTaxonIds(own, 1)).toEqual([2]);
  });

  it('say when the species was seen, by the time of the record and not of saving it', () => {
    const nowhere = { latitude: null, longitude: null, saved_at: NOW - 2 * 3_600_000 };
    const reasonOf = (observed_on: string | null, more: Partial<PastRecord> = {}) =>
      rankSuggestions(facts({ own: [sighting(robin, observed_on, { ...nowhere, ...more })], today: '2026-05-10' }))[0]!.reason;
    const timed = { observed_time: '22:00', time_zone: 'Europe/Amsterdam' };
    expect(reasonOf('2026-11-20', timed)).toEqual({ kind: 'recent', at: NOW - 13 * 3_600_000 });
    expect(reasonOf('2026-11-20')).toEqual({ kind: 'recent_day', day: '2026-11-20' });
    expect(reasonOf('2026-11-18/2026-11-20')).toEqual({ kind: 'recent_day', day: '2026-11-20' });
    expect(reasonOf('2026-11')).toEqual({ kind: 'recorded', at: nowhere.saved_at });
    expect(reasonOf(null)).toEqual({ kind: 'recorded', at: nowhere.saved_at });
    expect(reasonOf('2026-11-20', { ...timed, time_zone: 'Nowhere/Never' })).toEqual({ kind: 'recent_day', day: '2026-11-20' });
  });

  it('are filled up with the commonest species of the country, first of the groups that the person records', () => {
    const common = [
      { taxon: heather, rarity: 1 },
      { taxon: wren, rarity: 1 },
      { taxon: wigeon, rarity: 3 },
    ];
    expect(names(rankSuggestions(facts({ common })))).toEqual(['heather', 'wren', 'wigeon']);
    const own = [sighting(robin, null, { latitude: null, longitude: null, saved_at: NOW - 60_000 })];
    const ranked = rankSuggestions(facts({ common, own }));
    expect(names(ranked)).toEqual(['robin', 'wren', 'heather', 'wigeon']);
    expect(ranked[1]!.reason).toEqual({ kind: 'common' });
  });

  it('weight records by distance, exclude those out of range, and work across the antimeridian', () => {
    const near = sighting(robin, '2020-05-10', { saved_at: 0 });
    const edge = sighting(wren, '2020-05-10', { latitude: 52.14, saved_at: 0 });
    const beyond = sighting(wigeon, '2020-05-10', { latitude: 52.16, saved_at: 0 });
    const ranked = rankSuggestions(facts({ own: [beyond, edge, near] }));
    expect(names(ranked)).toEqual(['robin', 'wren']);
    const pacific = rankSuggestions(
      facts({
        place: { latitude: -17, longitude: 179.99 },
        own: [sighting(robin, '2020-05-10', { latitude: -17, longitude: -179.99, saved_at: 0 })],
      }),
    );
    expect(pacific[0]!.reason).toEqual({ kind: 'here', times: 1, when: 'any' });
  });

  it('are those on everyone’s lists at this time of year if there are enough, and then not those common at another', () => {
    const share = { area: 'near', country: 'NL', month: 11, of: 40, lists: 14 } as const;
    const expected = [
      { taxon: wigeon, share, frequency: 0.4 },
      { taxon: wren, share: { ...share, lists: 2 }, frequency: 0.05 },
    ];
    const common = [{ taxon: robin, rarity: 1 }];
    expect(names(rankSuggestions(facts({ common })))).toEqual(['robin']);
    const ranked = rankSuggestions(facts({ common, expected }));
    expect(names(ranked)).toEqual(['wigeon', 'wren']);
    expect(ranked[0]!.reason).toEqual({ kind: 'expected', share });
    // What the person found here comes first.
    expect(names(rankSuggestions(facts({ own: [sighting(robin, '2025-11-02')], expected })))).toEqual(['robin', 'wigeon', 'wren']);
    expect(rankSuggestions(facts({ common, expected: [] }))).toEqual([]);
  });

  it('have each group as often as people record it there, also for somebody who records one group', () => {
    const share = { lists: 5, of: 40, month: 11, area: 'near', country: 'NL' } as const;
    const birds = Array.from({ length: 6 }, (_, at) => ({ taxon: taxon(10 + at, `bird ${at}`), share, frequency: 0.9 - at / 20 }));
    const plants = Array.from({ length: 3 }, (_, at) => ({
      taxon: taxon(20 + at, `plant ${at}`, 'plant'),
      share,
      frequency: 0.3 - at / 20,
    }));
    const groups = (own: PastRecord[]) => rankSuggestions(facts({ expected: [...birds, ...plants], own })).map((one) => one.taxon.group);
    expect(
      groups([])
        .slice(0, 6)
        .filter((group) => group === 'plant'),
    ).toHaveLength(2);
    const botanist = [1, 2, 3].map((id) => sighting(taxon(20 + (id - 1), `plant ${id - 1}`, 'plant'), '2026-11-02'));
    expect(groups(botanist).slice(0, 5)).toEqual(expect.arrayContaining(['plant', 'plant', 'plant', 'bird', 'bird']));
  });

  it('of a country without lists are of all groups, those out of season last', () => {
    const common = [
      { taxon: wren, rarity: 1 },
      { taxon: wigeon, rarity: 1 },
      { taxon: taxon(30, 'brimstone', 'butterfly'), rarity: 1 },
      { taxon: taxon(31, 'fox', 'mammal'), rarity: 1 },
      { taxon: heather, rarity: 1 },
    ];
    const groupSeason = (group: TaxonGroup) => (group === 'butterfly' || group === 'plant' ? 0.1 : 1);
    expect(names(rankSuggestions(facts({ common, groupSeason })))).toEqual(['wren', 'fox', 'wigeon', 'brimstone', 'heather']);
  });

  it('say how likely a species is: by lists, by own days here, and by half of that for a common one', () => {
    const share = { lists: 30, of: 40, month: 11, area: 'near', country: 'NL' } as const;
    const of = (more: Partial<SuggestionFacts>) => rankSuggestions(facts(more))[0]!.likelihood;
    expect(of({ expected: [{ taxon: wigeon, share, frequency: 0.7 }] })).toBe(0.75);
    expect(of({ own: [sighting(robin, '2024-11-02'), sighting(robin, '2025-11-02')] })).toBe(0.75);
    expect(of({ common: [{ taxon: wren, rarity: 1 }] })).toBe(0.25);
    expect(of({ own: [sighting(robin, '2026-11-20', { latitude: null, longitude: null })] })).toBeNull();
  });
});
