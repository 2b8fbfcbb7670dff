import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { newPhoto, PhotoRefused } from '../../../local/records/photos';
import { SharedFiles } from '../../../local/device/shared-files';
import { StorageFull } from '../../../local/db/storage-errors';
import { makeBytes, RealBlob, RealFile } from '../../../local/testing/bytes';
import { freshDatabase } from '../../../local/testing/people';
import { readBoard } from '../board/board';
import { addToBoard } from '../board/board-actions';
import { boardSetting } from '../board/board-setting';
import { resetReading, MAX_PHOTOS, reading, readOntoBoard, stopReading } from './reading';
import { MAX_TRIES, importShared } from './import-shared';
import { taken } from '../testing/board-photos';

const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;

let anna: UserDatabase;
let bram: UserDatabase;
let shared: SharedFiles;
beforeEach(() => {
  anna = freshDatabase();
  bram = freshDatabase();
  shared = new SharedFiles(`veld-shared-${newId()}`);
  resetReading();
  vi.stubGlobal('File', RealFile);
  vi.stubGlobal('Blob', RealBlob);
});
afterEach(() => {
  shared.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const file = (name: string, length = 500) => new RealFile([makeBytes(length, length)], name, { type: 'image/jpeg' });
const share = (...names: string[]) => shared.add(names.map((name, index) => file(name, 500 + index)));
/** Reads as the recorder does, where the file says that it is a photo. */
async function read(given: File) {
  if (given.type !== 'image/jpeg') throw new PhotoRefused('type');
  return newPhoto(given, { type: given.type, width: 40, height: 30 });
}
const acceptAll = async (database = anna) =>
  shared.accept(
    (await shared.waitingFor(null)).map(({ id }) => id),
    database.userId,
  );
/** The person says yes to what was shared, then it is imported. */
async function take(database = anna, more = {}) {
  await acceptAll(database);
  await importShared(database, sharing, { shared, read, ...more });
}
const onBoard = async (database: UserDatabase) => (await readBoard(database)).groups.reduce((sum, { photos }) => sum + photos.length, 0);
const waitingFor = async (database: UserDatabase | null) => (await shared.waitingFor(database?.userId ?? null)).map(({ name }) => name);

describe('photos that were shared with the app', () => {
  it('move to the board of whoever accepts them, beside what is there already', async () => {
    await addToBoard(anna, await taken('07:42:00'), 60, sharing);
    await share('IMG_1.JPG', 'IMG_2.JPG');
    expect(await waitingFor(null)).toEqual(['IMG_1.JPG', 'IMG_2.JPG']);
    await take();
    expect(await onBoard(anna)).toBe(3);
    expect(reading.getState()).toMatchObject({ isRunning: false, total: 2, done: 2, shared: 2, refused: [] });
    expect(await waitingFor(anna)).toEqual([]);
    expect(await shared.bytes.count()).toBe(0);
    await take(bram);
    expect(await onBoard(bram)).toBe(0);
  });

  it('stay off every board until somebody has accepted them', async () => {
    await share('IMG_1.JPG', 'IMG_2.JPG');
    await importShared(anna, sharing, { shared, read });
    await importShared(anna, sharing, { shared, read, isManual: true });
    expect(await anna.drafts.count()).toBe(0);
    expect(await anna.photos.count()).toBe(0);
    const [first, second] = await shared.waitingFor(null);
    await shared.accept([first!.id], anna.userId);
    await importShared(anna, sharing, { shared, read });
    expect(await onBoard(anna)).toBe(1);
    await shared.decline([second!.id]);
    await take();
    expect(await onBoard(anna)).toBe(1);
    expect(await shared.bytes.count()).toBe(0);
  });

  it('are deleted from the inbox only after the board has stored them', async () => {
    await share('IMG_1.JPG');
    const seen: [string, number][] = [];
    vi.spyOn(shared, 'remove').mockImplementation(async (id) => {
      seen.push([id, await onBoard(anna)]);
    });
    const { id } = (await shared.waitingFor(null))[0]!;
    await take();
    expect(seen).toEqual([[id, 1]]);
    expect(await anna.photos.get(id)).toMatchObject({ byte_length: 500 });
  });

  it('are added once even if the page was killed in between, and only to one person’s board', async () => {
    await share('IMG_1.JPG', 'IMG_2.JPG');
    const killed = vi.spyOn(shared, 'remove').mockRejectedValue(new Error('the page is gone'));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await take();
    expect(await onBoard(anna)).toBe(2);
    expect(await waitingFor(anna)).toHaveLength(2);
    killed.mockRestore();
    expect(await waitingFor(bram)).toEqual([]);
    await take(bram);
    expect(await onBoard(bram)).toBe(0);
    await take();
    expect(await onBoard(anna)).toBe(2);
    expect(await waitingFor(anna)).toEqual([]);
  });

  it('stay in the inbox while the disk is full, which is reported by name, and are added once there is room', async () => {
    await share('IMG_1.JPG', 'IMG_2.JPG');
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isFull = true;
    const readOnce = async (given: File) => {
      if (isFull && given.name === 'IMG_1.JPG') throw new StorageFull('photo', new Error('no room'));
      return read(given);
    };
    await take(anna, { read: readOnce });
    expect(reading.getState()).toMatchObject({ refused: [{ name: 'IMG_1.JPG', reason: 'storage' }], shared: 1 });
    expect(await waitingFor(anna)).toEqual(['IMG_1.JPG']);
    isFull = false;
    await take(anna, { read: readOnce });
    expect(await onBoard(anna)).toBe(2);
    expect(await waitingFor(anna)).toEqual([]);
  });

  it('are rejected by name and removed if they are not photos or are too large', async () => {
    const pictured = { width: 9000, height: 9000 };
    const readLarge = (given: File) => (given.name === 'poster.jpg' ? newPhoto(given, { type: given.type, ...pictured }) : read(given));
    await shared.add([new RealFile(['hello'], 'letter.txt', { type: 'text/plain' }), file('poster.jpg'), file('IMG_1.JPG')]);
    expect(await shared.photosWaitingFor(null)).toBe(2);
    await take(anna, { read: readLarge });
    expect(reading.getState().refused).toEqual([
      { name: 'letter.txt', reason: 'type' },
      { name: 'poster.jpg', reason: 'too_many_pixels' },
    ]);
    expect(await onBoard(anna)).toBe(1);
    expect(await waitingFor(anna)).toEqual([]);
    expect(await shared.bytes.count()).toBe(0);
  });

  it('beyond the limit of one import, or left when it was stopped, wait for the next import', async () => {
    const names = Array.from({ length: MAX_PHOTOS + 2 }, (_, index) => `IMG_${String(index).padStart(3, '0')}.JPG`);
    await share(...names.slice(0, MAX_PHOTOS));
    await acceptAll();
    await share(...names.slice(MAX_PHOTOS));
    const read3 = async () => {
      if (reading.getState().done === 2) stopReading();
      throw new PhotoRefused('type');
    };
    await take(anna, { read: read3 });
    expect(reading.getState()).toMatchObject({ total: MAX_PHOTOS, done: 3, stopped: MAX_PHOTOS - 3, overLimit: 0 });
    expect(await waitingFor(anna)).toHaveLength(MAX_PHOTOS - 1);
  });

  it('are not reported as interrupted, because they are imported again automatically; picked ones are', async () => {
    await share('IMG_1.JPG');
    const noted: unknown[] = [];
    const watch = async (given: File) => {
      noted.push((await boardSetting.read(anna)).reading);
      return read(given);
    };
    const more: Promise<void>[] = [];
    await take(anna, {
      read: (given: File) => {
        if (more.length === 0) more.push(readOntoBoard(anna, [file('picked.jpg')], sharing));
        return watch(given);
      },
    });
    await Promise.all(more);
    expect(noted).toEqual([null, { wanted: 1, done: 0 }]);
    expect((await boardSetting.read(anna)).reading).toBeNull();
    expect(await onBoard(anna)).toBe(2);
  });

  it('do not block the board if one of them keeps crashing the page: it waits until requested', async () => {
    await share('IMG_1.JPG');
    const { id } = (await shared.waitingFor(null))[0]!;
    await acceptAll();
    for (let time = 0; time < MAX_TRIES; time++) await shared.claim(id, anna.userId);
    await take();
    expect(await onBoard(anna)).toBe(0);
    expect(await waitingFor(anna)).toEqual(['IMG_1.JPG']);
    await take(anna, { isManual: true });
    expect(await onBoard(anna)).toBe(1);
  });

  it('are deleted with all data of their person; those of others and of nobody are kept', async () => {
    await share('annas.jpg', 'brams.jpg', 'nobodys.jpg');
    const [first, second] = await shared.waitingFor(null);
    await shared.accept([first!.id], anna.userId);
    await shared.accept([second!.id], bram.userId);
    await shared.deleteAllOf(anna.userId);
    expect(await waitingFor(anna)).toEqual(['nobodys.jpg']);
    expect(await waitingFor(bram)).toEqual(['brams.jpg', 'nobodys.jpg']);
    expect(await shared.bytes.count()).toBe(2);
  });
});
