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

  it('gives points for each record and for each new species of the person', async () => {
    const dora = await person(veld, 'dora');
    await save(veld, dora, randomUUID(), draft());
    expect(await xp(dora)).toBe(11);
    await save(veld, dora, randomUUID(), draft());
    expect(await xp(dora)).toBe(12);
    await save(veld, dora, randomUUID(), { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    expect(await xp(dora)).toBe(12);
    await save(veld, dora, randomUUID(), draft({ taxon_id: null, verbatim_name: 'small brown bird' }));
    expect(await xp(dora)).toBe(12);
    await save(veld, dora, randomUUID(), draft({ taxon_id: null, media: [declared(await makePhoto())] }));
    expect(await xp(dora)).toBe(13);
  });

  it('removes the points of a deleted or changed record exactly once, from the total and the total seen', async () => {
    const elsa = await person(veld, 'elsa');
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, elsa, first, draft());
    await save(veld, elsa, second, draft());
    await save(veld, elsa, third, draft({ taxon_id: TAXA.heron.id }));
    expect(await xp(elsa)).toBe(23);
    const seen = async () => (await veld.call(xpSeen, { body: { total_xp_seen: 1000 } }, elsa.token)).body.data.total_xp_seen;
    expect(await seen()).toBe(23);
    // The second record still counts for the species.
    await Promise.all([1, 2, 3, 4, 5].map(() => remove(first, elsa)));
    expect(await xp(elsa)).toBe(22);
    expect((await veld.call(getUser, {}, elsa.token)).body.total_xp_seen).toBe(22);
    expect((await remove(second, elsa)).status).toBe(204);
    expect((await remove(second, elsa)).status).toBe(204);
    expect(await xp(elsa)).toBe(11);
    // Another taxon replaces the points for one species with those for another; a tick has no points.
    await save(veld, elsa, third, draft({ taxon_id: TAXA.kingfisher.id }), 1);
    expect(await xp(elsa)).toBe(11);
    await save(veld, elsa, third, { taxon_id: TAXA.kingfisher.id, write_id: randomUUID() }, 2);
    expect(await xp(elsa)).toBe(0);
    expect(await seen()).toBe(0);
    await save(veld, elsa, third, draft(), 3);
    expect(await xp(elsa)).toBe(11);
    // A save of a deleted record gives no points.
    await remove(third, elsa);
    await save(veld, elsa, third, draft(), 4);
    expect(await xp(elsa)).toBe(0);
    const total = await veld.db
      .selectFrom('xp_events')
      .select((select) => select.fn.coalesce(select.fn.sum<string>('points'), select.val('0')).as('points'))
      .where('user_id', '=', elsa.user.id)
      .executeTakeFirstOrThrow();
    expect(Number(total.points)).toBe(0);
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
    await Promise.all(ids.map((id, index) => save(veld, fred, id, draft({ taxon_id: taxa[index % 2]! }))));
    expect(await xp(fred)).toBe(50);
    await Promise.all(ids.slice(0, 29).flatMap((id) => [remove(id, fred), remove(id, fred)]));
    expect(await xp(fred)).toBe(11);
    await remove(ids[29]!, fred);
    expect(await xp(fred)).toBe(0);
  });
});
