import { type CountValue, type TaxonSummary, writeCount } from '@veld/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishTally, listTallyRecords } from './finish-tally';
import { ownObservations } from './observations';
import { listOutbox } from '../outbox/outbox';
import { StorageFull } from '../db/storage-errors';
import {
  addCounts,
  countTallied,
  emptyTally,
  findCurrentPlace,
  KEPT_STEPS,
  listRows,
  runningTally,
  type Tally,
  type TallyPlace,
  undone,
  withDetails,
  withFix,
  withNewMeasuredPlace,
  withNewTap,
  withNumber,
  withOneFewer,
  withoutRow,
  withSource,
  withSplitRow,
  withStep,
} from './tally';
import { readWaitingPlaces } from './waiting-places';
import { anna, freshDatabase, observer } from '../testing/people';

const taxon = (id: number, name: string): TaxonSummary => ({
  id,
  name,
  scientific_name: name,
  rank: 'species',
  group: 'bird',
  image_url: null,
});
const robin = taxon(7, 'robin');
const wren = taxon(8, 'wren');
const NOON = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

const started = (source = 'gps') => emptyTally({ now: NOON, time_zone: 'Europe/Amsterdam', source });
const fix = (metres: number, latitude = 52.1): TallyPlace => ({
  latitude,
  longitude: 5.1,
  coordinate_uncertainty_m: metres,
  location_source: 'gps',
});
const garden: TallyPlace = { latitude: 51, longitude: 4, coordinate_uncertainty_m: null, location_source: 'saved_place' };
const count = (tally: Tally, of: TaxonSummary, times: number, at = NOON) => {
  let now = tally;
  for (let time = 0; time < times; time++) now = withNewTap(now, of, { now: at + time });
  return now;
};
const exact = (many: number): CountValue => ({ count: many, count_max: null, count_type: 'exact' });
const later = (by: number) => ({ now: NOON + by });
const numbers = (tally: Tally) => listRows(tally).map(({ taxon: { name }, value }) => `${name} ${value ? writeCount(value, 'en') : '-'}`);
const facts = {
  user: observer(anna),
  preferences: { geoprivacy: 'obscured', license: 'CC0-1.0' } as const,
  zoneOf: () => null,
  clock: (at: number) => ({ day: new Date(at).toISOString().slice(0, 10), time: new Date(at).toISOString().slice(11, 16) }),
};

describe('counting', () => {
  it('adds and takes back taps; a repeated tap counts once', () => {
    let tally = count(count(started(), robin, 2), wren, 1, NOON + MINUTE);
    tally = withNewTap(tally, robin, { now: NOON + 2 * MINUTE, tapId: 'one-tap' });
    expect(withNewTap(tally, robin, { now: NOON + 3 * MINUTE, tapId: 'one-tap' })).toBe(tally);
    expect(numbers(tally)).toEqual(['robin 3', 'wren 1']);
    const less = withOneFewer(tally, { taxon: robin });
    expect(numbers(less)).toEqual(['robin 2', 'wren 1']);
    expect(less.entries[0]!.taps.map(({ id }) => id)).not.toContain('one-tap');
    // A row without any stays where it is.
    const none = withOneFewer(withOneFewer(less, { taxon: robin }), { taxon: robin });
    expect(numbers(none)).toEqual(['robin -', 'wren 1']);
    expect(withOneFewer(none, { taxon: robin })).toBe(none);
  });

  it('takes a typed number, of every kind, and adds taps to it', () => {
    const tapped = count(started(), robin, 3);
    expect(numbers(withNumber(tapped, { taxon: robin }, exact(200), later(MINUTE))!)).toEqual(['robin 200']);
    const ranged = withNumber(tapped, { taxon: wren }, { count: 10, count_max: 12, count_type: 'range' }, later(MINUTE))!;
    expect(numbers(ranged)).toEqual(['robin 3', 'wren 10–12']);
    expect(numbers(count(ranged, wren, 2, NOON + 2 * MINUTE))).toEqual(['robin 3', 'wren 12–14']);
    const about = withNumber(tapped, { taxon: robin }, { count: 300, count_max: null, count_type: 'approximate' }, later(MINUTE))!;
    expect(numbers(withOneFewer(about, { taxon: robin }))).toEqual(['robin ~299']);
    // The record is of the time at which the first of them was counted.
    expect(listTallyRecords(about).map(({ at }) => at)).toEqual([NOON]);
    expect(numbers(withNumber(about, { taxon: robin }, exact(0), later(MINUTE))!)).toEqual(['robin -']);
  });

  it('leaves what was counted at earlier places where it was, and takes no number below it', () => {
    const moved = withNewMeasuredPlace(withFix(count(started(), robin, 5), fix(8), NOON));
    const total = withNumber(moved, { taxon: robin }, exact(12), later(MINUTE))!;
    expect(numbers(total)).toEqual(['robin 12']);
    expect(listTallyRecords(total).map(({ count: many, place }) => [many, place])).toEqual([
      [5, fix(8)],
      [7, null],
    ]);
    expect(withNumber(moved, { taxon: robin }, exact(4), later(MINUTE))).toBeNull();
    expect(listRows(moved)[0]).toMatchObject({ value: exact(5), earlier: exact(5) });
  });

  it('adds up to a number as certain as the least certain of it', () => {
    const [about, least] = (['approximate', 'at_least'] as const).map((count_type): CountValue => ({
      count: 40,
      count_max: null,
      count_type,
    }));
    const range: CountValue = { count: 10, count_max: 12, count_type: 'range' };
    const sum = (...values: (CountValue | null)[]) => writeCount(addCounts(values)!, 'en');
    expect([sum(exact(2), exact(3)), sum(exact(2), range), sum(range, about!), sum(range, least!), sum(null, range)]).toEqual([
      '5',
      '12–14',
      '~51',
      '50+',
      '10–12',
    ]);
    expect(addCounts([null])).toBeNull();
  });

  it('counts the sexes and stages of a species apart in rows of their own', () => {
    const split = withSplitRow(count(started(), robin, 2), robin, { now: NOON, entryId: 'male', variant: 'v' });
    expect(numbers(split)).toEqual(['robin 2', 'robin -']);
    const males = withDetails(
      withNewTap(split, robin, { now: NOON }, 'v'),
      { taxon: robin, variant: 'v' },
      { sex: 'male', isFlyingOver: true },
    );
    expect(listTallyRecords(males).map(({ count: many, details }) => [many, details])).toEqual([
      [2, {}],
      [1, { sex: 'male', isFlyingOver: true }],
    ]);
    // Also at the next place.
    const next = withNewTap(withNewMeasuredPlace(withFix(males, fix(8), NOON)), robin, { now: NOON }, 'v');
    expect(listTallyRecords(next).at(-1)!.details).toEqual({ sex: 'male', isFlyingOver: true });
    expect(numbers(withoutRow(next, { taxon: robin, variant: 'v' }))).toEqual(['robin 2']);
  });

  it('starts with the first tap, not when the screen opens', () => {
    expect(count(started(), robin, 1, NOON + MINUTE).started_at).toBe(NOON + MINUTE);
    expect(count(count(started(), robin, 1), wren, 1, NOON + MINUTE).started_at).toBe(NOON);
  });

  it('takes a more accurate fix, but never over a chosen place', () => {
    const rough = withFix(started(), fix(40), NOON);
    expect(findCurrentPlace(withFix(rough, fix(8), NOON))).toEqual(fix(8));
    expect(withFix(rough, fix(60), NOON)).toBe(rough);
    const said = withSource(started(), 'garden', garden);
    expect(withFix(said, fix(3), NOON)).toBe(said);
  });

  it('applies the first chosen place to all taps, and another to the following ones', () => {
    const first = withSource(count(started('none'), robin, 2), 'garden', garden);
    const second = count(withFix(withNewMeasuredPlace(first), fix(8), NOON), robin, 1, NOON + MINUTE);
    expect(listTallyRecords(second).map(({ taxon: of, count: many, place }) => [of.name, many, place])).toEqual([
      ['robin', 2, garden],
      ['robin', 1, fix(8)],
    ]);
    expect(listTallyRecords(withSource(second, 'none', null))).toEqual(listTallyRecords(second));
  });

  it('does not apply the first fix to taps long before it', () => {
    const tally = count(started(), robin, 1);
    expect(listTallyRecords(withFix(tally, fix(8), NOON + MINUTE))[0]!.place).toEqual(fix(8));
    expect(listTallyRecords(withFix(tally, fix(8), NOON + 10 * MINUTE))[0]!.place).toEqual(fix(8));
    expect(listTallyRecords(withFix(tally, fix(8), NOON + 10 * MINUTE + 1))[0]!.place).toBeNull();
    const late = withFix(tally, fix(8), NOON + 30 * MINUTE);
    expect(listTallyRecords(count(late, robin, 1, NOON + 31 * MINUTE)).map(({ place }) => place)).toEqual([null, fix(8)]);
  });
});

describe('undoing', () => {
  const rows = [{ taxon: robin }, { taxon: wren }, { taxon: robin, variant: 'v' }];
  const step = fc.record({
    row: fc.constantFrom(...rows),
    kind: fc.constantFrom('added', 'removed', 'set', 'details', 'dropped'),
    many: fc.nat(40),
  });
  const made = (tally: Tally, { row, kind, many }: typeof step extends fc.Arbitrary<infer S> ? S : never) =>
    withStep(tally, kind, row, NOON, (now) => {
      if (kind === 'added') return withNewTap(now, row.taxon, { now: NOON }, row.variant);
      if (kind === 'removed') return withOneFewer(now, row);
      if (kind === 'set') return withNumber(now, row, exact(many), { now: NOON }) ?? now;
      return kind === 'dropped' ? withoutRow(now, row) : withDetails(now, row, { sex: many % 2 ? 'male' : 'female' });
    });
  const shown = (tally: Tally) => ({ numbers: numbers(tally), records: listTallyRecords(tally) });

  it('takes back the last steps one by one, whatever they were, and not more than ten', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 16 }), (steps) => {
        const states = [count(started(), robin, 2)];
        for (const one of steps) {
          const next = made(states.at(-1)!, one);
          if ((next.steps ?? []) !== (states.at(-1)!.steps ?? [])) states.push(next);
        }
        let tally = states.at(-1)!;
        for (const before of states.slice(0, -1).toReversed().slice(0, KEPT_STEPS)) {
          tally = undone(tally);
          expect(shown(tally)).toEqual(shown(before));
        }
        if (states.length > KEPT_STEPS) expect(undone(tally)).toBe(tally);
      }),
    );
  });
});

describe('a running tally', () => {
  it('is on disk after each tap, from any tab', async () => {
    const database = freshDatabase();
    expect(await runningTally.read(database)).toBeNull();
    const tap = (of: TaxonSummary) => runningTally.update(database, (tally) => withNewTap(tally ?? started(), of, { now: NOON }));
    await Promise.all([tap(robin), tap(robin), tap(wren)]);
    expect(countTallied((await runningTally.read(database))!)).toBe(3);
    await runningTally.update(database, () => null);
    expect(await runningTally.read(database)).toBeNull();
    await database.settings.put({ key: 'tally', value: { entries: 'broken' } });
    expect(await runningTally.read(database)).toBeNull();
  });

  it('becomes one record per taxon, with count, first time, place and the user’s sharing preferences', async () => {
    const database = freshDatabase();
    const tally = withFix(count(count(started(), robin, 3), wren, 1, NOON + 5 * MINUTE), fix(8), NOON + MINUTE);
    await runningTally.update(database, () => tally);
    const progress: number[] = [];
    const { saved, failed } = await finishTally(database, { ...facts, onProgress: (done) => progress.push(done) });
    expect(failed).toEqual([]);
    expect(saved.map((one) => [one.taxon.name, one.count])).toEqual([
      ['robin', 3],
      ['wren', 1],
    ]);
    expect(progress).toEqual([2]);
    const byName = new Map((await ownObservations(database)).map((row) => [row.taxon?.name, row]));
    expect(byName.get('robin')).toMatchObject({
      id: tally.entries[0]!.id,
      taxon_id: 7,
      count: 3,
      count_type: 'exact',
      observed_on: '2026-11-21',
      observed_time: '12:00',
      time_zone: 'Europe/Amsterdam',
      ...fix(8),
      geoprivacy: 'obscured',
      license: 'CC0-1.0',
    });
    expect(byName.get('wren')).toMatchObject({ count: 1, observed_time: '12:05' });
    expect(await listOutbox(database)).toHaveLength(2);
    expect(await runningTally.read(database)).toBeNull();
  });

  it('keeps the kind of a number, and what was said of a row, in its record', async () => {
    const database = freshDatabase();
    const range = { count: 10, count_max: 12, count_type: 'range' } as const;
    const typed = withNumber(started('none'), { taxon: robin }, range, later(0))!;
    // Each is said by itself, as fast as a person taps.
    const female = withDetails(typed, { taxon: robin }, { sex: 'female' });
    const said = withDetails(withDetails(female, { taxon: robin }, { life_stage: 'adult' }), { taxon: robin }, { isFlyingOver: true });
    await runningTally.update(database, () => said);
    await finishTally(database, facts);
    expect(await ownObservations(database)).toMatchObject([
      { ...range, sex: 'female', life_stage: 'adult', attributes: { behaviour: 'flying_over' } },
    ]);
    // Saved again after a crash, with another number.
    await runningTally.update(database, () => withNumber(said, { taxon: robin }, exact(12), later(0)));
    await finishTally(database, facts);
    expect(await ownObservations(database)).toMatchObject([{ count: 12, count_max: null, count_type: 'exact' }]);
  });

  it('makes another record of what was counted while the rest was saved', async () => {
    const database = freshDatabase();
    await runningTally.update(database, () => count(started('none'), robin, 3));
    await finishTally(database, {
      ...facts,
      onProgress: () => void runningTally.update(database, (now) => withNewTap(now!, robin, { now: NOON + MINUTE })),
    });
    await finishTally(database, facts);
    expect((await ownObservations(database)).map((row) => row.count).sort()).toEqual([1, 3]);
  });

  it('becomes one record per tap and typed number on request', async () => {
    const database = freshDatabase();
    const tapped = count(count(started('none'), robin, 2), robin, 1, NOON + 9 * MINUTE);
    const tally = { ...withNumber(tapped, { taxon: wren }, exact(30), later(MINUTE))!, is_each: true };
    await runningTally.update(database, () => tally);
    await finishTally(database, facts);
    const rows = await ownObservations(database);
    expect(rows.map(({ count: many, observed_time }) => [many, observed_time]).sort()).toEqual([
      [1, '12:00'],
      [1, '12:00'],
      [1, '12:09'],
      [30, '12:01'],
    ]);
    expect(rows.every(({ latitude, location_source }) => latitude === null && location_source === null)).toBe(true);
  });

  it('creates no duplicates when saved again after a crash, and adds new taps', async () => {
    const database = freshDatabase();
    const tally = count(count(started('none'), robin, 2), wren, 1);
    await runningTally.update(database, () => tally);
    await finishTally(database, facts);
    // The disk had the records, and not yet that the tally is over.
    await runningTally.update(database, () => tally);
    await finishTally(database, facts);
    expect((await ownObservations(database)).map((row) => row.count).sort()).toEqual([1, 2]);

    await runningTally.update(database, () => count(tally, robin, 2, NOON + MINUTE));
    await finishTally(database, facts);
    const rows = await ownObservations(database);
    expect(rows.filter(({ taxon_id }) => taxon_id === 7)).toMatchObject([{ count: 4, observed_time: '12:00' }]);
  });

  it('has the local time of the place of each record, and that of the device without a place', async () => {
    const database = freshDatabase();
    const before = count(withSource(started('none'), 'garden', garden), robin, 1);
    await runningTally.update(database, () => count(withSource(before, 'none', null), wren, 1));
    const zoned = {
      zoneOf: (latitude: number) => (latitude === garden.latitude ? 'Europe/London' : null),
      clock: (_: number, zone: string | null) => ({ day: '2026-11-21', time: zone === 'Europe/London' ? '11:00' : '12:00' }),
    };
    await finishTally(database, { ...facts, ...zoned });
    const rows = await ownObservations(database);
    expect(rows.map(({ taxon, observed_time, time_zone }) => [taxon?.name, observed_time, time_zone]).sort()).toEqual([
      ['robin', '11:00', 'Europe/London'],
      ['wren', '12:00', 'Europe/Amsterdam'],
    ]);
  });

  it.each([true, false])('leaves only what was just counted here waiting for a place, while one is measured (%s)', async (isMeasuring) => {
    const database = freshDatabase();
    const now = Date.now();
    const elsewhere = withSource(count(started('none'), robin, 1, now), 'none', null);
    const long = count(elsewhere, taxon(9, 'dunnock'), 1, now - 11 * MINUTE);
    await runningTally.update(database, () => count(long, wren, 1, now));
    const { saved } = await finishTally(database, { ...facts, isMeasuring });
    expect(saved).toHaveLength(3);
    const ids = saved.filter((record) => record.taxon.name === 'wren').map(({ id }) => id);
    expect((await readWaitingPlaces(database)).map(({ id }) => id)).toEqual(isMeasuring ? ids : []);
  });

  it('keeps what failed to save, and saves the rest', async () => {
    const database = freshDatabase();
    await runningTally.update(database, () => count(count(started('none'), robin, 2), wren, 1));
    const put = database.observations.put.bind(database.observations);
    const broken = (row: Parameters<typeof put>[0]) => {
      if (row.taxon_id === 7) throw new StorageFull('observation', new Error('full'));
      return put(row);
    };
    Object.assign(database.observations, { put: broken });
    const { saved, failed } = await finishTally(database, facts);
    Object.assign(database.observations, { put });
    expect(saved.map((one) => one.taxon.name)).toEqual(['wren']);
    expect(failed.map(({ record }) => record.taxon.name)).toEqual(['robin']);
    const rest = (await runningTally.read(database))!;
    expect(numbers(rest)).toEqual(['robin 2']);
    await finishTally(database, facts);
    expect((await ownObservations(database)).map((row) => row.count).sort()).toEqual([1, 2]);
    expect(await runningTally.read(database)).toBeNull();
  });
});
