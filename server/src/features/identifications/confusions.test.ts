import { randomUUID } from 'node:crypto';
import { listConfusions, putIdentification } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const { kingfisher, heron, moss } = TAXA;
const GENUS = 950_000;
const SUBSPECIES = 950_001;

describe('the species that people confuse', () => {
  let veld: TestServer;
  let observers: Person[];
  let experts: Person[];
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await insertTaxa(veld, [
      { id: GENUS, scientific_name: 'Ardea' },
      { id: SUBSPECIES, scientific_name: 'Ardea examplis minor' },
    ]);
    await veld.db.updateTable('taxa').set({ rank: 'genus' }).where('id', '=', GENUS).execute();
    await veld.db.updateTable('taxa').set({ rank: 'subspecies', parent_id: heron.id }).where('id', '=', SUBSPECIES).execute();
    await veld.db.updateTable('taxa').set({ parent_id: GENUS }).where('id', '=', heron.id).execute();
    const people = (names: string[]) => Promise.all(names.map((name) => person(veld, name)));
    observers = await people(['anna', 'bram', 'chen']);
    experts = await people(['dora', 'emil', 'fay']);
  });
  afterAll(() => veld.close());

  const identify = (who: Person, id: string, taxon_id: number) =>
    veld.call(
      putIdentification,
      { params: { id, identification: randomUUID() }, body: { taxon_id, disagrees: false, comment: '' } },
      who.token,
    );
  /** A record of somebody that three others correct. */
  const corrected = async (who: Person, from: number, to: number) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft({ taxon_id: from }))).status).toBe(200);
    for (const expert of experts) expect((await identify(expert, id, to)).status).toBe(200);
    return id;
  };
  const confusions = async (taxonId: number) => {
    const { status, body } = await veld.call(listConfusions, { params: { taxonId: String(taxonId) } }, experts[0]!.token);
    expect(status).toBe(200);
    return body.data.species;
  };
  /** The numbers of both directions, as each of the two species has them. */
  const both = async () =>
    Promise.all(
      [kingfisher.id, heron.id].map(async (id) =>
        (await confusions(id)).map(({ taxon, corrected_from, corrected_to }) => [taxon.id, corrected_from, corrected_to]),
      ),
    );
  const NONE = [[], []];

  it('are those of records that at least three people named otherwise, with the same number on both sides', async () => {
    await corrected(observers[0]!, heron.id, kingfisher.id);
    await corrected(observers[0]!, SUBSPECIES, kingfisher.id);
    await corrected(observers[1]!, heron.id, kingfisher.id);
    // What is coarser is no confusion, and what nobody agrees on no correction.
    await corrected(observers[2]!, GENUS, heron.id);
    await save(veld, observers[2]!, randomUUID(), draft({ taxon_id: heron.id }));
    expect(await both()).toEqual(NONE);
    await corrected(observers[2]!, heron.id, kingfisher.id);
    expect(await both()).toEqual([[[heron.id, 4, 0]], [[kingfisher.id, 0, 4]]]);
    expect(await confusions(heron.id)).toMatchObject([{ taxon: { name: 'Example kingfisher', rank: 'species' } }]);
    expect(await confusions(moss.id)).toEqual([]);
    expect(await confusions(GENUS)).toEqual([]);
  });

  it('count what a person replaced', async () => {
    const id = randomUUID();
    await save(veld, observers[0]!, id, draft({ taxon_id: kingfisher.id }));
    await identify(experts[0]!, id, heron.id);
    await identify(experts[0]!, id, kingfisher.id);
    expect(await both()).toEqual([[[heron.id, 5, 0]], [[kingfisher.id, 0, 5]]]);
  });

  it.each([
    ['that hide their place', sql`geoprivacy = 'obscured'`, sql`geoprivacy = 'open'`],
    ['that are private', sql`geoprivacy = 'private'`, sql`geoprivacy = 'open'`],
    ['that a moderator hid', sql`hidden_by_moderator_at = now()`, sql`hidden_by_moderator_at = null`],
    ['that were deleted', sql`deleted_at = now()`, sql`deleted_at = null`],
  ])('never count records %s', async (_, hidden, shown) => {
    const records = (change: RawBuilder<unknown>) =>
      sql`update observations set ${change} where user_id = ${observers[2]!.user.id}`.execute(veld.db);
    const identifications = (change: RawBuilder<unknown>) =>
      sql`update identifications set ${change} where taxon_id = ${heron.id}`.execute(veld.db);
    await records(hidden);
    // From the next day on, hidden records are in lists.
    await passDay(veld);
    // With the replaced identification, three people are left.
    expect(await both()).toEqual([[[heron.id, 4, 0]], [[kingfisher.id, 0, 4]]]);
    await identifications(sql`hidden_by_moderator_at = now()`);
    expect(await both()).toEqual(NONE);
    await identifications(sql`hidden_by_moderator_at = null`);
    await records(shown);
    expect(await both()).toEqual([[[heron.id, 5, 0]], [[kingfisher.id, 0, 5]]]);
  });

  it('never count those who have their records erased', async () => {
    const erased = [observers[1]!.user.id, observers[2]!.user.id];
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', 'in', erased).execute();
    expect(await both()).toEqual(NONE);
  });
});
