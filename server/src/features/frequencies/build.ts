import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { coarsened, encodeTable, FREQUENCY_DETAILS, FREQUENCY_VERSION_LENGTH, type FrequencyTable, writePack } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { countCountry, hasCounts, insertPack, listCountries, readTable, setCounted } from './store.ts';

/** Size of a compressed pack up to which it keeps its detail: 300 kB, or 300 bytes for each species. */
const MAX_BYTES = 300_000;
const MAX_BYTES_OF_SPECIES = 300;

/** The version of a table's bytes: a hash of them. */
export function hashTable(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, FREQUENCY_VERSION_LENGTH);
}

/** The pack of a table, by week if that is not too large, else by month or year. */
export async function makePack(table: FrequencyTable): Promise<{ version: string; bytes: Uint8Array<ArrayBuffer> }> {
  const limit = Math.max(MAX_BYTES, MAX_BYTES_OF_SPECIES * table.taxa.length);
  for (const detail of FREQUENCY_DETAILS) {
    const bytes = encodeTable(coarsened(table, detail));
    const isLast = detail === FREQUENCY_DETAILS.at(-1);
    if (isLast || (await promisify(gzip)(bytes, { level: 6 })).length <= limit)
      return { version: hashTable(bytes), bytes: writePack(hashTable(bytes), bytes) };
  }
  throw new Error('There is no detail');
}

/** Makes the pack of a country from its counts. Returns whether it is a new one. */
export async function refreshPack(db: Db, country: string): Promise<boolean> {
  const { version, bytes } = await makePack(await readTable(db, country));
  return inTransaction(db, (tx) => insertPack(tx, country, version, bytes));
}

/**
 * Counts the records of each country and makes its pack, a country at a time, so that a run that was cut short goes on where it
 * stopped: countries already counted today are left out, unless all are to be counted again. Returns the countries with a new pack.
 */
export async function refreshFrequencies({ db, now }: Pick<Context, 'db' | 'now'>, { isAgain = false } = {}): Promise<string[]> {
  const today = now().toISOString().slice(0, 10);
  const changed: string[] = [];
  for (const { country_code, counted_on } of await listCountries(db)) {
    if (counted_on === today && !isAgain) continue;
    await inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = '1800s'`.execute(tx);
      await countCountry(tx, country_code, now());
    });
    if (await refreshPack(db, country_code)) changed.push(country_code);
    await setCounted(db, country_code, today);
  }
  return changed;
}

export const FREQUENCIES_JOB = 'frequencies';

export function registerBuild(context: Context): void {
  context.jobs.add({
    name: FREQUENCIES_JOB,
    cron: '37 3 * * *',
    isAtStart: true,
    timeLimit: 4 * 3600,
    async run({ isStart }) {
      // A start counts only what no night has counted yet.
      if (isStart === true && (await hasCounts(context.db))) return;
      const countries = await refreshFrequencies(context);
      if (countries.length > 0) context.log.info({ countries }, 'frequencies counted');
    },
  });
}
