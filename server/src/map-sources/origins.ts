import type { MapSourceSetting } from './setting.ts';

/** The origins from which browsers read the sources. Archives are passed on by the server, so they add none. */
export function listOrigins(sources: readonly MapSourceSetting[]): string[] {
  const addresses = sources.flatMap((source) => {
    switch (source.kind) {
      case 'raster':
      case 'vector':
        return source.tiles;
      case 'style':
        return [source.url, ...source.origins];
      case 'pmtiles':
        return [];
    }
  });
  return [...new Set(addresses.filter((address) => !address.startsWith('/')).map((address) => new URL(address).origin))];
}
