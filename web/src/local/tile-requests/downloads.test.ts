import { createHash, randomBytes } from 'node:crypto';
import { type ChunkedFile, getTileRequest, type Route, TILE_CHUNK_BYTES, type TileLayer, type TileRequestDetails } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { VeldDatabase } from '../db/database';
import type { Clock } from '../device/clock';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import { RESERVE_BYTES } from '../device/room';
import { PackDownloads } from './downloads';
import { findPack, type KeptPack, putPack, readPacks } from './kept-packs';
import type { ChunkKey, PackFiles } from './pack-files';
import { readWhole } from './read-tiles';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Of two and a half parts, and of one. */
const BYTES: Partial<Record<TileLayer, Buffer>> = { base: randomBytes(TILE_CHUNK_BYTES * 2.5), species: randomBytes(100) };

function fileOf(layer: TileLayer): ChunkedFile {
  const bytes = BYTES[layer]!;
  const count = Math.ceil(bytes.length / TILE_CHUNK_BYTES);
  const chunks = Array.from({ length: count }, (_, i) => sha256(bytes.subarray(i * TILE_CHUNK_BYTES, (i + 1) * TILE_CHUNK_BYTES)));
  return { layer, bytes: bytes.length, sha256: sha256(bytes), chunks };
}

const READY: TileRequestDetails = {
  id: 'a1',
  name: 'Marsh',
  area_kind: 'circle',
  box: { west: 5, south: 52, east: 6, north: 53 },
  min_zoom: 0,
  max_zoom: 6,
  layers: ['base', 'species'],
  source_id: null,
  state: 'ready',
  reason: null,
  place_in_queue: null,
  tiles: 9,
  done_tiles: 9,
  bytes: 1,
  files: [fileOf('base'), fileOf('species')],
  created_at: '2026-06-01T10:00:00.000Z',
  ready_at: '2026-06-01T10:01:00.000Z',
  expires_at: '2026-07-01T10:01:00.000Z',
  is_outdated: false,
};

/** One device: what is stored survives a kill of the page. */
class Device {
  readonly database = new VeldDatabase(`veld-${crypto.randomUUID()}`);
  readonly stored = new Map<string, Uint8Array<ArrayBuffer>>();
  /** The ranges that were asked for. */
  readonly asked: string[] = [];
  request: TileRequestDetails | null = READY;
  isOnline = true;
  free: number | null = null;
  /** How many parts arrive damaged from now on. */
  damaged = 0;
  /** Called before a part is stored. */
  onWrite: () => void = () => {};
  timers: (() => void)[] = [];
  readonly ended: [name: string, isStored: boolean][] = [];
  readonly files: PackFiles = {
    sizes: async (id, layer) =>
      new Map(
        [...this.stored].flatMap(([key, { length }]) => (key.startsWith(`${id} ${layer} `) ? [[Number(key.split(' ')[2]), length]] : [])),
      ),
    write: async (key, bytes) => {
      this.onWrite();
      this.stored.set(nameOf(key), bytes);
    },
    read: async (key) => {
      const bytes = this.stored.get(nameOf(key));
      return bytes ? new Blob([bytes]) : null;
    },
    remove: async (id) => {
      for (const key of this.stored.keys()) if (key.startsWith(`${id} `)) this.stored.delete(key);
    },
    ids: async () => [...new Set([...this.stored.keys()].map((key) => key.split(' ')[0]!))],
  };
  downloads = this.page();

  page(): PackDownloads {
    const clock: Clock = {
      now: () => 1,
      after: (_, work) => {
        this.timers.push(work);
        return () => (this.timers = this.timers.filter((one) => one !== work));
      },
    };
    return new PackDownloads({
      database: this.database,
      api: { call: (route: Route, input: object) => this.#answer(route, input) } as unknown as Pick<Api, 'call'>,
      files: this.files,
      clock,
      free: async () => this.free,
      inOneTab: (work) => work(),
      onEnd: ({ name }, isStored) => this.ended.push([name, isStored]),
    });
  }

  async #answer(route: Route, input: { params?: { layer?: TileLayer }; headers?: { range: string; 'if-range': string } }) {
    if (!this.isOnline) throw new CallError('network');
    if (!this.request) throw new CallError('problem', { status: 404 });
    if (route === getTileRequest) return { data: this.request };
    const layer = input.params!.layer!;
    if (input.headers!['if-range'] !== `"${sha256(BYTES[layer]!)}"`) throw new Error('Of another file');
    const [first, last] = input.headers!.range.match(/\d+/g)!.map(Number) as [number, number];
    this.asked.push(`${layer} ${first}`);
    const bytes = Uint8Array.from(BYTES[layer]!.subarray(first, last + 1));
    if (this.damaged > 0) {
      this.damaged -= 1;
      bytes[5]! ^= 1;
    }
    return bytes.buffer;
  }

  pack = (): Promise<KeptPack | undefined> => findPack(this.database, 'a1');

  async tick(): Promise<void> {
    const timers = await vi.waitUntil(() => this.timers.length > 0 && this.timers.splice(0));
    for (const timer of timers) timer();
  }
}

const nameOf = ({ id, layer, number }: ChunkKey) => `${id} ${layer} ${number}`;

describe('the download of an offline map', () => {
  it('stores the files in checked parts, and says when they are whole', async () => {
    const device = new Device();
    await device.downloads.begin(READY);
    expect(await device.pack()).toMatchObject({ state: 'stored', stored_bytes: BYTES.base!.length + 100 });
    for (const layer of ['base', 'species'] as const) {
      const whole = await readWhole(device.files, (await device.pack())!, layer);
      expect(Buffer.from(await whole!.arrayBuffer()).equals(BYTES[layer]!)).toBe(true);
    }
    expect(device.ended).toEqual([['Marsh', true]]);
  });

  it('goes on where it was after the page was killed, without fetching a part twice', async () => {
    const device = new Device();
    const killed = new Promise<void>((resolve) => {
      device.onWrite = () => {
        if (device.stored.size < 1) return;
        resolve();
        throw new Error('Nothing of this page runs any more');
      };
    });
    device.downloads.begin(READY).catch(() => undefined);
    await killed;
    expect(device.stored.size).toBe(1);
    device.onWrite = () => {};
    // The page died before it could say that it stopped.
    await expect.poll(async () => (await device.pack())!.state).toBe('paused');
    await device.page().goOn('a1');
    expect((await device.pack())!.state).toBe('stored');
    expect(device.asked).toEqual([
      'base 0',
      `base ${TILE_CHUNK_BYTES}`,
      `base ${TILE_CHUNK_BYTES}`,
      `base ${TILE_CHUNK_BYTES * 2}`,
      'species 0',
    ]);
  });

  it('waits for the server to build it, and for a connection', async () => {
    const device = new Device();
    device.request = { ...READY, state: 'building', files: [] };
    const done = device.downloads.begin(device.request);
    await device.tick();
    expect((await device.pack())!.state).toBe('asked');
    device.isOnline = false;
    await device.tick();
    await expect.poll(() => device.timers.length).toBe(1);
    device.isOnline = true;
    device.request = READY;
    await device.tick();
    await done;
    expect((await device.pack())!.state).toBe('stored');
  });

  it('is not begun if it could not be built', async () => {
    const device = new Device();
    device.request = { ...READY, state: 'failed', reason: 'too_large', files: [] };
    await device.downloads.begin(device.request);
    expect(await device.pack()).toBeUndefined();
    expect(device.ended).toEqual([['Marsh', false]]);
  });

  it('fetches a damaged part again, and gives up on one that stays damaged', async () => {
    const device = new Device();
    device.damaged = 2;
    await device.downloads.begin(READY);
    expect((await device.pack())!.state).toBe('stored');
    expect(device.asked.filter((one) => one === 'base 0')).toHaveLength(3);

    const other = new Device();
    other.damaged = 3;
    await other.downloads.begin(READY);
    expect((await other.pack())!.state).toBe('damaged');
    expect(other.stored.size).toBe(0);
  });

  it('stops when there is too little space, before the device is full and after, and keeps what it has', async () => {
    const device = new Device();
    device.onWrite = () => {
      if (device.stored.size === 1) throw new DOMException('full', 'QuotaExceededError');
    };
    await device.downloads.begin(READY);
    expect(await device.pack()).toMatchObject({ state: 'full', stored_bytes: TILE_CHUNK_BYTES });
    device.onWrite = () => {};
    device.free = RESERVE_BYTES - 1;
    await device.downloads.goOn('a1');
    expect((await device.pack())!.state).toBe('full');
    device.free = RESERVE_BYTES;
    await device.downloads.goOn('a1');
    expect((await device.pack())!.state).toBe('stored');
  });

  it('can be deleted while it runs, and leaves nothing', async () => {
    const device = new Device();
    device.isOnline = false;
    device.onWrite = () => {};
    const run = device.downloads.begin(READY).catch(() => undefined);
    await expect.poll(async () => (await device.pack())?.state).toBe('asked');
    await device.downloads.remove('a1');
    device.isOnline = true;
    await run;
    expect([await device.pack(), device.stored.size]).toEqual([undefined, 0]);
  });

  it('is deleted at once while it waits for a part, and others go on', async () => {
    const device = new Device();
    device.isOnline = false;
    device.request = { ...READY, id: 'b2', name: 'Fen' };
    await putPack(device.database, READY, 1);
    await putPack(device.database, device.request, 2);
    device.stored.set('a1 base 0', new Uint8Array(3));
    const run = device.downloads.resume();
    await expect.poll(() => device.timers.length).toBe(1);
    expect(device.downloads.store.getState().running).toBe('a1');
    await device.downloads.remove('a1');
    expect([await device.pack(), device.stored.size]).toEqual([undefined, 0]);
    device.isOnline = true;
    await run;
    expect(await device.files.ids()).toEqual(['b2']);
    expect(device.ended).toEqual([['Fen', true]]);
  });

  it('leaves nothing if it is deleted while a part is written', async () => {
    const device = new Device();
    const { write } = device.files;
    device.files.write = async (key, bytes) => {
      device.files.write = write;
      await device.downloads.remove('a1');
      await write(key, bytes);
    };
    await device.downloads.begin(READY);
    expect([await device.pack(), device.stored.size]).toEqual([undefined, 0]);
    expect(device.ended).toEqual([]);
  });

  it('says that the server does not have it any more', async () => {
    const device = new Device();
    device.onWrite = () => (device.request = null);
    await device.downloads.begin(READY);
    expect((await device.pack())!.state).toBe('gone');
  });

  it('fetches a newer version beside the one that is stored, which stays until the new one is whole', async () => {
    const device = new Device();
    await device.downloads.begin(READY);
    device.isOnline = false;
    const newer = { ...READY, ready_at: '2026-06-20T10:00:00.000Z' };
    device.request = newer;
    const states = async () => (await readPacks(device.database)).map(({ state, ready_at }) => [state, ready_at]);
    const run = device.downloads.begin(newer);
    await expect.poll(() => device.timers.length).toBe(1);
    expect(await states()).toEqual([
      ['asked', newer.ready_at],
      ['stored', READY.ready_at],
    ]);
    const whole = await readWhole(device.files, (await readPacks(device.database)).at(-1)!, 'base');
    expect(whole!.size).toBe(BYTES.base!.length);
    device.isOnline = true;
    await device.tick();
    await run;
    expect(await states()).toEqual([['stored', newer.ready_at]]);
    expect(await device.files.ids()).toEqual([(await readPacks(device.database))[0]!.id]);
    await device.downloads.remove('a1');
    expect([await readPacks(device.database), device.stored.size]).toEqual([[], 0]);
  });

  it('keeps what is stored if a newer version cannot be had', async () => {
    const device = new Device();
    await device.downloads.begin(READY);
    device.request = { ...READY, state: 'failed', reason: 'too_large', files: [] };
    await device.downloads.begin(device.request);
    expect((await device.pack())!.state).toBe('stored');
    device.request = { ...READY, ready_at: '2026-06-20T10:00:00.000Z' };
    device.damaged = 3;
    await device.downloads.begin(device.request);
    expect((await readPacks(device.database)).map(({ state }) => state)).toEqual(['damaged', 'stored']);
    await device.downloads.begin(device.request);
    expect((await readPacks(device.database)).map(({ state }) => state)).toEqual(['stored']);
  });

  it('removes parts of which nobody knows', async () => {
    const device = new Device();
    await device.downloads.begin(READY);
    device.stored.set('b2 base 0', new Uint8Array(3));
    await device.downloads.cleanUp();
    expect(await device.files.ids()).toEqual(['a1']);
  });
});
