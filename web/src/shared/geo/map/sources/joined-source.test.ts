// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getMapSources, type MapSettings, type MapSource } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../../../local/testing/people';
import { json, VeldServer } from '../../../../local/testing/veld-server';
import { signIn } from '../../../../testing/render-as';
import { tileReader } from '../tile-readers';
import type { MapColours } from '../map-colours';
import { ARCHIVE } from './archive';
import { openJoined } from './joined-source';
import { choosableSources, type JoinedSource, joinedSources, loadMapSources, loseSource, mapSources, refreshMapSources } from './settings';

const AREA = readFileSync(resolve(import.meta.dirname, '../../../../../../seed/maps/liechtenstein.pmtiles'));
const colours = new Proxy({}, { get: () => '#123456' }) as MapColours;
const BOX = { west: 9.4, south: 47, east: 9.7, north: 47.3 };

function source(id: string, version: string, as: 'map' | 'shading' = 'map'): JoinedSource {
  return {
    id,
    name: id,
    kind: 'pmtiles',
    attribution: '© OpenStreetMap contributors',
    attribution_url: null,
    min_zoom: 7,
    max_zoom: null,
    archive: `/api/map/sources/${id}/archive?v=${version}`,
    schema: 'veld',
    joined: { as, encoding: null, coverage: [BOX] },
  };
}
const settings = (sources: MapSource[]): MapSettings => ({ sources, disputed: { borders: 'dashed', labels: {} } });

/** Answers ranges of the archive, as the version that is current. */
let version: string;
const start = mapSources.getState();
beforeEach(async () => {
  version = 'one';
  const anna = freshPerson('anna');
  const server = new VeldServer(anna).answer(getMapSources, () => json({ data: settings([source('walks', version)]) }));
  await signIn(anna, { server });
  const other = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.includes('/archive')) return other(input, init);
    if (address.includes('/gone/')) return new Response(null, { status: 503 });
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range')!)!;
    return new Response(new Uint8Array(AREA.subarray(Number(first), Number(last) + 1)), { status: 206, headers: { etag: `"${version}"` } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  mapSources.setState(start, true);
});

const read = (id: string, z: number, x: number, y: number) =>
  tileReader(ARCHIVE)!({ z, x, y }, new URLSearchParams({ id }), new AbortController().signal);

describe('maps that were added', () => {
  it('are drawn without being chosen, and are no choice', async () => {
    await loadMapSources();
    await refreshMapSources(Date.now(), true);
    const state = mapSources.getState().settings;
    expect(joinedSources(state).map(({ id }) => id)).toEqual(['walks']);
    expect(choosableSources(state)).toEqual([]);
  });

  it('are one source, whose shading lies above the land and below the waters', async () => {
    const opened = await openJoined([source('walks', 'one')]);
    expect(opened.cover!.coordinates).toHaveLength(1);
    expect(opened.credit).toBe('© OpenStreetMap contributors');
    const ids = opened.layers({ colours, language: 'de', scale: 1 }).map(({ id }) => id);
    expect(ids).toContain('operator-walks-land0');
    expect((await read('walks', 14, 8625, 5753)).byteLength).toBeGreaterThan(1000);
    expect((await read('walks', 14, 1, 1)).byteLength).toBe(0);
  });

  it('are left out while they cannot be read, and read again once the server answers', async () => {
    const opened = await openJoined([source('gone', 'one'), source('walks', 'one')]);
    expect(Object.keys(opened.sources)).toEqual(['operator-walks']);
    await expect(openJoined([source('gone', 'one')])).rejects.toThrow('No map could be read');
    mapSources.setState({ settings: settings([source('walks', 'one')]) });
    loseSource('walks');
    expect(mapSources.getState()).toMatchObject({ unreachable: ['walks'], lost: null });
    await refreshMapSources(Date.now(), true);
    expect(mapSources.getState().unreachable).toEqual([]);
  });

  it('are asked for again when one was replaced while it is looked at, and its tiles still come', async () => {
    mapSources.setState({ settings: settings([source('walks', 'one')]) });
    await openJoined([source('walks', 'one')]);
    version = 'two';
    expect((await read('walks', 14, 8625, 5753)).byteLength).toBeGreaterThan(1000);
    await vi.waitUntil(() => (mapSources.getState().settings.sources[0] as { archive?: string } | undefined)?.archive?.endsWith('two'));
    expect(mapSources.getState().unreachable).toEqual([]);
  });

  it('are asked for again when the page is looked at after a minute, and not before', async () => {
    await refreshMapSources(Date.now(), true);
    version = 'two';
    await refreshMapSources(Date.now() + 30_000);
    expect(JSON.stringify(mapSources.getState().settings)).toContain('v=one');
    await refreshMapSources(Date.now() + 90_000);
    expect(JSON.stringify(mapSources.getState().settings)).toContain('v=two');
  });
});
