import type { BodyOf, putValidator, Validator } from '@veld/contract';
import { MAX_FIELDS_EACH } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { insertNotifications } from '../notifications/write.ts';
import { type Caller, isModerator } from '../accounts/access.ts';
import { requireOrganiser } from '../projects/access.ts';
import { findProject } from '../projects/store.ts';
import { type FieldRow, presentField } from './fields.ts';

interface ValidatorRow extends FieldRow {
  id: string;
  user_id: string;
  user_name: string;
  project_name: string | null;
  appointed_by_name: string | null;
  created_at: Date;
}

/** The lists of validators: of all, of a project, of one person. */
export interface ValidatorFilter {
  projectId?: string | undefined;
  userId?: string | undefined;
  after: readonly string[] | null;
  limit: number;
}

export async function listValidatorRows(db: Db, { projectId, userId, after, limit }: ValidatorFilter): Promise<ValidatorRow[]> {
  const where = [sql`v.ended_at is null and u.deleted_at is null`];
  if (projectId !== undefined) where.push(sql`v.project_id = ${projectId}`);
  if (userId !== undefined) where.push(sql`v.user_id = ${userId}`);
  if (after) where.push(sql`(lower(u.name), v.id) > (${after[0]}, ${after[1]}::uuid)`);
  const { rows } = await sql<ValidatorRow>`
    select v.id, v.user_id, u.name as user_name, v.taxon_group, v.country_code, v.area, v.from_day, v.to_day, v.project_id, p.name as project_name,
      a.name as appointed_by_name, v.created_at
    from validators v cross join lateral (select * from users where id = v.user_id offset 0) u
    left join projects p on p.id = v.project_id left join lateral (select name from users where id = v.appointed_by offset 0) a on true
    where ${sql.join(where, sql` and `)} order by lower(u.name), v.id limit ${limit}
  `.execute(db);
  return rows;
}

export const positionOfValidator = ({ user_name, id }: ValidatorRow): readonly string[] => [user_name.toLowerCase(), id];

export function presentValidator(row: ValidatorRow): Validator {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name },
    field: presentField(row),
    project_name: row.project_name,
    appointed_by: row.appointed_by_name,
    created_at: row.created_at.toISOString(),
  };
}

/** Whether a person validates any records. */
export async function isValidator(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from validators where user_id = ${userId} and ended_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Requires who may appoint: an admin, or for the records of a project one of its organisers. */
export async function requireAppointing(context: Context, on: Db | Tx, caller: Caller, projectId: string | null): Promise<void> {
  if (projectId !== null) requireOrganiser(await findProject(on, projectId, caller.userId, context.now()), caller);
  else if (!isModerator(caller)) throw new Fault('forbidden');
}

/** Appoints a validator. Idempotent by the id, also after the appointment ended. */
export async function appoint(tx: Tx, id: string, { user_id, field }: BodyOf<typeof putValidator>, by: string): Promise<void> {
  const { rows: users } = await sql`select 1 from users where id = ${user_id} and deleted_at is null for update`.execute(tx);
  if (users.length === 0) throw invalid('user_id', 'choice');
  const existing = await tx.selectFrom('validators').selectAll().where('id', '=', id).executeTakeFirst();
  if (existing) {
    if (existing.user_id !== user_id || JSON.stringify(presentField(existing)) !== JSON.stringify(field)) throw new Fault('conflict');
    return;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from validators where user_id = ${user_id} and ended_at is null
  `.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_FIELDS_EACH) throw invalid('user_id', 'list_full');
  await tx
    .insertInto('validators')
    .values({
      id,
      user_id,
      taxon_group: field.group,
      country_code: field.country,
      area: field.area && JSON.stringify(field.area),
      from_day: field.from,
      to_day: field.to,
      project_id: field.project_id,
      appointed_by: by,
    })
    .execute();
  const event = { kind: 'validation', reason: 'appointed', subject: id, causeId: id } as const;
  await insertNotifications(tx, [{ ...event, userId: user_id, facts: { path: '/validate' } }]);
}

/** Ends an appointment, which the validator may too. One that does not exist counts as ended, for whoever may not see it. */
export async function endAppointment(context: Context, tx: Tx, id: string, caller: Caller): Promise<void> {
  const row = await tx.selectFrom('validators').select(['user_id', 'project_id']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Fault('not_found');
  if (row.user_id !== caller.userId) await requireAppointing(context, tx, caller, row.project_id);
  await tx.updateTable('validators').set({ ended_at: context.now() }).where('id', '=', id).where('ended_at', 'is', null).execute();
}

/** Erases for what a person was a validator, and whom they appointed. Idempotent. */
export async function eraseValidators({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.deleteFrom('validators').where('user_id', '=', userId).execute();
  await db.updateTable('validators').set({ appointed_by: null }).where('appointed_by', '=', userId).execute();
}
