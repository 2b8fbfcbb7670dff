import { z } from 'zod/mini';
import { ListedObservation } from './observations.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { NumberText, Period, Quality, TaxonGroup, TaxonIdText, Uuid } from './vocabulary.ts';

/** The side of a tile in cells. */
export const TILE_CELLS = 64;
/** The highest zoom of a tile: its cells are as small as the steps of `map_key`. */
export const MAX_TILE_ZOOM = 20;
/** From this zoom on, a tile has points. */
export const POINT_ZOOM = 12;
/** From this zoom on, obscured records are cells of the obscuring grid, because those of a tile are smaller. */
export const OBSCURED_ZOOM = 7;

const Axis = z.pipe(NumberText, z.int().check(z.gte(0), z.lt(2 ** MAX_TILE_ZOOM)));
const Flag = z.enum(['0', '1']);

/** What a map shows of everyone's records. */
const publicFilter = z.object({
  /** With all taxa below it. */
  taxon_id: z.optional(TaxonIdText),
  group: z.optional(TaxonGroup),
  period: z.optional(Period),
  quality: z.optional(Quality),
  /** `1`: only records with a photo. */
  photos: z.optional(Flag),
  user_id: z.optional(Uuid),
});
const filter = z.extend(publicFilter, {
  /** `1`: the caller's records at their true places, hidden ones included. */
  mine: z.optional(Flag),
});
export type MapFilter = z.infer<typeof filter>;
export type PublicMapFilter = z.infer<typeof publicFilter>;

export const getMapTile = route({
  method: 'GET',
  path: '/api/map/tiles/:z/:x/:y',
  summary:
    'A Mapbox vector tile of found records in Web Mercator: `cells` (64 by 64, with `records` and `level`), from zoom 12 on `points` (with `id`, `taxon_id` and `group`), and from zoom 7 on `obscured`, the grid cells of records that hide their place. A tile with too many points has cells',
  params: z.object({
    z: z.pipe(NumberText, z.int().check(z.gte(0), z.lte(MAX_TILE_ZOOM))),
    x: Axis,
    y: Axis,
  }),
  query: filter,
  replies: { 200: z.any() },
  replyType: 'application/vnd.mapbox-vector-tile',
});

/** A bounding box in degrees (WGS 84). West is greater than east if it crosses the antimeridian. */
const box = z.object({
  west: z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180))),
  south: z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90))),
  east: z.pipe(NumberText, z.number().check(z.gte(-180), z.lte(180))),
  north: z.pipe(NumberText, z.number().check(z.gte(-90), z.lte(90))),
});

/** A number of records or species; `is_minimum` if there may be more, because counting stopped. */
const Total = z.object({ count: z.int(), is_minimum: z.boolean() });

/** How many species and records of a part of the map are listed. */
export const MAX_AREA_SPECIES = 50;
export const MAX_AREA_RECORDS = 10;

const totals = z.object({ records: Total, species: Total });

/** What a part of the map has. If counting stopped, it is of the records that were counted. */
const areaContent = z.object({
  /** The species with the most records. */
  taxa: z.array(z.object({ taxon: TaxonSummary, records: z.int() })).check(z.maxLength(MAX_AREA_SPECIES)),
  /** Records of January to December whose month is known. */
  months: z.array(z.int()).check(z.length(12)),
  /** The records received last. */
  latest: z.array(ListedObservation).check(z.maxLength(MAX_AREA_RECORDS)),
});
export type AreaContent = z.infer<typeof areaContent>;

export const getMapSummary = route({
  method: 'GET',
  path: '/api/map/summary',
  summary:
    'How many found records and species a bounding box has, and with `content=1` what they are. Obscured records count if the centre of their grid cell lies in it. The box grows to whole cells of about a thirtieth of its size',
  query: z.extend(publicFilter, { ...box.shape, content: z.optional(Flag) }),
  replies: { 200: z.object({ data: z.extend(totals, { content: z.nullable(areaContent) }) }) },
});

export const getMapCell = route({
  method: 'GET',
  path: '/api/map/cells/:level/:cell',
  summary:
    'What a cell of a tile has: its species with the most records, the records of each month, and the records received last. With `obscured=1` the cell is one of the obscuring grid',
  params: z.object({
    level: z.pipe(NumberText, z.int().check(z.gte(0), z.lte(26))),
    cell: z.pipe(NumberText, z.int().check(z.gte(0), z.lt(4 ** 26))),
  }),
  query: z.extend(publicFilter, { obscured: z.optional(Flag) }),
  replies: {
    200: z.object({ data: z.extend(totals, areaContent.shape) }),
  },
});
