import { Fault } from '../../http/fault.ts';

/** Requires a journey of the caller that is not deleted: 404 for that of somebody else, as for none, and 410 for a deleted one. */
export function requireOwn<J extends { user_id: string; deleted_at: Date | null }>(journey: J | undefined, userId: string): J {
  if (!journey || journey.user_id !== userId) throw new Fault('not_found');
  if (journey.deleted_at !== null) throw new Fault('gone');
  return journey;
}
