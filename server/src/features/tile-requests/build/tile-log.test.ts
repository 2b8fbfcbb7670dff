import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TileLog } from './tile-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'veld-tiles-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const tile = (text: string) => Buffer.from(text.repeat(50));
const path = (kind: string) => join(folder, `base.${kind}`);

async function write(...tiles: [number, Buffer | null][]): Promise<void> {
  const log = await TileLog.open(folder, 'base');
  for (const [id, bytes] of tiles) await log.append(id, bytes);
  await log.flush();
  await log.close();
}

async function reopened() {
  const log = await TileLog.open(folder, 'base');
  const { last, count, bytes, stored } = log;
  await log.close();
  return { last, count, bytes, stored };
}

describe('the log of tiles', () => {
  it('stores equal tiles once, also after it was opened again, and remembers those that do not exist', async () => {
    await write([1, tile('a')], [2, tile('b')], [3, null], [5, tile('a')]);
    await write([6, tile('b')], [7, tile('c')]);
    expect(await reopened()).toEqual({
      last: 7,
      count: 6,
      bytes: 150,
      stored: [1, 2, 5, 6, 7].map((tileId) => ({ tileId, offset: { 1: 0, 2: 50, 5: 0, 6: 50, 7: 100 }[tileId], length: 50 })),
    });
  });

  it('goes on after the last whole tile, wherever writing was cut off', async () => {
    await write([1, tile('a')], [2, tile('b')]);
    const { length } = readFileSync(path('index'));
    appendFileSync(path('tiles'), 'half a tile');
    appendFileSync(path('index'), Buffer.alloc(length / 2 - 1));
    expect(await reopened()).toMatchObject({ last: 2, count: 2, bytes: 100 });
    expect(readFileSync(path('tiles'))).toHaveLength(100);
    await write([3, tile('c')]);
    expect((await reopened()).stored.at(-1)).toEqual({ tileId: 3, offset: 100, length: 50 });
    // An index that is ahead of the bytes, as after a loss of power.
    truncateSync(path('tiles'), 120);
    expect(await reopened()).toMatchObject({ last: 2, count: 2, bytes: 100 });
  });
});
