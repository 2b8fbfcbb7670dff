import { liveQuery } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { LocalObservation } from '../db/rows';
import { anna, freshDatabase, observer } from '../testing/people';
import { factsReady } from './in-memory/stored-facts';
import { deleteObservation, ownObservations, saveObservation } from './observations';
import { countOwnObservations, ownRecordIds, withoutTicks } from './own-count';

const save = (database: UserDatabase) =>
  saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna) });

describe('the number of own records', () => {
  it('equals the length of the list, without deleted and damaged rows (C28)', async () => {
    const database = freshDatabase();
    const ids = [await save(database), await save(database), await save(database), await save(database)];
    await deleteObservation(database, ids[0]!);
    const whole = (await database.observations.get(ids[1]!))!;
    const junk = [{ media: 'junk' }, { attributes: null }, { taxon_id: 'many' }, { latitude: {} }, { taxon: 3 }];
    await database.observations.bulkPut(junk.map((part) => ({ ...whole, id: newId(), ...part }) as unknown as LocalObservation));
    await database.observations.update(ids[2]!, { media: 'junk' as unknown as [] });
    expect(await countOwnObservations(database)).toBe(2);
    expect(await ownObservations(database)).toHaveLength(2);

    // The server sends the damaged one again, and one more is made.
    await database.observations.put({ ...whole, id: ids[2]! });
    await save(database);
    expect(await countOwnObservations(database)).toBe(4);
    expect(await ownObservations(database)).toHaveLength(4);
  });

  it('excludes ticks, also after one is made, edited into a record, or made of a record', async () => {
    const database = freshDatabase();
    const tick = { taxon_id: 17 };
    const id = await saveObservation(database, tick, [], { user: observer(anna) });
    const record = await save(database);
    await saveObservation(database, { ...tick, count: 0 }, [], { user: observer(anna) });
    expect(await countOwnObservations(database)).toBe(2);
    expect(withoutTicks(await ownObservations(database))).toHaveLength(2);
    await saveObservation(database, { ...tick, observed_on: '2026-05-10' }, [], { user: observer(anna), id });
    expect(await countOwnObservations(database)).toBe(3);
    await saveObservation(database, tick, [], { user: observer(anna), id: record });
    expect(await ownRecordIds(database)).not.toContain(record);
    await saveObservation(database, tick, [], { user: observer(anna) });
    expect(await countOwnObservations(database)).toBe(2);
  });

  it('is watched: a live query follows a tick that becomes a record', async () => {
    const database = freshDatabase();
    const id = await saveObservation(database, { taxon_id: 17 }, [], { user: observer(anna) });
    const seen: number[] = [];
    const watch = liveQuery(() => countOwnObservations(database)).subscribe((count) => seen.push(count));
    await vi.waitFor(() => expect(seen.at(-1)).toBe(0));
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna), id });
    await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
    watch.unsubscribe();
  });

  it('is known at once, and watched, while facts are derived after an update', async () => {
    const database = freshDatabase();
    const ids = [await save(database), await save(database), await save(database)];
    await saveObservation(database, { taxon_id: 17 }, [], { user: observer(anna) });
    await database.facts.clear();
    await database.settings.delete('facts');
    let resume = () => {};
    const derivation = new Promise<void>((resolve) => (resume = resolve));
    const write = database.write.bind(database) as (...args: never[]) => Promise<never>;
    vi.spyOn(database, 'write').mockImplementation((async (...args: never[]) => {
      const [, tables] = args as unknown as [unknown, { name: string }[]];
      if (tables.some(({ name }) => name === 'facts')) await derivation;
      return write(...args);
    }) as never);
    const seen: number[] = [];
    const watch = liveQuery(() => countOwnObservations(database)).subscribe((count) => seen.push(count));
    await vi.waitFor(() => expect(seen).toEqual([3]));
    expect(await ownRecordIds(database)).toEqual(ids.toReversed());
    const added = await save(database);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(4));
    resume();
    await vi.waitFor(async () => expect(await database.facts.count()).toBe(5));
    expect(await ownRecordIds(database)).toEqual([added, ...ids.toReversed()]);
    await save(database);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(5));
    expect(seen).toEqual([...seen].toSorted());
    watch.unsubscribe();
  });

  it('reads no record', async () => {
    const database = freshDatabase();
    await factsReady(database);
    for (let at = 0; at < 3; at++) await save(database);
    expect(await countOwnObservations(database)).toBe(3);
    const reads = [IDBObjectStore.prototype, IDBIndex.prototype].flatMap((of) => [vi.spyOn(of, 'getAll'), vi.spyOn(of, 'openCursor')]);
    expect(await countOwnObservations(database)).toBe(3);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    // Their order is that of their dates, which facts have.
    expect(await ownRecordIds(database)).toHaveLength(3);
    const stores = reads.flatMap(({ mock }) => mock.contexts as unknown as (IDBObjectStore | IDBIndex)[]);
    expect(stores.map((one) => ('objectStore' in one ? one.objectStore.name : one.name))).not.toContain('observations');
    vi.restoreAllMocks();
  });
});
