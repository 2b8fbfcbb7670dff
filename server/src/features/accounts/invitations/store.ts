import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Tables } from '../../../db/schema.ts';

type InvitationColumns = Selectable<Tables['invitations']>;
export type InvitationRow = Omit<InvitationColumns, 'token_hash' | 'created_by'> & { creator: string };

const MAX_LISTED = 200;

/** The newest invitations. */
export async function listInvitationRows(db: Db): Promise<InvitationRow[]> {
  return selectInvitations(db).orderBy('invitations.created_at', 'desc').orderBy('invitations.id').limit(MAX_LISTED).execute();
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  return selectInvitations(db).where('invitations.id', '=', id).executeTakeFirst();
}

function selectInvitations(db: Db) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.label',
      'invitations.max_uses',
      'invitations.uses',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.revoked_at',
      'users.name as creator',
    ]);
}

/** Inserts an invitation. False if its id or token exists already. */
export async function insertInvitation(tx: Tx, row: Omit<InvitationColumns, 'uses' | 'revoked_at'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Revokes an invitation; again changes nothing. Undefined if there is none with this id. */
export async function revokeInvitation(tx: Tx, id: string, now: Date): Promise<{ wasRevoked: boolean } | undefined> {
  const before = await tx.selectFrom('invitations').select('revoked_at').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) return undefined;
  if (before.revoked_at === null) await tx.updateTable('invitations').set({ revoked_at: now }).where('id', '=', id).execute();
  return { wasRevoked: before.revoked_at !== null };
}

/** The condition that an invitation has a token, by its hash, and can be used. */
function isUsableWith(tokenHash: string, now: Date): RawBuilder<boolean> {
  return sql`(token_hash = ${tokenHash} and revoked_at is null and expires_at > ${now} and uses < max_uses)`;
}

/** Whether the invitation with the hash of a token can be used. */
export async function isUsable(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const usable = await db.selectFrom('invitations').select('id').where(isUsableWith(tokenHash, now)).executeTakeFirst();
  return usable !== undefined;
}

/** Counts a use of an invitation. False if it cannot be used; of several requests for the last use, one succeeds. */
export async function useInvitation(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('invitations')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where(isUsableWith(tokenHash, now))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
