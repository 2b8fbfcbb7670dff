// @vitest-environment happy-dom
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDeviceId } from '../device/device-id';
import {
  deleteUserDatabase,
  noteUnsent,
  openUserDatabase,
  noteUnsentAtServer,
  unsentThatMayBeLost,
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
import { settle } from '../testing/fake-clock';
import { anna, freshDatabase, observer, photo } from '../testing/people';

const user = observer(anna);
const wren = { taxon_id: 17, observed_on: '2026-05-10' };

beforeEach(() => storageNotices.setState({ reload: false, blocked: false, update: false, failed: false, mayBeLost: null }));
afterEach(() => vi.restoreAllMocks());

/** As a later version of the app would open the same database. */
class LaterDatabase extends DeviceDatabase {
  constructor(name: string) {
    super(name);
    this.version(3).stores({
      observations: 'id, [deleted+saved_at], [deleted+taxon_id], [deleted+count], something_new',
      drafts: 'id, observation_id, updated_at',
    });
  }
}

describe('durability', () => {
  it('asks for the disk, not only for the memory, in every transaction', async () => {
    const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await saveObservation(freshDatabase(), wren, [], { user });
    const writes = asked.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.every(([, , options]) => options?.durability === 'strict')).toBe(true);
  });
});

describe('a connection that died (C6)', () => {
  const real = IDBDatabase.prototype.transaction;

  function failing(name: string, times: number, mode: IDBTransactionMode) {
    let left = times;
    return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (args[1] === mode && left-- > 0) throw new DOMException('gone', name);
      return real.apply(this, args);
    });
  }

  for (const name of ['InvalidStateError', 'UnknownError']) {
    it(`is opened again and the save repeated once after ${name}`, async () => {
      const database = freshDatabase();
      const asked = failing(name, 1, 'readwrite');
      const id = await saveObservation(database, wren, [], { user });
      expect(await ownObservation(database, id)).toBeDefined();
      expect(await database.outbox.count()).toBe(1);
      expect(asked.mock.results.some((result) => result.type === 'throw')).toBe(true);
    });

    it(`reading is repeated once after ${name}`, async () => {
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

    it(`a save that fails for good with ${name} is never reported as saved`, async () => {
      const database = freshDatabase();
      failing(name, 99, 'readwrite');
      await expect(saveObservation(database, wren, [], { user })).rejects.toMatchObject({ name: 'StorageFailed', notKept: 'observation' });
      vi.restoreAllMocks();
      expect(await ownObservations(database)).toHaveLength(0);
      expect(await database.outbox.count()).toBe(0);
      expect(storageNotices.getState().failed).toBe(true);
    });
  }

  it('a database closed under us is opened again', async () => {
    const database = freshDatabase();
    await saveObservation(database, wren, [], { user });
    database.close();
    expect(await ownObservations(database)).toHaveLength(1);
  });
});

describe('no room (C2)', () => {
  it('says what was not kept, and leaves neither half a record nor anything else changed', async () => {
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
    await expect(save).rejects.toMatchObject({ notKept: 'observation' });
    vi.restoreAllMocks();
    expect((await ownObservations(database)).map((row) => row.id)).toEqual([before]);
    expect(await database.photos.count()).toBe(0);
    expect(await database.outbox.count()).toBe(1);
  });

  it('knows it also when the browser only aborts the transaction at its end', async () => {
    const database = freshDatabase();
    const abort = Object.assign(new Error('aborted'), { name: 'AbortError', inner: new DOMException('full', 'QuotaExceededError') });
    await expect(database.write('photo', [database.photos], () => Promise.reject(abort))).rejects.toMatchObject({
      name: 'StorageFull',
      notKept: 'photo',
    });
  });
});

describe('other versions of the app (C3, C4)', () => {
  it('an older tab writes its drafts, gives the database up and says that it has to be loaded again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const older = freshDatabase();
    const id = await saveObservation(older, wren, [], { user });
    let isFlushed = false;
    const takeBack = beforeLeaving(async () => {
      await older.drafts.put({ id: newId(), observation_id: null, values: { notes: 'half a senten' }, photo_ids: [], updated_at: 1 });
      isFlushed = true;
    });
    const newer = new LaterDatabase(older.name);
    await newer.open();
    takeBack();
    expect(isFlushed).toBe(true);
    expect(storageNotices.getState().reload).toBe(true);
    await expect(ownObservations(older)).rejects.toBeInstanceOf(StorageGivenUp);
    await expect(saveObservation(older, wren, [], { user })).rejects.toBeInstanceOf(StorageGivenUp);
    expect(await newer.table('observations').toCollection().primaryKeys()).toEqual([id]);
    expect(await newer.table('drafts').count()).toBe(1);
  });

  it('an older version that meets newer data says "update", and deletes and changes nothing', async () => {
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
    expect(again.verno).toBe(3);
  });

  it('a newer tab that is kept waiting by a tab without manners says so within two seconds', async () => {
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

describe('what the browser threw away (C5)', () => {
  it('an emptied database is told from an empty one', async () => {
    const database = freshDatabase();
    expect(await unsentThatMayBeLost(database)).toBeNull();
    await saveObservation(database, wren, [], { user });
    expect(await unsentThatMayBeLost(database)).toBeNull();
    database.close();
    await Dexie.delete(database.name);
    expect(await unsentThatMayBeLost(new UserDatabase(database.userId))).toBe(1);
    noteUnsent(database.userId, 0);
    expect(await unsentThatMayBeLost(new UserDatabase(database.userId))).toBeNull();
  });

  it('where the own note is gone as well, what the server was told counts, once', async () => {
    const database = freshDatabase();
    noteUnsentAtServer(database.userId, 4);
    expect(await unsentThatMayBeLost(database)).toBe(4);
    expect(await unsentThatMayBeLost(database)).toBeNull();
    // This device knows better: all of it was sent, or thrown away by the person.
    noteUnsent(database.userId, 0);
    noteUnsentAtServer(database.userId, 4);
    expect(await unsentThatMayBeLost(database)).toBeNull();
    // Nothing is missing where there are records.
    const full = freshDatabase();
    await saveObservation(full, wren, [], { user });
    localStorage.clear();
    noteUnsentAtServer(full.userId, 4);
    expect(await unsentThatMayBeLost(full)).toBeNull();
  });

  it('the id of the device outlives its database, and its localStorage', async () => {
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
    // All three are gone: another device, as far as anybody can tell.
    localStorage.clear();
    kept.clear();
    expect(await findDeviceId(fresh())).not.toBe(id);
    vi.unstubAllGlobals();
  });

  it('what the person threw away is not missed', async () => {
    const id = newId();
    await saveObservation(openUserDatabase(id), wren, [], { user });
    await deleteUserDatabase(id);
    const again = openUserDatabase(id);
    expect(await ownObservations(again)).toHaveLength(0);
    expect(await unsentThatMayBeLost(again)).toBeNull();
  });

  it('the device has one id, also when two tabs ask at once', async () => {
    const [one, two] = [new VeldDatabase('veld-test-device'), new VeldDatabase('veld-test-device')];
    const ids = await Promise.all([one.deviceId(), two.deviceId()]);
    expect(ids[0]).toBe(ids[1]);
    await settle();
  });
});

it('errors of our own making pass through unchanged', async () => {
  const database = freshDatabase();
  await expect(database.write('draft', [database.drafts], () => Promise.reject(new TypeError('a mistake')))).rejects.toBeInstanceOf(
    TypeError,
  );
  await expect(database.read(() => Promise.reject(new DOMException('x', 'UnknownError')))).rejects.toBeInstanceOf(StorageFailed);
});
