import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { listOrigins } from './setting.ts';

const folder = mkdtempSync(join(tmpdir(), 'veld-map-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ARCHIVE = join(folder, 'netherlands.pmtiles');
writeFileSync(ARCHIVE, Buffer.concat([Buffer.from('PMTiles'), Buffer.from([3]), Buffer.alloc(119)]));
writeFileSync(join(folder, 'photo.jpg'), 'a photo');

const AERIAL = { kind: 'raster', name: 'Aerial', attribution: 'Survey', tiles: 'https://tiles.example.org/{z}/{x}/{y}.jpg' };
const read = (sources: unknown) => readConfig({ MAP_SOURCES: typeof sources === 'string' ? sources : JSON.stringify(sources) });

function faultOf(sources: unknown): string {
  try {
    read(sources);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('The setting was accepted');
}

describe('MAP_SOURCES', () => {
  it('is a list in the variable itself, or in a file with paths relative to it', () => {
    expect(read([AERIAL]).MAP_SOURCES).toMatchObject([{ ...AERIAL, tiles: [AERIAL.tiles], tile_size: 256, min_zoom: 0, max_zoom: 19 }]);
    const file = join(folder, 'maps.json');
    writeFileSync(file, JSON.stringify([{ kind: 'pmtiles', name: 'Streets', attribution: '© OSM', file: 'netherlands.pmtiles' }]));
    expect(read(file).MAP_SOURCES).toMatchObject([{ name: 'Streets', file: ARCHIVE, schema: 'openmaptiles' }]);
    expect(readConfig({}).MAP_SOURCES).toEqual([]);
  });

  it('gives a source an id that outlives a change of everything but its name', () => {
    const id = (source: object) => read([source]).MAP_SOURCES[0]!.id;
    expect(id({ ...AERIAL, max_zoom: 17 })).toBe(id(AERIAL));
    expect(id({ ...AERIAL, name: 'Other' })).not.toBe(id(AERIAL));
  });

  it.each([
    ['text that is no JSON', '[{"kind"', /not JSON/],
    ['a file that does not exist', join(folder, 'none.json'), /ENOENT/],
    ['a file without a list', ARCHIVE, /not JSON/],
    ['an unknown kind', [{ ...AERIAL, kind: 'wms' }], /source 1, "kind"/],
    ['a misspelt setting', [{ ...AERIAL, maxzoom: 9 }], /source 1: .*maxzoom/],
    ['no attribution', [AERIAL, { ...AERIAL, name: 'B', attribution: '' }], /source 2, "attribution"/],
    ['an address without places for the tile', [{ ...AERIAL, tiles: 'https://tiles.example.org/' }], /source 1, "tiles": .*\{z\}/],
    ['a script for an address', [{ ...AERIAL, tiles: 'javascript:alert(1)/{z}/{x}/{y}' }], /source 1, "tiles"/],
    ['a zoom too high', [{ ...AERIAL, max_zoom: 40 }], /source 1, "max_zoom"/],
    ['two sources of one name', [AERIAL, AERIAL], /two sources are named "Aerial"/],
    [
      'an archive that is none',
      [{ kind: 'pmtiles', name: 'P', attribution: 'A', file: join(folder, 'photo.jpg') }],
      /is not a PMTiles archive/,
    ],
    ['a missing archive', [{ kind: 'pmtiles', name: 'P', attribution: 'A', file: join(folder, 'none.pmtiles') }], /ENOENT/],
    ['an archive without a place', [{ kind: 'pmtiles', name: 'P', attribution: 'A' }], /either "file" or "url"/],
    ['an origin with a path', [{ kind: 'style', name: 'S', url: '/s.json', origins: ['https://a.example/b'] }], /source 1, "origins.0"/],
  ])('is refused with one line for %s', (_, sources, message) => {
    const fault = faultOf(sources);
    expect(fault).toMatch(/^MAP_SOURCES is not usable: /);
    expect(fault).toMatch(message);
    expect(fault).not.toContain('\n');
  });

  it('is not repeated in an error, because addresses can hold keys', () => {
    expect(faultOf([{ ...AERIAL, tiles: 'https://tiles.example.org/?key=secret' }])).not.toContain('secret');
  });
});

describe('the other settings of the map', () => {
  it('MAP_STYLE_URL is one source, named after its server', () => {
    const { MAP_STYLE_URL: sources } = readConfig({ MAP_STYLE_URL: 'https://maps.example.org/style.json' });
    expect(sources).toMatchObject([{ kind: 'style', name: 'maps.example.org', url: 'https://maps.example.org/style.json' }]);
    expect(() => readConfig({ MAP_STYLE_URL: 'style.json' })).toThrow(/^MAP_STYLE_URL is not usable: expected the address of a style/);
    expect(readConfig({}).MAP_STYLE_URL).toEqual([]);
  });

  it('MAP_DISPUTED hides borders and renames countries', () => {
    expect(readConfig({}).MAP_DISPUTED).toEqual({ borders: 'dashed', labels: {} });
    expect(readConfig({ MAP_DISPUTED: 'hidden, EH=MA, XK=-' }).MAP_DISPUTED).toEqual({ borders: 'hidden', labels: { EH: 'MA', XK: null } });
    expect(() => readConfig({ MAP_DISPUTED: 'Crimea' })).toThrow(/^MAP_DISPUTED is not usable: "Crimea" is neither/);
  });
});

describe('the origins that browsers may read from', () => {
  it('are those of tiles and styles on other servers, each once, and none for archives and this server', () => {
    const sources = read([
      { ...AERIAL, tiles: ['https://a.example.org/{z}/{x}/{y}.jpg', 'https://b.example.org:8443/{z}/{x}/{y}.jpg'] },
      { ...AERIAL, name: 'Same', tiles: 'https://a.example.org/other/{z}/{x}/{y}' },
      { ...AERIAL, name: 'Here', tiles: '/tiles/{z}/{x}/{y}.png' },
      { kind: 'style', name: 'Style', url: 'https://c.example.org/style.json?key=1', origins: ['https://d.example.org'] },
      { kind: 'pmtiles', name: 'Archive', attribution: 'A', url: 'https://bucket.example.org/a.pmtiles' },
    ]).MAP_SOURCES;
    expect(listOrigins(sources)).toEqual([
      'https://a.example.org',
      'https://b.example.org:8443',
      'https://c.example.org',
      'https://d.example.org',
    ]);
  });
});
