/** A moment of the taxonomy: which line of history (epoch), and how far along it. */
export interface Cursor {
  epoch: string;
  seq: number;
}

/** What devices keep as `last_updated_at` and send back as `since` and `version`: opaque to them, no time of any clock. */
export function writeCursor({ epoch, seq }: Cursor): string {
  return Buffer.from(`${epoch}.${seq}`).toString('base64url');
}

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): Cursor | null {
  const found = /^([0-9a-f-]{36})\.(0|[1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  return found ? { epoch: found[1]!, seq: Number(found[2]) } : null;
}
