import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import { freshPerson, observer } from '../../testing/people';
import { deleteObservation, saveObservation } from '../save-observation';
import type { Figures } from './compute';
import { StatisticsEngine } from './engine';

/** Enough for figures to be computed while they are read one by one. */
const ALL = 60;
const FILTER = { country: null, place: null, group: null, period: 'all' as const, today: '2026-05-13' };
const figures = (change = {}) => ({ kind: 'figures' as const, filter: { ...FILTER, ...change }, speciesOf: [] });

describe('statistics of the records on a device', () => {
  let anna: User;
  let database: UserDatabase;
  beforeEach(() => {
    anna = freshPerson('anna');
    database = openUserDatabase(anna.id);
  });
  const save = (id: number, observed_on = '2026-05-03') => {
    const taxon = { id, name: `Species ${id}`, scientific_name: `Species ${id}`, rank: 'species', group: 'bird' as const, image_url: null };
    return saveObservation(database, { taxon_id: id, observed_on }, [], { user: observer(anna), taxon });
  };
  const always = () => new AbortController().signal;

  it('come first of the records read so far, then of all', async () => {
    const row = (await database.observations.get(await save(1)))!;
    const more = Array.from({ length: ALL - 1 }, (_, at) => ({
      ...row,
      id: newId(),
      taxon_id: at + 2,
      taxon: { ...row.taxon!, id: at + 2 },
    }));
    await database.observations.bulkAdd(more);
    const engine = new StatisticsEngine({ database, onChange: () => undefined, batch: 1, firstPartial: 2 });
    const partial: Figures[] = [];
    const all = await engine.answer(figures(), always(), (one) => partial.push(one));
    expect([all.total, all.records, all.species]).toEqual([ALL, ALL, ALL]);
    expect(partial.length).toBeGreaterThan(0);
    for (const [index, { total, species }] of partial.entries()) {
      expect(total).toBeLessThan(ALL);
      expect(species).toBe(total);
      expect(total).toBeGreaterThan(partial[index - 1]?.total ?? 1);
    }
    // Once read, there is nothing partial about another filter.
    partial.length = 0;
    expect((await engine.answer(figures({ group: 'moss' }), always(), (one) => partial.push(one))).records).toBe(0);
    expect(partial).toEqual([]);
  });

  it('follow changes, and report them only after the records were read', async () => {
    await save(1);
    const onChange = vi.fn<() => void>();
    const engine = new StatisticsEngine({ database, onChange });
    expect(await engine.answer({ kind: 'taxa' }, always())).toEqual([1]);
    expect(onChange).not.toHaveBeenCalled();
    const second = await save(2);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 5000 });
    expect((await engine.answer(figures(), always())).species).toBe(2);
    await deleteObservation(database, second);
    expect(await engine.answer({ kind: 'taxa' }, always())).toEqual([1]);
  });

  it('answer about a species and a year of the same records', async () => {
    await save(1, '2025-05-03');
    await save(1, '2026-06-03');
    await save(2, '2026-06-04');
    const engine = new StatisticsEngine({ database, onChange: () => undefined });
    const of = { filter: FILTER, speciesOf: [[2, 1]] as const };
    const [all, phenology, review] = await Promise.all([
      engine.answer({ kind: 'figures', ...of }, always()),
      engine.answer({ kind: 'phenology', ...of, species: 1 }, always()),
      engine.answer({ kind: 'review', ...of, year: '2026' }, always()),
    ]);
    expect([all.species, all.bySpecies.map(({ id, records }) => [id, records])]).toEqual([1, [[1, 3]]]);
    expect(phenology.years.map(({ year, months }) => [year, months.reduce((sum, count) => sum + count)])).toEqual([
      ['2026', 2],
      ['2025', 1],
    ]);
    expect(review).toMatchObject({ records: 2, species: 1, newSpecies: 0 });
  });

  it('that are no longer wanted do not hold up the next ones', async () => {
    await save(1);
    const engine = new StatisticsEngine({ database, onChange: () => undefined });
    const stop = new AbortController();
    const first = engine.answer(figures(), stop.signal);
    stop.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect((await engine.answer(figures({ period: 'this_year' }), always())).records).toBe(1);
  });
});
