import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatPlace } from '@veld/geography';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadGazetteer } from './answer-words';

const UTRECHT = { latitude: 52.0907, longitude: 5.1214 };

const FILE = resolve(import.meta.dirname, '../../../../geography/files/gazetteer.bin.gz');

/** Answers with the committed file, as the service worker does. */
const fetchFile = async () => new Response(await readFile(FILE));

let townsOfTile: typeof import('./words-at').townsOfTile;
let wordsAt: typeof import('./words-at').wordsAt;
let nameDisputed: typeof import('./words-at').nameDisputed;
beforeAll(async () => {
  // Other files of this worker may have loaded the gazetteer already.
  vi.resetModules();
  ({ nameDisputed, townsOfTile, wordsAt } = await import('./words-at'));
});
afterEach(() => vi.unstubAllGlobals());

describe('the words for a point', () => {
  it('are null as long as the gazetteer cannot be loaded, and found once it can', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await wordsAt(UTRECHT)).toBeNull();
    vi.stubGlobal('fetch', fetchFile);
    const words = await wordsAt(UTRECHT);
    expect(formatPlace(words!, 'en')).toBe('Utrecht, Netherlands');
    expect(formatPlace(words!, 'fr')).toBe('Utrecht, Pays-Bas');
    expect(formatPlace((await wordsAt({ latitude: 52.2, longitude: 5.2 }))!, 'en')).toMatch(/^\d km [NESW]+ of .+, Netherlands$/);
  });

  it('have the country that the operator names in a disputed area, as on the server', async () => {
    vi.stubGlobal('fetch', fetchFile);
    const countryAt = async (latitude: number, longitude: number) => (await wordsAt({ latitude, longitude }))?.country_code;
    expect([await countryAt(23.7, -15.93), await countryAt(44.95, 34.1)]).toEqual(['EH', 'UA']);
    nameDisputed({ EH: 'MA', 'UA-43': 'RU' });
    expect([await countryAt(23.7, -15.93), await countryAt(44.95, 34.1)]).toEqual(['MA', 'RU']);
    nameDisputed({});
    expect(await countryAt(23.7, -15.93)).toBe('EH');
  });

  it('are read once, and no longer need the network', async () => {
    const fetched = vi.fn<typeof fetch>(fetchFile);
    vi.stubGlobal('fetch', fetched);
    await Promise.all([wordsAt(UTRECHT), wordsAt({ latitude: 51.5, longitude: -0.12 })]);
    expect(fetched).not.toHaveBeenCalled();
  });
});

it('the towns of a map tile come from the same gazetteer, whichever network there is', async () => {
  vi.stubGlobal('fetch', fetchFile);
  const around = await townsOfTile({ z: 8, x: 131, y: 84 });
  expect(new TextDecoder().decode(around!)).toContain('Utrecht');
  expect(await townsOfTile({ z: 8, x: 100, y: 100 })).toHaveLength(0);
});

describe('the gazetteer', () => {
  it('is read compressed, and as a server that declares the compression delivers it', async () => {
    const compressed = await loadGazetteer(fetchFile);
    const plain = await loadGazetteer(async () => new Response(gunzipSync(await readFile(FILE))));
    expect(plain.count).toBe(compressed.count);
    expect(plain.names).toEqual(compressed.names);
  });

  it('is not taken from an error page', async () => {
    await expect(loadGazetteer(() => Promise.resolve(new Response('gone', { status: 404 })))).rejects.toThrow('404');
  });
});
