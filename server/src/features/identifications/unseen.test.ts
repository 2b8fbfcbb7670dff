import { randomUUID } from 'node:crypto';
import {
  deleteRelation,
  type IdentificationDraft,
  listIdentifications,
  listReportCases,
  listReports,
  putIdentification,
  putModerationAct,
  putRelation,
  putReport,
  withdrawIdentification,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const FAMILY = 921_000;
const { kingfisher, heron } = TAXA;

describe('an identification', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let admin: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await insertTaxa(veld, [{ id: FAMILY, scientific_name: 'Exemplidae' }]);
    await veld.db.updateTable('taxa').set({ rank: 'family' }).where('id', '=', FAMILY).execute();
    await veld.db.updateTable('taxa').set({ parent_id: FAMILY }).where('id', 'in', [kingfisher.id, heron.id]).execute();
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    admin = await person(veld, 'dora', { roles: ['admin'] });
    photo = await makePhoto();
    await upload(veld, anna, photo);
  });
  afterAll(() => veld.close());
  afterEach(() => veld.db.deleteFrom('relations').execute());

  const saved = async () => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft({ media: [declared(photo)] }))).status).toBe(200);
    return id;
  };
  const identify = async (who: Person, id: string, change: Partial<IdentificationDraft> = {}) => {
    const params = { id, identification: randomUUID() };
    const body = { taxon_id: kingfisher.id, disagrees: false, comment: '', ...change };
    expect((await veld.call(putIdentification, { params, body }, who.token)).status).toBe(200);
    return params.identification;
  };
  const listed = async (who: Person, id: string) => (await veld.call(listIdentifications, { params: { id } }, who.token)).body.data;
  const block = (who: Person, other: Person) => veld.call(putRelation, { params: { kind: 'block', id: other.user.id } }, who.token);
  const unblock = (who: Person, other: Person) => veld.call(deleteRelation, { params: { kind: 'block', id: other.user.id } }, who.token);
  const review = async (who: Person, identification: string) => {
    const id = randomUUID();
    const body = { subject_kind: 'identification', subject_id: identification, reason: 'review', text: 'Look at the bill' } as const;
    expect((await veld.call(putReport, { params: { id }, body }, who.token)).status).toBe(204);
    return id;
  };

  it.each(['the one who disagrees', 'the observer'])(
    'is shown without a name after %s has blocked the other, and is as before after that',
    async (which) => {
      const id = await saved();
      const identification = await identify(bram, id, { taxon_id: heron.id, comment: 'bram was here' });
      const [blocker, blocked] = which === 'the observer' ? [anna, bram] : [bram, anna];
      const before = await listed(anna, id);
      await block(blocker, blocked);
      const { identifications } = await listed(anna, id);
      expect(identifications).toMatchObject([
        {
          id: identification,
          taxon: { id: heron.id },
          is_unseen: true,
          comment: '',
          created_at: null,
          user: { id: identification, name: '' },
        },
      ]);
      expect(JSON.stringify(identifications)).not.toContain(bram.user.id);
      expect(JSON.stringify(identifications)).not.toContain('bram');
      expect((await listed(chen, id)).identifications, 'for everybody else').toMatchObject([
        { user: { name: 'bram' }, comment: 'bram was here' },
      ]);
      await unblock(blocker, blocked);
      expect(await listed(anna, id)).toEqual(before);
      await veld.call(withdrawIdentification, { params: { id, identification } }, bram.token);
      await block(blocker, blocked);
      expect((await listed(anna, id)).identifications, 'once it is withdrawn').toEqual([]);
      await unblock(blocker, blocked);
    },
  );

  it.each([
    ['hide', 'confirmed', 'upheld'],
    ['dismiss', 'needs_id', 'dismissed'],
  ] as const)('that the observer cannot answer is reviewed, and a moderator decides (%s)', async (action, quality, state) => {
    const id = await saved();
    await identify(chen, id);
    const identification = await identify(bram, id, { taxon_id: heron.id });
    await block(bram, anna);
    expect((await listed(anna, id)).quality).toBe('needs_id');
    const request = await review(anna, identification);
    const { data } = (await veld.call(listReportCases, { query: { reason: 'review' } }, admin.token)).body;
    expect(data).toMatchObject([{ id: request, subject_id: identification, observation_id: id, text: 'Look at the bill' }]);
    const act = { params: { id: randomUUID() }, body: { action, report_id: request, note: 'Looked at the photo' } };
    expect((await veld.call(putModerationAct, act, admin.token)).status).toBe(204);
    expect((await listed(anna, id)).quality).toBe(quality);
    expect((await veld.call(listReports, {}, anna.token)).body.data.find((one) => one.id === request)).toMatchObject({ state });
    await unblock(bram, anna);
  });

  it('disagrees only as long as somebody says the name that it denied', async () => {
    const id = await saved();
    const denial = await identify(chen, id, { taxon_id: FAMILY, disagrees: true });
    await identify(bram, id);
    expect(await listed(anna, id)).toMatchObject({ quality: 'needs_id', identifications: [{ id: denial, disagrees: true }, {}] });
    // The observer takes back the name, which bram still gives.
    expect((await save(veld, anna, id, draft({ taxon_id: heron.id, media: [declared(photo)] }), 1)).status).toBe(200);
    expect((await listed(anna, id)).identifications[0]).toMatchObject({ disagrees: true });
    await identify(bram, id, { taxon_id: heron.id });
    const ended = await listed(anna, id);
    expect(ended).toMatchObject({ quality: 'confirmed', community_taxon: { id: heron.id } });
    expect(ended.identifications[0]).toMatchObject({ id: denial, disagrees: false });
    // It is what it was again with the name that it denied.
    await identify(bram, id);
    expect((await listed(anna, id)).identifications[0]).toMatchObject({ id: denial, disagrees: true });
    const { rows } = await sql<{ disagrees: boolean }>`select disagrees from identifications where id = ${denial}`.execute(veld.db);
    expect(rows, 'what chen said stays').toEqual([{ disagrees: true }]);
  });

  it('disagrees with what was there when it was made, and not with names that come later', async () => {
    const id = await saved();
    const first = await identify(bram, id, { taxon_id: heron.id });
    await identify(chen, id, { taxon_id: FAMILY, disagrees: true });
    await veld.call(withdrawIdentification, { params: { id, identification: first } }, bram.token);
    expect((await listed(anna, id)).identifications.find((one) => one.user.name === 'chen')).toMatchObject({ disagrees: true });
    expect((await save(veld, anna, id, draft({ taxon_id: heron.id, media: [declared(photo)] }), 1)).status).toBe(200);
    expect(
      (await listed(anna, id)).identifications.find((one) => one.user.name === 'chen'),
      'denied too',
    ).toMatchObject({ disagrees: true });
  });
});
