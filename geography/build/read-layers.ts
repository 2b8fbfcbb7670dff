import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Feature, FeatureCollection } from 'geojson';
import type { Source } from './layers.ts';

/** Names of seas: a row of names for each sea, in the order of `languages`. */
export type SeaNames = ReadonlyMap<string, Record<string, string>>;

/** Reads gzipped GeoJSON layers from a folder, each once. Labels of seas get their names in all languages. */
export function layersFrom(folder: string): Source {
  const seas = readSeaNames(folder);
  const read = new Map<string, readonly Feature[]>();
  return (name) => {
    const known = read.get(name);
    if (known) return known;
    const { features } = JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.geojson.gz`))).toString()) as FeatureCollection;
    for (const feature of features) {
      const label = feature.properties?.name as string | undefined;
      if (label) feature.properties = { ...feature.properties, name: label.replaceAll(/\s+/g, ' ').trim() };
      if (name === 'seas_labels' && label) feature.properties = { ...feature.properties, ...seas.get(label) };
    }
    read.set(name, features);
    return features;
  };
}

export function readSeaNames(folder: string): SeaNames {
  const file = JSON.parse(readFileSync(join(folder, 'sea-names.json'), 'utf8')) as Record<string, string | string[]>;
  const languages = file._languages as string[];
  return new Map(
    Object.entries(file)
      .filter((entry): entry is [string, string[]] => !entry[0].startsWith('_'))
      .map(([name, row]) => [name, Object.fromEntries(row.map((word, i) => [languages[i]!, word]))]),
  );
}
