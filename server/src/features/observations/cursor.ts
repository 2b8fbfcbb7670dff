import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';

/** Lists for the owner alone: the changes of a person, and the history of a record. */
type OwnList = 'changes' | 'history';

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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Cursors by key and position, because everyone's first page of the feed ends at the same record. */
const written = new WeakMap<Buffer, LRUCache<string, string>>();
const MAX_WRITTEN = 500;

/**
 * A cursor of public lists, encrypted so that it says nothing about the records around it. The same position always gives the same
 * cursor: the nonce is derived from the position, which is safe because equal nonces then mean equal texts.
 */
export function writeListCursor(context: Pick<Context, 'secret'>, { listed_at, id }: ListPosition): string {
  const text = `${listed_at} ${id}`;
  const key = keyOf(context);
  const cursors = written.get(key) ?? new LRUCache<string, string>({ max: MAX_WRITTEN });
  written.set(key, cursors);
  let cursor = cursors.get(text);
  if (!cursor) cursors.set(text, (cursor = encrypted(key, text)));
  return cursor;
}

function encrypted(key: Buffer, text: string): string {
  const nonce = createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The position in a cursor of public lists, or null without one. Throws 422 if this server did not make it. */
export function readListCursor(context: Pick<Context, 'secret'>, cursor: string | undefined): ListPosition | null {
  if (!cursor) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) throw invalid('cursor', 'cursor');
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(context), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const [listed_at, id] = text.split(' ');
    return { listed_at: listed_at!, id: id! };
  } catch {
    throw invalid('cursor', 'cursor');
  }
}

const keys = new WeakMap<Buffer, Buffer>();

/** The key of cursors, derived from the server's secret, which also signs the addresses of photos. */
function keyOf({ secret }: Pick<Context, 'secret'>): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'cursors of lists', 32));
    keys.set(secret, key);
  }
  return key;
}
