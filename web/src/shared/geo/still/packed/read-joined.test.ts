// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getMapSources, type MapSettings } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../../../local/testing/people';
import { json, VeldServer } from '../../../../local/testing/veld-server';
import { signIn } from '../../../../testing/render-as';
import type { MapColours } from '../../map/map-colours';
import { type JoinedSource, mapSources, refreshMapSources } from '../../map/sources/settings';
import { paintScene } from '../draw';
import { fitView } from '../projection';
import { Paper } from '../testing/paper';
import { readJoined } from './read-joined';
import { readPacked } from './read-packed';

const AREA = readFileSync(resolve(import.meta.dirname, '../../../../../../seed/maps/liechtenstein.pmtiles'));
const VADUZ = { west: 9.5215, east: 9.5215, south: 47.141, north: 47.141 };
const viewOf = (maxZoom: number, extent = VADUZ) => fitView(extent, 360, 270, { maxZoom, margin: 20 });
const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;

const source = (id: string): JoinedSource => ({
  id,
  name: 'Walks',
  kind: 'pmtiles',
  attribution: '© OpenStreetMap contributors',
  attribution_url: null,
  min_zoom: 7,
  max_zoom: null,
  archive: `/api/map/sources/${id}/archive?v=1`,
  schema: 'veld',
  joined: { as: 'map', encoding: null, coverage: [{ west: 9.4, south: 47, east: 9.7, north: 47.3 }] },
});

const start = mapSources.getState();
let ranges = 0;

/** A server with one added map, whose archive it answers with this status. */
async function offer(id: string, status: 206 | 503): Promise<void> {
  const settings: MapSettings = { sources: [source(id)], disputed: { borders: 'dashed', labels: {} } };
  const anna = freshPerson('anna');
  await signIn(anna, { server: new VeldServer(anna).answer(getMapSources, () => json({ data: settings })) });
  const other = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input instanceof Request ? input.url : input).includes('/archive')) return other(input, init);
    ranges += 1;
    if (status !== 206) return new Response(null, { status });
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range')!)!;
    return new Response(new Uint8Array(AREA.subarray(Number(first), Number(last) + 1)), { status, headers: { etag: '"1"' } });
  });
  await refreshMapSources(Date.now(), true);
}

beforeEach(() => {
  ranges = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  mapSources.setState(start, true);
});

describe('a map that the operator added, on small maps', () => {
  it('is drawn with its names and its credit where it lies, and is read once for all of them', async () => {
    await offer('walks', 206);
    expect(await readJoined(viewOf(8)), 'far away').toBeNull();
    expect(await readJoined(viewOf(14, { west: 5, east: 5, south: 52, north: 52 })), 'elsewhere').toBeNull();
    expect(ranges).toBe(0);

    const view = viewOf(14);
    const packed = (await readPacked(view))!;
    expect(packed.over!.credit).toBe('© OpenStreetMap contributors');
    const paper = new Paper();
    const scene = { shapes: [], maxZoom: 14, colours, scale: 1, language: 'de', countryName: String } as const;
    paintScene(paper.asContext(), view, { tiles: [], soft: [], zoom: view.zoom, ratio: 1 }, scene, packed);
    expect(paper.names.map(({ text }) => text)).toContain('Vaduz');

    const before = ranges;
    await readPacked(view);
    expect(ranges).toBe(before);
  });

  it('is left out while the server does not answer with it, without asking for each map', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await offer('broken', 503);
    expect(await readPacked(viewOf(14))).toBeNull();
    const before = ranges;
    expect(before).toBeGreaterThan(0);
    expect(await readPacked(viewOf(14))).toBeNull();
    expect(ranges).toBe(before);
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
