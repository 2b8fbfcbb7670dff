import { getMapSources, MapSettings, type MapSource } from '@veld/contract';
import { z } from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { api, database } from '../../../../local/app/veld';
import { nameDisputed } from '../../../../local/places/words-at';
import { deviceSetting } from '../../../../local/device/device-setting';

const NONE: MapSettings = { sources: [], disputed: { borders: 'dashed', labels: {} } };
const Stored = z.object({ settings: MapSettings, chosen: z.nullable(z.string()) });
type Stored = z.infer<typeof Stored>;

const setting = deviceSetting('map_sources', z.catch(Stored, { settings: NONE, chosen: null }));

interface State extends Stored {
  /** The source that could not be read; the built-in map is shown instead until it is chosen again. */
  lost: string | null;
  /** Joined maps that cannot be read for now, as without a connection. */
  unreachable: readonly string[];
}

/** A map that is drawn with the built-in one, without being chosen. */
export type JoinedSource = MapSource & { kind: 'pmtiles' } & { joined: object };

const isJoined = (source: MapSource): source is JoinedSource => source.kind === 'pmtiles' && source.joined !== undefined;

/** What the operator offers, and what was chosen on this device. */
export const mapSources = createStore<State>(() => ({ settings: NONE, chosen: null, lost: null, unreachable: [] }));

let loading: Promise<void> | null = null;

/** Reads what is stored on the device, then asks the server once per page. Without an answer, what is stored stays. */
export function loadMapSources(): Promise<void> {
  loading ??= load().catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  const stored = await setting.read(database);
  nameDisputed(stored.settings.disputed.labels);
  mapSources.setState(stored);
  askedAt = Date.now();
  await ask();
}

async function ask(): Promise<void> {
  const { data: settings } = await api.call(getMapSources, {});
  // The server answers again.
  if (mapSources.getState().unreachable.length > 0) mapSources.setState({ unreachable: [] });
  // An equal answer changes nothing, or each map would be drawn again.
  if (JSON.stringify(settings) === JSON.stringify(mapSources.getState().settings)) return;
  mapSources.setState({ settings });
  nameDisputed(settings.disputed.labels);
  await setting.update(database, (before) => ({ ...before, settings }));
}

/** So long an answer about the maps is good enough for a page that is looked at again. */
const FRESH_MS = 60_000;
let askedAt = 0;

/** Asks the server for its maps again: one was replaced, or the page is looked at after a while. Without an answer, nothing changes. */
export async function refreshMapSources(now = Date.now(), isSure = false): Promise<void> {
  if (!isSure && now - askedAt < FRESH_MS) return;
  askedAt = now;
  await ask().catch(() => undefined);
}

/** What the operator offers, as last known on this device. */
export async function knownSources(): Promise<readonly MapSource[]> {
  const { settings } = mapSources.getState();
  return settings === NONE ? (await setting.read(database)).settings.sources : settings.sources;
}

/** Null chooses the built-in map. A lost source is tried again. */
export function chooseSource(chosen: string | null): void {
  mapSources.setState({ chosen, lost: null });
  setting.update(database, (before) => ({ ...before, chosen })).catch((error: unknown) => console.error('Choice of map', error));
}

export function loseSource(id: string): void {
  const { chosen, settings, unreachable } = mapSources.getState();
  if (chosen === id) mapSources.setState({ lost: id });
  else if (!unreachable.includes(id) && settings.sources.some((source) => source.id === id && isJoined(source)))
    mapSources.setState({ unreachable: [...unreachable, id] });
}

/** Tries a lost source again, as after the network came back. */
export function retrySource(): void {
  mapSources.setState({ lost: null, unreachable: [] });
}

/** The maps that people choose among. */
export function choosableSources({ sources }: MapSettings): MapSource[] {
  return sources.filter((source) => !isJoined(source));
}

/** The maps that are drawn with the built-in one. */
export function joinedSources({ sources }: MapSettings): JoinedSource[] {
  return sources.filter(isJoined);
}

/** The chosen source; null for the built-in map, and for a source that the operator has removed. */
export function chosenSource({ settings, chosen }: Pick<State, 'settings' | 'chosen'>): MapSource | null {
  return choosableSources(settings).find(({ id }) => id === chosen) ?? null;
}
