import type { ReportSubject } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { IS_PUBLIC } from '../../db/visibility.ts';

/** Something that can be reported, and whose it is. */
export interface Subject {
  user_id: string;
}

const mayHave = (callerId: string) => sql<boolean>`(o.user_id = ${callerId} or ${IS_PUBLIC}) and o.deleted_at is null`;

/** The statements that find a subject that the caller can see, or could without a block. */
const REPORTABLE: Record<ReportSubject, (id: string, callerId: string) => RawBuilder<Subject>> = {
  observation: (id, callerId) => sql`
    select o.user_id from observations o join users u on u.id = o.user_id where o.id = ${id} and ${mayHave(callerId)}`,
  identification: (id, callerId) => sql`
    select i.user_id from identifications i join users iu on iu.id = i.user_id
    join observations o on o.id = i.observation_id join users u on u.id = o.user_id
    where i.id = ${id} and ${mayHave(callerId)} and i.hidden_by_moderator_at is null and iu.erase_after is null`,
  comment: (id, callerId) => sql`
    select c.user_id from comments c join users cu on cu.id = c.user_id
    join observations o on o.id = c.observation_id join users u on u.id = o.user_id
    where c.id = ${id} and ${mayHave(callerId)} and c.hidden_at is null and c.deleted_at is null and cu.erase_after is null`,
  user: (id) => sql`select u.id as user_id from users u where u.id = ${id} and u.deleted_at is null`,
};

/** A subject that the caller can see, or could without a block; otherwise undefined. */
export async function findReportable(tx: Tx, kind: ReportSubject, id: string, callerId: string): Promise<Subject | undefined> {
  const { rows } = await REPORTABLE[kind](id, callerId).execute(tx);
  return rows[0];
}
