import { z } from 'zod/mini';
import { route } from '../route.ts';
import { requiredText, Sha256, TAXON_GROUPS, TaxonGroup, TaxonId, Uuid } from '../vocabulary.ts';
import { TILE_AREA_KINDS, TileArea } from './area.ts';

/** `base`: the map. `records`: how many open records and species there are in each square. `species`: names and small pictures of the commonest ones. */
export const TILE_LAYERS = ['base', 'records', 'species'] as const;
export const TileLayer = z.enum(TILE_LAYERS);
export type TileLayer = z.infer<typeof TileLayer>;

/** The states of a request on the server; `ready` until its files are deleted. */
export const TILE_REQUEST_STATES = ['estimating', 'queued', 'building', 'ready', 'failed', 'expired'] as const;
export const TileRequestState = z.enum(TILE_REQUEST_STATES);
export type TileRequestState = z.infer<typeof TileRequestState>;

/**
 * Why a request failed. `too_large`: it does not fit in what the person may have. `source_gone`: the operator removed the map or no
 * longer lets it be stored. `source_unavailable`: its tiles could not be fetched. `cancelled`: an admin stopped it.
 */
export const TILE_REQUEST_REASONS = ['too_large', 'source_gone', 'source_unavailable', 'cancelled', 'internal'] as const;

/** Squares of records have tiles up to this zoom, which maps enlarge. */
export const RECORD_GRID_ZOOM = 9;
/** The most species with names and pictures. */
export const MAX_PACK_SPECIES = 500;

const Zoom = z.int().check(z.gte(0), z.lte(22));

/** The groups of which `records` and `species` are; null or absent for all records, also those without a species. */
const RecordGroups = z.optional(
  z.nullable(
    z.array(TaxonGroup).check(
      z.minLength(1, { error: 'required' }),
      z.maxLength(TAXON_GROUPS.length, { error: 'too_many' }),
      z.refine((groups) => new Set(groups).size === groups.length, { error: 'invalid' }),
    ),
  ),
);

const parts = {
  min_zoom: Zoom,
  max_zoom: Zoom,
  layers: z.array(TileLayer).check(z.minLength(1, { error: 'required' }), z.maxLength(TILE_LAYERS.length, { error: 'too_many' })),
  record_groups: RecordGroups,
  /** The id of a base map of the operator; null for the built-in one. */
  source_id: z.nullable(z.string().check(z.maxLength(40, { error: 'too_long' }))),
};

const spec = { area: TileArea, ...parts };

/** What an offline map is made of. */
export const TileSpec = z.strictObject(spec);
export type TileSpec = z.infer<typeof TileSpec>;

/** Devices fetch and check files in parts of this size; the last one is smaller. */
export const TILE_CHUNK_BYTES = 1_048_576;

/** An archive of tiles (`base` and `records`, PMTiles), or JSON (`species`). */
const TileFile = z.object({ layer: TileLayer, bytes: z.int(), sha256: Sha256 });
/** With the SHA-256 of each part. */
export const ChunkedFile = z.extend(TileFile, { chunks: z.array(Sha256) });
export type ChunkedFile = z.infer<typeof ChunkedFile>;

/** A species in the file of `species`, the commonest first. */
export const PackSpecies = z.object({
  id: TaxonId,
  /** In the language of the person who asked. */
  name: z.string(),
  scientific_name: z.string(),
  group: TaxonGroup,
  /** Open records in the area. */
  records: z.int(),
  /** 128 pixels, WebP in base64. */
  picture: z.nullable(z.object({ version: z.string(), image: z.string() })),
});
export type PackSpecies = z.infer<typeof PackSpecies>;

export const TileRequest = z.object({
  id: Uuid,
  name: z.string(),
  ...parts,
  area_kind: z.enum(TILE_AREA_KINDS),
  /** Around the area, in degrees. West is greater than east if it crosses the antimeridian. */
  box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  state: TileRequestState,
  reason: z.nullable(z.enum(TILE_REQUEST_REASONS)),
  /** How many requests are before this one, plus one; null unless it waits. */
  place_in_queue: z.nullable(z.int()),
  /** Null while it is estimated. */
  tiles: z.nullable(z.int()),
  done_tiles: z.int(),
  /** Bytes: an estimate until it is ready. */
  bytes: z.nullable(z.int()),
  /** Once it is ready. */
  files: z.array(TileFile),
  created_at: z.string(),
  ready_at: z.nullable(z.string()),
  /** When the server deletes the files. */
  expires_at: z.nullable(z.string()),
  /** Whether the map that it was made of has changed since, as far as the server knows. */
  is_outdated: z.boolean(),
});
export type TileRequest = z.infer<typeof TileRequest>;

/** With what a device needs to download it. */
export const TileRequestDetails = z.extend(TileRequest, { files: z.array(ChunkedFile) });
export type TileRequestDetails = z.infer<typeof TileRequestDetails>;

/** A base map of which offline maps are made. */
export const TileSource = z.object({
  /** Null for the built-in map. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  attribution: z.nullable(z.string()),
  max_zoom: z.int(),
  max_tiles: z.int(),
});
export type TileSource = z.infer<typeof TileSource>;

/** What the caller may request. */
export const TileOffer = z.object({
  /** The first one is chosen unless the person chooses another. */
  sources: z.array(TileSource),
  /** For all requests of the caller together. */
  max_bytes: z.int(),
  used_bytes: z.int(),
  /** How many requests the caller may make now, and how many there are in an hour. */
  requests_left: z.int(),
  requests_per_hour: z.int(),
});
export type TileOffer = z.infer<typeof TileOffer>;

export const listTileRequests = route({
  method: 'GET',
  path: '/api/tile-requests',
  summary: 'The offline maps that the caller has asked for, latest first, and what else may be asked for',
  replies: { 200: z.object({ data: z.array(TileRequest), offer: TileOffer }) },
});

const Params = z.object({ id: Uuid });

export const getTileRequest = route({
  method: 'GET',
  path: '/api/tile-requests/:id',
  summary: 'An offline map that the caller has asked for, with the checksums of its files',
  params: Params,
  replies: { 200: z.object({ data: TileRequestDetails }) },
});

export const putTileRequest = route({
  method: 'PUT',
  path: '/api/tile-requests/:id',
  summary: 'Ask for an offline map; the id is made on the device, and repeating the request changes nothing',
  params: Params,
  body: z.strictObject({ name: requiredText(80), ...spec }),
  replies: { 200: z.object({ data: TileRequest }) },
});

export const estimateTiles = route({
  method: 'POST',
  path: '/api/tile-requests/estimates',
  summary: 'How many tiles and bytes an offline map would have, from the sizes of some of its tiles',
  body: TileSpec,
  replies: {
    200: z.object({
      data: z.object({ tiles: z.int(), bytes: z.int(), by_layer: z.array(z.object({ layer: TileLayer, bytes: z.int() })) }),
    }),
  },
});

export const retryTileRequest = route({
  method: 'POST',
  path: '/api/tile-requests/:id/retry',
  summary: 'Ask again for an offline map that failed, expired or is outdated; another one stays as it is',
  params: Params,
  replies: { 200: z.object({ data: TileRequest }) },
});

export const getTileFile = route({
  method: 'GET',
  path: '/api/tile-requests/:id/files/:layer',
  summary: 'A file of an offline map that is ready, whole or by a single range. Its ETag is its SHA-256',
  params: z.object({ id: Uuid, layer: TileLayer }),
  headers: z.object({ range: z.optional(z.string().check(z.maxLength(100))), 'if-range': z.optional(z.string().check(z.maxLength(100))) }),
  replies: { 200: z.any(), 206: z.any(), 416: null },
  replyType: 'application/octet-stream',
});

// In a separate file, because the outbox needs it in the first load of the app.
export const deleteTileRequest = route({
  method: 'DELETE',
  path: '/api/tile-requests/:id',
  summary: 'Delete an offline map from the server, or stop building it; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});
