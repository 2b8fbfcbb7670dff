import { ChunkedFile, TaxonGroup, TILE_LAYERS, type TileRequest, type TileRequestDetails } from '@veld/contract';
import { z } from 'zod/mini';
import { deviceSetting, type SettingsDatabase, validElements } from '../device/device-setting';

/**
 * An offline map on this device. `asked`: the server builds it, then it is downloaded. `waiting` is downloaded by itself, also after a reload; `paused` until the person goes on. `full`: it
 * stopped because there is too little space. `damaged`: what arrived is not what the server has; `gone`: the server does not have it
 * any more. `stored`: it is whole, and each part was checked.
 */
const PACK_STATES = ['asked', 'waiting', 'paused', 'full', 'damaged', 'gone', 'stored'] as const;

const KeptPack = z.object({
  /** On this device. That of the request, unless it is a newer version of a map that is stored. */
  id: z.string(),
  request_id: z.optional(z.string()),
  name: z.string(),
  box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  min_zoom: z.int(),
  max_zoom: z.int(),
  layers: z.array(z.enum(TILE_LAYERS)),
  /** Of its records and species; null or absent for all. */
  record_groups: z.optional(z.nullable(z.array(TaxonGroup))),
  source_id: z.nullable(z.string()),
  files: z.array(ChunkedFile),
  state: z.enum(PACK_STATES),
  stored_bytes: z.int(),
  /** When it was built, on the server. */
  ready_at: z.nullable(z.string()),
  /** When the state began, in milliseconds since 1970. */
  at: z.number(),
});
export type KeptPack = z.infer<typeof KeptPack>;

const packs = deviceSetting('offline-maps', validElements(KeptPack));

/** The offline maps of a person on this device, the last begun first. Live queries observe it. */
export async function readPacks(database: SettingsDatabase): Promise<KeptPack[]> {
  return (await packs.read(database)).toReversed();
}

export async function findPack(database: SettingsDatabase, id: string): Promise<KeptPack | undefined> {
  return (await packs.read(database)).find((one) => one.id === id);
}

/** The id of the request that an offline map was made for. */
export function findRequestId({ id, request_id }: KeptPack): string {
  return request_id ?? id;
}

/**
 * The id under which a request is downloaded. A stored map stays in use until its newer version is complete, so the newer one gets another
 * id.
 */
export async function idForDownload(database: SettingsDatabase, requestId: string, at: number): Promise<string> {
  const versions = (await packs.read(database)).filter((one) => findRequestId(one) === requestId);
  const begun = versions.find(({ state }) => state !== 'stored');
  return begun?.id ?? (versions.length === 0 ? requestId : `${requestId}-${at}`);
}

/** Puts an offline map at the end of the queue: one that the server builds, or one whose files it has. */
export function putPack(
  database: SettingsDatabase,
  request: TileRequest | TileRequestDetails,
  at: number,
  id: string = request.id,
): Promise<void> {
  const { name, box, min_zoom, max_zoom, layers, record_groups = null, source_id, ready_at } = request;
  const files = request.files.flatMap((file) => ('chunks' in file ? [file] : []));
  const state = files.length > 0 ? 'waiting' : 'asked';
  const request_id = request.id;
  const parts = { name, box, min_zoom, max_zoom, layers, record_groups, source_id };
  const pack: KeptPack = { id, request_id, ...parts, files, ready_at, state, stored_bytes: 0, at };
  return packs.update(database, (all) => [...all.filter((one) => one.id !== id), pack]);
}

/** Changes an offline map, unless it was deleted meanwhile. */
export function changePack(database: SettingsDatabase, id: string, change: (pack: KeptPack) => KeptPack): Promise<void> {
  return packs.update(database, (all) => all.map((one) => (one.id === id ? change(one) : one)));
}

export function removePack(database: SettingsDatabase, id: string): Promise<void> {
  return packs.update(database, (all) => all.filter((one) => one.id !== id));
}

export function bytesOfPack({ files }: Pick<KeptPack, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
