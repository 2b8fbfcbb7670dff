import { MAX_EXPLORED } from '@veld/contract';
import { pointAt, type Position } from '@veld/geometry';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { IS_ABSENCE, OBSERVED } from '../server/src/db/conditions.ts';
import type { Db } from '../server/src/db/open.ts';
import { isListedFor } from '../server/src/db/visibility.ts';
import {
  countExplored,
  countExploredMonths,
  listExploredByName,
  listExploredIdentifiers,
  listExploredPeople,
  listExploredSpecies,
} from '../server/src/features/explore/store.ts';
import { listTaxaBelow, type RecordFilter } from '../server/src/features/observations/filter/record-filter.ts';
import { selectFirsts } from '../server/src/features/observations/filter/resolve-filter.ts';
import { listObservations } from '../server/src/features/observations/store.ts';
import { upsertPublicPlace } from '../server/src/features/geo/public-places.ts';
import { Fault } from '../server/src/http/fault.ts';
import { inTransaction } from '../server/src/db/transaction.ts';
import { shortly } from './api/plan.ts';
import { withPostGis } from './map/cluster.ts';
import { fillMap } from './map/fill.ts';
import { parseMapOptions } from './map/options.ts';
import { addGeometry, indexGeometry } from './map/postgis.ts';
import { quantile } from './map/tiles.ts';
import { type Measure, report, round, seedRandom, sized } from './report.ts';

/**
 * Pages of Explore by filter, and its figures, against PostGIS on the same rows, by turns. See docs/benchmarks/explore.md.
 */
const FIRST_PAGE_MS = 150;
const PAGE = 30;
const CALLER = '00000000-0000-4000-a000-000000000000';
const PLACE = '00000000-0000-4000-b000-000000000000';
const PLACE_CORNERS = 3000;
const PLACE_M = 60_000;
/** PostGIS has no further turn once it took as long as this. */
const MOST_OTHER_MS = 10_000;
const hasPlainPhoto = sql`exists (select 1 from observation_media p where p.observation_id = o.id)`;

const options = parseMapOptions(process.argv.slice(3));
const at = `${shortly(options.records)} records`;
const say = (line: string) => console.log(`bench  ${line}`);
const rows: Measure[] = [];

/** The views to measure; without the option all of them. */
const views = process.argv.includes('--views') ? process.argv[process.argv.indexOf('--views') + 1]?.split(',') : undefined;

/** A filter, and what PostgreSQL with PostGIS is asked instead of it. */
interface Selection {
  filter: RecordFilter;
  /** Whether only the first of each species in its year is asked for, which is looked up before each page. */
  isFirst?: boolean;
  plain: RawBuilder<unknown>;
}

report('explore', rows, await withPostGis(measure, options.keep));

async function measure(db: Db, pool: pg.Pool, isThere: boolean): Promise<string[]> {
  if (!isThere) {
    await addGeometry(pool);
    say(`Inserting ${options.records.toLocaleString('en')} records ...`);
    await fillMap(pool, db, options.records, options.seed);
    await indexGeometry(pool);
  }
  const asked = process.argv.slice(3).includes('--filter') ? process.argv[process.argv.indexOf('--filter') + 1] : undefined;
  for (const [name, selection] of Object.entries(await selectionsOf(db)))
    if (asked === undefined || asked.split(',').some((part) => name.includes(part))) await measureSelection(db, name, selection);
  const { rows: found } = await pool.query<{ version: string; postgis: string }>(
    `select current_setting('server_version') as version, postgis_lib_version() as postgis`,
  );
  return [`PostgreSQL ${found[0]?.version ?? ''}`, `PostGIS ${found[0]?.postgis ?? ''}`];
}

async function selectionsOf(db: Db): Promise<Record<string, Selection>> {
  const { rows: species } = await sql<{ taxon_id: number }>`
    select taxon_id from observations where taxon_id is not null group by 1 order by count(*) desc, 1`.execute(db);
  const { rows: classes } = await sql<{ id: number; name: string }>`
    select parent.id, parent.scientific_name as name from taxa parent join taxa child on child.parent_id = parent.id
    group by parent.id order by count(*) desc, parent.id limit 1`.execute(db);
  const { rows: groups } = await sql<{ taxon_group: RecordFilter['group'] }>`
    select t.taxon_group from observations o join taxa t on t.id = o.taxon_id group by 1 order by count(*) limit 1`.execute(db);
  const { rows: points } = await sql<{ x: number; y: number }>`
    select public_longitude as x, public_latitude as y from observations where geoprivacy = 'open' order by id limit 1`.execute(db);
  const [common, rare, parent, group, point] = [species[0], species.at(-1), classes[0], groups[0]?.taxon_group, points[0]];
  if (!common || !rare || !parent || !group || !point) throw new Error('There are no records');
  const below = await listTaxaBelow(db, parent.id);
  const box = { west: point.x - 0.5, south: point.y - 0.5, east: point.x + 0.5, north: point.y + 0.5 };
  const envelope = sql`ST_Transform(ST_MakeEnvelope(${box.west}, ${box.south}, ${box.east}, ${box.north}, 4326), 3857)`;
  const days = { from: '2024-06-01', to: '2024-06-30' };
  const inDays = sql`o.observed_from >= ${days.from}::date and o.observed_to <= ${days.to}::date and o.geoprivacy = 'open'`;
  const inYear = sql`o.observed_from >= '2024-01-01' and o.observed_to <= '2024-12-31'`;
  const place = await addPlace(db, point);
  return {
    'no filter': { filter: {}, plain: sql`true` },
    'a common species': { filter: { taxonIds: [common.taxon_id] }, plain: sql`o.taxon_id = ${common.taxon_id}` },
    'a rare species': { filter: { taxonIds: [rare.taxon_id] }, plain: sql`o.taxon_id = ${rare.taxon_id}` },
    'a higher taxon': { filter: { taxonIds: below }, plain: sql`o.taxon_id = any(${below}::integer[])` },
    'a rare group': {
      filter: { group },
      plain: sql`exists (select 1 from taxa g where g.id = o.taxon_id and g.taxon_group = ${group})`,
    },
    'a month of one year': { filter: { between: days }, plain: inDays },
    'a month of any year': { filter: { months: [6] }, plain: sql`extract(month from o.observed_from) = 6` },
    'a group in a year': {
      filter: { group, years: [2024] },
      plain: sql`${inYear} and exists (select 1 from taxa g where g.id = o.taxon_id and g.taxon_group = ${group})`,
    },
    'a box': { filter: { box }, plain: sql`o.geom && ${envelope}` },
    'a box and a month': { filter: { box, months: [6] }, plain: sql`o.geom && ${envelope} and extract(month from o.observed_from) = 6` },
    'a public place': {
      filter: { publicPlace: { id: place.id, callerId: CALLER } },
      plain: sql`o.geom && ${place.boundary} and ST_Contains(${place.boundary}, o.geom)`,
    },
    'a public place and a month': {
      filter: { publicPlace: { id: place.id, callerId: CALLER }, months: [6] },
      plain: sql`o.geom && ${place.boundary} and ST_Contains(${place.boundary}, o.geom) and extract(month from o.observed_from) = 6`,
    },
    'the first of a year': { filter: { years: [2024] }, isFirst: true, plain: firstOf(inYear) },
    'the first of each year in a box': { filter: { box }, isFirst: true, plain: firstOf(sql`o.geom && ${envelope}`) },
    'with a photo': { filter: { hasPhotos: true }, plain: sql`${hasPlainPhoto}` },
    'without a photo': { filter: { hasNoPhotos: true }, plain: sql`not ${hasPlainPhoto}` },
    'a rare species with a photo': {
      filter: { taxonIds: [rare.taxon_id], hasPhotos: true },
      plain: sql`o.taxon_id = ${rare.taxon_id} and ${hasPlainPhoto}`,
    },
    'a sex': { filter: { sexes: ['female'] }, plain: sql`o.sex = 'female'` },
    'a rare life stage': { filter: { lifeStages: ['pupa'] }, plain: sql`o.life_stage = 'pupa'` },
    'a rare life stage of a group': {
      filter: { lifeStages: ['pupa'], group },
      plain: sql`o.life_stage = 'pupa' and exists (select 1 from taxa g where g.id = o.taxon_id and g.taxon_group = ${group})`,
    },
    'a rare breeding code': { filter: { breedingCodes: ['C12'] }, plain: sql`o.attributes ->> 'breeding_code' = 'C12'` },
    planted: { filter: { wildness: ['planted'] }, plain: sql`o.attributes ->> 'wildness' = 'planted'` },
    'a licence': { filter: { licenses: ['CC0-1.0'] }, plain: sql`o.license = 'CC0-1.0'` },
    'a quality': { filter: { qualities: ['casual'] }, plain: sql`o.quality = 'casual'` },
    'a validation': { filter: { validations: ['asked'] }, plain: sql`o.validation = 'asked'` },
    'an accuracy': { filter: { maxUncertaintyM: 2 }, plain: sql`o.public_uncertainty_m <= 2` },
    'without a species name': { filter: { isUnnamed: true }, plain: sql`o.taxon_id is null` },
    'a country': { filter: { country: 'NL' }, plain: sql`o.public_country_code = 'NL'` },
    'not seen by a person': {
      filter: { unseenBy: '00000000-0000-4000-a000-000000000001' },
      plain: sql`o.taxon_id not in (select s.taxon_id from observations s where s.user_id = '00000000-0000-4000-a000-000000000001' and s.taxon_id is not null)`,
    },
    'a person': {
      filter: { userId: '00000000-0000-4000-a000-000000000001' },
      plain: sql`o.user_id = '00000000-0000-4000-a000-000000000001'`,
    },
    'nothing matches': { filter: { sexes: ['hermaphrodite'] }, plain: sql`o.sex = 'hermaphrodite'` },
  };
}

/** The first of each species in its year, of some of the records. */
function firstOf(plain: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`o.id in (
  select distinct on (o.taxon_id, extract(year from o.observed_from)) o.id from observations o
  where o.taxon_id is not null and ${plain} order by o.taxon_id, extract(year from o.observed_from), o.observed_to, o.id
)`;
}

/** A province around a point, with as fine a border as those of real ones. */
async function addPlace(db: Db, { x, y }: { x: number; y: number }): Promise<{ id: string; boundary: RawBuilder<unknown> }> {
  const random = seedRandom(options.seed);
  const ring = Array.from({ length: PLACE_CORNERS }, (_, at): Position => {
    const corner = pointAt({ latitude: y, longitude: x }, PLACE_M * (0.95 + 0.05 * random()), (360 * at) / PLACE_CORNERS);
    return [corner.longitude, corner.latitude];
  });
  const polygon: Position[][] = [[...ring, ring[0] ?? [x, y]]];
  const place = { kind: 'province', name: 'Province', names: {}, text: '', attribution: '', polygons: [polygon] } as const;
  await inTransaction(db, (tx) => upsertPublicPlace(tx, { id: PLACE, from: { source: 'bench', key: 'province' }, ...place }, new Date()));
  await sql`analyze public_place_cells`.execute(db);
  const geometry = JSON.stringify({ type: 'Polygon', coordinates: polygon });
  return { id: PLACE, boundary: sql`(select ST_Transform(ST_SetSRID(ST_GeomFromGeoJSON(${geometry}), 4326), 3857))` };
}

async function measureSelection(db: Db, name: string, { filter, isFirst = false, plain }: Selection): Promise<void> {
  if (isFirst && (await isRefused(db, filter))) return say(`${name}: refused, because there are too many records`);
  const selected = async (): Promise<RecordFilter> =>
    isFirst ? { ...filter, firstOfYear: { viewerId: CALLER, ids: await selectFirsts(db, filter, CALLER) } } : filter;
  const explored = async () => ({ filter: await selected(), callerId: CALLER });
  const page = async () => ({ callerId: CALLER, language: 'en', selection: await selected(), limit: PAGE + 1 }) as const;
  const species = { order: 'records', after: null, limit: PAGE + 1 } as const;
  const people = { order: 'records', after: null, limit: PAGE + 1, sendsMail: false } as const;
  const pairs = {
    records: [async () => listObservations(db, await page()), () => plainPage(db, plain)],
    totals: [async () => countExplored(db, await explored()), () => plainTotals(db, plain)],
    species: [async () => listExploredSpecies(db, await explored(), species), null],
    people: [async () => listExploredPeople(db, await explored(), people), null],
    months: [async () => countExploredMonths(db, await explored()), null],
    'records by name': [async () => listExploredByName(db, await explored(), null, PAGE + 1), null],
    'oldest records': [async () => listObservations(db, { ...(await page()), order: 'oldest' }), () => plainPage(db, plain, true)],
    'species by name': [async () => listExploredSpecies(db, await explored(), { ...species, order: 'name' }), null],
    'people by name': [async () => listExploredPeople(db, await explored(), { ...people, order: 'name' }), null],
    identifiers: [async () => listExploredIdentifiers(db, await explored(), { ...people, order: 'identifications' }), null],
  } as const;
  for (const [what, [veld, other]] of Object.entries(pairs)) {
    if (views && !views.includes(what)) continue;
    const times: { veld: number[]; other: number[] } = { veld: [], other: [] };
    for (let turn = -1; turn < sized(Math.max(5, options.rounds * 4), 1); turn++) {
      const own = await timed(veld);
      const isPatient = times.other.reduce((sum, time) => sum + time, 0) < MOST_OTHER_MS;
      const others = other && isPatient ? await timed(other) : null;
      if (turn >= 0) times.veld.push(own);
      if (turn >= 0 && others !== null) times.other.push(others);
    }
    const own = quantile(times.veld, 0.95);
    const others = other && quantile(times.other, 0.95);
    rows.push({
      measure: `${name}, ${what}: p95 ms`,
      at,
      against: other ? 'PostGIS' : '',
      veld: round(own, 1),
      other: others && round(others, 1),
      ratio: others && round(own / others),
      target: `at most ${FIRST_PAGE_MS}`,
      holds: own <= FIRST_PAGE_MS,
    });
    say(`${name}, ${what}: ${round(own, 1)} ms${others === null ? '' : `, PostGIS ${round(others, 1)} ms`}`);
  }
}

/** Whether the firsts would be among too many records, which the server says instead of an answer. */
async function isRefused(db: Db, filter: RecordFilter): Promise<boolean> {
  try {
    await selectFirsts(db, filter, CALLER);
    return false;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function plainFound(plain: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  from observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id
  where ${isListedFor(CALLER)} and not ${IS_ABSENCE} and ${plain}`;
}

/** The first page as a database alone answers it, without photos and names of people. */
function plainPage(db: Db, plain: RawBuilder<unknown>, isOldest = false): Promise<unknown> {
  const inOrder = isOldest ? sql`${OBSERVED}, o.id` : sql`${OBSERVED} desc, o.id desc`;
  return sql`
    select o.id, o.observed_on, o.public_latitude, o.public_longitude, t.scientific_name ${plainFound(plain)}
    order by ${inOrder} limit ${PAGE + 1}`.execute(db);
}

/** As many as Explore counts. */
function plainTotals(db: Db, plain: RawBuilder<unknown>): Promise<unknown> {
  return sql`
    select count(*), count(distinct taxon_id), count(distinct user_id)
    from (select o.taxon_id, o.user_id ${plainFound(plain)} limit ${MAX_EXPLORED + 1}) found`.execute(db);
}
