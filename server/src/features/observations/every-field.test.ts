import { randomUUID } from 'node:crypto';
import {
  deleteObservation,
  GEOPRIVACIES,
  getObservation,
  groupField,
  initialValue,
  isGroupFieldName,
  type ObservationWrite,
  OwnObservation,
  PublicObservation,
  putObservation,
  RECORD_FIELD_NAMES,
  recordField,
} from '@veld/contract';
import { CANARY, everyField, isDistinctive } from '@veld/contract/testing/every-field';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a record that fills every declared field', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const { record, attributes } = everyField(TAXA.kingfisher.id);
  const body = (change: object = {}) => ({ ...record, attributes, media: [], write_id: randomUUID(), ...change }) as ObservationWrite;
  const get = async (id: string, who: Person) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data;

  it.each(GEOPRIVACIES)('is returned unchanged to its owner, and to others as declared: %s', async (geoprivacy) => {
    const id = randomUUID();
    const stored = await save(veld, anna, id, body({ geoprivacy }));
    const given = { ...record, geoprivacy, ...(geoprivacy === 'open' ? { geoprivacy_until: null } : {}), attributes };
    const own = await get(id, anna);
    expect(OwnObservation.parse(own)).toEqual(own);
    expect(own).toMatchObject(given);
    expect(stored.body.data).toEqual(own);

    const seen = (await get(id, bram)) as PublicObservation & Record<string, unknown>;
    expect(PublicObservation.parse(seen)).toEqual(seen);
    for (const name of RECORD_FIELD_NAMES) {
      const { others } = recordField(name);
      if (others === 'never') expect(seen, name).not.toHaveProperty(name);
      else if (others === 'always' || geoprivacy === 'open') expect(seen[name], name).toEqual(given[name]);
      else if (others === 'if_open') expect(seen[name], name).toBeNull();
      else if (others === 'month') expect(seen[name], name).toBe('2021-03');
      else if (geoprivacy === 'private') expect(seen[name], name).toBeNull();
      else expect(seen[name], name).not.toEqual(given[name]);
    }
    const shown = Object.keys(attributes).filter(
      (name) =>
        isGroupFieldName(name) &&
        (groupField(name).others === 'always' || (groupField(name).others === 'if_open' && geoprivacy === 'open')),
    );
    expect(Object.keys(seen.attributes ?? {}).toSorted()).toEqual(shown.toSorted());
    expect(seen.attributes).toEqual(Object.fromEntries(shown.map((name) => [name, attributes[name]])));
  });

  it('leaves none of its values in any table after it is deleted', async () => {
    // Other records in this file have the same values.
    await veld.db.deleteFrom('observation_writes').execute();
    await veld.db.deleteFrom('observations').execute();
    const id = randomUUID();
    // Saved as open, so that the public place is the true one, and then as obscured, which can have geoprivacy_until.
    await save(veld, anna, id, body({ geoprivacy: 'open' }));
    await save(veld, anna, id, body({ geoprivacy: 'obscured' }), 1);
    const distinctive = [...Object.entries(record), ...Object.entries(attributes)].filter(([name, value]) => isDistinctive(name, value));
    const before = await allRows(veld);
    for (const [name, value] of distinctive) expect(tablesWith(before, value), name).toContain('public.observations');

    await veld.call(deleteObservation, { params: { id } }, anna.token);
    const after = await allRows(veld);
    for (const [name, value] of [...distinctive, ['any text', CANARY] as const]) expect(tablesWith(after, value), name).toEqual([]);
    const row = await veld.db.selectFrom('observations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    for (const name of RECORD_FIELD_NAMES) expect(row[name], name).toEqual(initialValue(name));
    expect(row.attributes).toEqual({});
    expect((await veld.call(putObservation, { params: { id }, body: body() }, anna.token)).status).toBe(410);
  });

  it('is rejected with too many undeclared attributes, in the language of the caller', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`club_${at}`, 1]));
    const put = (language: string) =>
      veld.call(putObservation, { params: { id: randomUUID() }, body: body({ attributes: unknown }) }, anna.token, {
        'accept-language': language,
      });
    const [german, polish] = [await put('de'), await put('pl')];
    expect([german.status, polish.status]).toEqual([422, 422]);
    expect(german.problem.errors).toEqual({ attributes: [expect.stringContaining('höchstens 50')] });
    expect(polish.problem.errors).toEqual({ attributes: [expect.stringContaining('najwyżej 50')] });
    expect((await save(veld, anna, randomUUID(), body({ attributes: { ...unknown, club_50: null, ...attributes } }))).status).toBe(422);
  });
});

/** Every row of every table, in all schemas, as a text, by the name of the table. */
async function allRows(veld: TestServer): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(veld.db);
  const found = new Map<string, string[]>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(veld.db);
    found.set(
      `${schema}.${name}`,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** The tables with a row that contains the value in any column. */
function tablesWith(tables: ReadonlyMap<string, readonly string[]>, value: unknown): string[] {
  // Matches whole numbers: 70001 does not match 170001.
  const pattern = new RegExp(typeof value === 'number' ? `(^|[^0-9.])${String(value).replace('.', '\\.')}([^0-9]|$)` : String(value));
  return [...tables].filter(([, rows]) => rows.some((row) => pattern.test(row))).map(([name]) => name);
}
