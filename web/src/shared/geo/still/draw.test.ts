// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapColours } from '../map/map-colours';
import type { Scene } from './draw';
import type { Packed } from './packed/packed';
import { Paper } from './testing/paper';

const file = (name: string) => readFileSync(resolve(import.meta.dirname, `../../../../../geography/files/${name}.pmtiles`));
const FILES = { base: file('base'), world: file('world') };
const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;
const UTRECHT = { kind: 'point', latitude: 52.09, longitude: 5.12 } as const;
const SIZE = { width: 440, height: 310 };

const realTimeout = setTimeout;

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

/** What becomes of requests for the archives: answered, refused, or never answered. */
type Mode = 'answer' | 'fail' | 'hang';

/** One page, with archives that can be changed. A service worker has the small one. */
async function page(modes: { base: Mode; world: Mode }) {
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const name = String(url).includes('base') ? 'base' : 'world';
    if (modes[name] === 'hang') return new Promise(() => undefined);
    if (modes[name] === 'fail') throw new TypeError('Failed to fetch');
    const range = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '');
    const bytes = range ? FILES[name].subarray(Number(range[1]), Number(range[2]) + 1) : FILES[name];
    return new Response(new Uint8Array(bytes), { status: range ? 206 : 200 });
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
  const { drawStill } = await import('./draw');
  return (canvas: HTMLCanvasElement, change: Partial<Scene> = {}, signal = new AbortController().signal) =>
    drawStill(canvas, SIZE, { shapes: [UTRECHT], maxZoom: 8, colours, scale: 1, language: 'en', countryName: String, ...change }, signal);
}

/** A canvas, and what it shows. */
function canvasWithPaper() {
  let paper = new Paper();
  const canvas = {
    width: 300,
    height: 150,
    getContext: () => {
      paper = Object.assign(new Paper(), { scale: () => undefined });
      return paper;
    },
  } as unknown as HTMLCanvasElement;
  return { canvas, shows: () => ({ markers: paper.arcs.length, names: paper.names.map(({ text }) => text) }) };
}

describe('the drawing of a small map', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('has its marker at once, and the map of the app while the server does not answer', async () => {
    const draw = await page({ base: 'hang', world: 'answer' });
    const { canvas, shows } = canvasWithPaper();
    const drawn = draw(canvas);
    expect(shows()).toEqual({ markers: 1, names: [] });
    await vi.advanceTimersByTimeAsync(300);
    // Reading takes real time, of which no more may pass for the drawing.
    while (shows().names.length === 0) await new Promise((resolve) => realTimeout(resolve, 5));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await drawn).toEqual({ hasGround: true, credit: null });
    // The next one does not wait for that server again.
    const next = canvasWithPaper();
    expect(await draw(next.canvas)).toEqual({ hasGround: true, credit: null });
  });

  it('has its marker where nothing can be read, and the map once it can', async () => {
    const modes: { base: Mode; world: Mode } = { base: 'fail', world: 'fail' };
    const draw = await page(modes);
    const { canvas, shows } = canvasWithPaper();
    expect(await draw(canvas)).toEqual({ hasGround: false, credit: null });
    expect(shows()).toEqual({ markers: 1, names: [] });
    modes.world = 'answer';
    expect(await draw(canvas)).toEqual({ hasGround: true, credit: null });
    expect(shows().names).not.toEqual([]);
  });

  it('is not spoiled by another one of the same place that was given up', async () => {
    const draw = await page({ base: 'answer', world: 'answer' });
    const stop = new AbortController();
    const first = draw(canvasWithPaper().canvas, {}, stop.signal);
    const { canvas, shows } = canvasWithPaper();
    const second = draw(canvas);
    // In the midst of its reading.
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(await second).toEqual({ hasGround: true, credit: null });
    expect(shows().names).toContain('Utrecht');
  });

  it('does not wait for the server where offline maps have all of it', async () => {
    const draw = await page({ base: 'hang', world: 'answer' });
    const { canvas, shows } = canvasWithPaper();
    const packed: Packed = { builtIn: [], isWhole: true, over: { paint: () => undefined, names: null, credit: 'Survey' } };
    expect(await draw(canvas, { packed: async () => packed })).toEqual({ hasGround: true, credit: 'Survey' });
    // The names are in its pictures.
    expect(shows()).toEqual({ markers: 1, names: [] });
  });

  it('goes on without offline maps that cannot be read', async () => {
    const draw = await page({ base: 'answer', world: 'answer' });
    const { canvas } = canvasWithPaper();
    expect(await draw(canvas, { packed: () => Promise.reject(new Error('database')) })).toEqual({ hasGround: true, credit: null });
    const hung = draw(canvas, { packed: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await hung).toEqual({ hasGround: true, credit: null });
  });
});
