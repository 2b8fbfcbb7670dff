import { liveQuery } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { freshDatabase } from '../testing/people';
import { deviceSetting, validElements } from './device-setting';

const zoom = deviceSetting('test_zoom', z.catch(z.number(), 5));
const names = deviceSetting('test_names', validElements(z.string()));
const note = deviceSetting('test_note', z.catch(z.nullable(z.string()), null));

describe('a device setting', () => {
  let stop = () => {};
  afterEach(() => stop());

  it('has its default until a value is stored', async () => {
    const database = freshDatabase();
    expect(await zoom.read(database)).toBe(5);
    await zoom.update(database, (value) => value + 1);
    expect(await zoom.read(database)).toBe(6);
    expect(await database.settings.get('test_zoom')).toEqual({ key: 'test_zoom', value: 6 });
  });

  it('falls back to its default when the stored value is malformed, and can be changed again', async () => {
    const database = freshDatabase();
    await database.settings.put({ key: 'test_zoom', value: { not: 'a number' } });
    expect(await zoom.read(database)).toBe(5);
    await zoom.update(database, () => 9);
    expect(await zoom.read(database)).toBe(9);
  });

  it('keeps the valid elements of a list', async () => {
    const database = freshDatabase();
    await database.settings.put({ key: 'test_names', value: ['wren', 7, null, 'robin'] });
    expect(await names.read(database)).toEqual(['wren', 'robin']);
    await database.settings.put({ key: 'test_names', value: 'wren' });
    expect(await names.read(database)).toEqual([]);
  });

  it('applies concurrent updates one after the other', async () => {
    const database = freshDatabase();
    await Promise.all([1, 2, 3, 4].map((step) => zoom.update(database, (value) => value + step)));
    expect(await zoom.read(database)).toBe(15);
  });

  it('writes nothing when the value stays the same, and removes the row on null', async () => {
    const database = freshDatabase();
    await zoom.update(database, (value) => value);
    expect(await database.settings.get('test_zoom')).toBeUndefined();
    await note.update(database, () => 'wet');
    await note.update(database, () => null);
    expect(await database.settings.get('test_note')).toBeUndefined();
  });

  it('is observed by a live query', async () => {
    const database = freshDatabase();
    const seen: number[] = [];
    const subscription = liveQuery(() => zoom.read(database)).subscribe((value) => seen.push(value));
    stop = () => subscription.unsubscribe();
    await vi.waitFor(() => expect(seen).toEqual([5]));
    await zoom.update(database, () => 8);
    await vi.waitFor(() => expect(seen).toEqual([5, 8]));
  });
});
