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
}

/** What the operator offers, and what was chosen on this device. */
export const mapSources = createStore<State>(() => ({ settings: NONE, chosen: null, lost: null }));

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
  const { data: settings } = await api.call(getMapSources, {});
  // An equal answer changes nothing, or each map would be drawn again.
  if (JSON.stringify(settings) === JSON.stringify(stored.settings)) return;
  mapSources.setState({ settings });
  nameDisputed(settings.disputed.labels);
  await setting.update(database, (before) => ({ ...before, settings }));
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
  if (mapSources.getState().chosen === id) mapSources.setState({ lost: id });
}

/** Tries a lost source again, as after the network came back. */
export function retrySource(): void {
  mapSources.setState({ lost: null });
}

/** The chosen source; null for the built-in map, and for a source that the operator has removed. */
export function chosenSource({ settings, chosen }: Pick<State, 'settings' | 'chosen'>): MapSource | null {
  return settings.sources.find(({ id }) => id === chosen) ?? null;
}
