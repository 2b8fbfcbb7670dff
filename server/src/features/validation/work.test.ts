import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  cellsAround,
  deleteBatch,
  deleteRule,
  deleteValidator,
  FREQUENCY_CELL_SHIFT,
  getUser,
  getValidation,
  listRules,
  listToValidate,
  mapKey,
  putBatch,
  putDecision,
  putIdentification,
  putRule,
  putValidator,
  type RecordToValidate,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const ALL = { group: null, country: null, area: null, from: null, to: null, project_id: null };
const [CELL] = cellsAround(Math.floor(mapKey(52.09083, 5.12222) / 2 ** FREQUENCY_CELL_SHIFT));

describe('the work of validators', () => {
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
    const body = { user_id: bram.user.id, field: { ...ALL, group: 'bird' as const } };
    await veld.call(putValidator, { params: { id: randomUUID() }, body }, admin.token);
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    await sql`delete from frequencies`.execute(veld.db);
    await sql`update observations set deleted_at = now()`.execute(veld.db);
    await sql`update validation_rules set ended_at = now()`.execute(veld.db);
  });

  const record = async (change: Parameters<typeof draft>[0] = {}, who = anna) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const queue = async (query: object = {}, who = bram) => (await veld.call(listToValidate, { query }, who.token)).body;
  const findings = async (id: string) => (await queue()).data.find((one) => one.id === id)?.findings.map(({ kind }) => kind);
  const stateOf = async (id: string) => (await veld.call(getValidation, { params: { id } }, bram.token)).body.data.state;

  it('is known to their own devices, until the appointment ends', async () => {
    const isValidator = async (who: Person) => (await veld.call(getUser, {}, who.token)).body.is_validator;
    expect([await isValidator(bram), await isValidator(anna)]).toEqual([true, false]);
    const id = randomUUID();
    await veld.call(putValidator, { params: { id }, body: { user_id: anna.user.id, field: ALL } }, admin.token);
    expect(await isValidator(anna)).toBe(true);
    await veld.call(deleteValidator, { params: { id } }, admin.token);
    expect(await isValidator(anna)).toBe(false);
  });

  describe('the queue', () => {
    it('has the records of others in the own fields, with the filter that all lists have', async () => {
      const [heron, own] = [await record({ taxon_id: TAXA.heron.id }), await record({}, bram)];
      const kingfisher = await record();
      const { data, total, is_validator } = await queue();
      expect(data.map(({ id }) => id).toSorted()).toEqual([heron, kingfisher].toSorted());
      expect(data.map(({ id }) => id)).not.toContain(own);
      expect([total, is_validator]).toEqual([{ count: 2, is_minimum: false }, true]);
      expect((await queue({ taxon_id: String(TAXA.heron.id) })).data.map(({ id }) => id)).toEqual([heron]);
      expect(await queue({}, anna)).toMatchObject({ data: [], is_validator: false });
    });

    it('goes on page by page, and has those of another state if asked', async () => {
      const ids = [await record(), await record(), await record()];
      const first = await queue({ limit: 2 });
      const second = await queue({ limit: 2, cursor: first.next_cursor! });
      expect([...first.data, ...second.data].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(second).toMatchObject({ total: null, next_cursor: null });
      await accept(first.data);
      expect((await queue()).data).toHaveLength(1);
      expect((await queue({ validation: 'accepted' })).data).toHaveLength(2);
    });

    it('shows a hidden record as everybody sees it', async () => {
      await record({ geoprivacy: 'obscured' });
      await sql`update observations set created_at = now() - interval '2 days' where deleted_at is null`.execute(veld.db);
      const [one] = (await queue()).data;
      expect(one).toMatchObject({ is_obscured: true, observed_on: '2026-05', observed_time: null, created_at: null });
      expect([one!.latitude, one!.longitude]).not.toEqual([52.09083, 5.12222]);
    });
  });

  describe('the findings', () => {
    const lists = async (taxon: number, { week = 18, cell = CELL!, lists: number = 60 } = {}) =>
      sql`
        insert into frequencies (source_id, country_code, taxon_id, cell, week, records, lists, people)
        values (0, 'NL', ${taxon}, ${cell}, ${week}, ${number}, ${number}, 9)
      `.execute(veld.db);

    it('are none for what is usual', async () => {
      await lists(0);
      await lists(TAXA.kingfisher.id);
      expect(await findings(await record())).toEqual([]);
    });

    it('are the season, the place and the list of the country', async () => {
      await lists(0);
      expect(await findings(await record())).toEqual(['never_here']);
      await lists(TAXA.kingfisher.id, { week: 1 });
      expect(await findings(await record())).toEqual(['out_of_season']);
      await sql`delete from taxon_countries where taxon_id = ${TAXA.heron.id} and country_code = 'NL'`.execute(veld.db);
      expect(await findings(await record({ taxon_id: TAXA.heron.id }))).toEqual(['not_listed']);
      await veld.db.insertInto('taxon_countries').values({ country_code: 'NL', taxon_id: TAXA.heron.id, rarity_class: 1 }).execute();
    });

    it('are a count far above the others', async () => {
      for (let at = 0; at < 20; at++) await record({ count: 4 });
      const many = await record({ count: 40 });
      const [found] = (await queue()).data.filter(({ id }) => id === many);
      expect(found!.findings).toEqual([{ kind: 'unusual_count', number: 4, note: '' }]);
      expect(await findings(await record({ count: 9 }))).toEqual([]);
    });

    it('are another name by somebody', async () => {
      const id = await record();
      const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: '' };
      await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, admin.token);
      expect(await findings(id)).toEqual(['disputed']);
    });

    it('are those of rules, for the taxon, place, months and stage of each', async () => {
      const rule = (change: Partial<BodyOf<typeof putRule>>) =>
        write({
          kind: 'ask',
          taxon_id: TAXA.kingfisher.id,
          country: null,
          area: null,
          months: [],
          life_stages: [],
          maximum: null,
          note: '',
          ...change,
        });
      await rule({ kind: 'maximum', maximum: 10, note: 'Never more' });
      await rule({ kind: 'description', country: 'NL' });
      await rule({ months: [1, 2] });
      await rule({ kind: 'unexpected', life_stages: ['juvenile'], months: [5] });
      expect(await findings(await record({ count: 11, notes: null }))).toEqual(expect.arrayContaining(['maximum', 'description']));
      expect(await findings(await record({ life_stage: 'juvenile' }))).toEqual(['unexpected']);
      expect(await findings(await record({ observed_on: '2026-01-12' }))).toEqual(['ask']);
      expect(await findings(await record({ taxon_id: TAXA.heron.id, count: 11 }))).toEqual([]);
    });
  });

  const write = async (body: BodyOf<typeof putRule>, who = bram, id = randomUUID()) =>
    (await veld.call(putRule, { params: { id }, body }, who.token)).status;

  describe('a rule', () => {
    const rule = {
      kind: 'ask',
      taxon_id: TAXA.heron.id,
      country: null,
      area: null,
      months: [],
      life_stages: [],
      maximum: null,
      note: '',
    } as const;

    it('is written and ended by admins and the validators of its group and region', async () => {
      const id = randomUUID();
      const body = { ...rule, months: [], life_stages: [] };
      expect(await write(body, bram, id)).toBe(204);
      expect(await write(body, bram, id)).toBe(204);
      expect(await write({ ...body, note: 'Other' }, bram, id)).toBe(409);
      expect(await write(body, anna)).toBe(403);
      await sql`update taxa set taxon_group = 'moss' where id = ${TAXA.moss.id}`.execute(veld.db);
      expect(await write({ ...body, taxon_id: TAXA.moss.id })).toBe(403);
      expect(await write({ ...body, taxon_id: TAXA.moss.id }, admin)).toBe(204);
      expect((await veld.call(listRules, {}, anna.token)).status).toBe(403);
      const { data } = (await veld.call(listRules, { query: { taxon_id: String(TAXA.heron.id) } }, bram.token)).body;
      expect(data).toMatchObject([{ id, author: 'bram', is_editable: true, rule: { kind: 'ask' } }]);
      const end = async (who: Person) => (await veld.call(deleteRule, { params: { id } }, who.token)).status;
      expect(await end(anna)).toBe(403);
      expect(await end(bram)).toBe(204);
      expect((await veld.call(listRules, { query: { taxon_id: String(TAXA.heron.id) } }, bram.token)).body.data).toEqual([]);
    });
  });

  const accept = async (records: readonly Pick<RecordToValidate, 'id' | 'basis'>[], { id = randomUUID(), who = bram } = {}) =>
    (
      await veld.call(
        putBatch,
        { params: { id }, body: { records: records.map((one) => ({ id: one.id, basis: one.basis, state: 'accepted' as const })) } },
        who.token,
      )
    ).body.data?.decided;

  describe('a batch', () => {
    it('accepts what is still as it was seen, once', async () => {
      const [first, second, own] = [await record(), await record(), await record({}, bram)];
      const { data } = await queue();
      await save(veld, anna, second, draft({ taxon_id: TAXA.heron.id }), 1);
      const id = randomUUID();
      const given = [...data, { id: own, basis: 'none' }];
      expect(await accept(given, { id })).toEqual([first]);
      expect(await accept(given, { id })).toEqual([first]);
      expect([await stateOf(first), await stateOf(second)]).toEqual(['accepted', 'unverified']);
      expect(await accept(data, { who: anna })).toEqual([]);
    });

    it('is taken back by who made it, except where something else was decided since', async () => {
      const [first, second] = [await record(), await record({}, admin)];
      const id = randomUUID();
      const { data } = await queue();
      expect((await accept(data, { id })).toSorted()).toEqual([first, second].toSorted());
      const basis = data.find((one) => one.id === second)!.basis;
      const other = { params: { id: second, decision: randomUUID() }, body: { state: 'plausible' as const, reason: '', basis } };
      expect((await veld.call(putDecision, other, bram.token)).status).toBe(204);
      const undo = async (who = bram) => (await veld.call(deleteBatch, { params: { id } }, who.token)).status;
      expect(await undo(anna)).toBe(404);
      expect(await undo()).toBe(204);
      expect(await undo()).toBe(204);
      expect([await stateOf(first), await stateOf(second)]).toEqual(['unverified', 'plausible']);
      const log = (await veld.call(getValidation, { params: { id: first } }, anna.token)).body.data.decisions;
      expect(log).toMatchObject([{ state: 'accepted', is_undone: true }]);
    });
  });
});
