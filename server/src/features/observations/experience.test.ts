import { randomUUID } from 'node:crypto';
import { deleteObservation, getUser, xpSeen } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a save or deletion', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  const xp = async (who: Person) =>
    (await veld.db.selectFrom('users').select('total_xp').where('id', '=', who.user.id).executeTakeFirstOrThrow()).total_xp;
  const remove = (id: string, who: Person) => veld.call(deleteObservation, { params: { id } }, who.token);

  /** A place in a cell of its own. */
  const cell = (number: number) => ({ latitude: 50.05 + number / 10, longitude: 5.05 });

  it('gives points for each record, for each new species of the person and for each cell', async () => {
    const dora = await person(veld, 'dora');
    await save(veld, dora, randomUUID(), draft());
    expect(await xp(dora)).toBe(1 + 10 + 5);
    await save(veld, dora, randomUUID(), draft({ observed_on: '2026-05-16' }));
    expect(await xp(dora)).toBe(17);
    await save(veld, dora, randomUUID(), draft(cell(1)));
    expect(await xp(dora)).toBe(23);
    await save(veld, dora, randomUUID(), draft({ media: [declared(await makePhoto())], taxon_id: TAXA.heron.id }));
    expect(await xp(dora)).toBe(23 + 1 + 2 + 10);
  });

  it('gives none for ticks, duplicates, and what has no date, no place or no name, or is not wild', async () => {
    const dirk = await person(veld, 'dirk');
    await save(veld, dirk, randomUUID(), draft());
    const before = await xp(dirk);
    await save(veld, dirk, randomUUID(), draft({ observed_time: '07:10', latitude: 52.09087 }));
    await save(veld, dirk, randomUUID(), { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    await save(veld, dirk, randomUUID(), draft({ ...cell(2), taxon_id: null, verbatim_name: 'small brown bird' }));
    await save(veld, dirk, randomUUID(), draft({ ...cell(3), taxon_id: TAXA.moss.id, observed_on: null, observed_time: null }));
    await save(
      veld,
      dirk,
      randomUUID(),
      draft({ taxon_id: TAXA.moss.id, latitude: null, longitude: null, coordinate_uncertainty_m: null }),
    );
    await save(veld, dirk, randomUUID(), draft({ ...cell(4), taxon_id: TAXA.moss.id, attributes: { wildness: 'captive' } }));
    expect(await xp(dirk)).toBe(before);
    // With a photo, it does.
    await save(veld, dirk, randomUUID(), draft({ ...cell(2), taxon_id: null, media: [declared(await makePhoto())] }));
    expect(await xp(dirk)).toBe(before + 1 + 2 + 5);
  });

  it('gives points for at most a hundred records of a day, whichever of them remain', async () => {
    const greta = await person(veld, 'greta');
    const ids = Array.from({ length: 103 }, () => randomUUID());
    // In one cell, and more than 100 metres apart.
    const placeOf = (number: number) => ({ latitude: 52.0105 + (number % 60) / 1000, longitude: 5.0105 + Math.floor(number / 60) / 100 });
    for (const [number, id] of ids.entries()) await save(veld, greta, id, draft(placeOf(number)));
    expect(await xp(greta)).toBe(100 + 10 + 5);
    await remove(ids[0]!, greta);
    expect(await xp(greta)).toBe(115);
    for (const id of ids.slice(1, 5)) await remove(id, greta);
    expect(await xp(greta)).toBe(98 + 10 + 5);
  });

  it('removes the points of a deleted or changed record exactly once, from the total and the total seen', async () => {
    const elsa = await person(veld, 'elsa');
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, elsa, first, draft());
    await save(veld, elsa, second, draft({ observed_on: '2026-05-16' }));
    await save(veld, elsa, third, draft({ taxon_id: TAXA.heron.id, ...cell(1) }));
    expect(await xp(elsa)).toBe(16 + 1 + 16);
    const seen = async () => (await veld.call(xpSeen, { body: { total_xp_seen: 1000 } }, elsa.token)).body.data.total_xp_seen;
    expect(await seen()).toBe(33);
    // The second record still counts for the species and the cell.
    await Promise.all([1, 2, 3, 4, 5].map(() => remove(first, elsa)));
    expect(await xp(elsa)).toBe(32);
    expect((await veld.call(getUser, {}, elsa.token)).body.total_xp_seen).toBe(32);
    expect((await remove(second, elsa)).status).toBe(204);
    expect((await remove(second, elsa)).status).toBe(204);
    expect(await xp(elsa)).toBe(16);
    // Another taxon, day and place replace the points with those for the others; a tick has none.
    await save(veld, elsa, third, draft({ ...cell(2), observed_on: '2026-05-10' }), 1);
    expect(await xp(elsa)).toBe(16);
    await save(veld, elsa, third, { taxon_id: TAXA.kingfisher.id, write_id: randomUUID() }, 2);
    expect(await xp(elsa)).toBe(0);
    expect(await seen()).toBe(0);
    await save(veld, elsa, third, draft(), 3);
    expect(await xp(elsa)).toBe(16);
    // A save of a deleted record gives no points.
    await remove(third, elsa);
    await save(veld, elsa, third, draft(), 4);
    expect(await xp(elsa)).toBe(0);
    expect(await veld.db.selectFrom('xp_events').selectAll().where('user_id', '=', elsa.user.id).execute()).toEqual([]);
    // A total that was decreased by hand does not become negative.
    const fourth = randomUUID();
    await save(veld, elsa, fourth, draft());
    await veld.db.updateTable('users').set({ total_xp: 3, total_xp_seen: 2 }).where('id', '=', elsa.user.id).execute();
    await remove(fourth, elsa);
    expect(await xp(elsa)).toBe(0);
    expect(await seen()).toBe(0);
  });

  it('gives correct points for thirty records saved and deleted at the same time', async () => {
    const fred = await person(veld, 'fred');
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const taxa = [TAXA.kingfisher.id, TAXA.heron.id];
    await Promise.all(ids.map((id, index) => save(veld, fred, id, draft({ taxon_id: taxa[index % 2]!, latitude: 52.01 + index / 500 }))));
    expect(await xp(fred)).toBe(30 + 20 + 5);
    await Promise.all(ids.slice(0, 29).flatMap((id) => [remove(id, fred), remove(id, fred)]));
    expect(await xp(fred)).toBe(16);
    await remove(ids[29]!, fred);
    expect(await xp(fred)).toBe(0);
  });
});
