import type { BrowserContext, Page } from '@playwright/test';
import { decodePoints, type TrackPoint } from '@veld/contract';
import { expect } from '../fixtures.ts';
import { installLocationService, type LocationWindow } from './location-service.ts';

/** A location service that reports what the test says, and a disk whose writes of points can be held back. */
export async function fakePhone(context: BrowserContext): Promise<void> {
  await context.addInitScript(installLocationService);
  await context.addInitScript(() => {
    let writesLeft = 0;
    let reach = () => {};
    /** Asks without end, so that the transaction never completes. */
    const hold = (transaction: IDBTransaction) => {
      const points = transaction.objectStore('journeyPoints');
      let asked = 0;
      const ask = () => {
        // By now, the app has put its points.
        if (++asked === 10) reach();
        points.count().onsuccess = ask;
      };
      ask();
    };
    const open = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof open>) {
      const transaction = open.apply(this, args);
      const { mode, objectStoreNames } = transaction;
      if (mode === 'readwrite' && objectStoreNames.contains('journeyPoints') && --writesLeft === 0) hold(transaction);
      return transaction;
    };
    const holdWrite = (number: number) => {
      writesLeft = number;
      return new Promise<void>((resolve) => {
        reach = resolve;
      });
    };
    Object.assign(window, { holdWrite });
  });
}

/** Reports positions at once: the last one as measured now, those before it `apart` milliseconds from each other. */
async function report(page: Page, latitudes: readonly number[], apart = 0): Promise<void> {
  await page.evaluate(
    ([all, ms]) => {
      const { reportPosition } = window as unknown as LocationWindow;
      for (const [at, latitude] of all.entries()) {
        const coords = { latitude, longitude: 5.12, accuracy: 6, altitude: 4, altitudeAccuracy: 9, speed: 1.2, heading: 0 };
        reportPosition({ coords, timestamp: Date.now() - (all.length - 1 - at) * ms });
      }
    },
    [latitudes, apart] as const,
  );
}

interface StoredTracks {
  logged: TrackPoint[];
  blocks: { journey_id: string; bytes: number[] }[];
}

/** All points of tracks on a device in order, read through IndexedDB without the app. */
export async function pointsOn(page: Page, userId: string): Promise<TrackPoint[]> {
  const { logged, blocks } = await page.evaluate(async (id): Promise<StoredTracks> => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open(`veld-${id}`);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error ?? new Error('no database'));
    });
    // One transaction, because a fold moves points from one to the other.
    const transaction = database.transaction(['journeyPoints', 'journeyBlocks']);
    const all = <T>(store: string) =>
      new Promise<T[]>((done, fail) => {
        const request = transaction.objectStore(store).getAll();
        request.onsuccess = () => done(request.result as T[]);
        request.onerror = () => fail(request.error ?? new Error(store));
      });
    try {
      const [rows, packed] = await Promise.all([
        all<TrackPoint & { journey_id?: string }>('journeyPoints'),
        all<{ journey_id: string; bytes: Uint8Array }>('journeyBlocks'),
      ]);
      for (const row of rows) delete row.journey_id;
      return { logged: rows, blocks: packed.map(({ journey_id, bytes }) => ({ journey_id, bytes: [...bytes] })) };
    } finally {
      database.close();
    }
  }, userId);
  const points: TrackPoint[] = [...blocks.flatMap(({ bytes }) => decodePoints(new Uint8Array(bytes))), ...logged];
  return points.toSorted((one, other) => one.seq - other.seq);
}

/** Seconds between two fixes, and the way in between in degrees: 33 m. A gap begins after 180 seconds. */
const STEP_S = 30;
const STEP = 0.0003;

/** A person who walks north, and the positions reported so far. */
export class Walk {
  readonly #userId: string;
  /** Latitudes that the app had to store. */
  readonly stored: number[] = [];
  #step = 0;

  constructor(userId: string) {
    this.#userId = userId;
  }

  #next(): number {
    return Number((52.09 + STEP * this.#step++).toFixed(4));
  }

  /** Where the person is after `minutes` without GPS. */
  away(minutes: number): void {
    this.#step += minutes * 2;
  }

  /**
   * Walks with a fix every half a minute. After a start, the first is reported until it is stored: any watch gets it, that of
   * the form too, and the app begins to record a moment later. Each further one must be stored before the next.
   */
  async go(page: Page, minutes: number): Promise<void> {
    for (let fix = 0; fix < minutes * 2; fix++) {
      const latitude = this.#next();
      if (fix > 0) await report(page, [latitude]);
      await expect
        .poll(
          async () => {
            if (fix === 0) await report(page, [latitude]);
            return (await pointsOn(page, this.#userId)).length - this.stored.length;
          },
          { intervals: [20, 50, 100] },
        )
        .toBe(1);
      this.stored.push(latitude);
      await page.context().clock.fastForward(STEP_S * 1000);
    }
  }

  /**
   * Reports positions at once, of which the app writes the first, and then the others. Returns their latitudes in the middle of the
   * second write, which never ends.
   */
  async rush(page: Page, fixes: number): Promise<number[]> {
    const latitudes = Array.from({ length: fixes }, () => this.#next());
    await page.evaluate(() => {
      const { holdWrite } = window as unknown as { holdWrite(number: number): Promise<void> };
      Object.assign(window, { isWriting: holdWrite(2) });
    });
    await report(page, latitudes, 5000);
    await page.evaluate(() => (window as unknown as { isWriting: Promise<void> }).isWriting);
    return latitudes;
  }
}
