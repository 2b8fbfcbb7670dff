import { invalid } from '../../http/fault.ts';

/** A place in a list, opaque to whoever holds it. `list` says which list it is of, so that it fits no other. */
export function writeCursor(list: 'feed' | 'changes', seq: number): string {
  return Buffer.from(`${list}:${seq}`).toString('base64url');
}

/** Throws 422 where the cursor is not one of this list. */
export function readCursor(list: 'feed' | 'changes', cursor: string | undefined): number | null {
  if (!cursor) return null;
  const match = /^(feed|changes):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] !== list) throw invalid('cursor', 'cursor');
  return Number(match[2]);
}
