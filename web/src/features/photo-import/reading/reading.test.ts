import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDatabase } from '../../../local/db/database';
import { PhotoRefused } from '../../../local/records/photos';
import { freshDatabase } from '../../../local/testing/people';
import { StorageFull } from '../../../local/db/storage-errors';
import { readBoard } from '../board/board';
import { boardSetting } from '../board/board-setting';
import { interruptedReading, resetReading, MAX_PHOTOS, reading, readOntoBoard, stopReading } from './reading';
import { taken } from '../testing/board-photos';

const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;

let database: UserDatabase;
beforeEach(() => {
  database = freshDatabase();
  resetReading();
});

const file = (name: string) => new File(['x'], name);
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`IMG_${index}.JPG`));
const photosOn = async () => (await readBoard(database)).groups.reduce((sum, { photos }) => sum + photos.length, 0);

describe('reading photos onto the board', () => {
  it('stores one photo before it reads the next, and reports progress', async () => {
    let open = 0;
    const seen: [number, number][] = [];
    await readOntoBoard(database, files(5), sharing, async () => {
      expect(++open).toBe(1);
      seen.push([reading.getState().done, await photosOn()]);
      const photo = await taken('07:42:00');
      open--;
      return photo;
    });
    expect(seen).toEqual([0, 1, 2, 3, 4].map((number) => [number, number]));
    expect(reading.getState()).toMatchObject({ isRunning: false, total: 5, done: 5, name: null, refused: [], stopped: 0 });
    expect((await readBoard(database)).groups).toHaveLength(1);
    expect((await boardSetting.read(database)).reading).toBeNull();
  });

  it('reports rejected files with the reason, and adds all others', async () => {
    const failing = [new PhotoRefused('type'), new StorageFull('photo', new Error('no room')), null];
    await readOntoBoard(database, files(3), sharing, async () => {
      const error = failing.shift();
      if (error) throw error;
      return taken(null);
    });
    expect(reading.getState().refused).toEqual([
      { name: 'IMG_0.JPG', reason: 'type' },
      { name: 'IMG_1.JPG', reason: 'storage' },
    ]);
    expect(await photosOn()).toBe(1);
  });

  it('queues what is picked meanwhile, up to the limit of one import', async () => {
    const more: Promise<void>[] = [];
    await readOntoBoard(database, files(MAX_PHOTOS + 3), sharing, async () => {
      if (more.length === 0) more.push(readOntoBoard(database, files(2), sharing));
      throw new PhotoRefused('type');
    });
    await Promise.all(more);
    expect(reading.getState()).toMatchObject({ total: MAX_PHOTOS + 2, done: MAX_PHOTOS + 2, overLimit: 3 });
  });

  it('stops after the current photo, keeps what was read, and reports how many were not', async () => {
    await readOntoBoard(database, files(4), sharing, async () => {
      stopReading();
      return taken('07:42:00');
    });
    expect(reading.getState()).toMatchObject({ isRunning: false, done: 1, stopped: 3 });
    expect(await photosOn()).toBe(1);
    expect(await interruptedReading(database)).toBeNull();
  });

  it('reports afterwards that a crash interrupted it, but not while another import runs', async () => {
    await boardSetting.update(database, (before) => ({ ...before, reading: { wanted: 40, done: 12 } }));
    expect(await interruptedReading(database)).toEqual({ wanted: 40, done: 12 });
    let told: unknown = 'nothing asked';
    await readOntoBoard(database, files(1), sharing, async () => {
      told = await interruptedReading(database);
      return taken(null);
    });
    expect(told).toBeNull();
    expect(await interruptedReading(database)).toBeNull();
  });
});
