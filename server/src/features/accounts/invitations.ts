import {
  checkRegistration,
  deleteInvitation,
  type Invitation,
  listInvitations,
  putInvitation,
  type RegistrationMode,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { logAct } from '../operations/audit.ts';
import { withRole } from './access.ts';
import type { Limits } from './limits.ts';
import { hashToken } from './tokens.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { hasHadUsers } from './store.ts';

const DAY_MS = 86_400_000;

/** Who may create an account, and the invitations of the admins. */
export function serveInvitations(app: FastifyInstance, context: Context, limits: Limits): void {
  const { config, db } = context;
  const access = withRole(context, 'admin');

  serve(app, checkRegistration, anyone, async ({ body, request }) => {
    if (body.invite !== undefined) await limits.checkInvite(request);
    const can_register = await canRegister(context, body.invite);
    const { isOpen, isChosen } = await context.browsing.current();
    return {
      data: {
        registration: config.REGISTRATION,
        can_register,
        allows_browsing: isOpen,
        asks_browsing: !isChosen && config.ALLOW_BROWSING === null,
      },
    };
  });

  serve(app, listInvitations, access, async () => {
    const rows = await listInvitationRows(db);
    return { data: rows.map((row) => presentInvitation(row, context.now())), registration: config.REGISTRATION };
  });

  serve(app, putInvitation, access, async ({ params, body, caller }) => {
    const now = context.now();
    await inTransaction(db, async (tx) => {
      const isNew = await insertInvitation(tx, {
        id: params.id,
        token_hash: hashToken(body.token),
        label: body.label,
        created_by: caller.userId,
        max_uses: body.max_uses,
        created_at: now,
        expires_at: new Date(now.getTime() + body.days * DAY_MS),
      });
      const act = { actorId: caller.userId, action: 'create_invitation', subject: ['invitation', params.id] } as const;
      if (isNew) await logAct(tx, act, now);
    });
    const row = await findInvitation(db, params.id);
    // Another invitation has the token, which does not happen with random ones.
    if (!row) throw invalid('token', 'invalid');
    return { data: presentInvitation(row, now) };
  });

  serve(app, deleteInvitation, access, async ({ params, caller }) => {
    const now = context.now();
    await inTransaction(db, async (tx) => {
      const before = await revokeInvitation(tx, params.id, now);
      if (!before) throw new Fault('not_found');
      const act = { actorId: caller.userId, action: 'revoke_invitation', subject: ['invitation', params.id] } as const;
      if (!before.wasRevoked) await logAct(tx, act, now);
    });
    return undefined;
  });
}

async function canRegister(context: Context, token: string | undefined): Promise<boolean> {
  try {
    await expectAdmission(context, token);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

function presentInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    label: row.label,
    created_by: row.creator,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    max_uses: row.max_uses,
    uses: row.uses,
    state: stateOf(row, now),
  };
}

function stateOf(row: InvitationRow, now: Date): Invitation['state'] {
  if (row.revoked_at) return 'revoked';
  if (row.uses >= row.max_uses) return 'used_up';
  return row.expires_at <= now ? 'expired' : 'active';
}

type InvitationColumns = Selectable<Tables['invitations']>;
type InvitationRow = Omit<InvitationColumns, 'token_hash' | 'created_by'> & { creator: string };

const MAX_LISTED = 200;

/** The newest invitations. */
async function listInvitationRows(db: Db): Promise<InvitationRow[]> {
  return selectInvitations(db).orderBy('invitations.created_at', 'desc').orderBy('invitations.id').limit(MAX_LISTED).execute();
}

async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
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
async function insertInvitation(tx: Tx, row: Omit<InvitationColumns, 'uses' | 'revoked_at'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Revokes an invitation; again changes nothing. Undefined if there is none with this id. */
async function revokeInvitation(tx: Tx, id: string, now: Date): Promise<{ wasRevoked: boolean } | undefined> {
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
async function isUsable(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const usable = await db.selectFrom('invitations').select('id').where(isUsableWith(tokenHash, now)).executeTakeFirst();
  return usable !== undefined;
}

/** Counts a use of an invitation. False if it cannot be used; of several requests for the last use, one succeeds. */
async function useInvitation(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('invitations')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where(isUsableWith(tokenHash, now))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/**
 * Throws if nobody can create an account now, or not with this token (decision 0028). The first account of an installation always
 * can be created, because it becomes the admin who invites others.
 */
export async function expectAdmission({ config, db, now }: Context, token: string | undefined): Promise<void> {
  if (config.REGISTRATION === 'open' || !(await hasHadUsers(db))) return;
  await checkMode(config.REGISTRATION, token, (hash) => isUsable(db, hash, now()));
}

/** Uses the invitation in the transaction that creates an account other than the first; throws as `expectAdmission` does. */
export async function admit({ config, now }: Context, tx: Tx, token: string | undefined): Promise<void> {
  await checkMode(config.REGISTRATION, token, (hash) => useInvitation(tx, hash, now()));
}

async function checkMode(
  mode: RegistrationMode,
  token: string | undefined,
  isAccepted: (tokenHash: string) => Promise<boolean>,
): Promise<void> {
  if (mode === 'open') return;
  if (mode === 'closed') throw new Fault('registration_closed');
  if (!token) throw invalid('invite', 'invite_required');
  if (!(await isAccepted(hashToken(token)))) throw invalid('invite', 'invite_unusable');
}
