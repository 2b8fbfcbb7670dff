import type { ProjectAction } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isUnblocked } from '../../db/visibility.ts';
import { invalid } from '../../http/fault.ts';
import { newInvite } from './access.ts';
import {
  listOrganiserIds,
  listPossibleOrganisers,
  type PersonRow,
  type ProjectRow,
  removeMember,
  replaceOrganisers,
  setInvite,
} from './store.ts';

/** Limit of what is listed of the log. */
const MAX_LOGGED = 100;

export interface Acting {
  /** Who acts. */
  userId: string;
  now: Date;
}

export async function appendLog(
  tx: Tx,
  projectId: string,
  { userId, now }: Acting,
  entries: readonly { action: ProjectAction; otherId?: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('project_log')
    .values(entries.map(({ action, otherId }) => ({ project_id: projectId, user_id: userId, action, other_id: otherId ?? null, at: now })))
    .execute();
}

/**
 * Removes somebody from a project, who joins again only if they are invited: by a new link, or if they are readmitted. Their records no
 * longer count. Does nothing to those who are removed already; organisers first give that up.
 */
export async function removePerson(tx: Tx, { id, joining }: ProjectRow, userId: string, acting: Acting): Promise<void> {
  if ((await listOrganiserIds(tx, id)).includes(userId)) throw invalid('removes', 'project_organiser');
  if (!(await removeMember(tx, id, userId))) return;
  await tx
    .insertInto('project_removals')
    .values({ project_id: id, user_id: userId, removed_at: acting.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await appendLog(tx, id, acting, [{ action: 'removed', otherId: userId }]);
  // Who was removed must not come back with the link that they have.
  if (joining === 'link') await setInvite(tx, id, newInvite());
}

/** Lets somebody join again who was removed. Does nothing for others. */
export async function readmitPerson(tx: Tx, projectId: string, userId: string, acting: Acting): Promise<void> {
  if (await deleteRemoval(tx, projectId, userId)) await appendLog(tx, projectId, acting, [{ action: 'readmitted', otherId: userId }]);
}

/** False if the person was not removed. */
export async function deleteRemoval(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_removals')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes another organiser, or a participant, the owner of a project. Only its owner can, or any organiser of one without an owner. */
export async function handOver(
  tx: Tx,
  project: ProjectRow,
  userId: string,
  { isAdmin, ...acting }: Acting & { isAdmin: boolean },
): Promise<void> {
  const { id, owner_id } = project;
  if (owner_id === userId) return;
  if (owner_id !== null && owner_id !== acting.userId && !isAdmin) throw invalid('owner', 'project_owner');
  const organisers = await listOrganiserIds(tx, id);
  if ((await listPossibleOrganisers(tx, id, [userId], acting.userId)).length === 0) throw invalid('owner', 'organisers');
  if (!organisers.includes(userId)) await replaceOrganisers(tx, id, [...organisers, userId]);
  await sql`update project_organisers set is_owner = false where project_id = ${id} and is_owner`.execute(tx);
  await sql`update project_organisers set is_owner = true where project_id = ${id} and user_id = ${userId}`.execute(tx);
  await appendLog(tx, id, acting, [{ action: 'handed_over', otherId: userId }]);
}

/** People who were removed from a project, the last one first, at most 1,000; without those who have a block with the caller. */
export async function listRemoved(db: Db, projectId: string, callerId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.name, u.is_pro from project_removals x cross join lateral (select * from users where id = x.user_id offset 0) u
    where x.project_id = ${projectId} and u.deleted_at is null and ${isUnblocked(sql`u.id`, callerId)}
    order by x.removed_at desc, u.id limit 1000
  `.execute(db);
  return rows;
}

export interface LogRow {
  action: ProjectAction;
  user_id: string;
  user_name: string;
  other_id: string | null;
  other_name: string | null;
  at: Date;
}

/** What the organisers of a project did, the last first. Names of people who have a block with the caller are empty. */
export async function listLog(db: Db, projectId: string, callerId: string): Promise<LogRow[]> {
  const nameOf = (alias: string) => {
    const person = sql.ref(`${alias}.id`);
    return sql`case when ${isUnblocked(person, callerId)} then ${sql.ref(`${alias}.name`)} else '' end`;
  };
  const { rows } = await sql<LogRow>`
    select l.action, l.user_id, ${nameOf('a')} as user_name, l.other_id, case when l.other_id is not null then ${nameOf('b')} end as other_name, l.at
    from (select * from project_log where project_id = ${projectId} order by seq desc limit ${MAX_LOGGED}) l
    cross join lateral (select * from users where id = l.user_id offset 0) a
    left join lateral (select * from users where id = l.other_id offset 0) b on true
    order by l.seq desc
  `.execute(db);
  return rows;
}
