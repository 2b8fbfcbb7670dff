/** A version of the taxonomy: its epoch and its sequence number. */
export interface Cursor {
  epoch: string;
  seq: number;
}

/** The text that devices store as `last_updated_at` and send as `since` and `version`. It is opaque and, despite its name, no time. */
export function writeCursor({ epoch, seq }: Cursor): string {
  return Buffer.from(`${epoch}.${seq}`).toString('base64url');
}

/** Parses the result of `writeCursor`; null for any other text. */
export function readCursor(text: string): Cursor | null {
  const [, epoch, seq] = /^([0-9a-f-]{36})\.(0|[1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}
