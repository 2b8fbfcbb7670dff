import {
  type Board,
  dayRange,
  type DayRange,
  LEAST_FOR_SHARE,
  type TaxonGroup,
  getLeaderboard,
  MAX_RANKED,
  periodRange,
  type Ranked,
  todayIn,
} from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE, isAboveSpecies } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { blockedFor, IS_LISTED } from '../../db/visibility.ts';
import { isRanked } from '../accounts/store.ts';
import { computeShift, SQUARE_LEVEL } from '../map/squares.ts';
import { requirePublicPlace } from '../geo/public-places.ts';
import { isInPublicPlace, liesInDays } from '../observations/filter/record-filter.ts';
import type { FastifyInstance } from 'fastify';
import { counted } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn, NOBODY } from '../accounts/access.ts';

const SQUARE_SHIFT = computeShift(SQUARE_LEVEL);

interface BoardFilter {
  board: Board;
  country: string | null;
  group: TaxonGroup | null;
  /** Null for all time. */
  days: DayRange | null;
  /** A public place. */
  place: string | null;
}

interface BoardValue {
  id: string;
  value: number;
}

/** The records `o` of the ranked users `u`, with the taxa `t`. */
function records(
  sendsMail: boolean,
  { country, group, days, place }: BoardFilter,
  more: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const where = [sql`u.deleted_at is null and ${isRanked(sendsMail)} and ${IS_LISTED} and not ${IS_ABSENCE}`, more];
  if (country) where.push(sql`o.public_country_code = ${country}`);
  if (group) where.push(sql`t.taxon_group = ${group}`);
  // As everybody sees it, because a board is counted for everybody.
  if (place) where.push(isInPublicPlace(place, NOBODY));
  // The index of days finds the records of a period; `liesInDays` then decides.
  if (days) where.push(sql`o.observed_from <= ${days.to} and o.observed_to >= ${days.from} and ${liesInDays(days, false)}`);
  return sql`observations o join users u on u.id = o.user_id left join taxa t on t.id = o.taxon_id where ${sql.join(where, sql` and `)}`;
}

const SPECIES = sql`case when not ${isAboveSpecies(sql`t.rank`)} then o.taxon_id end`;

/** The people with their number of species. Grouped twice, because that needs no sorting as `count(distinct)` does. */
const speciesOf = (found: RawBuilder<unknown>) => sql`
  select id, count(species)::integer as value from (select o.user_id as id, ${SPECIES} as species from ${found} group by 1, 2) pairs group by 1`;

/** The people with a value on each board, as a statement with the columns `id` and `value`. */
const STATEMENTS: Record<Board, (sendsMail: boolean, filter: BoardFilter) => RawBuilder<unknown>> = {
  records: (sendsMail, filter) => sql`select o.user_id as id, count(*)::integer as value from ${records(sendsMail, filter)} group by 1`,
  species: (sendsMail, filter) => speciesOf(records(sendsMail, filter)),
  confirmed_species: (sendsMail, filter) => speciesOf(records(sendsMail, filter, sql`o.quality = 'confirmed'`)),
  confirmed_share: (sendsMail, filter) => sql`
    select o.user_id as id, round(100.0 * count(*) filter (where o.quality = 'confirmed') / count(*))::integer as value
    from ${records(sendsMail, filter, sql`o.quality <> 'casual'`)} group by 1 having count(*) >= ${sql.lit(LEAST_FOR_SHARE)}`,
  identifications: (sendsMail, { country, group, days, place }) => {
    const where = [
      sql`i.withdrawn_at is null and i.hidden_by_moderator_at is null and o.geoprivacy = 'open' and o.deleted_at is null and not o.is_empty
        and o.hidden_by_moderator_at is null and not o.is_held_back and owner.erase_after is null and u.deleted_at is null and ${isRanked(sendsMail)}`,
    ];
    if (country) where.push(sql`o.public_country_code = ${country}`);
    if (group) where.push(sql`t.taxon_group = ${group}`);
    if (place) where.push(isInPublicPlace(place, NOBODY));
    if (days) where.push(sql`(i.created_at at time zone 'utc')::date between ${days.from} and ${days.to}`);
    return sql`
      select i.user_id as id, count(*)::integer as value
      from identifications i join users u on u.id = i.user_id join observations o on o.id = i.observation_id
      join users owner on owner.id = o.user_id left join taxa t on t.id = i.taxon_id
      where ${sql.join(where, sql` and `)} group by 1`;
  },
  new_squares: (sendsMail, { days, ...filter }) => sql`
    select user_id as id, count(*)::integer as value from (
      select o.user_id, o.map_key >> ${sql.lit(SQUARE_SHIFT)} as square, min(o.observed_from) as first_on
      from ${records(sendsMail, { ...filter, days: null }, sql`o.geoprivacy = 'open' and o.map_key is not null and o.observed_from = o.observed_to`)}
      group by 1, 2
    ) squares
    where ${days ? sql`first_on between ${days.from} and ${days.to}` : sql`true`} group by 1`,
};

/** The ranked people with a value above 0, highest first. */
export async function listBoard(db: Db, filter: BoardFilter, sendsMail: boolean): Promise<BoardValue[]> {
  const { rows } = await sql<BoardValue>`
    select id, value from (${STATEMENTS[filter.board](sendsMail, filter)}) board where value > 0 order by value desc, id
  `.execute(db);
  return rows;
}

interface BoardPerson {
  id: string;
  name: string;
  is_pro: boolean;
}

/** Of the people, those who are still ranked. */
async function listBoardPeople(db: Db, ids: readonly string[], sendsMail: boolean): Promise<BoardPerson[]> {
  const { rows } = await sql<BoardPerson>`
    select u.id, u.name, u.is_pro from users u
    where u.id = any(${[...ids]}::uuid[]) and u.deleted_at is null and ${isRanked(sendsMail)}
  `.execute(db);
  return rows;
}

/** The ids of the people that the caller has blocked, and of those who have blocked the caller. */
async function listBlocked(db: Db, callerId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${blockedFor(callerId)} blocked`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** More people are looked up than a board shows, in case some have opted out since they were counted. */
const SPARE = 50;

/** Boards of the community (decision 0047). Each is counted once a minute for everybody. */
export function registerLeaderboards(app: FastifyInstance, context: Context): void {
  const { readDb } = context;
  const valuesOf = counted(context.config.COUNTS_MAX_AGE, (filter: BoardFilter) => listBoard(readDb, filter, sendsMail(context)));

  serve(
    app,
    getLeaderboard,
    loggedIn(context),
    async ({ params, query, caller }) => {
      const filter: BoardFilter = {
        board: params.board,
        country: query.country ?? null,
        group: query.group ?? null,
        days:
          query.year === undefined
            ? periodRange(query.period ?? 'this_month', todayIn(caller.timeZone, context.now()))
            : dayRange(String(query.year).padStart(4, '0')),
        place: query.place === undefined ? null : await requirePublicPlace(readDb, query.place, caller.userId),
      };
      const blocked = await listBlocked(readDb, caller.userId);
      const values = (await valuesOf(filter)).filter(({ id }) => !blocked.has(id));
      const first = values.slice(0, MAX_RANKED + SPARE).map(({ id }) => id);
      const people = await listBoardPeople(readDb, [...first, caller.userId], sendsMail(context));
      return { data: ranked(values.slice(0, first.length), people).slice(0, MAX_RANKED), own: ownOf(values, people, caller.userId) };
    },
    { problems: ['not_found'] },
  );
}

/** Equal values share a rank, and the next one leaves as many out. */
export function ranked(values: readonly BoardValue[], people: readonly BoardPerson[]): Ranked[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const shown = values.flatMap(({ id, value }) => {
    const person = byId.get(id);
    return person ? [{ ...person, value }] : [];
  });
  return shown.map((one) => ({ ...one, rank: shown.findIndex(({ value }) => value === one.value) + 1 }));
}

/** The row of a person, also outside the first ones. */
function ownOf(values: readonly BoardValue[], people: readonly BoardPerson[], userId: string): Ranked | null {
  const own = values.find(({ id }) => id === userId);
  const person = people.find(({ id }) => id === userId);
  if (!own || !person) return null;
  return { ...person, value: own.value, rank: values.findIndex(({ value }) => value === own.value) + 1 };
}
