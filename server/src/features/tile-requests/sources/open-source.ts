import { resolve } from 'node:path';
import type { Context } from '../../../http/context.ts';
import { publicUrl } from '../../../mail/outbox.ts';
import { addressSource } from './address-source.ts';
import { archiveSource, fileBytes, urlBytes } from './archive-source.ts';
import type { TileReader } from './reader.ts';
import type { StorableSource } from './storable.ts';

const BUILT_IN = resolve(import.meta.dirname, '../../../../../geography/files/base.pmtiles');

/** The archive of a map on this server; null for other maps. */
export function locateArchive({ setting }: StorableSource): string | null {
  if (setting === null) return BUILT_IN;
  return (setting.kind === 'pmtiles' && setting.file) || null;
}

/** Opens a map. Throws a `SourceFault` if it cannot be read. */
export function openSource(context: Context, { setting, max_zoom }: StorableSource): Promise<TileReader> {
  if (setting === null) return archiveSource(fileBytes(BUILT_IN));
  if (setting.kind === 'pmtiles') return archiveSource(setting.file === undefined ? urlBytes(setting.url!) : fileBytes(setting.file));
  const origin = publicUrl(context);
  const tiles = setting.tiles.map((address) => (address.startsWith('/') ? origin + address : address));
  const isVector = setting.kind === 'vector';
  return Promise.resolve(addressSource({ tiles, isVector, minZoom: setting.min_zoom, maxZoom: max_zoom, version: context.config.VERSION }));
}
