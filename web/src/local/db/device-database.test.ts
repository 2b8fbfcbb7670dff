// @vitest-environment happy-dom
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDeviceId } from '../device/device-id';
import {
  deleteUserDatabase,
  rememberUnsent,
  openUserDatabase,
  rememberServerUnsent,
  countLostUnsent,
  UserDatabase,
  userDatabaseName,
  VeldDatabase,
} from './database';
import { DeviceDatabase } from './device-database';
import { newId } from './ids';
import { ownObservation, ownObservations, saveObservation } from '../records/observations';
import { declare } from '../records/photos';
import { StorageFailed, StorageFull, StorageGivenUp, StorageNewer } from './storage-errors';
import { beforeLeaving, storageNotices } from './storage-notices';
import { waitForIdle } from '../testing/fake-clock';
import { anna, freshDatabase, observer, photo } from '../testing/people';

const user = observer(anna);
const wren = { taxon_id: 17, observed_on: '2026-05-10' };

beforeEach(() => storageNotices.setState({ reload: false, blocked: false, update: false, failed: false, mayBeLost: null }));
afterEach(() => vi.restoreAllMocks());

/** As a later version of the app would open the same database. */
class LaterDatabase extends DeviceDatabase {
  constructor(name: string) {
    super(name);
    this.version(5).stores({
      observations: 'id, [deleted+saved_at], [deleted+taxon_id], [deleted+count], something_new',
      drafts: 'id, observation_id, updated_at',
    });
  }
}

describe('durability', () => {
  it('is strict in every write transaction', async () => {
    const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await saveObservation(freshDatabase(), wren, [], { user });
    const writes = asked.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.every(([, , options]) => options?.durability === 'strict')).toBe(true);
  });
});

describe('a dead connection (C6)', () => {
  const real = IDBDatabase.prototype.transaction;

  function failing(name: string, times: number, mode: IDBTransactionMode) {
    let left = times;
    return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (args[1] === mode && left-- > 0) throw new DOMException('gone', name);
      return real.apply(this, args);
    });
  }

  for (const name of ['InvalidStateError', 'UnknownError']) {
    it(`is reopened and the save repeated once after ${name}`, async () => {
      const database = freshDatabase();
      const asked = failing(name, 1, 'readwrite');
      const id = await saveObservation(database, wren, [], { user });
      expect(await ownObservation(database, id)).toBeDefined();
      expect(await database.outbox.count()).toBe(1);
      expect(asked.mock.results.some((result) => result.type === 'throw')).toBe(true);
    });

    it(`is reopened and the read repeated once after ${name}`, async () => {
      const database = freshDatabase();
      await saveObservation(database, wren, [], { user });
      // The library keeps the connection's own function: the connection itself has to fail.
      database.close({ disableAutoOpen: false });
      let reads = 0;
      const asked = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
        // The first is the library looking at the stores while it opens.
        if (args[1] === 'readonly' && ++reads === 2) throw new DOMException('gone', name);
        return real.apply(this, args);
      });
      expect(await ownObservations(database)).toHaveLength(1);
      expect(asked.mock.results.some((result) => result.type === 'throw')).toBe(true);
    });

    it(`never reports a save as done that keeps failing with ${name}`, async () => {
      const database = freshDatabase();
      failing(name, 99, 'readwrite');
      await expect(saveObservation(database, wren, [], { user })).rejects.toMatchObject({ name: 'StorageFailed', unsaved: 'observation' });
      vi.restoreAllMocks();
      expect(await ownObservations(database)).toHaveLength(0);
      expect(await database.outbox.count()).toBe(0);
      expect(storageNotices.getState().failed).toBe(true);
    });
  }

  it('is reopened after it was closed', async () => {
    const database = freshDatabase();
    await saveObservation(database, wren, [], { user });
    database.close();
    expect(await ownObservations(database)).toHaveLength(1);
  });
});

describe('a full disk (C2)', () => {
  it('names what was not stored, and leaves the database unchanged', async () => {
    const database = freshDatabase();
    const before = await saveObservation(database, { ...wren, notes: 'older' }, [], { user });
    const picture = await photo();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'photos') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const save = saveObservation(database, { ...wren, media: [declare(picture, 0)] }, [picture], { user });
    await expect(save).rejects.toBeInstanceOf(StorageFull);
    await expect(save).rejects.toMatchObject({ unsaved: 'observation' });
    vi.restoreAllMocks();
    expect((await ownObservations(database)).map((row) => row.id)).toEqual([before]);
    expect(await database.photos.count()).toBe(0);
    expect(await database.outbox.count()).toBe(1);
  });

  it('is recognized when the browser only aborts the transaction at its end', async () => {
    const database = freshDatabase();
    const abort = Object.assign(new Error('aborted'), { name: 'AbortError', inner: new DOMException('full', 'QuotaExceededError') });
    await expect(database.write('photo', [database.photos], () => Promise.reject(abort))).rejects.toMatchObject({
      name: 'StorageFull',
      unsaved: 'photo',
    });
  });
});

describe('other versions of the app (C3, C4)', () => {
  it('an older tab writes its drafts, closes the database and asks for a reload', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const older = freshDatabase();
    const id = await saveObservation(older, wren, [], { user });
    let isFlushed = false;
    const unregister = beforeLeaving(async () => {
      await older.drafts.put({ id: newId(), observation_id: null, values: { notes: 'half a senten' }, photo_ids: [], updated_at: 1 });
      isFlushed = true;
    });
    const newer = new LaterDatabase(older.name);
    await newer.open();
    unregister();
    expect(isFlushed).toBe(true);
    expect(storageNotices.getState().reload).toBe(true);
    await expect(ownObservations(older)).rejects.toBeInstanceOf(StorageGivenUp);
    await expect(saveObservation(older, wren, [], { user })).rejects.toBeInstanceOf(StorageGivenUp);
    expect(await newer.table('observations').toCollection().primaryKeys()).toEqual([id]);
    expect(await newer.table('drafts').count()).toBe(1);
  });

  it('an older version asks for an update when the data is newer, and changes nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const first = freshDatabase();
    const id = await saveObservation(first, wren, [], { user });
    first.close();
    const newer = new LaterDatabase(first.name);
    await newer.open();
    newer.close();
    const older = new UserDatabase(first.userId);
    await expect(ownObservations(older)).rejects.toBeInstanceOf(StorageNewer);
    await expect(saveObservation(older, wren, [], { user })).rejects.toBeInstanceOf(StorageNewer);
    expect(storageNotices.getState().update).toBe(true);
    const again = new LaterDatabase(first.name);
    expect(await again.table('observations').toCollection().primaryKeys()).toEqual([id]);
    expect(again.verno).toBe(5);
  });

  it('a newer tab reports within 2 s that another tab blocks it', async () => {
    const name = userDatabaseName(newId());
    const rude = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 10);
      request.onsuccess = () => resolve(request.result);
    });
    const newer = new LaterDatabase(name);
    const opening = newer.read(() => newer.table('observations').count());
    await vi.waitFor(() => expect(storageNotices.getState().blocked).toBe(true), 2000);
    rude.close();
    expect(await opening).toBe(0);
    expect(storageNotices.getState().blocked).toBe(false);
  });
});

describe('storage cleared by the browser (C5)', () => {
  it('is distinguished from an empty database', async () => {
    const database = freshDatabase();
    expect(await countLostUnsent(database)).toBeNull();
    await saveObservation(database, wren, [], { user });
    expect(await countLostUnsent(database)).toBeNull();
    database.close();
    await Dexie.delete(database.name);
    expect(await countLostUnsent(new UserDatabase(database.userId))).toBe(1);
    rememberUnsent(database.userId, 0);
    expect(await countLostUnsent(new UserDatabase(database.userId))).toBeNull();
  });

  it('is reported once from the server’s number when the device’s own is gone', async () => {
    const database = freshDatabase();
    rememberServerUnsent(database.userId, 4);
    expect(await countLostUnsent(database)).toBe(4);
    expect(await countLostUnsent(database)).toBeNull();
    // This device knows better: all of it was sent, or thrown away by the person.
    rememberUnsent(database.userId, 0);
    rememberServerUnsent(database.userId, 4);
    expect(await countLostUnsent(database)).toBeNull();
    // Nothing is missing where there are records.
    const full = freshDatabase();
    await saveObservation(full, wren, [], { user });
    localStorage.clear();
    rememberServerUnsent(full.userId, 4);
    expect(await countLostUnsent(full)).toBeNull();
  });

  it('does not change the device id while any copy of it is left', async () => {
    const kept = new Map<string, Response>();
    const open = () =>
      Promise.resolve({
        match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
        put: (address: string, response: Response) => Promise.resolve(void kept.set(address, response)),
      });
    vi.stubGlobal('caches', { open });
    const fresh = () => new VeldDatabase(`veld-test-${newId()}`);
    const id = await findDeviceId(fresh());
    expect(await findDeviceId(fresh())).toBe(id);
    localStorage.clear();
    expect(await findDeviceId(fresh())).toBe(id);
    localStorage.setItem('veld:device', 'nonsense');
    expect(await findDeviceId(fresh())).toBe(id);
    // All three are gone, so this counts as another device.
    localStorage.clear();
    kept.clear();
    expect(await findDeviceId(fresh())).not.toBe(id);
    vi.unstubAllGlobals();
  });

  it('is not reported when the user deleted the data', async () => {
    const id = newId();
    await saveObservation(openUserDatabase(id), wren, [], { user });
    await deleteUserDatabase(id);
    const again = new UserDatabase(id);
    expect(await ownObservations(again)).toHaveLength(0);
    expect(await countLostUnsent(again)).toBeNull();
  });

  it('does not recreate a deleted database for a query in progress or a later one', async () => {
    const id = newId();
    const database = openUserDatabase(id);
    await saveObservation(database, wren, [], { user });
    const reading = database.read(async () => {
      await Dexie.waitFor(deleteUserDatabase(id));
      return database.observations.count();
    });
    await expect(reading).rejects.toBeInstanceOf(StorageGivenUp);
    await expect(ownObservations(openUserDatabase(id))).rejects.toBeInstanceOf(StorageGivenUp);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database.name);
  });

  it('gives one device id, also to two tabs at once', async () => {
    const [one, two] = [new VeldDatabase('veld-test-device'), new VeldDatabase('veld-test-device')];
    const ids = await Promise.all([one.deviceId(), two.deviceId()]);
    expect(ids[0]).toBe(ids[1]);
    await waitForIdle();
  });
});

it('other errors are passed through unchanged', async () => {
  const database = freshDatabase();
  await expect(database.write('draft', [database.drafts], () => Promise.reject(new TypeError('a mistake')))).rejects.toBeInstanceOf(
    TypeError,
  );
  await expect(database.read(() => Promise.reject(new DOMException('x', 'UnknownError')))).rejects.toBeInstanceOf(StorageFailed);
});
