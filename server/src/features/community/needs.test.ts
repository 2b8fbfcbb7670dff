import { randomUUID } from 'node:crypto';
import { type BodyOf, deleteRelation, getCommunityProfile, listSpeciesOfPerson, patchPreferences, putRelation } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const SWAN = { id: 900_010, scientific_name: 'Cygnus examplis' };

describe('what a person still needs', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  let number = 0;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [...Object.values(TAXA), SWAN]);
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    number += 1;
    anna = await person(veld, `anna${number}`, { country_code: 'NL', community_opt_in: true });
    ben = await person(veld, `ben${number}`, { country_code: 'NL', community_opt_in: true });
  });

  const follow = (who: Person, other: Person) => veld.call(putRelation, { params: { kind: 'follow', id: other.user.id } }, who.token);
  const unfollow = (who: Person, other: Person) => veld.call(deleteRelation, { params: { kind: 'follow', id: other.user.id } }, who.token);
  const prefer = (who: Person, body: BodyOf<typeof patchPreferences>) => veld.call(patchPreferences, { body }, who.token);
  const tick = (who: Person, taxon: number) =>
    save(veld, who, randomUUID(), { taxon_id: taxon, write_id: randomUUID(), geoprivacy: 'open' as const });
  const ask = async (who: Person, query: object = {}) =>
    (await veld.call(listSpeciesOfPerson, { params: { id: anna.user.id }, query }, who.token)).body.data;
  /** What the profile says, and what the answer has. */
  const shown = async (who: Person) => [
    (await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, who.token)).body.data.shares_needs,
    (await ask(who)).ticked,
  ];

  it('is shared with friends alone, only by choice, until it ends', async () => {
    await tick(anna, TAXA.moss.id);
    const ours = [false, null];
    await follow(anna, ben);
    await follow(ben, anna);
    expect(await shown(ben), 'at first').toEqual(ours);
    expect((await prefer(anna, { shares_needs: true })).status).toBe(200);
    expect(await shown(ben)).toEqual([true, [TAXA.moss.id]]);
    const chen = await person(veld, `chen${number}`, { community_opt_in: true });
    expect(await shown(chen), 'to a stranger').toEqual(ours);
    await follow(chen, anna);
    expect(await shown(chen), 'to somebody who follows').toEqual(ours);
    await unfollow(ben, anna);
    expect(await shown(ben), 'to somebody who is followed').toEqual(ours);
    await follow(ben, anna);
    expect(await shown(ben)).toEqual([true, [TAXA.moss.id]]);
    await prefer(anna, { shares_needs: false });
    expect(await shown(ben), 'no more').toEqual(ours);
    await prefer(anna, { shares_needs: true });
    await prefer(anna, { community_opt_in: false });
    expect((await veld.call(listSpeciesOfPerson, { params: { id: anna.user.id } }, ben.token)).status, 'outside the community').toBe(404);
    expect((await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, ben.token)).body.data.shares_needs).toBe(false);
    await prefer(anna, { community_opt_in: true });
    await veld.call(putRelation, { params: { kind: 'block', id: anna.user.id } }, ben.token);
    expect((await veld.call(listSpeciesOfPerson, { params: { id: anna.user.id } }, ben.token)).status, 'after a block').toBe(404);
  });

  it('counts ticks in every country, and records no further than others know their places', async () => {
    await tick(anna, TAXA.moss.id);
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.heron.id, geoprivacy: 'private' }));
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.kingfisher.id, geoprivacy: 'obscured' }));
    // Looked for and not found.
    await save(veld, anna, randomUUID(), { taxon_id: SWAN.id, count: 0, write_id: randomUUID() });
    await passDay(veld);
    await follow(anna, ben);
    await follow(ben, anna);
    await prefer(anna, { shares_needs: true });
    const read = async (query: object) => {
      const { species, ticked } = await ask(ben, query);
      return { species: species.toSorted((a, b) => a - b), ticked };
    };
    const ids = (...all: number[]) => all.toSorted((a, b) => a - b);
    expect(await read({})).toEqual({ species: ids(TAXA.heron.id, TAXA.kingfisher.id), ticked: [TAXA.moss.id] });
    // Nobody else knows the country of a private record.
    expect(await read({ country: 'NL' })).toEqual({ species: [TAXA.kingfisher.id], ticked: [TAXA.moss.id] });
    // An obscured one is only somewhere in its cell.
    expect(await read({ latitude: 52.0908, longitude: 5.1222, radius_km: 1 })).toEqual({ species: [], ticked: [] });
    expect((await read({ country: 'NL', period: 'this_year' })).ticked).toEqual([]);
  });
});
