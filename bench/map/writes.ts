import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../server/src/db/open.ts';
import { preparingPool } from '../../server/src/db/prepared.ts';
import type { Tables } from '../../server/src/db/schema.ts';
import { type Write, writeObservation } from '../../server/src/features/observations/write.ts';
import { speciesIn } from '../api/fill.ts';
import { drawBody } from '../api/requests.ts';
import { seedRandom } from '../report.ts';

const PAIRS = 400;
const WARM_UP = 50;

export interface WriteTimes {
  insert: { with: number[]; without: number[] };
  edit: { with: number[]; without: number[] };
}

/** Saves new records and edits them with Veld's own code, by turns with and without the statements that count cells. */
export async function timeWrites(pool: pg.Pool, db: Db, seed: number): Promise<WriteTimes> {
  const uncounted = uncountedDb(pool);
  const random = seedRandom(seed);
  const taxa = [...(await speciesIn(pool)).values()];
  const { rows } = await pool.query<{ id: string }>('select id from users order by id limit 1');
  const times: WriteTimes = { insert: { with: [], without: [] }, edit: { with: [], without: [] } };
  for (let pair = 0; pair < PAIRS + WARM_UP; pair++) {
    const sides = [['with', db] as const, ['without', uncounted] as const];
    for (const [name, on] of pair % 2 === 0 ? sides : sides.toReversed()) {
      const id = randomUUID();
      const save = (base: number | null) => timeSave(on, { id, base, userId: rows[0]!.id, body: drawBody(random, taxa) });
      const [inserted, edited] = [await save(null), await save(1)];
      if (pair < WARM_UP) continue;
      times.insert[name].push(inserted);
      times.edit[name].push(edited);
    }
  }
  return times;
}

async function timeSave(db: Db, write: Pick<Write, 'id' | 'base' | 'userId' | 'body'>): Promise<number> {
  const from = performance.now();
  await db.transaction().execute((tx) => writeObservation(tx, { ...write, sessionId: randomUUID(), language: 'en' }));
  return performance.now() - from;
}

/** The database without what writes `map_changes`: neither its own statements nor the part of the one that stores a save. */
function uncountedDb(pool: pg.Pool): Db {
  const prepared = preparingPool(pool, true);
  const texts = new Map<string, string>();
  const uncounted = (text: string) => {
    let without = texts.get(text);
    if (without === undefined) texts.set(text, (without = text.replace('from stored o where', 'from stored o where false and')));
    return without;
  };
  const connect = async () => {
    const client = await prepared.connect();
    const query = (text: string, parameters: readonly unknown[]) =>
      /^\s*insert into map_changes/.test(text)
        ? Promise.resolve({ command: 'INSERT', rowCount: 0, rows: [] })
        : client.query(uncounted(text), parameters);
    return { query, release: () => client.release() };
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } as never }) });
}
