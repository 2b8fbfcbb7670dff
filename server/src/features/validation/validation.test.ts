import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteObservation,
  deleteValidator,
  exploreRecords,
  getObservation,
  getValidation,
  listNotifications,
  listObservationChanges,
  listValidators,
  putAnswer,
  putDecision,
  putProject,
  putQuestion,
  putRelation,
  putValidator,
  type RecordValidation,
  withdrawQuestion,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { projectBody } from '../../testing/projects.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { foldAll } from '../projects/fold.ts';
import { eraseWords } from './erase.ts';

const ALL = { group: null, country: null, area: null, from: null, to: null, project_id: null };

describe('validation', () => {
  let veld: TestServer;
  let admin: Person;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    admin = await person(veld, 'keeper', { roles: ['admin'] });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
    await appoint(bram, { group: 'bird', country: 'NL' });
  });
  afterAll(() => veld.close());

  type Field = BodyOf<typeof putValidator>['field'];
  const appoint = async (who: Person, field: Partial<Field>, { by = admin, id = randomUUID() } = {}) => {
    const body = { user_id: who.user.id, field: { ...ALL, ...field } };
    return (await veld.call(putValidator, { params: { id }, body }, by.token)).status;
  };
  const record = async (change: Parameters<typeof draft>[0] = {}, who = anna) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const said = async (id: string, who = bram): Promise<RecordValidation> =>
    (await veld.call(getValidation, { params: { id } }, who.token)).body.data;
  type Decided = { who?: Person; state?: BodyOf<typeof putDecision>['state']; basis?: string; decision?: string; reason?: string };
  const decide = async (id: string, { who = bram, state = 'accepted', basis, decision = randomUUID(), reason = '' }: Decided = {}) => {
    const body = { state, reason, basis: basis ?? (await said(id, who)).basis ?? 'none' };
    return (await veld.call(putDecision, { params: { id, decision }, body }, who.token)).status;
  };
  const ask = async (id: string, { who = bram, question = randomUUID(), as_validator = true, text = '' } = {}) => {
    const body = { question: text === '' ? ('count' as const) : ('other' as const), text, as_validator };
    return (await veld.call(putQuestion, { params: { id, question }, body }, who.token)).status;
  };
  const told = async (who: Person, kind: 'validation' | 'question') =>
    (await veld.call(listNotifications, { query: { kind } }, who.token)).body.data;
  const edit = (id: string, change: Parameters<typeof draft>[0], version = 1) => save(veld, anna, id, draft(change), version);

  it('is possible without a photo, with reason, name and time beside it, and tells the observer and their devices', async () => {
    const id = await record();
    expect(await decide(id, { reason: ' Seen by two others ', state: 'plausible' })).toBe(204);
    expect(await said(id, anna)).toMatchObject({
      state: 'plausible',
      basis: null,
      decisions: [{ user: { name: 'bram' }, state: 'plausible', reason: 'Seen by two others', is_automatic: false }],
    });
    const [entry] = await told(anna, 'validation');
    expect(entry).toMatchObject({ validation: 'plausible', record: { id }, people: [{ name: 'bram' }] });
    const changes = (await veld.call(listObservationChanges, {}, anna.token)).body.data;
    expect(changes.find((one) => one.id === id)).toMatchObject({ validation: 'plausible', version: 1 });
    expect((await veld.call(getObservation, { params: { id } }, bram.token)).body.data).toMatchObject({ validation: 'plausible' });
  });

  it('is repeated without effect, and an id has one content', async () => {
    const id = await record();
    const decision = randomUUID();
    const { basis } = await said(id);
    expect(await decide(id, { decision, basis: basis! })).toBe(204);
    expect(await decide(id, { decision, basis: basis! })).toBe(204);
    expect(await decide(id, { decision, basis: basis!, state: 'incorrect' })).toBe(409);
    expect((await said(id)).decisions).toHaveLength(1);
  });

  it('is for the validators of the group, country, area and days, and for nobody’s own records', async () => {
    const [heron, moss] = [await record({ taxon_id: TAXA.heron.id }), await record({ taxon_id: TAXA.moss.id })];
    await sql`update taxa set taxon_group = 'moss' where id = ${TAXA.moss.id}`.execute(veld.db);
    expect(await decide(heron)).toBe(204);
    expect(await decide(moss)).toBe(403);
    expect(await decide(await record({ latitude: 50.85, longitude: 4.35 }))).toBe(403);
    expect(await decide(heron, { who: anna })).toBe(403);
    const own = await record({}, bram);
    expect((await said(own)).basis).toBeNull();
    expect(await decide(own)).toBe(403);

    const chen = await person(veld, 'chen');
    const ring = (west: number): [number, number][] => [
      [west, 52.05],
      [west + 0.4, 52.05],
      [west + 0.4, 52.3],
      [west, 52.3],
    ];
    expect(await appoint(chen, { area: ring(4.9), from: '2026-05-01', to: '2026-05-31' })).toBe(204);
    expect(await decide(await record(), { who: chen })).toBe(204);
    expect(await decide(await record({ longitude: 5.5 }), { who: chen })).toBe(403);
    expect(await decide(await record({ observed_on: '2026-04-30' }), { who: chen })).toBe(403);
    // The whole of the cell has to be in the area, as for everybody.
    expect(await decide(await record({ geoprivacy: 'obscured' }), { who: chen })).toBe(403);
  });

  it('ends with the appointment, which its maker, the validator and nobody else can end', async () => {
    const [dora, emil] = [await person(veld, 'dora'), await person(veld, 'emil')];
    const [first, second] = [randomUUID(), randomUUID()];
    await appoint(dora, { group: 'bird' }, { id: first });
    await appoint(dora, { country: 'NL' }, { id: second });
    const id = await record();
    expect(await decide(id, { who: dora })).toBe(204);
    const end = async (one: string, who: Person) => (await veld.call(deleteValidator, { params: { id: one } }, who.token)).status;
    expect(await end(first, emil)).toBe(403);
    expect(await end(first, dora)).toBe(204);
    expect(await decide(id, { who: dora })).toBe(204);
    expect(await end(second, admin)).toBe(204);
    expect(await decide(id, { who: dora })).toBe(403);
    expect(await appoint(emil, {}, { by: dora })).toBe(403);
    expect((await veld.call(listValidators, {}, dora.token)).status).toBe(403);
    const names = (await veld.call(listValidators, {}, admin.token)).body.data.map(({ user }) => user.name);
    expect(names).toEqual(['bram', 'chen']);
  });

  it('is for validators whom the organiser of a project appoints, for its records alone', async () => {
    const [finn, gerd] = [await person(veld, 'finn'), await person(veld, 'gerd')];
    const project = randomUUID();
    const body = projectBody({ start_on: '2026-05-01', end_on: '2026-05-31' });
    expect((await veld.call(putProject, { params: { id: project }, body }, finn.token)).status).toBe(200);
    const inside = await record({}, finn);
    const outside = await record();
    await foldAll(veld.context);
    expect(await appoint(gerd, { project_id: project }, { by: gerd })).toBe(403);
    expect(await appoint(gerd, { project_id: project }, { by: finn })).toBe(204);
    expect(await appoint(gerd, {}, { by: finn })).toBe(403);
    expect(await decide(inside, { who: gerd })).toBe(204);
    expect(await decide(outside, { who: gerd })).toBe(403);
    const { data } = (await veld.call(listValidators, { query: { project_id: project } }, finn.token)).body;
    expect(data).toMatchObject([{ user: { name: 'gerd' }, field: { project_id: project }, appointed_by: 'finn' }]);
  });

  it('begins again with an edit of taxon, date or place, and with no other', async () => {
    for (const change of [{ taxon_id: TAXA.heron.id }, { observed_on: '2026-05-18' }, { latitude: 52.1 }]) {
      const id = await record();
      await decide(id);
      expect((await edit(id, { notes: 'Other words', count: 9 })).status).toBe(200);
      expect(await said(id)).toMatchObject({ state: 'accepted', is_reopened: false });
      expect((await edit(id, { notes: 'Other words', count: 9, ...change }, 2)).body).toMatchObject({ data: { validation: 'unverified' } });
      expect(await said(id)).toMatchObject({ state: 'unverified', is_reopened: true, decisions: [{ state: 'accepted' }] });
      expect(await decide(id)).toBe(204);
      expect(await said(id)).toMatchObject({ state: 'accepted', is_reopened: false });
    }
  });

  it('is refused for what the validator did not see', async () => {
    const id = await record();
    const { basis } = await said(id);
    await edit(id, { taxon_id: TAXA.heron.id });
    expect(await decide(id, { basis: basis! })).toBe(409);
    expect((await said(id)).state).toBe('unverified');
  });

  it('of a hidden record does not end with an edit that nobody else sees, and says no time', async () => {
    const id = await record({ geoprivacy: 'obscured' });
    await decide(id);
    await edit(id, { geoprivacy: 'obscured', observed_on: '2026-05-20', latitude: 52.0999 });
    const shown = await said(id);
    expect(shown).toMatchObject({ state: 'accepted', is_reopened: false, decisions: [{ created_at: null }] });
    await edit(id, { geoprivacy: 'obscured', observed_on: '2026-06-20', latitude: 52.0999 }, 2);
    expect((await said(id)).state).toBe('unverified');
  });

  it('selects records in the filter of all lists', async () => {
    const [yes, no] = [await record(), await record()];
    await decide(yes, { state: 'accepted_by_evidence' });
    await decide(no, { state: 'incorrect' });
    const listed = async (validation: string) =>
      (await veld.call(exploreRecords, { query: { validation, limit: 100 } }, admin.token)).body.data.map(({ id }) => id);
    expect(await listed('accepted_by_evidence')).toEqual([yes]);
    expect(await listed('incorrect,unable')).toEqual([no]);
    expect((await veld.call(exploreRecords, { query: { validation: 'good' } }, admin.token)).status).toBe(422);
  });

  it('is gone with the record', async () => {
    const id = await record();
    await decide(id);
    await ask(id);
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    const rows = await sql`
      select id from validations where observation_id = ${id} union all select id from record_questions where observation_id = ${id}
    `.execute(veld.db);
    expect(rows.rows).toEqual([]);
  });

  describe('a question', () => {
    const answer = async (id: string, question: string, { who = anna, text = '' } = {}) => {
      const body = text === '' ? { answer: 'yes' as const, text } : { answer: 'text' as const, text };
      return (await veld.call(putAnswer, { params: { id, question }, body }, who.token)).status;
    };

    it('of a validator makes the record asked until the observer has answered', async () => {
      const [id, question] = [await record(), randomUUID()];
      expect(await ask(id, { question })).toBe(204);
      expect(await ask(id, { question })).toBe(204);
      expect((await said(id)).state).toBe('asked');
      const [entry] = await told(anna, 'question');
      expect(entry).toMatchObject({ record: { id }, question: { id: question, question: 'count', answer: null, is_answer: false } });
      expect(await answer(id, question, { who: admin })).toBe(404);
      expect(await answer(id, question, { text: 'Eleven' })).toBe(204);
      expect(await answer(id, question, { text: 'Eleven' })).toBe(204);
      expect(await said(id)).toMatchObject({ state: 'unverified', questions: [{ answer: { answer: 'text', text: 'Eleven' } }] });
      const [reply] = await told(bram, 'question');
      expect(reply).toMatchObject({ people: [{ name: 'anna' }], question: { answer: 'text', answer_text: 'Eleven', is_answer: true } });
    });

    it('of anybody else leaves the state as it is', async () => {
      const id = await record();
      const hugo = await person(veld, 'hugo');
      expect(await ask(id, { who: hugo })).toBe(403);
      expect(await ask(id, { who: hugo, as_validator: false, text: 'Which of them sang?' })).toBe(204);
      expect(await said(id, hugo)).toMatchObject({
        state: 'unverified',
        questions: [{ text: 'Which of them sang?', is_validators: false }],
      });
      expect(await ask(id, { who: anna, as_validator: false })).toBe(403);
    });

    it('is withdrawn with the state that was before it, and never arrives later', async () => {
      const [id, question, late] = [await record(), randomUUID(), randomUUID()];
      await decide(id, { state: 'plausible' });
      await ask(id, { question });
      const take = async (one: string) => (await veld.call(withdrawQuestion, { params: { id, question: one } }, bram.token)).status;
      expect(await take(question)).toBe(204);
      expect(await said(id)).toMatchObject({ state: 'plausible', questions: [] });
      expect(await told(anna, 'question')).not.toContainEqual(expect.objectContaining({ record: expect.objectContaining({ id }) }));
      expect(await take(late)).toBe(204);
      expect(await ask(id, { question: late })).toBe(204);
      expect((await said(id)).questions).toEqual([]);
    });

    it('waits for the last of several answers, and does not undo what was decided since', async () => {
      const [id, one, other] = [await record(), randomUUID(), randomUUID()];
      await ask(id, { question: one });
      await ask(id, { question: other });
      await answer(id, one);
      expect((await said(id)).state).toBe('asked');
      await decide(id, { state: 'unable' });
      await answer(id, other);
      expect((await said(id)).state).toBe('unable');
    });

    it('and a decision have no name and no words for people with a block', async () => {
      const id = await record();
      await decide(id, { reason: 'I know the place' });
      await ask(id);
      const ivo = await person(veld, 'ivo');
      await veld.call(putRelation, { params: { id: bram.user.id, kind: 'block' } }, ivo.token);
      expect(await said(id, ivo)).toMatchObject({ state: 'asked', decisions: [{ user: null, reason: '' }], questions: [] });
    });
  });

  it('keeps decisions without the name of a validator who erased everything', async () => {
    const [jan, id] = [await person(veld, 'jan'), await record()];
    await appoint(jan, {});
    await decide(id, { who: jan, reason: 'Mine' });
    await ask(id, { who: jan });
    await eraseWords(veld.context, jan.user.id);
    expect(await said(id)).toMatchObject({ state: 'unverified', decisions: [{ user: null, reason: '' }], questions: [] });
  });
});
