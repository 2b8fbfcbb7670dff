import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getPublicPlace, listPublicPlaces } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { readFeatures } from './read-features.ts';

const COMMAND = join(import.meta.dirname, '../../../places.ts');

const square = (west: number, south: number, side = 0.1) => [
  [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ],
];
const feature = (properties: object, coordinates: unknown = square(5, 52), type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', crs: { features: 'none' }, features, more: [{}] });

async function readAll(path: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const one of readFeatures(path)) found.push(one);
  return found;
}

describe('places from a file', () => {
  let veld: TestServer;
  let anna: Person;
  const folder = mkdtempSync(join(tmpdir(), 'veld-places-'));
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await veld.close();
  });

  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  /** Runs the command beside the running server. */
  function places(...args: string[]): Promise<{ code: number | null; output: string }> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: veld.databaseUrl, DATA_DIR: veld.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((done) => child.once('close', (code) => done({ code, output })));
  }
  const named = async (name: string) => (await veld.call(listPublicPlaces, { query: { name } }, anna.token)).body.data;

  it('are read feature by feature, however the file is cut, also gzipped and as a feature per line', async () => {
    const features = [feature({ name: 'A {"}[' }), feature({ name: 'B', features: [{}] }), feature({ name: 'ü'.repeat(70_000) })];
    const files = [
      write('all.geojson', collection(...features)),
      write('all.geojson.gz', gzipSync(collection(...features))),
      write('lines.geojsonl', features.map((one) => JSON.stringify(one)).join('\n')),
    ];
    for (const file of files) expect(await readAll(file)).toEqual(features);
    const broken = write('broken.geojson', collection(...features).slice(0, 300));
    await expect(readAll(broken)).rejects.toThrow('ends in the middle');
  });

  it('are added, replaced with the same addresses, listed and removed while the server runs', async () => {
    const first = write(
      'gemeenten.geojson',
      collection(feature({ GM: 1, NAAM: 'Súdwest', EN: 'Southwest' }), feature({ GM: 2, NAAM: 'Gone' })),
    );
    const args = ['--kind', 'municipality', '--name-property', 'NAAM', '--key-property', 'GM', '--name-in', 'en=EN', '--source', 'nl'];
    expect(await places('add', first, ...args, '--attribution', 'Kadaster')).toEqual({ code: 0, output: 'nl: 2 places\n' });
    const [place] = await named('southwest');
    expect(place).toMatchObject({ name: 'Southwest', kind: 'municipality' });
    expect((await named('sudwest')).map(({ id }) => id)).toEqual([place?.id]);
    const second = write('gemeenten2.geojson', collection(feature({ GM: 1, NAAM: 'Súdwest-Fryslân' }, square(5, 52, 0.2))));
    expect((await places('add', second, ...args)).output).toBe('nl: 1 places, 1 that it no longer has are gone\n');
    const { data } = (await veld.call(getPublicPlace, { params: { id: place?.id ?? '' } }, anna.token)).body;
    expect(data).toMatchObject({ name: 'Súdwest-Fryslân', attribution: '', boundary: { coordinates: [square(5, 52, 0.2)] } });
    expect(await named('gone')).toEqual([]);
    expect((await places('list')).output).toBe('nl: 1 (municipality)\n');
    expect((await places('remove', 'nl')).output).toBe('Removed 1\n');
    expect(await named('sudwest')).toEqual([]);
    expect(await places('remove', 'nl')).toMatchObject({ code: 1 });
  });

  it('say what is wrong with each feature, and change nothing, or leave the faulty ones out', async () => {
    const bowTie = [
      [
        [5, 52],
        [6, 53],
        [6, 52],
        [5, 53],
        [5, 52],
      ],
    ];
    const file = write(
      'faulty.geojson',
      collection(
        feature({ name: 'Good' }),
        feature({ title: 'x' }),
        feature({ name: 'Bow' }, bowTie),
        feature({ name: 'Metres' }, square(155_000, 463_000)),
        feature({ name: 'Open' }, [
          [
            [5, 52],
            [6, 52],
            [6, 53],
            [5, 53],
          ],
        ]),
        feature({ name: 'Point' }, [5, 52], 'Point'),
        feature({ name: 'Good' }),
      ),
    );
    const { code, output } = await places('add', file, '--kind', 'reserve');
    expect(code).toBe(1);
    for (const words of [
      'Feature 2: it has no property "name" with a name. It has: title',
      'Feature 3 (Bow): its boundary crosses itself',
      'Feature 4 (Metres): 155000, 463000 are no degrees. Convert the file to WGS 84',
      'Feature 5 (Open): one of its rings does not end where it begins',
      'Feature 6 (Point): its geometry is a Point',
      'Feature 7 (Good): another one has the key "Good"',
      '6 of 7 features are faulty; nothing was changed',
    ])
      expect(output).toContain(words);
    expect(await named('good')).toEqual([]);
    expect((await places('add', file, '--kind', 'reserve', '--skip-faulty')).output).toContain(
      'faulty.geojson: 1 places, 6 faulty ones were left out',
    );
    expect(await named('good')).toHaveLength(1);
    expect((await places('add', join(folder, 'none.geojson'), '--kind', 'reserve')).output).toContain('File not found');
  });
});
