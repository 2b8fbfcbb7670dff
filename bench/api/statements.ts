import { createHash, randomUUID } from 'node:crypto';
import type { ObservationWrite } from '@veld/contract';
import type { LogEvent } from 'kysely';
import { openDatabase } from '../../server/src/db/open.ts';
import { findCaller } from '../../server/src/features/accounts/sessions.ts';
import { findObservation, findPosition, listChanges, listObservations } from '../../server/src/features/observations/store.ts';
import { writeObservation } from '../../server/src/features/observations/write.ts';
import { listSeen } from '../../server/src/features/species/store.ts';

/** Parameters that differ between requests; all others keep the captured value. */
const ROLES = ['token_hash', 'now', 'user_id', 'record_id', 'write_id', 'seq', 'after'] as const;
export type Role = (typeof ROLES)[number];

/** One SQL statement of Veld, with its parameters: captured values, and roles that each request fills in. */
export interface Statement {
  /** Of the prepared statement. */
  name: string;
  sql: string;
  parameters: ({ role: Role } | { value: unknown })[];
}

export interface Statements {
  caller: Statement;
  feed: Statement;
  observation: Statement;
  position: Statement;
  changes: Statement;
  seen: Statement;
  /** Run in one transaction; the first returns the owner's `seq`. */
  put: Statement[];
}

/** Rows that a page of the feed reads: 20, and one more to know whether another page follows. */
const FEED_ROWS = 21;
/** Records in a measured page of the own changes. */
export const CHANGES = 20;

/** Runs Veld's own code once and captures its SQL statements, so that the bare server can run the same ones. */
export async function captureStatements(url: string, userId: string, body: ObservationWrite): Promise<Statements> {
  const queries: LogEvent['query'][] = [];
  const { db } = openDatabase({ url, poolSize: 2, onQuery: (event) => queries.push(event.query) });
  const marks: Record<Role, unknown> = {
    token_hash: 'token-hash-of-the-capture',
    now: new Date(1_800_000_000_123),
    user_id: userId,
    record_id: randomUUID(),
    write_id: body.write_id,
    seq: 987_654_321,
    after: 123_456_789,
  };
  const take = (): Statement[] =>
    queries.splice(0).map((query) => ({
      name: nameOf(query.sql),
      sql: query.sql,
      parameters: query.parameters.map((value) => parameterOf(value, marks)),
    }));
  try {
    await findCaller(db, marks.token_hash as string, marks.now as Date);
    const [caller] = take();
    await listObservations(db, { callerId: userId, language: 'en', limit: FEED_ROWS });
    const [feed] = take();
    await findObservation(db, marks.record_id as string, userId, 'en');
    const [observation] = take();
    await findPosition(db, userId);
    const [position] = take();
    await listChanges(db, userId, marks.after as number, CHANGES + 1, 'en');
    const [changes] = take();
    await listSeen(db, { userId, callerId: userId, country: null, place: null, days: null });
    const [seen] = take();
    let put: Statement[] = [];
    const undo = new Error('only captured');
    await db
      .transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('owner_counters')
          .set({ seq: (marks.seq as number) - 1 })
          .where('user_id', '=', userId)
          .execute();
        take();
        await writeObservation(tx, {
          id: marks.record_id as string,
          userId,
          sessionId: randomUUID(),
          base: null,
          body,
          language: 'en',
        });
        put = take().filter(({ sql }) => !/^(begin|commit|rollback)/.test(sql));
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return {
      caller: caller!,
      feed: feed!,
      observation: observation!,
      position: position!,
      changes: changes!,
      seen: seen!,
      put,
    };
  } finally {
    await db.destroy();
  }
}

function nameOf(sql: string): string {
  return createHash('sha256').update(sql).digest('base64url');
}

function parameterOf(value: unknown, marks: Record<Role, unknown>): Statement['parameters'][number] {
  const role = ROLES.find((name) => marks[name] === value);
  return role ? { role } : { value };
}

/** The parameters of a statement for one request. */
export function parametersFor(statement: Statement, given: Partial<Record<Role, unknown>>): unknown[] {
  return statement.parameters.map((parameter) => ('role' in parameter ? given[parameter.role] : parameter.value));
}
