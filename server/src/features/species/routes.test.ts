import { randomUUID } from 'node:crypto';
import { MAX_VIEWS, postSpeciesViews } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { insertTaxa, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('views of the pages of species', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    ben = await person(veld, 'ben');
  });
  afterAll(() => veld.close());
  beforeEach(() => veld.db.deleteFrom('taxon_views').execute());

  const send = async (who: Person | null, views: { taxon_id: number; count: number }[], write_id = randomUUID()) =>
    (await veld.call(postSpeciesViews, { body: { write_id, views } }, who?.token)).status;
  const stored = async () => {
    const rows = await veld.db.selectFrom('taxon_views').selectAll().orderBy('taxon_id').execute();
    return rows.map(({ taxon_id, views }) => [taxon_id, views]);
  };

  it('are added up by species and day, each batch once, and nothing says whose they are', async () => {
    const batch = randomUUID();
    const views = [
      { taxon_id: TAXA.kingfisher.id, count: 2 },
      { taxon_id: TAXA.moss.id, count: 1 },
    ];
    expect(await send(anna, views, batch)).toBe(204);
    expect(await send(anna, views, batch)).toBe(204);
    expect(await send(ben, [{ taxon_id: TAXA.moss.id, count: 4 }])).toBe(204);
    expect(Object.fromEntries(await stored())).toEqual({ [TAXA.kingfisher.id]: 2, [TAXA.moss.id]: 5 });
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name in ('taxon_views', 'taxon_view_batches') order by 1
    `.execute(veld.db);
    expect(rows.map(({ column_name: name }) => name)).toEqual(['day', 'id', 'received_on', 'taxon_id', 'views']);
  });

  it('count for the successor of a merged taxon, and are left out for an unknown one', async () => {
    await veld.db.updateTable('taxa').set({ accepted_id: TAXA.kingfisher.id, is_deleted: true }).where('id', '=', TAXA.heron.id).execute();
    expect(
      await send(anna, [
        { taxon_id: TAXA.heron.id, count: 1 },
        { taxon_id: 99_999_999, count: 1 },
      ]),
    ).toBe(204);
    expect(await stored()).toEqual([[TAXA.kingfisher.id, 1]]);
  });

  it('are refused from visitors, and in numbers that no person reaches', async () => {
    expect(await send(null, [{ taxon_id: TAXA.moss.id, count: 1 }])).toBe(401);
    expect(await send(anna, [{ taxon_id: TAXA.moss.id, count: MAX_VIEWS + 1 }])).toBe(422);
    expect(await send(anna, [])).toBe(422);
    expect(await stored()).toEqual([]);
  });
});
