import { expect, it, vi } from 'vitest';
import { newId } from '../../db/ids';
import { deleteObservation, saveObservation } from '../observations';
import { extractPresentRecord } from '../present-records';
import { FactsInMemory } from './facts-in-memory';
import { ownPresentRecords } from './own-present-records';
import { factsReady } from './stored-facts';
import { applyPage } from '../../pull/pull';
import { anna, freshDatabase, observer } from '../../testing/people';

const taxon = (id: number, name: string) => ({
  id,
  name,
  scientific_name: name,
  rank: 'species',
  group: 'bird' as const,
  image_url: null,
});
const [robin, wren] = [taxon(7, 'robin'), taxon(8, 'wren')];
const user = observer(anna);

function save(database: ReturnType<typeof freshDatabase>, of: typeof robin, options: { id?: string; now?: number } = {}) {
  return saveObservation(database, { taxon_id: of.id, observed_on: '2026-05-01' }, [], { user, taxon: of, now: 1, ...options });
}

it('the cache follows new, fetched, changed and deleted records', async () => {
  const database = freshDatabase();
  const first = await save(database, robin);
  const held = ownPresentRecords(database);
  const named = () =>
    held
      .current()
      .map((one) => one.taxon.name)
      .toSorted();
  expect(named()).toEqual([]);
  expect(held.isCurrent()).toBe(false);
  await held.ready();
  const end = held.subscribe(() => {});
  expect(held.isCurrent()).toBe(true);
  expect(named()).toEqual(['robin']);
  expect(ownPresentRecords(database)).toBe(held);

  await save(database, wren);
  expect(held.isCurrent()).toBe(false);
  await expect.poll(named).toEqual(['robin', 'wren']);
  expect(held.isCurrent()).toBe(true);
  await save(database, wren, { id: first });
  await expect.poll(named).toEqual(['wren', 'wren']);
  const { deleted: _deleted, base: _base, newer: _newer, saved_at: _savedAt, ...own } = (await database.observations.get(first))!;
  const old = {
    ...own,
    id: newId(),
    taxon: robin,
    taxon_id: robin.id,
    version: 1,
    created_at: '2001-01-01T00:00:00Z',
    updated_at: '2001-01-01T00:00:00Z',
  };
  await applyPage(database, { data: [{ ...old, quality: 'needs_id', media: [] }], next_cursor: 'next', has_more: false }, undefined);
  await expect.poll(named).toEqual(['robin', 'wren', 'wren']);
  await deleteObservation(database, first);
  await expect.poll(named).toEqual(['robin', 'wren']);
  await database.observations.clear();
  await expect.poll(named).toEqual([]);
  end();
});

it('the cache includes changes made while it had no listener', async () => {
  const database = freshDatabase();
  const held = ownPresentRecords(database);
  await held.ready();
  expect(held.current()).toEqual([]);
  await save(database, robin);
  expect(held.current()).toEqual([]);
  await held.ready();
  expect(held.current()).toMatchObject([{ taxon: robin }]);
  const before = held.current();
  await held.ready();
  expect(held.current()).toBe(before);
});

it('a burst of changes causes few reads, of changed records only', async () => {
  const database = freshDatabase();
  for (let count = 0; count < 50; count++) await save(database, robin);
  await factsReady(database);
  const held = ownPresentRecords(database);
  await held.ready();
  const told = vi.fn<() => void>();
  const end = held.subscribe(told);
  const all = vi.spyOn(database.facts, 'where');
  const began = Date.now();
  for (let count = 0; count < 100; count++) await save(database, wren);
  await expect.poll(() => held.current().length).toBe(150);
  expect(told.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 1000));
  expect(all).not.toHaveBeenCalled();
  end();
});

it('a change during a read is read after it', async () => {
  const database = freshDatabase();
  for (let count = 0; count < 30; count++) await save(database, robin);
  const held = new FactsInMemory(database, extractPresentRecord, { batch: 1 });
  const end = held.subscribe(() => {});
  const reading = held.ready();
  await save(database, wren, { id: '00000000-0000-7000-8000-000000000000' });
  await reading;
  await expect.poll(() => held.current().some(({ taxon }) => taxon.name === 'wren')).toBe(true);
  end();
});
