import { randomUUID } from 'node:crypto';
import {
  cellsAround,
  FREQUENCY_CELL_SHIFT,
  frequencyWeek,
  getAutomaticRule,
  getValidation,
  mapKey,
  putAutomaticRule,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { acceptCommon } from './automatic.ts';

const [CELL] = cellsAround(Math.floor(mapKey(52.09083, 5.12222) / 2 ** FREQUENCY_CELL_SHIFT));

describe('automatic acceptance', () => {
  let veld: TestServer;
  let admin: Person;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    admin = await person(veld, 'keeper', { roles: ['admin'] });
    anna = await person(veld, 'anna');
    for (const [taxon, lists] of [
      [0, 100],
      [TAXA.kingfisher.id, 40],
      [TAXA.heron.id, 3],
    ])
      await sql`
        insert into frequencies (source_id, country_code, taxon_id, cell, week, records, lists, people)
        values (0, 'NL', ${taxon}, ${CELL}, ${frequencyWeek('2026-05-17')}, ${lists}, ${lists}, 9)
      `.execute(veld.db);
  });
  afterAll(() => veld.close());

  /** A record of two days ago. */
  const record = async (change: Parameters<typeof draft>[0] = {}, who = anna) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    await sql`update observations set listed_at = now() - interval '2 days' where id = ${id}`.execute(veld.db);
    return id;
  };
  const said = async (id: string) => (await veld.call(getValidation, { params: { id } }, anna.token)).body.data;
  const choose = async (is_on: boolean, who = admin) =>
    (await veld.call(putAutomaticRule, { body: { is_on, share: 0.2, observer_records: 2 } }, who.token)).status;
  /** As if it had been on for a long time. */
  const run = async () => {
    await sql`update validation_automatic set listed_at = null, record_id = null`.execute(veld.db);
    await acceptCommon(veld.context);
  };

  it('is off unless an admin switches it on', async () => {
    for (let at = 0; at < 2; at++) {
      const known = await record({ observed_on: '2026-05-01' });
      await sql`update observations set quality = 'confirmed' where id = ${known}`.execute(veld.db);
    }
    const id = await record();
    await run();
    expect((await said(id)).state).toBe('unverified');
    expect(await choose(true, anna)).toBe(403);
    expect(await choose(true)).toBe(204);
    await run();
    expect(await said(id)).toMatchObject({ state: 'accepted', decisions: [{ is_automatic: true, user: null, state: 'accepted' }] });
    expect((await veld.call(getAutomaticRule, {}, admin.token)).body.data).toMatchObject({ is_on: true, accepted: 1 });
  });

  it('accepts neither what is rare there and then, nor by newcomers, nor hidden, and nothing of before it was on', async () => {
    const before = await record();
    await choose(false);
    await choose(true);
    await acceptCommon(veld.context);
    expect((await said(before)).state).toBe('unverified');
    const others = [
      await record({ taxon_id: TAXA.heron.id }),
      await record({ observed_on: '2026-05-25' }),
      await record({}, await person(veld, 'bram')),
      await record({ geoprivacy: 'obscured' }),
    ];
    await run();
    expect((await said(before)).state).toBe('accepted');
    for (const id of others) expect((await said(id)).state).toBe('unverified');
  });

  it('leaves what an edit reopened to people', async () => {
    const id = await record();
    await run();
    await save(veld, anna, id, draft({ observed_on: '2026-05-18' }), 1);
    await sql`update observations set listed_at = now() - interval '2 days' where id = ${id}`.execute(veld.db);
    await run();
    expect((await said(id)).state).toBe('unverified');
  });
});
