import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { sealFor } from '../../http/seal.ts';

/** Lists for the owner alone: the changes of a person's records and journeys, and the history of a record. */
type OwnList = 'changes' | 'history' | 'journeys';

/** A cursor of a list for the owner. It contains the name of the list, because the cursor of another list must be rejected. */
export function writeCursor(list: OwnList, position: number): string {
  return Buffer.from(`${list}:${position}`).toString('base64url');
}

/** The position in a cursor, or null without one. Throws 422 if the cursor does not belong to this list. */
export function readCursor(list: OwnList, cursor: string | undefined): number | null {
  if (!cursor) return null;
  const match = /^(\w+):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] !== list) throw invalid('cursor', 'cursor');
  return Number(match[2]);
}

/** A record's position in public lists. */
export interface ListPosition {
  /** An instant with microseconds, as text. */
  listed_at: string;
  id: string;
}

const positions = sealFor('cursors of lists');

/** Cursors by secret and position, because everyone's first page of the feed ends at the same record. */
const written = new WeakMap<Buffer, LRUCache<string, string>>();
const MAX_WRITTEN = 500;

/** A cursor of public lists, sealed so that it says nothing about the records around it. */
export function writeListCursor(context: Pick<Context, 'secret'>, { listed_at, id }: ListPosition): string {
  const text = `${listed_at} ${id}`;
  const cursors = written.get(context.secret) ?? new LRUCache<string, string>({ max: MAX_WRITTEN });
  written.set(context.secret, cursors);
  let cursor = cursors.get(text);
  if (!cursor) cursors.set(text, (cursor = positions.seal(context, text)));
  return cursor;
}

/** The position in a cursor of public lists, or null without one. Throws 422 if this server did not make it. */
export function readListCursor(context: Pick<Context, 'secret'>, cursor: string | undefined): ListPosition | null {
  if (!cursor) return null;
  const [listed_at, id] = positions.open(context, cursor, 'cursor').split(' ');
  if (listed_at === undefined || id === undefined) throw invalid('cursor', 'cursor');
  return { listed_at, id };
}
