import { Fault } from '../../http/fault.ts';

/** Requires that the caller may see a record and did not make it: the observer's name is changed by an edit (decision 0044). */
export function requireOthers<T extends { user_id: string }>(record: T | undefined, userId: string): T {
  if (!record) throw new Fault('not_found');
  if (record.user_id === userId) throw new Fault('forbidden');
  return record;
}
