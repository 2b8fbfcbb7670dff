import { type CheckName, CHECKS, ObservationDraft, acknowledgedKey } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { type CheckFacts, checkValues, inYear, MAX_OF_GROUP, MIN_UNUSUAL, pickCheckedValues, unusualCount } from './checks';
import { type FormPatch, readFormRecord, fillFormValues } from '../form-values';
import { checkedValue, acknowledgedChecks } from '../../../shared/records/acknowledged';
import { formAtNoon, NOON, recordOfForm, robin } from '../testing/records';

const NOTHING: CheckFacts = { now: NOON, notListedIn: null, ownCounts: [] };
const NO_LIST = { area: 'near', country: 'NL', month: 5, of: 120 } as const;
const utrecht = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };
const namesOf = (change: FormPatch, facts: Partial<CheckFacts> = {}) =>
  checkValues(formAtNoon(change), { ...NOTHING, ...facts }).map((check) => check.name);
const sure = (name: CheckName, change: FormPatch) => ({
  [acknowledgedKey(name)]: checkedValue(name, pickCheckedValues(formAtNoon(change)))!,
});

describe('checks of a record', () => {
  it('ask for the year that was meant by two digits, and move the date there', () => {
    const meant = (day: string) =>
      checkValues(formAtNoon({ day, time: '' }), NOTHING).map((check) => ('meant' in check ? check.meant : null));
    expect(['0026-05-10', '0098-05-10', '0027-05-10', '0001-01-01', '0926-05-10'].map(meant)).toEqual([
      [2026],
      [1998],
      [1927],
      [2001],
      [null],
    ]);
    expect(inYear(formAtNoon({ day: '0026-05-10' }), 26, 2026).day).toBe('2026-05-10');
    const kept = formAtNoon({ date_kind: 'kept', kept_date: '0026-05-01/0026-05-03', month: '0026-05' });
    expect(inYear(kept, 26, 2026)).toMatchObject({ kept_date: '2026-05-01/2026-05-03', month: '2026-05' });
  });

  it('say what a skipped time is taken as', () => {
    const [check] = checkValues(formAtNoon({ day: '2026-03-29', time: '02:30', time_zone: 'Europe/Amsterdam' }), NOTHING);
    expect(check).toMatchObject({ time: '02:30', taken: '03:30' });
  });

  it.each<[string, FormPatch, Partial<CheckFacts>, string[]]>([
    ['an everyday record', { taxon: robin, ...utrecht, count: 3 }, {}, []],
    ['an empty form', {}, {}, []],
    ['tomorrow', { day: '2026-05-11' }, {}, ['future']],
    ['today in an hour', { time: '13:00' }, {}, ['future']],
    ['this very minute', { time: '12:00' }, {}, []],
    ['today without a time', { time: '' }, {}, []],
    ['a month that has begun', { date_kind: 'month', month: '2026-05' }, {}, []],
    ['next month', { date_kind: 'month', month: '2026-06' }, {}, ['future']],
    ['a month of which days are still to come', { date_kind: 'kept', kept_date: '2026-05-01/2026-05-31' }, {}, ['future']],
    ['a period that ends today', { date_kind: 'kept', kept_date: '2026-05-01/2026-05-10' }, {}, []],
    ['this year', { date_kind: 'year', month: '2026-' }, {}, []],
    ['next year', { date_kind: 'year', month: '2027-' }, {}, ['future']],
    ['1799', { day: '1799-12-31', time: '' }, {}, ['long_ago']],
    ['the year 26', { day: '0026-05-10', time: '' }, {}, ['long_ago']],
    [
      'half past two in the night to summer time',
      { day: '2026-03-29', time: '02:30', time_zone: 'Europe/Amsterdam' },
      {},
      ['skipped_time'],
    ],
    ['the hour before and after', { day: '2026-03-29', time: '03:00', time_zone: 'Europe/Amsterdam' }, {}, []],
    ['half past two in the night to winter time', { day: '2025-10-26', time: '02:30', time_zone: 'Europe/Amsterdam' }, {}, []],
    ['half past two where clocks stay', { day: '2026-03-29', time: '02:30', time_zone: 'Asia/Tokyo' }, {}, []],
    ['1800', { date_kind: 'year', month: '1800-' }, {}, []],
    ['no date at all', { date_kind: 'unknown' }, {}, []],
    ['a time that lost its day', { day: '', time: '12:00' }, {}, ['time_without_day']],
    ['neither day nor time', { day: '', time: '' }, {}, []],
    ['1 km', { ...utrecht, coordinate_uncertainty_m: 1000 }, {}, []],
    ['more than 1 km', { ...utrecht, coordinate_uncertainty_m: 1001 }, {}, ['wide_place']],
    ['an uncertainty without a place', { coordinate_uncertainty_m: 5000 }, {}, []],
    ['0,0', { latitude: 0, longitude: 0, coordinate_uncertainty_m: 5000 }, {}, ['zero_place']],
    ['the equator', { latitude: 0, longitude: 10 }, {}, []],
    ['a species its country does not list', { taxon: robin, ...utrecht }, { notListedIn: 'NL' }, ['not_listed']],
    ['a species on none of the lists of the month', { taxon: robin, ...utrecht }, { unusualMonth: NO_LIST }, ['unusual_month']],
    ['the same that its country does not list', { taxon: robin }, { notListedIn: 'NL', unusualMonth: NO_LIST }, ['not_listed']],
    ['51 robins after three counts of up to five', { taxon: robin, count: 51 }, { ownCounts: [1, 5, 2] }, ['unusual_count']],
    ['50 robins after three counts of up to five', { taxon: robin, count: 50 }, { ownCounts: [1, 5, 2] }, []],
    ['200 robins after only two counts', { taxon: robin, count: 200 }, { ownCounts: [1, 5] }, []],
    ['50,001 birds', { taxon: robin, count: 50_001 }, {}, ['unusual_count']],
    ['50,001 birds by somebody who has counted as many', { taxon: robin, count: 50_001 }, { ownCounts: [60_000] }, []],
    ['up to 80,000', { taxon: robin, count: 10, count_max: 80_000, count_type: 'range' }, {}, ['unusual_count']],
    ['a rest of a range that no longer counts', { taxon: robin, count: 10, count_max: 80_000, count_type: 'exact' }, {}, []],
    ['a million of nobody knows what', { verbatim_name: 'midges', count: 2_000_000 }, {}, []],
  ])('%s', (_, change, facts, names) => {
    expect(namesOf(change, facts)).toEqual(names);
  });

  it('use the time zone of the place', () => {
    const lateUtc = new Date('2026-05-10T23:00:00Z');
    const here = { day: '2026-05-11', time: '00:30' };
    expect(namesOf({ ...here, time_zone: 'Europe/Amsterdam' }, { now: lateUtc })).toEqual([]);
    expect(namesOf({ ...here, time_zone: 'America/New_York' }, { now: lateUtc })).toEqual(['future']);
  });

  it('can be acknowledged for a date in the future only if the server accepts it, until tomorrow in UTC', () => {
    const check = (day: string) => checkValues(formAtNoon({ day }), NOTHING)[0];
    expect(check('2026-05-11')).toEqual({ field: 'when', name: 'future', isAcknowledged: false });
    expect(check('2026-05-12')).toEqual({ field: 'when', name: 'future', isRefused: true });
  });

  it('never prevent saving', () => {
    const all = { taxon: robin, ...utrecht, day: '2027-01-01', coordinate_uncertainty_m: 9000, count: 900_000 };
    expect(namesOf(all, { notListedIn: 'NL' })).toEqual(['future', 'wide_place', 'not_listed', 'unusual_count']);
    expect(ObservationDraft.safeParse(readFormRecord(formAtNoon(all))).success).toBe(true);
  });

  it('say why a count is unusual', () => {
    expect(unusualCount(900, 'bird', [3, 4, 5])).toEqual({ rule: 'own', most: 5 });
    expect(unusualCount(1001, 'mammal', [])).toEqual({ rule: 'group', most: 1000 });
    expect(unusualCount(MIN_UNUSUAL, 'reptile', [1, 1, 1])).toBeNull();
    for (const [group, most] of Object.entries(MAX_OF_GROUP)) {
      expect(unusualCount(most, group as keyof typeof MAX_OF_GROUP, [])).toBeNull();
      expect(unusualCount(most + 1, group as keyof typeof MAX_OF_GROUP, [])).not.toBeNull();
    }
  });
});

describe('a confirmed check', () => {
  const cases: [CheckName, FormPatch, FormPatch, Partial<CheckFacts>][] = [
    ['future', { day: '2026-05-11', time: '' }, { day: '2026-05-10', time: '13:00' }, {}],
    ['long_ago', { day: '1026-05-11', time: '' }, { day: '1126-05-11' }, {}],
    ['wide_place', { ...utrecht, coordinate_uncertainty_m: 2000 }, { coordinate_uncertainty_m: 3000 }, {}],
    ['not_listed', { ...utrecht, taxon: robin }, { taxon: { ...robin, id: 8 } }, { notListedIn: 'NL' }],
    ['unusual_count', { taxon: robin, count: 60_000 }, { count: 600_000 }, {}],
    ['unusual_month', { ...utrecht, taxon: robin }, { taxon: { ...robin, id: 8 } }, { unusualMonth: NO_LIST }],
  ];

  it('is possible for every check that has a value', () => {
    expect(cases.map(([name]) => name)).toEqual(CHECKS);
  });

  it.each(cases)('%s: is saved with the record, and shown again when the value changes', (name, change, other, facts) => {
    const values = formAtNoon({ taxon: robin, ...change, attributes: { behaviour: 'singing', ...sure(name, change) } });
    const isAcknowledged = (form: typeof values) =>
      checkValues(form, { ...NOTHING, ...facts }).find((check) => check.name === name) as { isAcknowledged: boolean };
    expect(isAcknowledged(values).isAcknowledged).toBe(true);
    const record = readFormRecord(values);
    expect(record.attributes).toEqual({ behaviour: 'singing', ...sure(name, change) });
    expect(acknowledgedChecks(record)).toEqual([name]);
    // Opened again it is still so; what changes its value makes it a question again, and the old word is not sent.
    const opened = fillFormValues(recordOfForm({}, { ...record, media: [], taxon: values.taxon }));
    expect(isAcknowledged(opened).isAcknowledged).toBe(true);
    const changed = { ...opened, ...other };
    expect(isAcknowledged(changed).isAcknowledged).toBe(false);
    expect(readFormRecord(changed).attributes).toEqual({ behaviour: 'singing' });
    // And back at the first value it is no question any more.
    expect(isAcknowledged({ ...changed, ...change }).isAcknowledged).toBe(true);
  });
});
