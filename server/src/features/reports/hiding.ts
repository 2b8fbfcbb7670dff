import type { HIDEABLE } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { updateExperience } from '../observations/experience.ts';
import { applyGrades } from '../observations/grade.ts';
import { insertMapChanges } from '../observations/map-changes.ts';
import { lockOwnerWrites } from '../observations/ledger.ts';
import { onlyRow } from '../../db/only-row.ts';

export type Hideable = (typeof HIDEABLE)[number];

/** The table of each kind, and its column with the time of hiding. */
const TABLES = {
  observation: sql`observations`,
  identification: sql`identifications`,
  comment: sql`comments`,
} as const;
const HIDDEN_AT = {
  observation: sql`hidden_by_moderator_at`,
  identification: sql`hidden_by_moderator_at`,
  comment: sql`hidden_at`,
} as const;

/** Who made it and whether it is hidden; undefined if it is gone. */
export async function findHideable(tx: Tx, kind: Hideable, id: string): Promise<{ user_id: string; hidden_at: Date | null } | undefined> {
  const { rows } = await sql<{ user_id: string; hidden_at: Date | null }>`
    select user_id, ${HIDDEN_AT[kind]} as hidden_at from ${TABLES[kind]}
    where id = ${id} ${kind === 'identification' ? sql`` : sql`and deleted_at is null`}
  `.execute(tx);
  return rows[0];
}

/** Hides something from everybody but its owner and moderators, or shows it again; false if it is so already, or gone. */
export async function setHidden(tx: Tx, kind: Hideable, id: string, isHidden: boolean): Promise<boolean> {
  await lockOwner(tx, kind, id);
  const found = await findHideable(tx, kind, id);
  if (!found || (found.hidden_at !== null) === isHidden) return false;
  if (kind === 'observation') await insertMapChanges(tx, [id], -1);
  await sql`update ${TABLES[kind]} set ${HIDDEN_AT[kind]} = ${isHidden ? sql`now()` : sql`null`} where id = ${id}`.execute(tx);
  if (kind === 'observation') {
    await insertMapChanges(tx, [id], 1);
    // Whatever counts records reads what has changed. A hidden record gives no points, whatever its grade.
    await applyGrades(tx, found.user_id, [id]);
    await updateExperience(tx, found.user_id, { records: [id] });
  }
  if (kind === 'identification') await regradeRecord(tx, id);
  return true;
}

/** Locks the writes of the owner of the record, as every write does. */
async function lockOwner(tx: Tx, kind: Hideable, id: string): Promise<void> {
  if (kind === 'comment') return;
  const record = kind === 'observation' ? sql`${id}::uuid` : sql`(select observation_id from identifications where id = ${id})`;
  await lockOwnerWrites(tx, record);
}

/** Grades the record of an identification anew. */
async function regradeRecord(tx: Tx, identificationId: string): Promise<void> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select o.id, o.user_id from identifications i join observations o on o.id = i.observation_id where i.id = ${identificationId}
  `.execute(tx);
  const record = onlyRow(rows);
  await applyGrades(tx, record.user_id, [record.id]);
}
