import { spawn } from 'node:child_process';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PbfReader } from 'pbf';
import { MapFault } from './map-fault.ts';

/** A header of a block is never longer (OpenStreetMap wiki, PBF format). */
const MAX_HEADER = 64 * 1024;
const MAX_BLOCK = 32 * 1024 * 1024;

/** From this size on, tilemaker keeps what it reads in a file instead of in memory. */
const STORE_FROM_BYTES = 250_000_000;

/** Whether a file begins like an OpenStreetMap extract in PBF. */
export function isOsmHead(head: Buffer): boolean {
  return head.length > 15 && head.readUInt32BE(0) < MAX_HEADER && head.toString('latin1', 6, 15) === 'OSMHeader';
}

/** Walks over the blocks of an extract, without decompressing them. Throws a `MapFault` if it does not end with a whole one. */
export async function checkOsmFile(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path);
  const cutOff = () => new MapFault('cut_off', 'The extract is not whole: its last block is missing or damaged. Download it again.');
  try {
    for (let at = 0; at < size;) {
      const length = (await file.read(Buffer.alloc(4), 0, 4, at)).buffer.readUInt32BE(0);
      if (length === 0 || length > MAX_HEADER || at + 4 + length > size) throw cutOff();
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, at + 4);
      const bytes = blockLength(buffer);
      if (bytes === null || bytes > MAX_BLOCK || at + 4 + length + bytes > size) throw cutOff();
      at += 4 + length + bytes;
    }
  } finally {
    await file.close();
  }
}

/** `datasize` of a BlobHeader, which is field 3; null if there is none. */
function blockLength(header: Buffer): number | null {
  try {
    const read = (field: number, found: { bytes: number | null }, reader: PbfReader) => {
      if (field === 3) found.bytes = reader.readVarint();
    };
    return new PbfReader(header).readFields(read, { bytes: null }).bytes;
  } catch {
    return null;
  }
}

/**
 * Cuts an extract into vector tiles of the schema `veld` with Debian's tilemaker, as an MBTiles file. `progress` gets a share from 0 to 1.
 * Throws a `MapFault` if tilemaker is missing or fails.
 */
export async function cutTiles(path: string, folder: string, progress: (share: number) => void): Promise<string> {
  const target = join(folder, 'tiles.mbtiles');
  const config = join(folder, 'profile.json');
  await writeFile(config, JSON.stringify(PROFILE));
  const { size } = await stat(path);
  const args = ['--input', path, '--output', target, '--config', config, '--process', join(import.meta.dirname, 'profile/outdoor.lua')];
  if (size > STORE_FROM_BYTES) args.push('--store', join(folder, 'store'));
  // The server answers first.
  const child = spawn('nice', ['-n', '15', 'tilemaker', ...args], { cwd: folder, env: { ...process.env, LC_ALL: 'C' } });
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
      last.push(...lines);
      last.splice(0, Math.max(0, last.length - 5));
      const share = shareFrom(lines.at(-1) ?? '');
      if (share !== null) progress(share);
    });
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(127));
    child.once('close', done);
  });
  if (code === 127)
    throw new MapFault('no_tilemaker', 'tilemaker is not installed. As root: apt-get install tilemaker (Debian and Ubuntu have it).');
  if (code !== 0) {
    const reason =
      (last.at(-1) ?? '').trim().slice(0, 200) || (code === null ? 'it was stopped, perhaps for lack of memory' : `code ${code}`);
    throw new MapFault('cutting_failed', `tilemaker failed: ${reason}`, { reason });
  }
  return target;
}

/** Reading is the first half, writing the second. */
function shareFrom(line: string): number | null {
  const [, reading, blocks] = /Block (\d+)\/(\d+)/.exec(line) ?? [];
  if (blocks) return (Number(reading) / Number(blocks)) * 0.5;
  const [, writing, tiles] = /writing tile (\d+) of (\d+)/.exec(line) ?? [];
  return tiles ? 0.5 + (Number(writing) / Number(tiles)) * 0.5 : null;
}

const FINE = { simplify_level: 0.0003, simplify_ratio: 2 };

/** The layers of the schema `veld`: from which zoom on they have something, and how far they are simplified. `outdoor.lua` fills them. */
const PROFILE = {
  layers: {
    land: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    water: { minzoom: 7, maxzoom: 14, simplify_below: 12, ...FINE },
    protected: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    waterway: { minzoom: 8, maxzoom: 14, simplify_below: 12, ...FINE },
    coast: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    cliff: { minzoom: 13, maxzoom: 14 },
    border: { minzoom: 7, maxzoom: 14, simplify_below: 12, ...FINE },
    building: { minzoom: 13, maxzoom: 14 },
    way: { minzoom: 7, maxzoom: 14, simplify_below: 13, simplify_level: 0.0003 },
    way_name: { minzoom: 12, maxzoom: 14 },
    area_name: { minzoom: 7, maxzoom: 14 },
    peak: { minzoom: 10, maxzoom: 14 },
    spot: { minzoom: 12, maxzoom: 14 },
    place: { minzoom: 7, maxzoom: 14 },
  },
  settings: {
    minzoom: 7,
    maxzoom: 14,
    basezoom: 14,
    include_ids: false,
    combine_below: 14,
    name: 'Veld outdoor',
    version: '1',
    description: 'Paths, woods, waters and what else people who look for nature want on a map',
    compress: 'gzip',
  },
} as const;
