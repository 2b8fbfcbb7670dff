import { PROJECT_LIMITS, type ProjectCounts } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isUnblocked } from '../../db/visibility.ts';
import { isRanked } from '../accounts/store.ts';
import type { SquareRow } from '../map/squares.ts';
import type { PersonRow, ProjectRow } from './store.ts';
import { onlyRow } from '../../db/rows.ts';

const TODAY = sql`(now() at time zone 'utc')::date`;
const MAX_SPECIES = 500;

/** A project, with those that it gathers. */
export type Gathering = Pick<ProjectRow, 'id' | 'part_ids'>;

/** Whether `column` is one of the projects. */
const isOf = (column: string, { id, part_ids }: Gathering) =>
  part_ids.length === 0 ? sql`${sql.ref(column)} = ${id}` : sql`${sql.ref(column)} = any(${[id, ...part_ids]}::uuid[])`;

/** Whether the row `r` is the one by which its record counts: a record that is in several of the projects counts once. */
const isFirst = (project: Gathering) =>
  project.part_ids.length === 0
    ? sql`true`
    : sql`not exists (
        select 1 from project_records d where d.observation_id = r.observation_id and d.project_id < r.project_id and ${isOf('d.project_id', project)}
      )`;

/**
 * The participants `u` of a project, with those of their records `r` that count for a caller: those in the public lists, and the
 * caller's own. Looked up person by person, because there are many more people and records than a project has.
 */
const countedFor = (project: Gathering, callerId: string, people: RawBuilder<unknown> = sql`true`) => sql`
  (select ${project.part_ids.length === 0 ? sql`` : sql`distinct`} user_id from project_members where ${isOf('project_id', project)}) m
  cross join lateral (select * from users where id = m.user_id offset 0) u
  join project_records r on ${isOf('r.project_id', project)} and r.user_id = u.id and (r.shown_on <= ${TODAY} or r.user_id = ${callerId})
    and ${isFirst(project)}
  where u.erase_after is null and ${isUnblocked(sql`u.id`, callerId)} and ${people}`;

/** Whether the record `o` counts for a project, for a caller. */
export const isInProject = (project: Gathering, callerId: string) => sql<boolean>`exists (
  select 1 from project_records r
  where ${isOf('r.project_id', project)} and r.observation_id = o.id and (r.shown_on <= ${TODAY} or r.user_id = ${callerId})
)`;

const COUNTS = sql`count(*)::integer as records, count(distinct r.species_id)::integer as species,
  (count(*) filter (where r.is_confirmed))::integer as confirmed`;

/** How many records of a project count for each of its goals about a taxon or a group, for a caller; 0 for the other goals. */
export async function countGoalRecords(db: Db, project: Gathering, callerId: string): Promise<number[]> {
  const each = Array.from(
    { length: PROJECT_LIMITS.goals },
    (_, at) => sql`(count(*) filter (where r.goals & ${sql.lit(1 << at)} <> 0))::integer`,
  );
  const { rows } = await sql<{ goals: number[] }>`
    select array[${sql.join(each)}] as goals from ${countedFor(project, callerId, sql`r.goals <> 0`)}
  `.execute(db);
  return onlyRow(rows).goals;
}

/** The figures of a project for a caller, or only those of one participant. */
export async function countRecords(db: Db, project: Gathering, callerId: string, userId?: string): Promise<ProjectCounts> {
  const people = userId === undefined ? undefined : sql`u.id = ${userId}`;
  const { rows } = await sql<ProjectCounts>`select ${COUNTS} from ${countedFor(project, callerId, people)}`.execute(db);
  return onlyRow(rows);
}

/** Species with the number of their records, most recorded first. */
export async function listSpeciesCounts(db: Db, project: Gathering, callerId: string): Promise<{ species_id: number; records: number }[]> {
  const { rows } = await sql<{ species_id: number; records: number }>`
    select r.species_id, count(*)::integer as records from ${countedFor(project, callerId, sql`r.species_id is not null`)}
    group by r.species_id order by records desc, r.species_id limit ${MAX_SPECIES}
  `.execute(db);
  return rows;
}

export interface RankRow extends PersonRow, ProjectCounts {
  rank: number;
}

/** The ranked participants of a project by number of species: the first ones, and the caller if among them. */
export async function listRanked(
  db: Db,
  project: Gathering,
  { callerId, sendsMail, limit }: { callerId: string; sendsMail: boolean; limit: number },
): Promise<RankRow[]> {
  const { rows } = await sql<RankRow>`
    select * from (
      select ranked.*, row_number() over (order by rank, records desc, id) as place from (
        select u.id, u.name, u.is_pro, ${COUNTS}, (rank() over (order by count(distinct r.species_id) desc))::integer as rank
        from ${countedFor(project, callerId, sql`u.deleted_at is null and ${isRanked(sendsMail)}`)}
        group by u.id, u.name, u.is_pro
      ) ranked
    ) placed where place <= ${limit} or id = ${callerId} order by place
  `.execute(db);
  return rows;
}

export interface RecordPosition {
  listed_at: string;
  id: string;
}

/** Ids of the records of a project in the order of public lists, after a position. */
export async function listRecordIds(
  db: Db,
  project: Gathering,
  { callerId, after, limit }: { callerId: string; after: RecordPosition | null; limit: number },
): Promise<RecordPosition[]> {
  const { rows } = await sql<RecordPosition>`
    select r.observation_id as id, to_char(r.listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at
    from project_records r
    where ${isOf('r.project_id', project)} and ${isFirst(project)} and (r.shown_on <= ${TODAY} or r.user_id = ${callerId}) and ${isUnblocked(sql`r.user_id`, callerId)}
      ${after ? sql`and (r.listed_at, r.observation_id) < (${after.listed_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.listed_at desc, r.observation_id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** The records of a project by square of `map_key`s, or by grid cell for those that hide their place. */
export async function listCells(db: Db, project: Gathering, callerId: string, shift: number): Promise<SquareRow[]> {
  const { rows } = await sql<SquareRow>`
    select o.geoprivacy <> 'open' as is_obscured,
      case when o.geoprivacy = 'open' then o.map_key >> ${shift}::integer else o.map_key end as cell, count(*)::integer as records
    from (select r.observation_id from ${countedFor(project, callerId)}) found
    cross join lateral (select geoprivacy, map_key from observations where id = found.observation_id offset 0) o
    where o.map_key is not null group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}
