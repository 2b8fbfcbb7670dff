import { type DayRange, MAX_FIRSTS_AMONG, periodRange, type RecordFilterQuery, todayIn } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { PLANNED_ANEW } from '../../../db/prepared.ts';
import { onlyRow } from '../../../db/rows.ts';
import type { Context } from '../../../http/context.ts';
import { Fault, invalid } from '../../../http/fault.ts';
import { isVisitor, type Reader } from '../../accounts/access.ts';
import { areaOfQuery, hasArea } from '../../geo/place-area.ts';
import { requirePublicPlace } from '../../geo/public-places.ts';
import { currentTaxonId } from '../../taxa/successors.ts';
import {
  canBeFirst,
  closeDays,
  IN_ONE_YEAR,
  KNOWN_BY,
  listTaxaBelow,
  matches,
  pickPlace,
  type RecordFilter,
  spanYears,
} from './record-filter.ts';

/** Finds the condition that the record `o` counts for a project; throws 404 if the reader does not see the project. */
export type FindProjectRecords = (projectId: string, who: Reader) => Promise<RawBuilder<boolean>>;

/** Throws 401 if a filter is about the caller and there is none. */
export function requirePerson(who: Reader, query: RecordFilterQuery & { mine?: '0' | '1' | undefined }): void {
  const isPersonal = query.unseen === '1' || query.mine === '1' || query.hidden !== undefined || hasArea(query);
  if (isVisitor(who) && isPersonal) throw new Fault('not_logged_in');
}

/**
 * The filter of a query. A taxon that was replaced stands for its successor. 404 for a place that is not the caller's, or a public place or a
 * project that the caller does not see; 422 for days or edges of a box in the wrong order, for `hidden` of anybody but the caller, and for
 * the first of a year among too many.
 */
export async function resolveRecordFilter(
  { readDb, now }: Pick<Context, 'readDb' | 'now'>,
  query: RecordFilterQuery,
  who: Reader,
  findProjectRecords: FindProjectRecords,
): Promise<RecordFilter> {
  const filter = await resolveParts({ readDb, now }, query, who, findProjectRecords);
  if (query.first_of_year !== '1') return filter;
  const viewerId = who.userId;
  return { ...filter, firstOfYear: { viewerId, ids: await listFirsts(readDb, filter, query, viewerId) } };
}

/** As `resolveRecordFilter`, but whether a record is the first of its year is looked up for each: for what looks at few. */
export async function resolveForFew(
  context: Pick<Context, 'readDb' | 'now'>,
  query: RecordFilterQuery,
  who: Reader,
  findProjectRecords: FindProjectRecords,
): Promise<RecordFilter> {
  const filter = await resolveParts(context, query, who, findProjectRecords);
  return query.first_of_year === '1' ? { ...filter, firstOfYear: { viewerId: who.userId } } : filter;
}

async function resolveParts(
  { readDb, now }: Pick<Context, 'readDb' | 'now'>,
  query: RecordFilterQuery,
  who: Reader,
  findProjectRecords: FindProjectRecords,
): Promise<RecordFilter> {
  const { timeZone, userId } = who;
  const person = isVisitor(who) ? undefined : userId;
  const { from, to } = query;
  if (from !== undefined && to !== undefined && to < from) throw invalid('to', 'date_order');
  if (query.hidden !== undefined && (person === undefined || query.user_id !== person)) throw invalid('hidden', 'own_records');
  if (query.box && query.box.south >= query.box.north) throw invalid('box', 'too_small');
  const area = person === undefined ? null : await areaOfQuery(readDb, person, query);
  const taxonId = query.taxon_id === undefined ? undefined : await currentTaxonId(readDb, query.taxon_id);
  return {
    taxonIds: taxonId === undefined ? undefined : query.below === '0' ? [taxonId] : await listTaxaBelow(readDb, taxonId),
    group: query.group,
    days: query.period ? periodRange(query.period, todayIn(timeZone, now())) : null,
    between: closeDays(from, to),
    years: query.year,
    months: query.month,
    country: query.country,
    qualities: query.quality,
    validations: query.validation,
    isUnnamed: query.unnamed === '1',
    hasPhotos: query.photos === '1',
    hasNoPhotos: query.photos === '0',
    lifeStages: query.life_stage,
    sexes: query.sex,
    breedingCodes: query.breeding,
    wildness: query.wildness,
    maxUncertaintyM: query.uncertainty_m,
    licenses: query.license,
    userId: query.user_id,
    isInProject: query.project_id === undefined ? undefined : await findProjectRecords(query.project_id, who),
    place: area ? { area, callerId: userId } : undefined,
    publicPlace: query.place === undefined ? undefined : { id: await requirePublicPlace(readDb, query.place, userId), callerId: userId },
    box: query.box,
    unseenBy: query.unseen === '1' ? person : undefined,
    sharing: query.hidden === undefined ? undefined : query.hidden === '1' ? 'hidden' : 'open',
    viewerId: person,
  };
}

/** What is being looked up, by database and question: the views of a screen, and the tiles of a map, ask the same at once. */
const firstsAsked = new WeakMap<Db, Map<string, Promise<string[]>>>();

/** The ids of the records that are the first of their species in their year here. Throws 422 if they are among too many. */
async function listFirsts(db: Db, filter: RecordFilter, query: RecordFilterQuery, viewerId: string): Promise<string[]> {
  const asked = firstsAsked.get(db) ?? new Map<string, Promise<string[]>>();
  firstsAsked.set(db, asked);
  const { country, place, place_id, latitude, longitude, radius_km, polygon, box, project_id, taxon_id, below, group } = query;
  const { days, between, years } = filter;
  const area = { country, place, place_id, latitude, longitude, radius_km, polygon, box, project_id };
  const key = JSON.stringify({ viewerId, ...area, taxon_id, below, group, days, between, years });
  let found = asked.get(key);
  if (!found) {
    found = selectFirsts(db, filter, viewerId).finally(() => asked.delete(key));
    asked.set(key, found);
  }
  return found;
}

/** Where the record `o` stands among those that can be the first, as a text that ends with its id: by day, then by its place in lists. */
const POSITION = sql`${KNOWN_BY}::text || to_char(o.listed_at at time zone 'utc', 'YYYYMMDDHH24MISSUS') || o.id::text collate "C"`;

/** Of the records in the area and the years of a filter, at most `most`. */
export async function selectFirsts(db: Db, filter: RecordFilter, viewerId: string, most = MAX_FIRSTS_AMONG): Promise<string[]> {
  const { taxonIds, group } = filter;
  // What leaves out whole species, or whole years, leaves the first of the others as they are.
  const among = { ...pickPlace(filter), taxonIds, group, between: wholeYears(filter) };
  // Without a join, of which PostgreSQL would expect one row: people to be erased are looked up once.
  const { rows } = await sql<{ records: number; ids: string[] }>`
    with among as materialized (
      select ${sql.raw(PLANNED_ANEW)} o.taxon_id, extract(year from o.observed_from)::integer as year, ${POSITION} as position
      from observations o cross join (select null::timestamptz as erase_after offset 0) u
      where ${canBeFirst(viewerId)} and o.taxon_id is not null and ${IN_ONE_YEAR} and ${matches(among, false)}
        and o.user_id not in (select id from users where erase_after is not null)
      limit ${sql.lit(most + 1)}
    )
    select (select count(*)::integer from among) as records, coalesce((select array_agg(right(first.position, 36)::uuid) from (
      select min(position) as position from among group by taxon_id, year
    ) first), '{}') as ids
  `.execute(db);
  const { records, ids } = onlyRow(rows);
  if (records > most) throw invalid('first_of_year', 'too_many_records');
  return ids;
}

/** The calendar years in which everything that a filter selects lies; undefined if it has no dates. */
function wholeYears({ days, between, years }: RecordFilter): DayRange | undefined {
  const ranges = [days, between, years && spanYears(years)].filter((range) => range != null);
  if (ranges.length === 0) return undefined;
  const [from, to] = [
    ranges
      .map((range) => range.from)
      .toSorted()
      .at(-1)!,
    ranges.map((range) => range.to).toSorted()[0]!,
  ];
  return { from: `${from.slice(0, 4)}-01-01`, to: `${to.slice(0, 4)}-12-31` };
}
