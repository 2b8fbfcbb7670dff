import type { RegistrationMode } from '@veld/contract';
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
