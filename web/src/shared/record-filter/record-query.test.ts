import { recordFilter } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { readYears } from './FilterDialog';
import { FILTER_NAMES, isNarrowed, makeRecordRequest, readRecordQuery, withoutForeignHidden, writeRecordQuery } from './record-query';

const read = (query: string) => readRecordQuery(new URLSearchParams(query), ['view']);

/** Everything that a filter can have, with two places, of which one is in force. */
const FULL =
  'taxon_id=17&below=0&group=bird&period=this_year&from=2024-05-01&to=2024-06-30&year=2024,2025&month=5,6&polygon=5 52,6 52,5.5 53&box=5,52,6,53' +
  '&user_id=0b1f5a3c-1111-4222-8333-444455556666&project_id=0b1f5a3c-1111-4222-8333-444455556666&quality=needs_id,casual&validation=accepted,asked&unnamed=1&photos=0' +
  '&life_stage=larva,adult&sex=female&breeding=C12&wildness=wild&uncertainty_m=30&license=CC0-1.0&unseen=1&first_of_year=1&hidden=0';

describe('a filter of records in an address', () => {
  it('comes back as it was written, with every parameter that the server reads', () => {
    const query = read(`${FULL}&around=52.0900,5.1200,5`);
    expect(query.unread).toEqual([]);
    expect(Object.keys(query.values).toSorted()).toEqual([...FILTER_NAMES].toSorted());
    expect(read(writeRecordQuery(query).toString())).toEqual(query);
  });

  it('becomes a request that the server understands', () => {
    const request = makeRecordRequest(read(`${FULL}&around=52.0900,5.1200,5`));
    expect(request).toMatchObject({ latitude: 52.09, longitude: 5.12, radius_km: 5, year: '2024,2025' });
    const sent = Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]));
    expect(z.safeParse(recordFilter, sent).success).toBe(true);
  });

  it('has a public place instead of a country or a saved place', () => {
    const place = '0b1f5a3c-1111-4222-8333-444455556666';
    const query = read(`place=${place}&month=5`);
    expect(query).toMatchObject({ unread: [], values: { month: '5' } });
    expect(read(writeRecordQuery(query).toString())).toEqual(query);
    expect(makeRecordRequest(query)).toEqual({ place, month: '5' });
    expect(read(`place=${place}&country=NL`).unread).toEqual(['country=NL']);
    expect(read('place=fen').unread).toEqual(['place=fen']);
  });

  it('says what it does not understand, and ignores nothing silently', () => {
    expect(read('year=2024&month=13&colour=red&group=dragon&view=map').unread).toEqual(['month=13', 'colour=red', 'group=dragon']);
    expect(read('year=2024,x').unread).toEqual(['year=2024,x']);
    expect(read('country=nl').unread).toEqual(['country=nl']);
    expect(read('group=bird&group=moss').unread).toEqual(['group=moss']);
    expect(read('country=NL&place_id=0b1f5a3c-1111-4222-8333-444455556666').unread).toEqual(['country=NL']);
  });

  it('selects by hidden places only among the records of the person', () => {
    const me = '0b1f5a3c-1111-4222-8333-444455556666';
    const mine = read(`user_id=${me}&hidden=1&month=5`);
    expect(withoutForeignHidden(mine, me)).toEqual(mine);
    for (const [query, who] of [
      [mine, me.replace('0', '1')],
      [mine, undefined],
      [read('hidden=1&month=5'), me],
      [read('hidden=1&month=5'), undefined],
    ] as const) {
      const { values, unread } = withoutForeignHidden(query, who);
      expect([values.hidden, values.month, unread]).toEqual([undefined, '5', ['hidden=1']]);
    }
  });

  it('leaves records out only if it has something', () => {
    expect(isNarrowed(read('view=map'))).toBe(false);
    expect(isNarrowed(read('country=worldwide'))).toBe(false);
    expect(isNarrowed(read('country=NL'))).toBe(true);
    expect(isNarrowed(read('sex=male'))).toBe(true);
  });
});

it('years are read as people write them', () => {
  expect(readYears('')).toEqual([]);
  expect(readYears('2025, 2024')).toEqual(['2024', '2025']);
  expect(readYears('2019-2021; 2024')).toEqual(['2019', '2020', '2021', '2024']);
  for (const text of ['20', '2024x', '2024-2020', '0000', '1990-2020']) expect(readYears(text), text).toBeNull();
});
