import { z } from 'zod/mini';
import { route } from './route.ts';
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

/** What a map shows. */
const filter = z.object({
  /** With all taxa below it. */
  taxon_id: z.optional(TaxonIdText),
  group: z.optional(TaxonGroup),
  period: z.optional(Period),
  quality: z.optional(Quality),
  /** `1`: only records with a photo. */
  photos: z.optional(Flag),
  user_id: z.optional(Uuid),
  /** `1`: the caller's records at their true places, hidden ones included. */
  mine: z.optional(Flag),
});
export type MapFilter = z.infer<typeof filter>;

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
