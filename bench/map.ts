import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../server/src/db/open.ts';
import type { TileAddress } from '../server/src/features/map/grid.ts';
import { applyChanges } from '../server/src/features/map/pyramid.ts';
import { listTaxaBelow, type RecordFilter } from '../server/src/features/observations/filter/record-filter.ts';
import { publicTile } from '../server/src/features/map/tile.ts';
import { MAP_ENTRY } from '../server/src/features/observations/map-changes.ts';
import { shortly } from './api/plan.ts';
import { withPostGis } from './map/cluster.ts';
import { fillMap } from './map/fill.ts';
import { parseMapOptions } from './map/options.ts';
import { addGeometry, countOnEdges, indexGeometry, postGisTile } from './map/postgis.ts';
import { BANDS, drawTiles, type MakeTile, quantile, recordsIn, timeTile } from './map/tiles.ts';
import { timeWrites } from './map/writes.ts';
import { type Measure, median, report, round, sized } from './report.ts';

/**
 * Tiles of the map from Veld's counts and from PostGIS's `ST_AsMVT`, on the same rows, by turns. See docs/benchmarks/map.md.
 */
const MIN_FASTER = { '0 to 5': 20, '6 to 9': 3, '10 to 14': 1 } as const;
const MAX_WRITE_RATIO = 1.6;
const MAX_SLOWDOWN = 2;
/** Changes to apply at once: those of a busy minute, and as many as a server can save in one. */
const CHANGES = [sized(5000, 500), sized(20_000, 1000)] as const;
/** How far the number of records in a tile may differ, because the sides assign records on its edge differently. */
const TOLERANCE = 0.005;

const options = parseMapOptions(process.argv.slice(3));
const at = `${shortly(options.records)} records`;
const say = (line: string) => console.log(`bench  ${line}`);
const rows: Measure[] = [];

report('map', rows, await withPostGis(measure));

async function measure(db: Db, pool: pg.Pool): Promise<string[]> {
  const postgis = await addGeometry(pool);
  say(`Inserting ${options.records.toLocaleString('en')} records ...`);
  const began = performance.now();
  await fillMap(pool, db, options.records, options.seed);
  say(`... took ${round((performance.now() - began) / 1000, 0)} s`);
  await measureWrites(db, pool);
  await indexGeometry(pool);
  const tiles = await drawTiles(db, options.seed);
  const filters = await filtersOf(db);
  for (const [name, filter] of Object.entries(filters)) await measureTiles(db, tiles, name, filter);
  for (const changes of CHANGES) await measureApplying(db, tiles, changes);
  const { rows: found } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`);
  return [`PostgreSQL ${found[0]!.version}`, `PostGIS ${postgis}`];
}

async function measureWrites(db: Db, pool: pg.Pool): Promise<void> {
  say('Saving with and without counts ...');
  const times = await timeWrites(pool, db, options.seed);
  // Both sides go on with the same records.
  await pool.query('update observations set deleted_at = now() where geom is null and map_key is not null; delete from map_changes');
  for (const kind of ['insert', 'edit'] as const) {
    const [veld, other] = [median(times[kind].with), median(times[kind].without)];
    rows.push({
      measure: `${kind === 'insert' ? 'saving a new record' : 'editing a record'}: p50 ms`,
      at,
      against: 'without counts',
      veld: round(veld),
      other: round(other),
      ratio: round(veld / other),
      target: `at most ${MAX_WRITE_RATIO}`,
      holds: veld / other <= MAX_WRITE_RATIO,
    });
  }
}

/** No filter, the taxon with the most children, and a common and a rare species. Both sides are given the ids of the taxa. */
async function filtersOf(db: Db): Promise<Record<string, RecordFilter>> {
  const { rows: species } = await sql<{ taxon_id: number }>`
    select taxon_id from observations where taxon_id is not null group by 1 order by count(*) desc, 1`.execute(db);
  const { rows: classes } = await sql<{ id: number }>`
    select parent.id from taxa parent join taxa child on child.parent_id = parent.id
    group by parent.id order by count(*) desc, parent.id limit 1`.execute(db);
  return {
    'no filter': {},
    'higher taxon': { taxonIds: await listTaxaBelow(db, classes[0]!.id) },
    'common species': { taxonIds: [species[0]!.taxon_id] },
    'rare species': { taxonIds: [species.at(-1)!.taxon_id] },
  };
}

async function measureTiles(db: Db, tiles: readonly TileAddress[], name: string, filter: RecordFilter): Promise<void> {
  const veld: MakeTile = (tile) => publicTile({ readDb: db }, tile, filter);
  const postgis: MakeTile = (tile) => postGisTile(db, tile, filter.taxonIds);
  for (const band of BANDS) {
    say(`Tiles of zoom ${band.name}, ${name} ...`);
    const ms: { veld: number[]; postgis: number[] } = { veld: [], postgis: [] };
    const some = tiles.filter(({ z }) => (band.zooms as readonly number[]).includes(z));
    for (const tile of some) {
      await compare(db, tile, recordsIn(await veld(tile)), recordsIn(await postgis(tile)));
      for (let count = 0; count < options.rounds; count++) {
        const turns = [
          () => timeTile(veld, tile).then((time) => ms.veld.push(time)),
          () => timeTile(postgis, tile).then((time) => ms.postgis.push(time)),
        ];
        for (const turn of count % 2 === 0 ? turns : turns.toReversed()) await turn();
      }
    }
    const minFaster = name === 'no filter' ? MIN_FASTER[band.name] : 1;
    for (const [percentile, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const) {
      const [one, other] = [quantile(ms.veld, share), quantile(ms.postgis, share)];
      const hasTarget = percentile === 'p95';
      rows.push({
        measure: `tiles of zoom ${band.name}, ${name}: ${percentile} ms`,
        at: `${at}, ${some.length} tiles`,
        against: 'ST_AsMVT',
        veld: round(one),
        other: round(other),
        ratio: round(other / one),
        target: hasTarget ? `at least ${minFaster} times faster` : '',
        holds: !hasTarget || other / one >= minFaster,
      });
    }
  }
}

/** Both sides must show the same records. PostGIS finds what lies exactly on an edge in both tiles. */
async function compare(db: Db, tile: TileAddress, veld: number, postgis: number): Promise<void> {
  const difference = Math.abs(veld - postgis);
  if (difference <= Math.max(2, veld * TOLERANCE) || difference <= (await countOnEdges(db, tile))) return;
  throw new Error(`Tile ${tile.z}/${tile.x}/${tile.y} has ${veld} records in Veld and ${postgis} in PostGIS`);
}

/** Times tiles at rest and while changes are applied, by turns. The tile that slows down most counts. */
async function measureApplying(db: Db, tiles: readonly TileAddress[], changes: number): Promise<void> {
  say(`Tiles while ${changes.toLocaleString('en')} changes are applied ...`);
  const some = tiles.filter((tile, index) => tile.z <= 11 && tiles.findIndex(({ z }) => z === tile.z) === index);
  const rest = some.map((): number[] => []);
  const busy = some.map((): number[] => []);
  const make: MakeTile = (tile) => publicTile({ readDb: db }, tile, {});
  for (let pass = 0; pass < 2 * options.rounds; pass++) {
    for (const [index, tile] of some.entries()) rest[index]!.push(await timeTile(make, tile));
    await sql`insert into map_changes (map_key, is_obscured, shown_on, records)
      select ${MAP_ENTRY}, ${sql.lit(pass % 2 === 0 ? 1 : -1)} from observations o where o.map_key is not null order by o.id limit ${sql.lit(changes)}`.execute(
      db,
    );
    let isApplying = true;
    const applied = applyChanges({ db }).finally(() => (isApplying = false));
    for (let turn = 0; isApplying; turn++) {
      const index = (turn + pass) % some.length;
      const time = await timeTile(make, some[index]!);
      if (isApplying) busy[index]!.push(time);
    }
    await applied;
  }
  const slowed = some.flatMap((tile, index) =>
    busy[index]!.length > 0 ? [{ tile, rest: median(rest[index]!), busy: median(busy[index]!) }] : [],
  );
  const worst = slowed.toSorted((a, b) => b.busy / b.rest - a.busy / a.rest)[0]!;
  rows.push({
    measure: `tile ${worst.tile.z}/${worst.tile.x}/${worst.tile.y} while changes are applied, the slowest of ${slowed.length}: p50 ms`,
    at: `${at}, ${shortly(changes)} changes`,
    against: 'at rest',
    veld: round(worst.busy),
    other: round(worst.rest),
    ratio: round(worst.busy / worst.rest),
    target: changes === CHANGES[0] ? `at most ${MAX_SLOWDOWN}` : '',
    holds: changes !== CHANGES[0] || worst.busy / worst.rest <= MAX_SLOWDOWN,
  });
}
