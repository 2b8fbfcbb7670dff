import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteSensitiveRule,
  exportSensitiveRules,
  getObservation,
  importSensitiveRules,
  listAdminActs,
  listObservationChanges,
  listObservations,
  listSensitiveRules,
  listTaxonRules,
  obscuredCell,
  putIdentification,
  putSensitiveRule,
  withdrawIdentification,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { applyDueRules } from '../observations/hiding-job.ts';
import { followTaxa } from '../observations/follow-taxa.ts';

const { kingfisher, heron, moss } = TAXA;
const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const BIRDS = 900_090;

type Rule = BodyOf<typeof putSensitiveRule>;
const rule = (change: Partial<Rule> = {}): Rule => ({
  taxon_id: kingfisher.id,
  country_code: null,
  area: null,
  area_name: null,
  months: [],
  grid_km: 10,
  reason: 'disturbance',
  ...change,
});

describe('sensitive taxa', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let keeper: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await insertTaxa(veld, [{ id: BIRDS, scientific_name: 'Examplidae' }]);
    await sql`update taxa set parent_id = ${BIRDS} where id = any(${[kingfisher.id, heron.id]})`.execute(veld.db);
    [anna, bram, keeper] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'keeper', { roles: ['admin'] })];
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    await sql`delete from sensitive_taxa`.execute(veld.db);
    await sql`delete from sensitive_due`.execute(veld.db);
  });

  const put = async (body: Rule, id: string = randomUUID()) => {
    const { status } = await veld.call(putSensitiveRule, { params: { id }, body }, keeper.token);
    return { id, status };
  };
  const record = async (change: Parameters<typeof draft>[0] = {}, id: string = randomUUID(), base?: number) => {
    const saved = await save(veld, anna, id, draft({ ...UTRECHT, observed_on: '2026-05-17', ...change }), base);
    expect(saved.status).toBe(200);
    return id;
  };
  const seenBy = async (who: Person, id: string) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data;
  /** The job waits for every transaction that began before the change, also those of other tests on the same PostgreSQL. */
  const applyAll = async () => {
    await vi.waitFor(
      async () => {
        await applyDueRules(veld.context);
        expect(await veld.db.selectFrom('sensitive_due').select('taxon_id').execute()).toEqual([]);
      },
      { timeout: 20_000, interval: 100 },
    );
  };
  const isHidden = async (id: string) => (await seenBy(bram, id)).is_obscured;

  it('hide the place of a record that its owner shows, and its owner sees it as it is, with the reason', async () => {
    await put(rule());
    const id = await record();
    const cell = obscuredCell(UTRECHT.latitude, UTRECHT.longitude);
    expect(await seenBy(bram, id)).toMatchObject({
      latitude: cell.latitude,
      longitude: cell.longitude,
      coordinate_uncertainty_m: cell.coordinate_uncertainty_m,
      observed_on: '2026-05',
      observed_time: null,
      created_at: null,
      is_obscured: true,
      hidden_by: { reason: 'disturbance', grid_km: 10 },
    });
    expect(await seenBy(anna, id)).toMatchObject({
      ...UTRECHT,
      observed_on: '2026-05-17',
      geoprivacy: 'open',
      is_obscured: true,
      hidden_by: { reason: 'disturbance', grid_km: 10 },
    });
  });

  it('leave the stricter of the wish and the rule', async () => {
    await put(rule({ grid_km: 50 }));
    const cell = obscuredCell(UTRECHT.latitude, UTRECHT.longitude, 50);
    const [obscured, secret] = [await record({ geoprivacy: 'obscured' }), await record({ geoprivacy: 'private' })];
    expect(await seenBy(bram, obscured)).toMatchObject({
      latitude: cell.latitude,
      coordinate_uncertainty_m: cell.coordinate_uncertainty_m,
    });
    expect(await seenBy(anna, obscured)).toMatchObject({ geoprivacy: 'obscured', hidden_by: { grid_km: 50 } });
    const hidden = await seenBy(bram, secret);
    expect(hidden).toMatchObject({ latitude: null, country_code: null });
    // That a rule is about it would say where it is.
    expect(hidden).not.toHaveProperty('hidden_by');
    await sql`delete from sensitive_taxa`.execute(veld.db);
    await put(rule({ grid_km: null, reason: 'A nest in the wood' }));
    expect(await seenBy(bram, await record())).toMatchObject({
      latitude: null,
      place: null,
      hidden_by: { reason: 'A nest in the wood', grid_km: null },
    });
  });

  it('are those of a rule, of what is below it, and of no other', async () => {
    await put(rule({ taxon_id: BIRDS }));
    expect(await isHidden(await record({ taxon_id: heron.id }))).toBe(true);
    expect(await isHidden(await record({ taxon_id: moss.id }))).toBe(false);
  });

  it('hide in their country, also in a cell of which only a part lies in it, and nowhere else', async () => {
    await put(rule({ country_code: 'NL' }));
    expect(await isHidden(await record())).toBe(true);
    expect(await isHidden(await record({ latitude: 50.85, longitude: 4.35 }))).toBe(false);
    // Aachen, a few kilometres from the Netherlands: whether it hides must not say on which side the place is.
    const [german, dutch] = [await record({ latitude: 50.775, longitude: 6.05 }), await record({ latitude: 50.775, longitude: 6.012 })];
    expect([await isHidden(german), await isHidden(dutch)]).toEqual([true, true]);
  });

  it('hide in their months only, by the months that others see', async () => {
    await put(rule({ months: [3, 4, 5] }));
    const on = async (day: string | null) => isHidden(await record({ observed_on: day, observed_time: null, time_zone: null }));
    expect(await on('2026-05-31')).toBe(true);
    expect(await on('2026-06-01')).toBe(false);
    expect(await on('2026-02')).toBe(false);
    expect(await on('2026-02/2026-03')).toBe(true);
    expect(await on('2025-11/2026-02')).toBe(false);
    expect(await on('2026')).toBe(true);
    expect(await on(null)).toBe(true);
  });

  it('hide in a polygon and around it as far as a cell reaches', async () => {
    const ring: [number, number][] = [
      [5.11, 52.08],
      [5.13, 52.08],
      [5.13, 52.1],
      [5.11, 52.08],
    ];
    await put(rule({ area: { type: 'Polygon', coordinates: [ring] }, area_name: 'Park' }));
    expect(await isHidden(await record())).toBe(true);
    const cell = obscuredCell(UTRECHT.latitude, UTRECHT.longitude);
    expect(await isHidden(await record({ latitude: cell.south + 0.001, longitude: cell.west + 0.001 }))).toBe(true);
    expect(await isHidden(await record({ latitude: cell.north + 0.001, longitude: 5.12 }))).toBe(false);
  });

  it('hide or open records that exist, when rules come and go, in steps, and leave their versions', async () => {
    const [id, mine] = [await record(), await record({ geoprivacy: 'obscured' })];
    const { body: start } = await veld.call(listObservationChanges, {}, anna.token);
    const { id: ruleId } = await put(rule({ grid_km: 20 }));
    expect(await isHidden(id)).toBe(false);
    // It ends before it has begun, as often as it is stopped.
    await applyDueRules(veld.context, -1);
    await applyAll();
    const cell = obscuredCell(UTRECHT.latitude, UTRECHT.longitude, 20);
    expect(await seenBy(bram, id)).toMatchObject({ is_obscured: true, latitude: cell.latitude });
    expect(await seenBy(bram, mine)).toMatchObject({ latitude: cell.latitude });
    const { body } = await veld.call(listObservationChanges, { query: { cursor: start.next_cursor } }, anna.token);
    const changed = body.data.filter((one) => one.id === id);
    expect(changed).toMatchObject([{ version: 1, geoprivacy: 'open', hidden_by: { grid_km: 20 } }]);
    expect((await veld.call(deleteSensitiveRule, { params: { id: ruleId } }, keeper.token)).status).toBe(204);
    await applyAll();
    expect(await seenBy(bram, id)).toMatchObject({ ...UTRECHT, is_obscured: false, observed_on: '2026-05-17' });
    expect(await seenBy(bram, mine)).toMatchObject({ latitude: obscuredCell(UTRECHT.latitude, UTRECHT.longitude).latitude });
    expect(await seenBy(anna, id)).not.toHaveProperty('hidden_by');
  });

  it('keep what the owner wishes through an edit, and let it come back', async () => {
    const { id: ruleId } = await put(rule());
    const id = await record();
    await record({ notes: 'again' }, id, 1);
    expect(await seenBy(anna, id)).toMatchObject({ geoprivacy: 'open', version: 2 });
    await record({ notes: 'another species', taxon_id: moss.id }, id, 2);
    expect(await isHidden(id)).toBe(false);
    await record({ taxon_id: kingfisher.id }, id, 3);
    expect(await isHidden(id)).toBe(true);
    await veld.call(deleteSensitiveRule, { params: { id: ruleId } }, keeper.token);
    await applyAll();
    expect(await seenBy(bram, id)).toMatchObject({ ...UTRECHT, is_obscured: false });
  });

  it('hide a record that somebody else names so, until that name is withdrawn', async () => {
    await put(rule());
    const id = await record({ taxon_id: heron.id });
    expect(await isHidden(id)).toBe(false);
    const params = { id, identification: randomUUID() };
    await veld.call(putIdentification, { params, body: { taxon_id: kingfisher.id, disagrees: false, comment: '' } }, bram.token);
    expect(await isHidden(id)).toBe(true);
    expect(await seenBy(anna, id)).toMatchObject({ geoprivacy: 'open', version: 1 });
    await veld.call(withdrawIdentification, { params }, bram.token);
    expect(await isHidden(id)).toBe(false);
  });

  it('follow a taxon that is merged', async () => {
    await insertTaxa(veld, [{ id: 900_091, scientific_name: 'Alcedo vetus' }]);
    await put(rule({ taxon_id: 900_091 }));
    await sql`update taxa set accepted_id = ${heron.id}, updated_seq = updated_seq + 5 where id = 900091`.execute(veld.db);
    await followTaxa(veld.context, true);
    const { body } = await veld.call(listSensitiveRules, {}, keeper.token);
    expect(body.data.map(({ taxon_id }) => taxon_id)).toEqual([heron.id]);
    expect(await isHidden(await record({ taxon_id: heron.id }))).toBe(true);
  });

  it('are not found by an area smaller than what they hide in, and stand in lists at their month', async () => {
    await put(rule({ grid_km: 50 }));
    const id = await record({ observed_on: '2026-05-30' });
    await sql`update observations set created_at = created_at - interval '2 days' where id = ${id}`.execute(veld.db);
    const around = { ...UTRECHT, radius_km: 30 };
    const found = async (query: object) => (await veld.call(listObservations, { query }, bram.token)).body.data.map((one) => one.id);
    expect(await found({ ...around, user_id: anna.user.id })).not.toContain(id);
    expect(await found({ user_id: anna.user.id, taxon_id: kingfisher.id })).toContain(id);
  });

  it('are told for a taxon, with those above it', async () => {
    await put(rule({ taxon_id: BIRDS, country_code: 'NL', months: [4, 3, 3] }));
    const { body } = await veld.call(listTaxonRules, { params: { taxonId: String(kingfisher.id) } }, bram.token);
    expect(body.data).toEqual([{ country_code: 'NL', area: null, area_name: null, months: [3, 4], grid_km: 10, reason: 'disturbance' }]);
    expect((await veld.call(listTaxonRules, { params: { taxonId: String(moss.id) } }, bram.token)).body.data).toEqual([]);
  });

  it('have one rule for each area and season', async () => {
    const first = await put(rule({ months: [5, 4] }));
    expect(first.status).toBe(204);
    expect((await put(rule({ months: [4, 5], grid_km: 50 }))).status).toBe(409);
    expect((await put(rule({ months: [4, 5], grid_km: 50 }), first.id)).status).toBe(204);
  });

  describe('as a list', () => {
    const imported = async (csv: string, change: Partial<BodyOf<typeof importSensitiveRules>> = {}) =>
      (
        await veld.call(
          importSensitiveRules,
          { body: { csv, is_dry_run: false, replaces: false, skips_unknown: false, ...change } },
          keeper.token,
        )
      ).body.data;
    const exported = async () => (await veld.call(exportSensitiveRules, {}, keeper.token)).body;
    const HEAD = 'Scientific name;country;months;grid_km;reason\n';

    it('are imported after a dry run, once, and exported in the same form', async () => {
      const csv = `${HEAD}Alcedo examplis Linnaeus, 1758;nl;11-2;5;breeding\nExamplidae;;;hidden;law\n`;
      expect(await imported(csv, { is_dry_run: true })).toMatchObject({ added: 2, changed: 0, same: 0, faults: [] });
      expect((await veld.call(listSensitiveRules, {}, keeper.token)).body.total).toBe(0);
      expect(await imported(csv)).toMatchObject({ added: 2 });
      expect(await imported(csv)).toMatchObject({ added: 0, changed: 0, same: 2 });
      const { body } = await veld.call(listSensitiveRules, { query: { search: 'king' } }, keeper.token);
      expect(body.data).toMatchObject([{ country_code: 'NL', months: [1, 2, 11, 12], grid_km: 10, reason: 'breeding' }]);
      const text = await exported();
      expect(text).toContain('Alcedo examplis,900001,NL,,,11-2,10,breeding');
      await sql`delete from sensitive_taxa`.execute(veld.db);
      expect(await imported(text)).toMatchObject({ added: 2, faults: [] });
      expect(await exported()).toBe(text);
    });

    it('change nothing while a line has a fault, and say which', async () => {
      const lines = [
        'Alcedo nulla;NL;3;10;law',
        'Examplidae;Holland;3;10;law',
        'Examplidae;NL;13;10;law',
        'Examplidae;NL;3;500;law',
        'Examplidae;NL;3;10;',
      ];
      const csv = `${HEAD}${lines.join('\n')}\nExamplidae;DE;;10;law\nExamplidae;DE;;20;law\n`;
      const report = await imported(csv);
      expect(report.faults).toEqual([
        { line: 2, fault: 'unknown_name', value: 'Alcedo nulla' },
        { line: 3, fault: 'country', value: 'Holland' },
        { line: 4, fault: 'months', value: '13' },
        { line: 5, fault: 'grid', value: '500' },
        { line: 6, fault: 'reason', value: '' },
        { line: 8, fault: 'twice', value: 'Examplidae' },
      ]);
      expect((await veld.call(listSensitiveRules, {}, keeper.token)).body.total).toBe(0);
      expect(await imported('a;b\n1;2\n')).toMatchObject({ fault_count: 1, faults: [{ line: 1, fault: 'no_name' }] });
    });

    it('leave out names that are not found, where that is wanted', async () => {
      const csv = `${HEAD}Alcedo nulla;NL;3;10;law\nExamplidae;NL;3;10;law\n`;
      expect(await imported(csv, { skips_unknown: true })).toMatchObject({ added: 1, fault_count: 1 });
      expect((await veld.call(listSensitiveRules, {}, keeper.token)).body.total).toBe(1);
    });

    it('replace those that are there, and look at the records of both again', async () => {
      const id = await record();
      await imported(`${HEAD}Alcedo examplis;;;10;law\n`);
      await applyAll();
      expect(await isHidden(id)).toBe(true);
      expect(await imported(`${HEAD}Ardea examplis;;;10;law\n`, { replaces: true })).toMatchObject({ added: 1, removed: 1 });
      await applyAll();
      expect(await isHidden(id)).toBe(false);
      const { body } = await veld.call(listAdminActs, { query: { action: 'import_sensitive_rules' } }, keeper.token);
      expect(body.data[0]).toMatchObject({ subject_kind: 'sensitive_taxa', details: { added: '1', changed: '0', removed: '1' } });
    });
  });
});
