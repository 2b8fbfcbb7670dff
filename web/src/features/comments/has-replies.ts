import { isTick } from '@veld/contract';
import { type AnyObservation, isOwn } from '../../shared/records/record-labels';

/** Whether others can react to and comment on a record: the server has it, and it is no tick. */
export function hasReplies(record: AnyObservation): boolean {
  return !isOwn(record) || (record.version > 0 && !isTick(record));
}
