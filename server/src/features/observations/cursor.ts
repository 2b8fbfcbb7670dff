import { invalid } from '../../http/fault.ts';

/** An opaque position in a list. It contains the name of the list, because the cursor of another list must be rejected. */
export function writeCursor(list: 'feed' | 'changes', seq: number): string {
  return Buffer.from(`${list}:${seq}`).toString('base64url');
}

/** The position in a cursor, or null without one. Throws 422 if the cursor does not belong to this list. */
export function readCursor(list: 'feed' | 'changes', cursor: string | undefined): number | null {
  if (!cursor) return null;
  const match = /^(feed|changes):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] !== list) throw invalid('cursor', 'cursor');
  return Number(match[2]);
}
