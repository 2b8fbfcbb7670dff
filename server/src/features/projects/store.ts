import type { ProjectState, RequiredField } from '@veld/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { blockedFor, isUnblocked } from '../../db/visibility.ts';
import { onlyRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';

/** A project as a caller finds it. */
export interface ProjectRow extends Selectable<Tables['projects']> {
  state: ProjectState;
  people: number;
  is_joined: boolean;
  is_organiser: boolean;
  /** Whether it has organisers, and each of them and the caller have a block. */
  is_blocked: boolean;
  is_removed: boolean;
  owner_id: string | null;
  /** The open projects that it gathers. */
  part_ids: string[];
}

const isOrganisedBy = (callerId: string) =>
  sql<boolean>`exists (select 1 from project_organisers g where g.project_id = p.id and g.user_id = ${callerId})`;
const isJoinedBy = (callerId: string) =>
  sql<boolean>`exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ${callerId})`;
/** Whether all organisers of the project `p` have a block with the caller. */
export const isBlockedFor = (callerId: string) => sql<boolean>`coalesce((
  select bool_and(g.user_id in ${blockedFor(callerId)}) from project_organisers g where g.project_id = p.id
), false)`;

/** When the project `p` begins, and when it has ended. */
export const STARTS_AT = sql<Date>`((p.start_on + coalesce(p.start_time, '00:00')::time) at time zone p.time_zone)`;
export const ENDS_AT = sql<Date>`(
  (case when p.end_time is null then (p.end_on + 1)::timestamp else p.end_on + p.end_time::time end) at time zone p.time_zone
)`;
const stateAt = (now: Date) =>
  sql<ProjectState>`case when ${now} < ${STARTS_AT} then 'planned' when ${now} >= ${ENDS_AT} then 'finished' else 'running' end`;

const PARTS = sql<string[]>`coalesce((
  select array_agg(x.project_id order by x.project_id) from project_parts x join projects q on q.id = x.project_id and q.joining = 'everyone'
  where x.umbrella_id = p.id
), '{}')`;

const columns = (callerId: string, now: Date) => sql`
  p.*, ${stateAt(now)} as state, ${isJoinedBy(callerId)} as is_joined, ${isOrganisedBy(callerId)} as is_organiser,
  ${isBlockedFor(callerId)} as is_blocked,
  exists (select 1 from project_removals x where x.project_id = p.id and x.user_id = ${callerId}) as is_removed,
  (select g.user_id from project_organisers g where g.project_id = p.id and g.is_owner) as owner_id, ${PARTS} as part_ids, (
    select count(*)::integer from (
      select m.user_id from project_members m where m.project_id = p.id
      union select m.user_id from project_parts x join projects q on q.id = x.project_id and q.joining = 'everyone'
        join project_members m on m.project_id = x.project_id where x.umbrella_id = p.id
    ) m cross join lateral (select deleted_at from users where id = m.user_id offset 0) u
    where u.deleted_at is null
  ) as people`;

export async function findProject(on: Db | Tx, id: string, callerId: string, now: Date): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`select ${columns(callerId, now)} from projects p where p.id = ${id}`.execute(on);
  return rows[0];
}

/** Locks a project until the transaction ends. */
export async function lockProject(tx: Tx, id: string): Promise<void> {
  await sql`select 1 from projects where id = ${id} for update`.execute(tx);
}

/** A position in a list of projects: the day that orders it, and the id. */
export interface ProjectPosition {
  day: string;
  id: string;
}

export interface ProjectFilter {
  callerId: string;
  now: Date;
  state?: ProjectState | undefined;
  isMine?: boolean | undefined;
  country?: string | null | undefined;
  name?: string | undefined;
  after?: ProjectPosition | null | undefined;
  limit: number;
}

/** What orders the list of a state. */
export const dayOfOrder = (state: ProjectState | undefined): 'start_on' | 'end_on' =>
  state === 'running' || state === 'finished' ? 'end_on' : 'start_on';

export async function listProjectRows(db: Db, filter: ProjectFilter): Promise<ProjectRow[]> {
  const { callerId, now, state, after } = filter;
  const isUp = state === 'running' || state === 'planned';
  const day = sql.ref(`p.${dayOfOrder(state)}`);
  const where: RawBuilder<unknown>[] = [
    filter.isMine
      ? sql`p.id in (
          select project_id from project_members where user_id = ${callerId} union all select project_id from project_organisers where user_id = ${callerId}
        )`
      : sql`(p.joining = 'everyone' and not ${isBlockedFor(callerId)} or ${isJoinedBy(callerId)} or ${isOrganisedBy(callerId)})`,
  ];
  if (state) where.push(sql`${stateAt(now)} = ${state}`);
  if (filter.country) where.push(sql`(p.countries is null or ${filter.country} = any(p.countries))`);
  if (filter.name) where.push(sql`position(lower(${filter.name}) in lower(p.name)) > 0`);
  if (after) where.push(sql`(${day}, p.id) ${isUp ? sql`>` : sql`<`} (${after.day}::date, ${after.id}::uuid)`);
  const order = isUp ? sql`${day}, p.id` : sql`${day} desc, p.id desc`;
  const { rows } = await sql<ProjectRow>`
    select ${columns(callerId, now)} from projects p where ${sql.join(where, sql` and `)} order by ${order} limit ${filter.limit}
  `.execute(db);
  return rows;
}

type Stored = 'area' | 'goals' | 'required_fields' | 'created_at' | 'updated_at' | 'cancelled_at';
/** As it is written: JSON as text. */
export type StoredProject = Omit<Tables['projects'], Stored> & { area: string; goals: string; required_fields: RequiredField[] };

/** Does nothing if the id is in use. */
export async function insertProject(tx: Tx, row: StoredProject, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('projects')
    .values({ ...row, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateProject(tx: Tx, project: StoredProject, now: Date): Promise<void> {
  const { id, invite: _, ...row } = project;
  await tx
    .updateTable('projects')
    .set({ ...row, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setCancelled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('projects')
    .set((eb) => ({ cancelled_at: at, version: eb('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .execute();
}

/** Gives a project another secret, so that its former link opens nothing. */
export async function setInvite(tx: Tx, id: string, invite: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ invite, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** The participants of a project, by name, without people who have a block with the caller; at most 1,000. */
export async function listMembers(db: Db, projectId: string, callerId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select id, case when is_seen then name else '' end as name, is_seen and is_pro as is_pro from (
      select u.*, ${isUnblocked(sql`u.id`, callerId)} as is_seen from (select user_id from project_members where project_id = ${projectId}) m
      cross join lateral (select * from users where id = m.user_id offset 0) u
      where u.deleted_at is null
    ) people order by not is_seen, case when is_seen then name end, id limit 1000
  `.execute(db);
  return rows;
}

/** Forgets what counts, so that all records of all participants are counted anew. */
export async function resetCounts(tx: Tx, projectId: string): Promise<void> {
  await sql`update project_members set counted_seq = 0 where project_id = ${projectId}`.execute(tx);
  await sql`delete from project_records where project_id = ${projectId}`.execute(tx);
}

export async function replaceOrganisers(tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> {
  await sql`delete from project_organisers where project_id = ${projectId} and user_id <> all(${[...userIds]}::uuid[])`.execute(tx);
  await sql`
    insert into project_organisers (project_id, user_id) select ${projectId}, id from unnest(${[...userIds]}::uuid[]) id on conflict do nothing
  `.execute(tx);
}

/** Makes the organiser of a new project its owner. */
export async function setFirstOwner(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx
    .updateTable('project_organisers')
    .set({ is_owner: true })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Of the people, those who can organise a project: who do already, and participants who have a block neither with the caller nor with
 * any of the others.
 */
export async function listPossibleOrganisers(tx: Tx, projectId: string, userIds: readonly string[], callerId: string): Promise<string[]> {
  const others = [...userIds, callerId];
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${[...userIds]}::uuid[]) given (id) join users u on u.id = given.id and u.deleted_at is null
    where exists (select 1 from project_organisers g where g.project_id = ${projectId} and g.user_id = u.id)
      or exists (select 1 from project_members m where m.project_id = ${projectId} and m.user_id = u.id) and not exists (
        select 1 from relations b where b.kind = 'block'
          and (b.user_id = u.id and b.other_id = any(${others}::uuid[]) or b.other_id = u.id and b.user_id = any(${others}::uuid[]))
      )
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** The ids of all organisers, in order. */
export async function listOrganiserIds(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx.selectFrom('project_organisers').select('user_id').where('project_id', '=', projectId).execute();
  return rows.map((row) => row.user_id).toSorted();
}

export interface PersonRow {
  id: string;
  name: string;
  is_pro: boolean;
}

/** The organisers that a caller may see, by name. */
export async function listOrganisers(on: Db | Tx, projectId: string, callerId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.is_pro from project_organisers g cross join lateral (select * from users where id = g.user_id offset 0) u
    where g.project_id = ${projectId} and u.deleted_at is null and ${isUnblocked(sql`u.id`, callerId)} order by u.name, u.id
  `.execute(on);
  return rows;
}

/** Does nothing for somebody who takes part. */
export async function insertMember(tx: Tx, projectId: string, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMember(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await tx.deleteFrom('project_records').where('project_id', '=', projectId).where('user_id', '=', userId).execute();
  return numDeletedRows > 0n;
}

/** How many projects that a person organises were created after a time. */
export async function countCreated(tx: Tx, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from project_organisers g join projects p on p.id = g.project_id
    where g.user_id = ${userId} and p.created_at > ${since}
  `.execute(tx);
  return onlyRow(rows).count;
}

/** Erases what a person took part in and organised. Projects stay. Idempotent. */
export async function eraseProjects(context: Context, userId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await tx.deleteFrom('project_records').where('user_id', '=', userId).execute();
    await tx.deleteFrom('project_members').where('user_id', '=', userId).execute();
    await tx.deleteFrom('project_organisers').where('user_id', '=', userId).execute();
    await tx.deleteFrom('project_removals').where('user_id', '=', userId).execute();
    await tx
      .deleteFrom('project_log')
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('other_id', '=', userId)]))
      .execute();
  });
}
