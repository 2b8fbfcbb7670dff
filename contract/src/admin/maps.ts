import { z } from 'zod/mini';
import { MapBox, TileSchema } from '../map-sources.ts';
import { route } from '../route.ts';
import { NumberText } from '../vocabulary.ts';

/** Size in bytes of one part of an upload. */
export const MAP_PART_BYTES = 8 * 1024 * 1024;

/** Why a file could not become a map. `params` are what a sentence about it names. */
export const MapFailure = z.object({
  code: z.enum([
    'not_a_map',
    'cut_off',
    'old_version',
    'unknown_layers',
    'unknown_tiles',
    'too_many_tiles',
    'empty',
    'no_tilemaker',
    'cutting_failed',
    'disk_full',
    'name_taken',
    'busy',
    'internal',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type MapFailure = z.infer<typeof MapFailure>;

/** A map that was added. */
export const AdminMap = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of the file that it was made of. */
  origin: z.string(),
  kind: z.enum(['vector', 'raster', 'terrain']),
  schema: z.nullable(TileSchema),
  attribution: z.string(),
  is_offline: z.boolean(),
  bytes: z.int(),
  min_zoom: z.int(),
  max_zoom: z.int(),
  box: MapBox,
  added_at: z.string(),
});
export type AdminMap = z.infer<typeof AdminMap>;

/** A file that is being made a map, one at a time. `share` is that of the step, from 0 to 1. */
const MapTask = z.object({ file: z.string(), step: z.enum(['checking', 'cutting', 'packing', 'copying']), share: z.number() });

export const AdminMaps = z.object({
  maps: z.array(AdminMap),
  /** What lies in the folder `maps/incoming` of the data folder and can be added. */
  files: z.array(z.object({ name: z.string(), bytes: z.int() })),
  task: z.nullable(MapTask),
  /** Why the last file did not become a map; null if it did. */
  failure: z.nullable(z.extend(MapFailure, { file: z.string() })),
  max_upload_bytes: z.int(),
  disk_free_bytes: z.int(),
});
export type AdminMaps = z.infer<typeof AdminMaps>;

/** A name without folders, of a file that can be a map. */
export const MapFileName = z.string().check(z.maxLength(120), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*\.(pbf|pmtiles|mbtiles)$/iu));

export const listMaps = route({
  method: 'GET',
  path: '/api/admin/maps',
  summary: 'As admin, the maps that were added, the files that can be, and what is being added',
  replies: { 200: z.object({ data: AdminMaps }) },
});

export const addMapFile = route({
  method: 'POST',
  path: '/api/admin/maps',
  summary: 'As admin, makes a file a map, or replaces the map of that name. The list says how far it is and whether it failed',
  body: z.object({
    file: MapFileName,
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
    /** Whether people may keep parts of it on their devices. */
    is_offline: z.boolean(),
    /** Whether the file is removed once it is a map. */
    is_moved: z.boolean(),
  }),
  replies: { 204: null },
});

export const removeAddedMap = route({
  method: 'DELETE',
  path: '/api/admin/maps/:id',
  summary: 'As admin, removes a map that was added; offline maps of it stay on the devices',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  replies: { 204: null },
});

export const putMapFilePart = route({
  method: 'PUT',
  path: '/api/admin/maps/files/:file/bytes',
  summary:
    'As admin, appends a part to the file of a map, at most 8 MiB. A part at another offset than its end is ignored; the answer has the right one. At offset 0, a file that was not whole begins anew',
  params: z.object({ file: MapFileName }),
  query: z.object({
    offset: z.pipe(NumberText, z.int().check(z.gte(0))),
    /** Of the whole file. */
    length: z.pipe(NumberText, z.int().check(z.gte(1))),
  }),
  bodyType: 'application/octet-stream',
  body: z.any(),
  replies: { 200: z.object({ data: z.object({ received: z.int() }) }) },
});

export const deleteMapFile = route({
  method: 'DELETE',
  path: '/api/admin/maps/files/:file',
  summary: 'As admin, deletes a file that could be added',
  params: z.object({ file: MapFileName }),
  replies: { 204: null },
});
