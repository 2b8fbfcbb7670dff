import { invalid } from './fault.ts';

/** A position in a list: the value that the list is sorted by, and the id. `list` names the list and its order. */
function writePosition(list: string, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

/** The position in a cursor; null without one. 422 if it is of another list or order. */
export function readPosition(list: string, cursor: string | undefined): readonly string[] | null {
  if (cursor === undefined || cursor === '') return null;
  try {
    const [of, ...position]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (of === list && position.length > 0 && position.every((part) => typeof part === 'string')) return position;
  } catch {
    // Not made by this server.
  }
  throw invalid('cursor', 'cursor');
}

interface PageOf<Row, Shown> {
  list: string;
  positionOf: (row: Row) => readonly string[];
  present: (row: Row) => Shown;
}

/** The last of the first `limit` rows, after which another page begins; null if there are no more rows than these. */
export function lastOfPage<Row>(rows: readonly Row[], limit: number): Row | null {
  return rows.length > limit ? (rows[limit - 1] ?? null) : null;
}

/** The page of rows of which one more than `limit` was asked for, to know whether another page follows. */
export function presentPage<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  { list, positionOf, present }: PageOf<Row, Shown>,
): { data: Shown[]; next_cursor: string | null } {
  const last = lastOfPage(rows, limit);
  return { data: rows.slice(0, limit).map(present), next_cursor: last && writePosition(list, positionOf(last)) };
}
