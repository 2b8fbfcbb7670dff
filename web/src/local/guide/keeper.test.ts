import { getTaxonPictures, listTaxonDescriptions, listTaxonDistinctions, type Route, type SmallPicture } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { VeldDatabase } from '../db/database';
import type { Clock } from '../device/clock';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import { RESERVE_BYTES } from '../device/room';
import { GuideKeeper } from './keeper';
import { keptDistinctions, keptGuide, keptTexts } from './kept';
import type { PictureStore } from './picture-store';

const COUNT = 100;
const pictures = (version = 'v1', from = 1, count = COUNT): SmallPicture[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, version, bytes: 3 }));
const plan = (list = pictures()) => ({ pictures: list, text_bytes: 10 });

/** One device: what is stored survives a kill of the page. */
class Device {
  readonly database = new VeldDatabase(`veld-${crypto.randomUUID()}`);
  readonly stored = new Map<number, string>();
  /** Ids of each request for pictures. */
  readonly asked: number[][] = [];
  /** The languages in which articles were stored. */
  readonly articles: string[] = [];
  version = 'v1';
  isOnline = true;
  free: number | null = null;
  /** Called before a picture is stored. */
  onPut: (id: number) => void = () => {};
  /** Ids the server has lost. */
  readonly lost = new Set<number>();
  /** Retries wait for this. */
  timers: (() => void)[] = [];
  keeper = this.page();

  page(): GuideKeeper {
    const store: PictureStore = {
      versions: async () => new Map(this.stored),
      put: async (id, version) => {
        this.onPut(id);
        this.stored.set(id, version);
      },
      remove: async (ids) => {
        for (const id of ids) this.stored.delete(id);
      },
    };
    const clock: Clock = {
      now: () => 1,
      after: (_, work) => {
        this.timers.push(work);
        return () => (this.timers = this.timers.filter((one) => one !== work));
      },
    };
    const api = { call: (route: Route, input: { query?: { ids: string } }) => this.#answer(route, input) } as unknown as Pick<Api, 'call'>;
    return new GuideKeeper({
      database: this.database,
      api,
      pictures: store,
      clock,
      free: async () => this.free,
      keepArticles: async (language) => {
        if (!this.isOnline) throw new CallError('network');
        this.articles.push(language);
      },
      inOneTab: (work) => work(),
    });
  }

  async #answer(route: Route, { query }: { query?: { ids: string } }) {
    if (!this.isOnline) throw new CallError('network');
    if (route === listTaxonDescriptions) return { data: { 1: 'Red breast.' } };
    if (route === listTaxonDistinctions) return { data: { pairs: [TITS] } };
    if (route !== getTaxonPictures) throw new CallError('problem', { status: 404 });
    const ids = query!.ids.split(',').map(Number);
    this.asked.push(ids);
    return { data: { pictures: ids.filter((id) => !this.lost.has(id)).map((id) => ({ id, version: this.version, image: btoa('abc') })) } };
  }

  guide = (country = 'NL') => keptGuide(this.database, country);
}

const TITS = { taxon_id: 1, other_id: 2, rows: [{ character: 'Crown', taxon: 'black', other: 'blue' }] };

/** Loses the page while it stores a picture; the next one knows only what is on the device. */
async function killAt(device: Device, id: number): Promise<void> {
  const killed = new Promise<void>((resolve) => {
    device.onPut = (next) => {
      if (next !== id) return;
      resolve();
      // Nothing of this page runs any more.
      throw new KilledPage();
    };
  });
  void device.keeper.keep('NL', 'en', plan()).catch(() => undefined);
  await killed;
  await new Promise((resolve) => setTimeout(resolve, 20));
  device.onPut = () => {};
}

class KilledPage extends Error {}

describe('keeping a country offline', () => {
  it('stores texts and pictures in batches, and says when it is done', async () => {
    const device = new Device();
    await device.keeper.keep('NL', 'en', plan());
    expect(device.stored.size).toBe(COUNT);
    expect(device.asked.map((ids) => ids.length)).toEqual([40, 40, 20]);
    expect(await device.guide()).toMatchObject({ state: 'done', stored: COUNT, has_texts: true });
    expect(device.articles).toEqual(['en']);
    expect((await keptTexts(device.database, 'en'))[1]).toBe('Red breast.');
    expect(await keptTexts(device.database, 'nl')).toEqual({});
    expect([await keptDistinctions(device.database, 'en'), await keptDistinctions(device.database, 'nl')]).toEqual([[TITS], []]);
  });

  it('goes on where it was after the page was killed, and fetches nothing twice', async () => {
    const device = new Device();
    await killAt(device, 55);
    expect([...device.stored.keys()]).toEqual(Array.from({ length: 54 }, (_, at) => at + 1));
    device.asked.length = 0;
    device.keeper = device.page();
    await device.keeper.goOn('NL');
    expect(device.asked.flat()).toEqual(Array.from({ length: COUNT - 54 }, (_, at) => at + 55));
    expect(await device.guide()).toMatchObject({ state: 'done', stored: COUNT });
  });

  it('resumes by itself what was running', async () => {
    const device = new Device();
    device.isOnline = false;
    void device.keeper.keep('NL', 'en', plan());
    await expect.poll(() => device.timers.length).toBe(1);
    const next = device.page();
    device.isOnline = true;
    await next.resume();
    expect(await device.guide()).toMatchObject({ state: 'done' });
  });

  it('waits without a connection, keeps what it has, and goes on', async () => {
    const device = new Device();
    device.onPut = (id) => {
      if (id === 40) device.isOnline = false;
    };
    const keeping = device.keeper.keep('NL', 'en', plan());
    await expect.poll(() => device.keeper.store.getState()).toEqual({ running: 'NL', isWaiting: true });
    expect(await device.guide()).toMatchObject({ state: 'running', stored: 40 });
    device.isOnline = true;
    device.keeper.tryNow();
    await keeping;
    expect(await device.guide()).toMatchObject({ state: 'done', stored: COUNT });
  });

  it('stops at a pause and continues after it', async () => {
    const device = new Device();
    let pausing: Promise<void> | undefined;
    device.onPut = (id) => {
      if (id === 3) pausing ??= device.keeper.pause('NL');
    };
    await device.keeper.keep('NL', 'en', plan());
    await pausing;
    expect(await device.guide()).toMatchObject({ state: 'paused', stored: 40 });
    await device.keeper.resume();
    expect(device.asked).toHaveLength(1);
    await device.keeper.goOn('NL');
    expect(await device.guide()).toMatchObject({ state: 'done', stored: COUNT });
  });

  it('stops when the device is full, says so and loses nothing', async () => {
    const device = new Device();
    device.onPut = (id) => {
      if (id === 41) throw new DOMException('full', 'QuotaExceededError');
    };
    await device.keeper.keep('NL', 'en', plan());
    expect(await device.guide()).toMatchObject({ state: 'full', stored: 40 });
    device.onPut = () => {};
    await device.keeper.goOn('NL');
    expect(await device.guide()).toMatchObject({ state: 'done' });
  });

  it('leaves space for records and photos', async () => {
    const device = new Device();
    device.free = RESERVE_BYTES - 1;
    await device.keeper.keep('NL', 'en', plan());
    expect(await device.guide()).toMatchObject({ state: 'full', stored: 0, has_texts: false });
    expect(device.stored.size).toBe(0);
    device.free = RESERVE_BYTES;
    await device.keeper.goOn('NL');
    expect(await device.guide()).toMatchObject({ state: 'done' });
  });

  it('fetches only other pictures when it is updated', async () => {
    const device = new Device();
    await device.keeper.keep('NL', 'en', plan());
    device.asked.length = 0;
    device.version = 'v2';
    await device.keeper.keep('NL', 'en', plan([...pictures('v1', 1, 98), ...pictures('v2', 99, 2)]));
    expect(device.asked).toEqual([[99, 100]]);
    expect([device.stored.get(98), device.stored.get(99)]).toEqual(['v1', 'v2']);
  });

  it('does not wait for pictures that the server no longer has', async () => {
    const device = new Device();
    device.lost.add(7);
    await device.keeper.keep('NL', 'en', plan());
    expect(await device.guide()).toMatchObject({ state: 'done', stored: COUNT - 1 });
    expect(device.asked).toHaveLength(3);
  });

  it('deletes the pictures and texts of a country, but none that another one needs', async () => {
    const device = new Device();
    await device.keeper.keep('NL', 'en', plan());
    await device.keeper.keep('BE', 'nl', plan(pictures('v1', 91, 20)));
    await device.keeper.remove('NL');
    expect(await device.guide()).toBeUndefined();
    expect([...device.stored.keys()].toSorted((one, other) => one - other)).toEqual(pictures('v1', 91, 20).map(({ id }) => id));
    expect([await keptTexts(device.database, 'en'), (await keptTexts(device.database, 'nl'))[1]]).toEqual([{}, 'Red breast.']);
    expect([await keptDistinctions(device.database, 'en'), await keptDistinctions(device.database, 'nl')]).toEqual([[], [TITS]]);
    await device.keeper.remove('BE');
    expect(device.stored.size).toBe(0);
    expect([await keptTexts(device.database, 'nl'), await keptDistinctions(device.database, 'nl')]).toEqual([{}, []]);
  });

  it('deletes while it is still fetching', async () => {
    const device = new Device();
    let removing: Promise<void> | undefined;
    device.onPut = (id) => {
      if (id === 50) removing ??= device.keeper.remove('NL');
    };
    await device.keeper.keep('NL', 'en', plan());
    await removing;
    expect([device.stored.size, await device.guide()]).toEqual([0, undefined]);
  });
});
