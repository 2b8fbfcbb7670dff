import { invalid } from '../../http/fault.ts';

/** An opaque position in a list. `list` names the list, so that the cursor of one is not accepted by another. */
export function writeCursor(list: 'feed' | 'changes', seq: number): string {
  return Buffer.from(`${list}:${seq}`).toString('base64url');
}

/** Throws 422 where the cursor does not belong to this list. */
export function readCursor(list: 'feed' | 'changes', cursor: string | undefined): number | null {
  if (!cursor) return null;
  const match = /^(feed|changes):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] !== list) throw invalid('cursor', 'cursor');
  return Number(match[2]);
}
