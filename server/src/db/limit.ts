import { type RawBuilder, sql } from 'kysely';

const STEPS = [21, 51, 101];

/**
 * At least `rows` rows, as part of the text of a statement. PostgreSQL plans a prepared statement whose limit is a parameter for a tenth
 * of all rows, and then makes a new plan for each call instead of keeping one. In steps, so that there are few texts; the
 * caller cuts off what is too much.
 */
export function atLeast(rows: number): RawBuilder<unknown> {
  return sql.raw(String(roundUpRows(rows)));
}

/** The number of rows that `atLeast` asks for. */
export function roundUpRows(rows: number): number {
  return STEPS.find((step) => step >= rows) ?? rows;
}
