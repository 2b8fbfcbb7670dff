import { OBSCURED_ZOOM, POINT_ZOOM, TILE_CELLS } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { IS_ABSENCE } from '../../server/src/db/conditions.ts';
import type { Db } from '../../server/src/db/open.ts';
import { IS_LISTED } from '../../server/src/db/visibility.ts';
import type { TileAddress } from '../../server/src/features/map/grid.ts';

/** The taxa to show; without them all. */
type TaxonIds = readonly number[] | undefined;

/** As in Veld. */
const MAX_POINTS = 2000;
/** Half of a cell of the obscuring grid in metres, about. */
const HALF_CELL = 5600;
/** The side of the world in Web Mercator, in metres. */
const WORLD = 2 * 20_037_508.342_789_244;

/** Adds the geometry of the public place, before the records are inserted. */
export async function addGeometry(pool: pg.Pool): Promise<string> {
  await pool.query(`
    create extension postgis;
    create extension btree_gist;
    alter table observations add column geom geometry(Point, 3857)`);
  const { rows } = await pool.query<{ version: string }>('select postgis_lib_version() as version');
  return rows[0]!.version;
}

/** The indexes that PostGIS reads, the same two that Veld has on `map_key`. */
export async function indexGeometry(pool: pg.Pool): Promise<void> {
  await pool.query(`
    set maintenance_work_mem = '512MB';
    create index observations_geom on observations using gist (geom) where deleted_at is null and geom is not null;
    create index observations_taxon_geom on observations using gist (taxon_id, geom) where deleted_at is null and geom is not null`);
  await pool.query('vacuum analyze observations');
}

/** The tile as `ST_AsMVT` writes it, with the same layers and by the same rules as Veld's. */
export async function postGisTile(db: Db, tile: TileAddress, taxonIds: TaxonIds): Promise<Uint8Array> {
  const obscured = tile.z >= OBSCURED_ZOOM ? obscuredOf(tile, taxonIds) : sql`''::bytea`;
  if (tile.z >= POINT_ZOOM) {
    const points = await read(db, pointsOf(tile, taxonIds), obscured);
    if (points.records <= MAX_POINTS) return points.tile;
  }
  return (await read(db, cellsOf(tile, taxonIds), obscured)).tile;
}

async function read(db: Db, layer: RawBuilder<unknown>, obscured: RawBuilder<unknown>): Promise<{ records: number; tile: Buffer }> {
  const { rows } = await sql<{ records: number; tile: Buffer }>`
    select records, layer.tile || ${obscured} as tile from (${layer}) layer`.execute(db);
  return rows[0]!;
}

const envelopeOf = ({ z, x, y }: TileAddress) => sql`ST_TileEnvelope(${z}::integer, ${x}::integer, ${y}::integer)`;

const found = (taxonIds: TaxonIds, where: RawBuilder<unknown>) => sql`
  from observations o join users u on u.id = o.user_id
  where o.geom is not null and ${where} and ${IS_LISTED} and not ${IS_ABSENCE}
    ${taxonIds ? sql`and o.taxon_id = any(${[...taxonIds]}::integer[])` : sql``}`;

/** The records within a centimetre of the edges of a tile: many, if an edge runs through the centre of an obscured cell. */
export async function countOnEdges(db: Db, tile: TileAddress): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::integer as records from observations o
    where o.deleted_at is null and ST_DWithin(o.geom, ST_Boundary(${envelopeOf(tile)}), 0.01)`.execute(db);
  return rows[0]!.records;
}

/** Counts by square, which is faster than `ST_SnapToGrid` or a join with `ST_SquareGrid`. */
function cellsOf(tile: TileAddress, taxonIds: TaxonIds): RawBuilder<unknown> {
  const envelope = envelopeOf(tile);
  const open = tile.z >= OBSCURED_ZOOM ? sql`and o.geoprivacy = 'open'` : sql``;
  const side = WORLD / 2 ** tile.z / TILE_CELLS;
  const [west, north] = [tile.x * TILE_CELLS * side - WORLD / 2, WORLD / 2 - tile.y * TILE_CELLS * side];
  const [left, top, step] = [sql`${west}::float8`, sql`${north}::float8`, sql`${side}::float8`];
  return sql`select count(*)::integer as records, coalesce(ST_AsMVT(cells, 'cells', 4096, 'geom'), '') as tile from (
    select records, ST_AsMVTGeom(
        ST_MakeEnvelope(${left} + x * ${step}, ${top} - (y + 1) * ${step}, ${left} + (x + 1) * ${step}, ${top} - y * ${step}, 3857),
        ${envelope}, 4096, 64
      ) as geom
    from (
      select floor((ST_X(o.geom) - ${left}) / ${step})::integer as x, floor((${top} - ST_Y(o.geom)) / ${step})::integer as y,
        count(*)::integer as records
      ${found(taxonIds, sql`o.geom && ${envelope} ${open}`)} group by 1, 2
    ) counts
  ) cells`;
}

function pointsOf(tile: TileAddress, taxonIds: TaxonIds): RawBuilder<unknown> {
  const envelope = envelopeOf(tile);
  return sql`select count(*)::integer as records, coalesce(ST_AsMVT(points, 'points', 4096, 'geom'), '') as tile from (
    select ST_AsMVTGeom(p.geom, ${envelope}, 4096, 0) as geom, p.id::text, p.taxon_id, t.taxon_group as group
    from (
      select o.geom, o.id, o.taxon_id ${found(taxonIds, sql`o.geom && ${envelope} and o.geoprivacy = 'open'`)} limit ${sql.lit(MAX_POINTS + 1)}
    ) p left join taxa t on t.id = p.taxon_id
  ) points`;
}

function obscuredOf(tile: TileAddress, taxonIds: TaxonIds): RawBuilder<unknown> {
  const envelope = envelopeOf(tile);
  const reach = sql.lit(HALF_CELL);
  return sql`(select coalesce(ST_AsMVT(cells, 'obscured', 4096, 'geom'), '') from (
    select ST_AsMVTGeom(ST_Expand(geom, ${reach} / cos(radians(ST_Y(ST_Transform(geom, 4326))))), ${envelope}, 4096, 64) as geom, records
    from (
      select o.geom, count(*)::integer as records
      ${found(taxonIds, sql`o.geom && ST_Expand(${envelope}, 2 * ${reach}) and o.geoprivacy = 'obscured'`)} group by 1
    ) counts
  ) cells)`;
}
