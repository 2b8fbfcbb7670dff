import type { APPEALABLE, HIDEABLE } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { setCommentHidden } from '../comments/store.ts';
import { setMessageHidden } from '../messages/store.ts';
import { setIdentificationHidden } from '../identifications/write.ts';
import { setRecordHidden } from '../observations/write.ts';
import { lockOwnerWrites } from '../observations/ledger.ts';

export type Hideable = (typeof HIDEABLE)[number];

/** How each kind is found and hidden. Comments and messages are not part of what the writes of an owner wait for. */
const KINDS = {
  observation: {
    find: (id: string) =>
      sql`select user_id, hidden_by_moderator_at as hidden_at from observations where id = ${id} and deleted_at is null`,
    lock: (tx: Tx, id: string) => lockOwnerWrites(tx, sql`${id}::uuid`),
    setHidden: setRecordHidden,
  },
  identification: {
    find: (id: string) => sql`select user_id, hidden_by_moderator_at as hidden_at from identifications where id = ${id}`,
    lock: (tx: Tx, id: string) => lockOwnerWrites(tx, sql`(select observation_id from identifications where id = ${id})`),
    setHidden: setIdentificationHidden,
  },
  comment: {
    find: (id: string) => sql`select user_id, hidden_at from comments where id = ${id} and deleted_at is null`,
    lock: () => Promise.resolve(),
    setHidden: setCommentHidden,
  },
  message: {
    find: (id: string) => sql`select user_id, hidden_at from messages where id = ${id} and deleted_at is null`,
    lock: () => Promise.resolve(),
    setHidden: setMessageHidden,
  },
};

interface Found {
  user_id: string;
  hidden_at: Date | null;
}

/** What can be appealed against: something hidden, or how a person is restricted. */
export async function findAppealable(tx: Tx, kind: (typeof APPEALABLE)[number], id: string): Promise<Found | undefined> {
  if (kind !== 'user') return findHideable(tx, kind, id);
  const { rows } = await sql<Found>`select id as user_id, standing_since as hidden_at from users where id = ${id}`.execute(tx);
  return rows[0];
}

/** Who made it and whether it is hidden; undefined if it is gone. */
async function findHideable(tx: Tx, kind: Hideable, id: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`${KINDS[kind].find(id)}`.execute(tx);
  return rows[0];
}

/** Hides something from everybody but its owner and moderators, or shows it again; `unchanged` if it is so already. */
export async function setHidden(tx: Tx, kind: Hideable, id: string, isHidden: boolean): Promise<'changed' | 'unchanged' | 'gone'> {
  await KINDS[kind].lock(tx, id);
  const found = await findHideable(tx, kind, id);
  if (!found) return 'gone';
  if ((found.hidden_at !== null) === isHidden) return 'unchanged';
  await KINDS[kind].setHidden(tx, id, isHidden);
  return 'changed';
}
