import { listWaiting, type PublicObservation, recordValues, type Route, type WaitingRecord } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import { RESERVE_BYTES } from '../../device/room';
import type { Api } from '../../net/api';
import { CallError } from '../../net/call-error';
import { BATCH_SIZE, readBatch, type KeptPhotos, photoAddress, skipRecord, skippedRecords, unskipRecord } from './batch';
import { BatchKeeper } from './batch-keeper';
import { identify } from '../../changes/identifications';

const addressOf = (id: string) => `https://veld.test/api/media/${id}/1600`;

function record(): WaitingRecord {
  const id = newId();
  const urls = { 128: `${addressOf(id)}?e=1`, 512: `${addressOf(id)}?e=1`, 1600: `${addressOf(id)}?e=1` };
  const media = [{ id, type: 'image/webp', width: 4, height: 3, caption: null, license: null, order: 0, thumbhash: null, urls }];
  return {
    id,
    user: { id: newId(), name: 'bram', is_pro: false },
    taxon: null,
    quality: 'needs_id',
    is_obscured: false,
    media,
    place: null,
    country_code: 'NL',
    ...recordValues({ verbatim_name: 'moth', observed_on: '2026-05-01' }),
    created_at: null,
    opinions: { identifications: [], own_lineage: [], community_taxon: null, quality: 'needs_id', casual_reasons: [] },
  } as PublicObservation as WaitingRecord;
}

/** One device: what is stored survives a kill of the page. */
class Device {
  readonly database = new UserDatabase(newId());
  readonly stored = new Map<string, number>();
  readonly fetched: string[] = [];
  queue: WaitingRecord[] = Array.from({ length: 60 }, record);
  now = 1_000_000;
  free: number | null = null;
  isOnline = true;
  readonly lost = new Set<string>();
  /** Called before a picture is stored. */
  onPut: () => void = () => {};
  keeper = this.page();

  page(): BatchKeeper {
    const photos: KeptPhotos = {
      sizes: async () => new Map(this.stored),
      put: async (address, picture) => {
        this.onPut();
        this.stored.set(photoAddress(address), picture.size);
      },
      keepOnly: async (addresses) => {
        const needed = new Set([...addresses].map(photoAddress));
        for (const address of this.stored.keys()) if (!needed.has(address)) this.stored.delete(address);
      },
    };
    const api = { call: async (route: Route, { query }: { query: Query }) => this.#answer(route, query) } as unknown as Pick<Api, 'call'>;
    return new BatchKeeper({
      database: this.database,
      api,
      photos,
      fetchPicture: async (address) => {
        if (!this.isOnline) throw new TypeError('Failed to fetch');
        this.fetched.push(photoAddress(address));
        return this.lost.has(photoAddress(address)) ? null : new Blob(['webp']);
      },
      free: async () => this.free,
      now: () => this.now,
    });
  }

  #answer(route: Route, { limit, cursor }: Query) {
    if (route !== listWaiting) throw new Error(`${route.path} is not asked`);
    if (!this.isOnline) throw new CallError('network');
    const from = Number(cursor ?? 0);
    const more = from + limit < this.queue.length;
    return { data: this.queue.slice(from, from + limit), next_cursor: more ? String(from + limit) : null, total: null, known_groups: null };
  }

  readonly batch = () => readBatch(this.database);
}

interface Query {
  limit: number;
  cursor?: string;
}

describe('keeping records to identify', () => {
  it('keeps the first 50 without those that were skipped or identified on this device, with their photos', async () => {
    const device = new Device();
    await skipRecord(device.database, device.queue[0]!.id);
    await identify(device.database, device.queue[1]!.id, { taxon_id: 7, disagrees: false, comment: '' });
    expect(await device.keeper.keep({ country: 'NL' })).toBe(BATCH_SIZE);
    const batch = await device.batch();
    expect(batch).toMatchObject({ query: { country: 'NL' }, state: 'done', at: device.now });
    expect(batch!.records.map(({ id }) => id)).toEqual(device.queue.slice(2, 52).map(({ id }) => id));
    expect([device.stored.size, device.keeper.store.getState()]).toEqual([50, { stored: 50, bytes: 200 }]);
  });

  it('keeps the former batch when nothing waits any more, or without a connection', async () => {
    const device = new Device();
    await device.keeper.keep({});
    device.queue = [];
    expect(await device.keeper.keep({ group: 'moss' })).toBe(0);
    device.isOnline = false;
    await expect(device.keeper.keep({})).rejects.toThrow(CallError);
    expect((await device.batch())!.records).toHaveLength(50);
    expect(device.stored.size).toBe(50);
  });

  it('goes on after a kill of the page, and fetches nothing twice', async () => {
    const device = new Device();
    let puts = 0;
    device.onPut = () => {
      if (++puts === 20) device.isOnline = false;
    };
    await device.keeper.keep({});
    expect([(await device.batch())!.state, device.stored.size]).toEqual(['incomplete', 20]);
    device.isOnline = true;
    await device.page().resume();
    expect([(await device.batch())!.state, device.stored.size]).toEqual(['done', 50]);
    expect(new Set(device.fetched).size).toBe(device.fetched.length);
  });

  it('says that pictures are missing once their addresses are too old', async () => {
    const device = new Device();
    await device.keeper.keep({});
    device.stored.clear();
    device.fetched.length = 0;
    device.now += 2 * 3_600_000;
    await device.page().resume();
    expect([(await device.batch())!.state, device.fetched]).toEqual(['incomplete', []]);
    await device.keeper.keep((await device.batch())!.query);
    expect([(await device.batch())!.state, device.stored.size]).toEqual(['done', 50]);
  });

  it('does not ask again for a picture that the server lost', async () => {
    const device = new Device();
    device.lost.add(addressOf(device.queue[3]!.id));
    await device.keeper.keep({});
    expect(await device.batch()).toMatchObject({ state: 'done', gone: [addressOf(device.queue[3]!.id)] });
    device.fetched.length = 0;
    await device.page().resume();
    expect(device.fetched).toEqual([]);
  });

  it('stops while there is room for the person’s own records', async () => {
    const device = new Device();
    device.free = RESERVE_BYTES - 1;
    await device.keeper.keep({});
    expect([(await device.batch())!.state, device.stored.size]).toEqual(['full', 0]);
    device.free = null;
    device.onPut = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await device.page().resume();
    expect((await device.batch())!.state).toBe('full');
  });

  it('deletes everything, also while it is fetched', async () => {
    const device = new Device();
    const removals: Promise<void>[] = [];
    device.onPut = () => {
      if (removals.length === 0) removals.push(device.keeper.remove());
    };
    await device.keeper.keep({});
    await Promise.all(removals);
    expect([await device.batch(), device.stored.size]).toEqual([null, 0]);
    expect(device.fetched.length).toBeLessThan(50);
  });
});

describe('what was skipped', () => {
  it('is known with its time, and can be taken back', async () => {
    const database = new UserDatabase(newId());
    await skipRecord(database, 'one', 10);
    await skipRecord(database, 'other', 20);
    expect([await skippedRecords(database), await skippedRecords(database, 15)]).toEqual([new Set(['one', 'other']), new Set(['other'])]);
    await unskipRecord(database, 'other');
    expect(await skippedRecords(database)).toEqual(new Set(['one']));
  });
});
