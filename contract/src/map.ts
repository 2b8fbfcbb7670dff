import { z } from 'zod/mini';
import { ListedObservation } from './observations.ts';
import { recordFilter } from './explore/record-filter.ts';
import { route } from './route.ts';
import { TaxonSummary } from './taxa.ts';
import { NumberText, Uuid } from './vocabulary.ts';

/** Number of cells along each side of a tile. */
export const TILE_CELLS = 64;
/** The highest zoom of a tile; its cells are one step of `map_key` wide. */
export const MAX_TILE_ZOOM = 20;
/** From this zoom on, a tile shows single records as points. */
export const POINT_ZOOM = 12;
/** From this zoom on, the cells of a tile are smaller than those of the obscuring grid, so obscured records are drawn as cells of that grid. */
export const OBSCURED_ZOOM = 7;

const Axis = z.pipe(NumberText, z.int().check(z.gte(0), z.lt(2 ** MAX_TILE_ZOOM)));
const Flag = z.enum(['0', '1']);

const tileQuery = z.extend(recordFilter, {
  /** `1`: the caller's own records at their true places, including hidden ones. */
  mine: z.optional(Flag),
  layer: z.optional(z.enum(['records', 'effort'])),
});

export const getMapTile = route({
  method: 'GET',
  path: '/api/map/tiles/:z/:x/:y',
  summary:
    'A Mapbox vector tile of found records in Web Mercator: `cells` (64 by 64, with `records` and `level`), from zoom 12 on `points` (with `id`, `taxon_id` and `group`), and from zoom 7 on `obscured`, the grid cells of records that hide their place. A tile with too many points has cells. With `layer=effort` it has only the layer `effort`: cells with `person_days`, the number of different days on which each person recorded something there, absences included, counted from open records whose day is known',
  params: z.object({
    z: z.pipe(NumberText, z.int().check(z.gte(0), z.lte(MAX_TILE_ZOOM))),
    x: Axis,
    y: Axis,
  }),
  query: tileQuery,
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

/** A number of records or species. `is_minimum`: the limit was reached, and there may be more. */
const Total = z.object({ count: z.int(), is_minimum: z.boolean() });

/** How many species, records and people are listed for an area. */
export const MAX_AREA_SPECIES = 50;
export const MAX_AREA_RECORDS = 10;
export const MAX_AREA_PEOPLE = 5;

const totals = z.object({ records: Total, species: Total });

/** Figures for an area. If the limit was reached, they cover only the records counted. */
const areaContent = z.object({
  /** The species with the most records. */
  taxa: z.array(z.object({ taxon: TaxonSummary, records: z.int() })).check(z.maxLength(MAX_AREA_SPECIES)),
  /** Number of records in each month, January to December; only those whose month is known. */
  months: z.array(z.int()).check(z.length(12)),
  /** How many people recorded there, and those with the most records who are listed in the community, or are the caller. */
  people: z.object({
    count: z.int(),
    named: z.array(z.object({ id: Uuid, name: z.string(), records: z.int() })).check(z.maxLength(MAX_AREA_PEOPLE)),
  }),
  /** The records received most recently. */
  latest: z.array(ListedObservation).check(z.maxLength(MAX_AREA_RECORDS)),
});
export type AreaContent = z.infer<typeof areaContent>;

export const getMapSummary = route({
  method: 'GET',
  path: '/api/map/summary',
  summary:
    'The number of found records and species in a bounding box; with `content=1` also the species, months and latest records. An obscured record counts if the centre of its grid cell lies in the box. The box is extended to whole cells, each about a thirtieth of its size',
  query: z.extend(recordFilter, { ...box.shape, content: z.optional(Flag) }),
  replies: { 200: z.object({ data: z.extend(totals, { content: z.nullable(areaContent) }) }) },
});

export const getMapCell = route({
  method: 'GET',
  path: '/api/map/cells/:level/:cell',
  summary:
    'The content of a cell of a tile: the species with the most records, the number of records in each month, and the records received most recently. With `obscured=1`, the cell is one of the obscuring grid',
  params: z.object({
    level: z.pipe(NumberText, z.int().check(z.gte(0), z.lte(26))),
    cell: z.pipe(NumberText, z.int().check(z.gte(0), z.lt(4 ** 26))),
  }),
  query: z.extend(recordFilter, { obscured: z.optional(Flag) }),
  replies: {
    /** `box`: that of the cell, as filters of records read it. */
    200: z.object({ data: z.extend(totals, { ...areaContent.shape, box: z.string() }) }),
  },
});
