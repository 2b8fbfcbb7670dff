import { Dexie } from 'dexie';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { factsReady, reduceFacts } from '../records/in-memory/stored-facts';
import { saveObservation } from '../records/save-observation';
import { anna, freshDatabase, observer } from '../testing/people';
import { UserDatabase } from './database';
import { extractFact } from './facts';
import { newId } from './ids';
import type { LocalObservation } from './rows';

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

async function derivedFacts(database: UserDatabase) {
  return (await database.observations.toArray()).flatMap((row) => extractFact(row) ?? []).toSorted(byId);
}
const storedFacts = async (database: UserDatabase) => (await database.facts.toArray()).toSorted(byId);

/** Rows of five records, so that writes often meet the same one. */
const ids = Array.from({ length: 5 }, newId);
const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 });
const change = fc.constantFrom<Record<string, unknown>[]>(
  {},
  { observed_on: '2026-05-03', observed_time: '06:45' },
  { observed_on: null },
  { count: 0 },
  { deleted: 1 },
  { media: 'junk' },
  { latitude: 52, longitude: 5, geoprivacy: 'private' },
  { taxon_id: 8, quality: 'confirmed' },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('put', 'modify', 'add'), ids: someIds, change }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'delete by index', 'abort'), ids: someIds, change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear'), ids: someIds, change }) },
);

describe('facts of records', () => {
  let database: UserDatabase;
  let row: LocalObservation;
  beforeEach(async () => {
    database = freshDatabase();
    const id = await saveObservation(database, { taxon_id: 7 }, [], { user: observer(anna) });
    row = (await database.observations.get(id))!;
  });

  async function take({ kind, ids: chosen, change: part }: typeof step extends fc.Arbitrary<infer S> ? S : never) {
    const { observations } = database;
    const rows = chosen.map((id) => ({ ...row, ...part, id }));
    if (kind === 'put') await observations.bulkPut(rows);
    // Those that are there fail, and the others are added.
    if (kind === 'add') await database.transaction('rw', observations, () => observations.bulkAdd(rows).catch(() => undefined));
    if (kind === 'modify')
      await observations
        .where('id')
        .anyOf(chosen)
        .modify((stored) => void Object.assign(stored, part));
    if (kind === 'delete') await observations.bulkDelete(chosen);
    if (kind === 'delete by index') await observations.where('[deleted+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]).delete();
    if (kind === 'clear') await observations.clear();
    if (kind === 'abort')
      await database
        .transaction('rw', observations, async () => {
          await observations.bulkPut(rows);
          throw new Error('stop');
        })
        .catch(() => undefined);
  }

  it('are those of the records after any writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        for (const one of steps) {
          await take(one);
          expect(await storedFacts(database), one.kind).toEqual(await derivedFacts(database));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are derived once from records that an earlier version of the app stored, and the same is read before and after', async () => {
    await database.observations.bulkPut(Array.from({ length: 700 }, (_, at) => ({ ...row, id: newId(), saved_at: at })));
    const expected = await derivedFacts(database);
    await database.facts.clear();
    await database.facts.put({ ...expected[0]!, id: newId() });
    const read = async () => (await reduceFacts(database, (fact) => [fact], { batch: 100 })).toSorted(byId);
    expect(await read()).toEqual(expected);
    expect(await factsReady(database)).toBe(true);
    expect(await storedFacts(database)).toEqual(expected);
    expect(await read()).toEqual(expected);
  });

  it('are derived from where an earlier page stopped', async () => {
    const userId = newId();
    const [first, second] = [new UserDatabase(userId), new UserDatabase(userId)];
    await first.observations.bulkPut(Array.from({ length: 1200 }, () => ({ ...row, id: newId() })));
    const expected = await derivedFacts(first);
    await first.facts.clear();
    vi.spyOn(console, 'error').mockReturnValue();
    const write = first.write.bind(first);
    vi.spyOn(first, 'write')
      .mockImplementationOnce(write as never)
      .mockRejectedValue(new Error('closed'));
    expect(await factsReady(first)).toBe(false);
    expect(await storedFacts(first)).toEqual(expected.slice(0, 200));
    const batches = vi.spyOn(second, 'write');
    expect(await factsReady(second)).toBe(true);
    expect(batches).toHaveBeenCalledTimes(6);
    expect(await storedFacts(second)).toEqual(expected);
  });

  it('are derived while records are written', async () => {
    await database.observations.bulkPut(Array.from({ length: 1200 }, () => ({ ...row, id: newId() })));
    await database.facts.clear();
    const ready = factsReady(database);
    for (let at = 0; at < 20; at++) await database.observations.put({ ...row, id: newId(), observed_on: '2026-05-03' });
    await database.observations.delete(row.id);
    await ready;
    expect(await storedFacts(database)).toEqual(await derivedFacts(database));
  });
});
