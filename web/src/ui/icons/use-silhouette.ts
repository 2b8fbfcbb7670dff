import type { TaxonGroup } from '@veld/contract/vocabulary';
import { useSyncExternalStore } from 'react';

type Find = typeof import('./find-silhouette').findSilhouette;

/** The families of genera that the app has met, by group and genus: what shows a taxon often has its name only. */
const families = new Map<string, string>();

interface Drawings {
  /** Null until the drawings are loaded, which the first screen does not wait for. */
  find: Find | null;
  families: ReadonlyMap<string, string>;
}

/** Another object after each change, so that components that remember what they drew draw it anew. */
let drawings: Drawings = { find: null, families };
let isAsked = false;
const watchers = new Set<() => void>();

function change(find: Find | null): void {
  drawings = { find, families };
  for (const watcher of watchers) watcher();
}

const keyOf = (group: string, name: string) => `${group} ${name.split(' ', 1)[0]}`;

interface Known {
  group: string;
  scientific_name: string;
  family: string | null;
}

/** Remembers the families of taxa for those that are shown by name. */
export function rememberFamilies(taxa: readonly Known[]): void {
  const before = families.size;
  for (const { group, scientific_name: name, family } of taxa) if (family !== null) families.set(keyOf(group, name), family);
  if (families.size > before) change(drawings.find);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  if (!isAsked) {
    isAsked = true;
    // After what the screen needs at once; without a connection, the icon of the group stays.
    setTimeout(() => {
      import('./find-silhouette').then(
        ({ findSilhouette }) => change(findSilhouette),
        () => (isAsked = false),
      );
    }, DRAWN_AFTER_MS);
  }
  return () => watchers.delete(onChange);
}

const DRAWN_AFTER_MS = 600;

/** The silhouette of a taxon by its scientific name; null without a name, for what has none, and until the drawings are loaded. */
export function useSilhouette(group: TaxonGroup, name: string | null | undefined, family: string | null = null): ReturnType<Find> {
  const { find, families: known } = useSyncExternalStore(watch, () => drawings);
  if (!name || !find) return null;
  return find(group, name, family ?? known.get(keyOf(group, name)) ?? null);
}
