import type { Tx } from '../../../db/open.ts';
import type { Context } from '../../../http/context.ts';
import { Fault, invalid } from '../../../http/fault.ts';
import { hasHadUsers } from '../store.ts';
import { hashToken } from '../tokens.ts';
import { isUsable, useInvitation } from './store.ts';

/**
 * Throws if nobody can create an account now, or not with this token (decision 0028). The first account of an installation always
 * can be created, because it becomes the admin who invites others.
 */
export async function expectAdmission({ config, db, now }: Context, token: string | undefined): Promise<void> {
  if (config.REGISTRATION === 'open' || !(await hasHadUsers(db))) return;
  if (config.REGISTRATION === 'closed') throw new Fault('registration_closed');
  if (!token) throw invalid('invite', 'invite_required');
  if (!(await isUsable(db, hashToken(token), now()))) throw invalid('invite', 'invite_unusable');
}

/** Uses the invitation in the transaction that creates an account other than the first; throws as `expectAdmission` does. */
export async function admit({ config, now }: Context, tx: Tx, token: string | undefined): Promise<void> {
  if (config.REGISTRATION === 'open') return;
  if (config.REGISTRATION === 'closed') throw new Fault('registration_closed');
  if (!token) throw invalid('invite', 'invite_required');
  if (!(await useInvitation(tx, hashToken(token), now()))) throw invalid('invite', 'invite_unusable');
}
