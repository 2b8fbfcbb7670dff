import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBSERVED } from '../../../db/conditions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isListedFor } from '../../../db/visibility.ts';
import { insertTaxa } from '../../../testing/records.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { matches, type RecordFilter } from './record-filter.ts';

const CALLER = '00000000-0000-4000-a000-000000000000';

describe('A filter of records', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  /** How PostgreSQL reads a page if it may neither read all records nor sort them: with the index that has both the field and the order. */
  const planOf = (filter: RecordFilter) =>
    inTransaction(veld.db, async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx);
      const { rows } = await sql<Record<'QUERY PLAN', string>>`
        explain select o.id from observations o join users u on u.id = o.user_id
        where ${isListedFor(CALLER)} and ${matches(filter, false)} order by ${OBSERVED} desc, o.id desc limit 31`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  it.each([
    ['observations_life_stage', { lifeStages: ['pupa'] }],
    ['observations_sex', { sexes: ['hermaphrodite'] }],
    ['observations_breeding', { breedingCodes: ['C12'] }],
    ['observations_wildness', { wildness: ['planted'] }],
    ['observations_license', { licenses: ['CC0-1.0'] }],
    ['observations_quality', { qualities: ['confirmed'] }],
    ['observations_validation_observed', { validations: ['asked'] }],
    ['observations_month_observed', { months: [6] }],
  ] as const)('reads %s in the order of lists', async (index, filter) => {
    const plan = await planOf(filter);
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index} on observations`));
    expect(plan).not.toContain('Sort');
  });
});
