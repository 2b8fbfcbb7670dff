import { z } from 'zod/mini';
import { route } from './route.ts';

/** How vector tiles name their layers, so that Veld can draw them in its own colours. */
export const TileSchema = z.enum(['openmaptiles', 'protomaps', 'shortbread', 'veld']);
export type TileSchema = z.infer<typeof TileSchema>;

/** In degrees; `west` is less than `east`. */
export const MapBox = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });
export type MapBox = z.infer<typeof MapBox>;

/** Of a map that an administrator added: it is drawn with the built-in map, unless a person chooses another. */
const Joined = z.object({
  /** `map`: over the built-in map where it has tiles. `shading`: terrain tiles, drawn as light and shadow on any map. */
  as: z.enum(['map', 'shading']),
  /** How terrain tiles write heights. */
  encoding: z.nullable(z.enum(['terrarium', 'mapbox'])),
  /** Where it shows land, so that the built-in map can stop there. */
  coverage: z.array(MapBox),
});

const common = {
  /** Stays the same as long as the source keeps its name. */
  id: z.string(),
  name: z.string(),
  /** The credit, as plain text; with an address, a link. */
  attribution: z.nullable(z.string()),
  attribution_url: z.nullable(z.string()),
  /** The built-in map is shown below this zoom. */
  min_zoom: z.int(),
  /** Tiles of this zoom are enlarged for higher ones. Null: as the source itself says. */
  max_zoom: z.nullable(z.int()),
};

/** A base map that the operator offers besides the built-in one. Addresses are absolute, or begin with a slash for this server. */
export const MapSource = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('raster'), tiles: z.array(z.string()), tile_size: z.int() }),
  z.object({ ...common, kind: z.literal('vector'), tiles: z.array(z.string()), schema: TileSchema }),
  /** An archive that this server passes on by range. */
  z.object({
    ...common,
    kind: z.literal('pmtiles'),
    archive: z.string(),
    schema: TileSchema,
    /** Of pictures, in pixels; 512 where it is absent. */
    tile_size: z.optional(z.int()),
    /** Absent for a map that people choose. */
    joined: z.optional(Joined),
  }),
  /** A style of MapLibre. */
  z.object({ ...common, kind: z.literal('style'), url: z.string() }),
]);
export type MapSource = z.infer<typeof MapSource>;

/** What the operator decided about areas that more than one country claims. */
export const DisputedAreas = z.object({
  borders: z.enum(['dashed', 'hidden']),
  /** By the code of a label: the country that it names instead, or null for no label. */
  labels: z.record(z.string(), z.nullable(z.string())),
});
export type DisputedAreas = z.infer<typeof DisputedAreas>;

export const MapSettings = z.object({ sources: z.array(MapSource), disputed: DisputedAreas });
export type MapSettings = z.infer<typeof MapSettings>;

export const getMapSources = route({
  method: 'GET',
  path: '/api/map/sources',
  summary: 'The base maps that the operator offers besides the built-in one, and how disputed borders and countries are shown',
  replies: { 200: z.object({ data: MapSettings }) },
});

export const getMapArchive = route({
  method: 'GET',
  path: '/api/map/sources/:id/archive',
  summary: 'The PMTiles archive of a base map, whole or by a single range. Its ETag is strong; with the current one as `v` it is immutable',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  query: z.object({ v: z.optional(z.string().check(z.maxLength(100))) }),
  replies: { 200: z.any(), 206: z.any(), 416: null },
  replyType: 'application/vnd.pmtiles',
});
