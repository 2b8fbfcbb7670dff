import { checkRegistration, deleteInvitation, type Invitation, listInvitations, putInvitation } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { Fault, invalid } from '../../../http/fault.ts';
import { anyone, serve } from '../../../http/serve.ts';
import { logAct } from '../../operations/audit.ts';
import { withRole } from '../access.ts';
import type { Limits } from '../limits.ts';
import { hashToken } from '../tokens.ts';
import { expectAdmission } from './admission.ts';
import { findInvitation, insertInvitation, type InvitationRow, listInvitationRows, revokeInvitation } from './store.ts';

const DAY_MS = 86_400_000;

/** Who may create an account, and the invitations of the admins. */
export function serveInvitations(app: FastifyInstance, context: Context, limits: Limits): void {
  const { config, db } = context;
  const access = withRole(context, 'admin');

  serve(app, checkRegistration, anyone, async ({ body, request }) => {
    if (body.invite !== undefined) await limits.checkInvite(request);
    const can_register = await canRegister(context, body.invite);
    return { data: { registration: config.REGISTRATION, can_register, allows_browsing: config.ALLOW_BROWSING } };
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
