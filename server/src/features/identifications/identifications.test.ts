import { randomUUID } from 'node:crypto';
import {
  deleteObservation,
  getObservation,
  type IdentificationDraft,
  listIdentifications,
  listObservationChanges,
  MAX_IDENTIFICATIONS_EACH,
  type OwnObservation,
  putIdentification,
  withdrawIdentification,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { followTaxa } from '../observations/follow-taxa.ts';
import { regrade } from '../observations/grade.ts';
import { advance } from '../taxa/store.ts';
import { eraseIdentifications } from './write.ts';
import { grantScope, listScopes, revokeScope } from '../observations/scopes.ts';

const FAMILY = 920_000;
const { kingfisher, heron, moss } = TAXA;

describe('identifications', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await insertTaxa(veld, [{ id: FAMILY, scientific_name: 'Exemplidae' }]);
    await veld.db.updateTable('taxa').set({ rank: 'family' }).where('id', '=', FAMILY).execute();
    await veld.db.updateTable('taxa').set({ parent_id: FAMILY }).where('id', 'in', [kingfisher.id, heron.id]).execute();
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    photo = await makePhoto();
    await upload(veld, anna, photo);
  });
  afterAll(() => veld.close());

  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft({ media: [declared(photo)], ...change }))).status).toBe(200);
    return id;
  };
  const identify = (who: Person, id: string, change: Partial<IdentificationDraft> = {}, identification = randomUUID()) =>
    veld.call(
      putIdentification,
      { params: { id, identification }, body: { taxon_id: kingfisher.id, disagrees: false, comment: '', ...change } },
      who.token,
    );
  const withdrawn = (who: Person, id: string, identification: string) =>
    veld.call(withdrawIdentification, { params: { id, identification } }, who.token);
  const listed = async (who: Person, id: string) => (await veld.call(listIdentifications, { params: { id } }, who.token)).body.data;
  const own = async (id: string) => (await veld.call(getObservation, { params: { id } }, anna.token)).body.data as OwnObservation;
  const cursorOf = async () => {
    for (let cursor: string | undefined; ;) {
      const { body } = await veld.call(listObservationChanges, { query: cursor ? { cursor } : {} }, anna.token);
      cursor = body.next_cursor;
      if (!body.has_more) return cursor;
    }
  };
  const changesSince = async (cursor: string) => (await veld.call(listObservationChanges, { query: { cursor } }, anna.token)).body.data;

  it('confirm a record on which two people agree, and reach the devices of its owner', async () => {
    const id = await saved();
    expect(await listed(bram, id)).toMatchObject({ quality: 'needs_id', community_taxon: null, identifications: [], casual_reasons: [] });
    const cursor = await cursorOf();
    const { status, body } = await identify(bram, id, { comment: ' the blue back ' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      quality: 'confirmed',
      community_taxon: { id: kingfisher.id, name: 'Example kingfisher' },
      own_lineage: [{ id: FAMILY, rank: 'family' }, { id: kingfisher.id }],
      identifications: [
        { user: { name: 'bram' }, taxon: { id: kingfisher.id }, comment: 'the blue back', is_withdrawn: false, is_expert: false },
      ],
    });
    expect(body.data.identifications[0]!.created_at).toMatch(/^\d{4}-/);
    const changes = await changesSince(cursor);
    expect(changes).toMatchObject([{ id, quality: 'confirmed', community_taxon_id: kingfisher.id, version: 1 }]);
  });

  it('do not conflict with an unsent edit of the owner, and are counted again when it arrives', async () => {
    const id = await saved();
    await identify(bram, id);
    const edit = await save(veld, anna, id, draft({ media: [declared(photo)], taxon_id: moss.id }), 1);
    expect(edit.status).toBe(200);
    expect(edit.body.data).toMatchObject({ quality: 'needs_id', community_taxon_id: null, taxon_id: moss.id, version: 2 });
    const back = await save(veld, anna, id, draft({ media: [declared(photo)] }), 2);
    expect(back.body.data).toMatchObject({ quality: 'confirmed', community_taxon_id: kingfisher.id });
    const undated = await save(veld, anna, id, draft({ media: [declared(photo)], observed_on: null, observed_time: null }), 3);
    expect(undated.body.data).toMatchObject({ quality: 'casual', community_taxon_id: kingfisher.id });
    expect((await listed(bram, id)).casual_reasons).toEqual(['no_date']);
  });

  it('never change the name that the owner gave', async () => {
    const id = await saved();
    const dora = await person(veld, 'dora');
    const emil = await person(veld, 'emil');
    for (const who of [bram, chen, dora, emil]) await identify(who, id, { taxon_id: heron.id });
    expect(await own(id)).toMatchObject({ taxon_id: kingfisher.id, quality: 'needs_id', community_taxon_id: heron.id, version: 1 });
    const agreed = await save(veld, anna, id, draft({ media: [declared(photo)], taxon_id: heron.id }), 1);
    expect(agreed.body.data).toMatchObject({ taxon_id: heron.id, quality: 'confirmed' });
  });

  it('are stored once: repeating changes nothing, and other content under the same id conflicts', async () => {
    const id = await saved();
    const identification = randomUUID();
    await identify(bram, id, {}, identification);
    const cursor = await cursorOf();
    expect((await identify(bram, id, {}, identification)).body.data.identifications).toHaveLength(1);
    expect((await listed(anna, id)).identifications).toHaveLength(1);
    expect(await changesSince(cursor)).toEqual([]);
    expect((await identify(bram, id, { taxon_id: heron.id }, identification)).status).toBe(409);
    expect((await identify(chen, id, {}, identification)).status).toBe(409);
    expect((await identify(bram, await saved(), {}, identification)).status).toBe(409);
    await withdrawn(bram, id, identification);
    const repeated = await identify(bram, id, {}, identification);
    expect([repeated.status, repeated.body.data.identifications[0]!.is_withdrawn]).toEqual([200, true]);
  });

  it('are stored once when the same request arrives many times at once', async () => {
    const id = await saved();
    const identification = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => identify(bram, id, {}, identification)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await Promise.all(Array.from({ length: 6 }, (_, at) => identify(chen, id, { taxon_id: at % 2 ? heron.id : kingfisher.id })));
    const { identifications } = await listed(anna, id);
    expect(identifications.filter((one) => one.user.name === 'bram')).toHaveLength(1);
    expect(identifications.filter((one) => one.user.name === 'chen' && !one.is_withdrawn)).toHaveLength(1);
  });

  it('replace the former one of the same person, which stays in the history', async () => {
    const id = await saved();
    await identify(bram, id, { taxon_id: heron.id });
    await identify(bram, id);
    const data = await listed(anna, id);
    expect(data.identifications.map((one) => [one.taxon.id, one.is_withdrawn])).toEqual([
      [heron.id, true],
      [kingfisher.id, false],
    ]);
    expect(data.quality).toBe('confirmed');
  });

  it('are 20 at most of one person and record, withdrawn and replaced ones included; the last one can be sent again', async () => {
    const id = await saved();
    const last = randomUUID();
    for (let count = 1; count < MAX_IDENTIFICATIONS_EACH; count++) {
      const identification = randomUUID();
      expect((await identify(bram, id, { taxon_id: count % 2 ? heron.id : kingfisher.id }, identification)).status).toBe(200);
      if (count % 5 === 0) await withdrawn(bram, id, identification);
    }
    expect((await identify(bram, id, {}, last)).status).toBe(200);
    const more = await identify(bram, id);
    expect([more.status, more.problem.errors]).toEqual([
      422,
      { taxon_id: ['You have already named this record 20 times, with withdrawn names. Write a comment instead.'] },
    ]);
    expect((await identify(bram, id, {}, last)).status).toBe(200);
    expect((await identify(chen, id)).status).toBe(200);
    expect((await identify(bram, await saved())).status).toBe(200);
    const { identifications } = await listed(anna, id);
    expect(identifications.filter((one) => one.user.name === 'bram')).toHaveLength(MAX_IDENTIFICATIONS_EACH);
    expect(identifications.find((one) => one.id === last)).toMatchObject({ is_withdrawn: false });
  });

  it('are answered one by one: a write has the grade and the written one, not the whole list', async () => {
    const id = await saved();
    await identify(bram, id, { taxon_id: heron.id });
    await identify(bram, id);
    const identification = randomUUID();
    const { data } = (await identify(chen, id, {}, identification)).body;
    expect(data).toMatchObject({ quality: 'confirmed', community_taxon: { id: kingfisher.id } });
    expect(data.identifications.map((one) => one.id)).toEqual([identification]);
    expect((await listed(anna, id)).identifications).toHaveLength(3);
  });

  it.each(['open', 'obscured'] as const)('come in pages for an %s record', async (geoprivacy) => {
    const id = await saved({ geoprivacy });
    for (const who of [bram, chen, bram, chen, bram]) await identify(who, id);
    for (const reader of [anna, chen]) {
      const all = (await listed(reader, id)).identifications.map((one) => one.id);
      expect(all).toHaveLength(5);
      const pages: string[][] = [];
      for (let cursor: string | undefined; pages.length < 9;) {
        const query = { limit: '2', ...(cursor && { cursor }) };
        const { data } = (await veld.call(listIdentifications, { params: { id }, query }, reader.token)).body;
        pages.push(data.identifications.map((one) => one.id));
        if (!data.next_cursor) break;
        cursor = data.next_cursor;
      }
      expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
    }
    const wrong = Buffer.from(JSON.stringify(['identifications', 'x', 'y'])).toString('base64url');
    for (const cursor of ['abc', wrong])
      expect((await veld.call(listIdentifications, { params: { id }, query: { cursor } }, chen.token)).status).toBe(422);
  });

  it('can be withdrawn by their author only, any number of times', async () => {
    const id = await saved();
    const identification = randomUUID();
    await identify(bram, id, {}, identification);
    expect((await withdrawn(chen, id, identification)).status).toBe(204);
    expect((await own(id)).quality).toBe('confirmed');
    for (let time = 0; time < 2; time++) expect((await withdrawn(bram, id, identification)).status).toBe(204);
    expect(await own(id)).toMatchObject({ quality: 'needs_id', community_taxon_id: null });
    expect((await listed(anna, id)).identifications).toMatchObject([{ id: identification, is_withdrawn: true }]);
  });

  it('are withdrawn too by the withdrawal of a newer one that never arrived, but not by that of an older one', async () => {
    const id = await saved();
    const older = randomUUID();
    await identify(bram, id, { taxon_id: heron.id }, older);
    await identify(bram, id);
    await identify(chen, id);
    expect((await withdrawn(bram, id, older)).status).toBe(204);
    const active = async () => (await listed(anna, id)).identifications.filter((one) => !one.is_withdrawn).map((one) => one.user.name);
    expect(await active()).toEqual(['bram', 'chen']);
    expect((await withdrawn(bram, id, randomUUID())).status).toBe(204);
    expect(await active()).toEqual(['chen']);
    expect((await withdrawn(bram, await saved(), randomUUID())).status).toBe(204);
  });

  it('that disagree from above make the community taxon coarser', async () => {
    const id = await saved();
    await identify(bram, id);
    expect((await identify(chen, id, { taxon_id: FAMILY })).body.data.community_taxon?.id).toBe(kingfisher.id);
    const { data } = (await identify(chen, id, { taxon_id: FAMILY, disagrees: true, comment: 'No field mark is visible' })).body;
    expect(data).toMatchObject({ community_taxon: { id: FAMILY }, quality: 'needs_id' });
  });

  it('are refused for own records, ticks, deleted and unknown records, and unknown taxa', async () => {
    const id = await saved();
    expect((await identify(anna, id)).status).toBe(403);
    const tick = randomUUID();
    await save(veld, anna, tick, { taxon_id: kingfisher.id, geoprivacy: 'open', write_id: randomUUID() });
    const gone = await saved();
    await identify(bram, gone);
    await veld.call(deleteObservation, { params: { id: gone } }, anna.token);
    for (const hidden of [tick, gone, randomUUID()]) {
      expect((await identify(bram, hidden)).status).toBe(404);
      expect((await withdrawn(bram, hidden, randomUUID())).status).toBe(404);
      expect((await veld.call(listIdentifications, { params: { id: hidden } }, bram.token)).status).toBe(404);
    }
    expect((await identify(bram, id, { taxon_id: 999_999 })).status).toBe(422);
    expect((await identify(bram, id, { comment: 'x'.repeat(501) })).status).toBe(422);
    expect((await listed(bram, id)).identifications).toEqual([]);
    expect(await veld.db.selectFrom('identifications').selectAll().where('observation_id', '=', gone).execute()).toEqual([]);
  });

  it.each(['obscured', 'private'] as const)('show others no time and no order by time for an %s record', async (geoprivacy) => {
    const id = await saved({ geoprivacy });
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [at, identification] of ids.entries()) await identify(at === 1 ? chen : bram, id, {}, identification);
    const seen = (await listed(chen, id)).identifications;
    expect(seen.map((one) => [one.id, one.created_at])).toEqual(ids.toSorted().map((one) => [one, null]));
    expect((await listed(anna, id)).identifications.map((one) => one.id)).toEqual(ids);
    expect((await listed(anna, id)).identifications[0]!.created_at).not.toBeNull();
  });

  it('do not say whether a private record has a place', async () => {
    const id = await saved({ geoprivacy: 'private', latitude: null, longitude: null, media: [] });
    expect((await listed(bram, id)).casual_reasons).toEqual(['no_evidence']);
    expect((await listed(anna, id)).casual_reasons).toEqual(['no_place', 'no_evidence']);
  });

  it('confirm alone if they are by an expert, within the group and country', async () => {
    const fay = await person(veld, 'fay');
    await veld.db.insertInto('curator_scopes').values({ user_id: fay.user.id, taxon_group: 'bird', country_code: 'NL' }).execute();
    const [genusOnly, abroad, hidden] = [
      await saved({ taxon_id: FAMILY }),
      await saved({ taxon_id: FAMILY, latitude: 48.85, longitude: 2.35 }),
      await saved({ taxon_id: FAMILY, geoprivacy: 'private' }),
    ];
    expect((await identify(fay, genusOnly, { taxon_id: FAMILY })).body.data).toMatchObject({
      quality: 'confirmed',
      identifications: [{ is_expert: true }],
    });
    for (const id of [abroad, hidden])
      expect((await identify(fay, id, { taxon_id: FAMILY })).body.data).toMatchObject({
        quality: 'needs_id',
        identifications: [{ is_expert: false }],
      });
    await veld.db.updateTable('curator_scopes').set({ taxon_group: 'moss' }).where('user_id', '=', fay.user.id).execute();
    const cursor = await cursorOf();
    expect(await regrade(veld.db, { userId: fay.user.id })).toBe(1);
    expect(await changesSince(cursor)).toMatchObject([{ id: genusOnly, quality: 'needs_id', version: 1 }]);
  });

  it('are those of an expert while the scope lasts, also those made before it', async () => {
    const gus = await person(veld, 'gus');
    const id = await saved({ taxon_id: FAMILY });
    await identify(gus, id, { taxon_id: FAMILY });
    const [birds, anywhere] = [
      { taxon_group: 'bird', country_code: null },
      { taxon_group: null, country_code: 'BE' },
    ];
    await grantScope(veld.db, gus.user.id, birds);
    await grantScope(veld.db, gus.user.id, birds);
    await grantScope(veld.db, gus.user.id, anywhere);
    expect((await own(id)).quality).toBe('confirmed');
    const scopesOf = async () => (await listScopes(veld.db)).filter(({ name }) => name === 'gus');
    expect(await scopesOf()).toEqual([birds, anywhere].map((scope) => ({ name: 'gus', email: gus.user.email, ...scope })));
    expect(await revokeScope(veld.db, gus.user.id, { taxon_group: 'bird', country_code: 'BE' })).toBe(false);
    expect(await revokeScope(veld.db, gus.user.id, birds)).toBe(true);
    expect((await own(id)).quality).toBe('needs_id');
    expect(await scopesOf()).toHaveLength(1);
    await veld.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gus.user.id).execute();
    expect(await scopesOf()).toEqual([]);
  });

  it('follow taxa that are merged', async () => {
    const [old, successor] = [930_001, 930_002];
    await insertTaxa(veld, [
      { id: old, scientific_name: 'Parus vetus' },
      { id: successor, scientific_name: 'Parus novus', countries: ['NL'] },
    ]);
    const id = await saved({ taxon_id: successor });
    expect((await identify(bram, id, { taxon_id: old })).body.data.quality).toBe('needs_id');
    await veld.db.transaction().execute(async (tx) => {
      const updated_seq = await advance(tx);
      await tx.updateTable('taxa').set({ is_deleted: true, accepted_id: successor, updated_seq }).where('id', '=', old).execute();
    });
    await followTaxa(veld.context);
    expect(await own(id)).toMatchObject({ quality: 'confirmed', community_taxon_id: successor, version: 1 });
    expect((await listed(bram, id)).identifications).toMatchObject([{ taxon: { id: successor } }]);
    expect((await identify(chen, id, { taxon_id: old })).status).toBe(200);
  });

  it('disappear with an account whose records are erased, at once and for good', async () => {
    const gus = await person(veld, 'gus');
    const id = await saved();
    await identify(gus, id);
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', gus.user.id).execute();
    expect((await listed(bram, id)).identifications).toEqual([]);
    await eraseIdentifications(veld.context, gus.user.id);
    expect((await own(id)).quality).toBe('needs_id');
    expect(await veld.db.selectFrom('identifications').selectAll().where('user_id', '=', gus.user.id).execute()).toEqual([]);
  });
});
