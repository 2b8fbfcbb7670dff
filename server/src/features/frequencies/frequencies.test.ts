import { randomUUID } from 'node:crypto';
import {
  EFFORT,
  frequencyCell,
  type FrequencyPack,
  getFrequencies,
  getTaxonomyLocation,
  groupNumber,
  type JourneyWrite,
  LISTS_OF_SOME,
  listsOfGroup,
  putJourney,
  readPack,
  type TaxonGroup,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { journeyBody } from '../../testing/journeys.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { FREQUENCIES_JOB, refreshFrequencies } from './build.ts';
import { countCountry, setCounted } from './store.ts';

const UTRECHT = frequencyCell(52.09083, 5.12222);
const [BIRDS, MOSSES] = [listsOfGroup(groupNumber('bird')), listsOfGroup(groupNumber('moss'))];
/** The third week of May. */
const MAY = 18;

describe('frequencies', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    for (const table of ['journeys', 'observation_writes', 'observations', 'frequencies', 'frequency_countries', 'frequency_packs'])
      await sql`delete from ${sql.table(table)}`.execute(veld.db);
    await sql`delete from frequency_sources where id > 0`.execute(veld.db);
  });

  const record = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  /** Counts as in a later night. */
  const nightly = async () => {
    await sql`delete from frequency_countries`.execute(veld.db);
    return refreshFrequencies(veld.context);
  };
  const fetchPack = async (since?: string, etag?: string) => {
    const path = `/api/frequencies/NL${since ? `?since=${since}` : ''}`;
    const headers = { authorization: `Bearer ${anna.token}`, ...(etag ? { 'if-none-match': etag } : {}) };
    const response = await veld.fetch(path, { headers });
    return { status: response.status, etag: response.headers.get('etag')!, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const pack = async (): Promise<FrequencyPack> => readPack((await fetchPack()).bytes);
  const rows = () =>
    sql<object>`select country_code, taxon_id, cell, week, records, lists, people from frequencies order by 1, 2, 3, 4`
      .execute(veld.db)
      .then((result) => result.rows);

  it('count records, lists and people by cell and week; a list is what a person recorded in a cell on a day', async () => {
    await record(anna);
    await record(anna, { observed_time: '08:00' });
    await record(anna, { observed_on: '2025-05-16', taxon_id: TAXA.heron.id });
    await record(bram);
    await record(bram, { observed_on: '2026-05-01' });
    expect(await nightly()).toEqual(['NL']);
    const found = { country_code: 'NL', cell: UTRECHT };
    expect(await rows()).toEqual([
      { ...found, taxon_id: EFFORT, week: 16, records: 1, lists: 1, people: 1 },
      { ...found, taxon_id: EFFORT, week: MAY, records: 4, lists: 3, people: 2 },
      { ...found, taxon_id: TAXA.kingfisher.id, week: 16, records: 1, lists: 1, people: 1 },
      { ...found, taxon_id: TAXA.kingfisher.id, week: MAY, records: 3, lists: 2, people: 2 },
      { ...found, taxon_id: TAXA.heron.id, week: MAY, records: 1, lists: 1, people: 1 },
    ]);
    const { table } = await pack();
    expect([...table.taxa]).toEqual([EFFORT, TAXA.kingfisher.id, TAXA.heron.id]);
    expect([...table.lists]).toEqual([1, 3, 1, 2, 1]);
  });

  it('are not counted twice on a day, unless an operator asks for it', async () => {
    await record(anna);
    await nightly();
    await record(bram);
    expect(await refreshFrequencies(veld.context)).toEqual([]);
    expect(await refreshFrequencies(veld.context, { isAgain: true })).toEqual(['NL']);
    expect([...(await pack()).table.lists]).toEqual([2, 2]);
  });

  it('count subspecies for their species, and higher, uncertain and unnamed taxa for the effort only', async () => {
    const taxon = { source: 'ranks', taxon_group: 'bird', rarity_class: 1, arrival: 1, updated_seq: 1 };
    const subspecies = { id: 900_011, source_id: 'a', scientific_name: 'Alcedo examplis a', display_name: 'a', rank: 'subspecies' };
    const family = { id: 900_012, source_id: 'b', scientific_name: 'Examplidae', display_name: 'b', rank: 'family' };
    await veld.db
      .insertInto('taxa')
      .values([
        { ...taxon, ...subspecies, parent_id: TAXA.kingfisher.id },
        { ...taxon, ...family },
      ])
      .execute();
    await record(anna, { taxon_id: subspecies.id });
    await record(anna, { taxon_id: family.id });
    await record(anna, { taxon_id: TAXA.heron.id, uncertain: true });
    await record(anna, { taxon_id: null, verbatim_name: 'a wren' });
    await nightly();
    expect(await rows()).toMatchObject([
      { taxon_id: EFFORT, records: 4, lists: 1 },
      { taxon_id: TAXA.kingfisher.id, records: 1, lists: 1 },
    ]);
  });

  it('do not change by a byte with records that are hidden, vague, captive, deleted, absences or of closed accounts', async () => {
    await record(anna);
    await nightly();
    const before = await fetchPack();
    const chen = await person(veld, `chen-${randomUUID()}`);
    await record(chen, { observed_on: '2026-05-02' });
    await veld.db.updateTable('users').set({ erase_after: now }).where('id', '=', chen.user.id).execute();
    const changes: Parameters<typeof draft>[0][] = [
      { geoprivacy: 'obscured' },
      { geoprivacy: 'private' },
      { observed_on: '2026-05', observed_time: null },
      { observed_on: '2026-05-01/2026-05-02', observed_time: null },
      { observed_on: null, observed_time: null },
      { latitude: null, longitude: null, coordinate_uncertainty_m: null, location_source: null },
      { count: 0 },
      { attributes: { wildness: 'captive' } },
      { attributes: { wildness: 'planted' } },
    ];
    for (const change of changes) for (const taxon_id of [TAXA.kingfisher.id, TAXA.moss.id]) await record(bram, { ...change, taxon_id });
    const deleted = await record(bram, { taxon_id: TAXA.moss.id });
    await veld.db.updateTable('observations').set({ deleted_at: now }).where('id', '=', deleted).execute();
    await passDay(veld);
    expect(await nightly()).toEqual([]);
    expect(await fetchPack()).toEqual(before);
    expect((await fetchPack(undefined, before.etag)).status).toBe(304);
    // What becomes hidden later is gone from the next pack, as if it had never been.
    const open = await record(bram, { taxon_id: TAXA.heron.id });
    expect(await nightly()).toEqual(['NL']);
    await veld.db.updateTable('observations').set({ geoprivacy: 'obscured' }).where('id', '=', open).execute();
    expect(await nightly()).toEqual(['NL']);
    expect(await fetchPack()).toEqual(before);
  });

  describe('with journeys', () => {
    const journey = async (who: Person, change: Partial<JourneyWrite> = {}) => {
      const id = randomUUID();
      const saved = await veld.call(putJourney, { params: { id }, body: journeyBody({ sharing: 'cells', ...change }) }, who.token);
      expect(saved.status).toBe(200);
      return id;
    };
    /** Others see journeys from the next day on. */
    const nextNight = async () => {
      now = new Date(now.getTime() + 86_400_000);
      return nightly();
    };

    it('a shared one on which everything of a group was recorded is a list of its own, also where its species were not found', async () => {
      const [morning, evening] = [await journey(anna), await journey(anna)];
      await record(anna, { journey_id: morning });
      await record(anna, { journey_id: morning, taxon_id: TAXA.heron.id });
      await record(anna, { journey_id: evening, taxon_id: TAXA.kingfisher.id, count: 0 });
      await record(anna, { taxon_id: TAXA.heron.id });
      await nextNight();
      expect(await rows()).toMatchObject([
        { taxon_id: BIRDS, lists: 2, people: 1 },
        { taxon_id: LISTS_OF_SOME, lists: 2, people: 1 },
        { taxon_id: EFFORT, records: 3, lists: 3, people: 1 },
        { taxon_id: TAXA.kingfisher.id, records: 1, lists: 1 },
        { taxon_id: TAXA.heron.id, records: 2, lists: 2 },
      ]);
      const { table } = await pack();
      expect([...table.lists]).toEqual([2, 2, 3, 1, 2]);
      expect([...table.groups]).toEqual([0, 0, 0, groupNumber('bird'), groupNumber('bird')]);
    });

    it('count for the groups of which everything was recorded, and for others only where something of them was found', async () => {
      await veld.db.updateTable('taxa').set({ taxon_group: 'moss' }).where('id', '=', TAXA.moss.id).execute();
      const complete = (...groups: TaxonGroup[]) => ({ complete_groups: groups.map((group) => ({ group, is_complete: true })) });
      const [birds, both] = [await journey(anna, complete('bird')), await journey(anna, complete('bird', 'moss'))];
      await record(anna, { journey_id: birds });
      await record(anna, { journey_id: both });
      await nextNight();
      expect(await rows()).toMatchObject([
        { taxon_id: MOSSES, lists: 1 },
        { taxon_id: BIRDS, lists: 2 },
        { taxon_id: LISTS_OF_SOME, lists: 2 },
        { taxon_id: EFFORT, lists: 2 },
        { taxon_id: TAXA.kingfisher.id, lists: 2 },
      ]);
      await record(anna, { journey_id: birds, taxon_id: TAXA.moss.id });
      await nextNight();
      expect((await rows())[0], 'a moss on the way').toMatchObject({ taxon_id: MOSSES, lists: 2 });
      await veld.db.updateTable('taxa').set({ taxon_group: 'bird' }).where('id', '=', TAXA.moss.id).execute();
    });

    it('count absences only of groups that were recorded completely, and nothing before others may see the journey', async () => {
      const birds = await journey(anna);
      await record(anna, { journey_id: birds, taxon_id: TAXA.kingfisher.id, count: 0 });
      await veld.db.updateTable('taxa').set({ taxon_group: 'moss' }).where('id', '=', TAXA.moss.id).execute();
      await nightly();
      expect(await rows(), 'on the same day').toEqual([]);
      await nextNight();
      expect(await rows()).toMatchObject([
        { taxon_id: BIRDS },
        { taxon_id: LISTS_OF_SOME },
        { taxon_id: EFFORT, records: 0, lists: 1, people: 1 },
      ]);
      const mosses = await journey(bram);
      await record(bram, { journey_id: mosses, taxon_id: TAXA.moss.id, count: 0 });
      await nextNight();
      expect(await rows()).toMatchObject([
        { taxon_id: BIRDS },
        { taxon_id: LISTS_OF_SOME },
        { taxon_id: EFFORT, records: 0, lists: 1, people: 1 },
      ]);
      await veld.db.updateTable('taxa').set({ taxon_group: 'bird' }).where('id', '=', TAXA.moss.id).execute();
    });

    it('do not change by a byte with journeys that others cannot see, nor with hidden records of those that they can', async () => {
      const shared = await journey(anna);
      await record(anna, { journey_id: shared });
      await record(bram);
      await record(bram, { taxon_id: TAXA.heron.id });
      await nextNight();
      const before = await rows();
      expect(before[2]).toMatchObject({ taxon_id: EFFORT, lists: 2 });
      const incomplete = [{ group: 'bird' as const, is_complete: false }];
      for (const change of [{ sharing: 'none' }, { ended_at: null }, { complete_groups: [] }, { complete_groups: incomplete }] as const) {
        const hidden = await journey(bram, change as Partial<JourneyWrite>);
        await record(bram, { journey_id: hidden, taxon_id: TAXA.moss.id, count: 0 });
        await sql`update observations set journey_id = ${hidden} where user_id = ${bram.user.id} and taxon_id = ${TAXA.heron.id}`.execute(
          veld.db,
        );
        await nextNight();
        expect(await rows(), JSON.stringify(change)).toEqual(before);
      }
      // Of somebody else's journey, too.
      await sql`update observations set journey_id = ${shared} where user_id = ${bram.user.id}`.execute(veld.db);
      for (const geoprivacy of ['obscured', 'private'] as const) {
        await record(anna, { journey_id: shared, geoprivacy, taxon_id: TAXA.moss.id });
        await record(anna, { journey_id: shared, geoprivacy, count: 0, latitude: 53.2 });
      }
      await passDay(veld);
      await nextNight();
      expect(await rows()).toEqual(before);
    });
  });

  it('are sent as a delta to a device that has one of the last versions, and as a whole to others', async () => {
    // Of imported data, which make a pack larger than a delta.
    await sql`insert into frequency_sources (id, name) values (7, 'atlas')`.execute(veld.db);
    await sql`
      insert into frequencies (source_id, country_code, taxon_id, cell, week, records, lists, people)
      select 7, 'NL', id, ${UTRECHT}::integer, week, 3, 2, 1 from taxa, generate_series(0, 40, 8) week where id between 1001 and 1100
    `.execute(veld.db);
    await record(anna);
    await nightly();
    const first = await pack();
    await record(bram, { taxon_id: TAXA.heron.id, observed_on: '2026-05-02' });
    await nightly();
    const second = await pack();
    expect(second.version).not.toBe(first.version);
    const delta = await fetchPack(first.version);
    expect(readPack(delta.bytes, first)).toEqual(second);
    expect(() => readPack(delta.bytes)).toThrow(RangeError);
    expect(delta.bytes.length).toBeLessThan(200);
    expect(readPack((await fetchPack(second.version)).bytes, second)).toEqual(second);
    expect(readPack((await fetchPack('A'.repeat(22))).bytes)).toEqual(second);
    expect((await fetchPack('short')).status).toBe(422);
  });

  it('are empty for a country without records, and for nobody without an account', async () => {
    const { table } = await pack();
    expect([table.country, table.taxa.length]).toEqual(['NL', 0]);
    expect((await veld.call(getFrequencies, { params: { country: 'NL' } })).status).toBe(401);
  });

  it('are counted once at the first start and then each night, going on where a night was cut short', async () => {
    await record(anna);
    await record(anna, { latitude: 50.85, longitude: 4.35 });
    await veld.context.jobs.send(FREQUENCIES_JOB, { isStart: true });
    await veld.context.jobs.drain();
    expect(await rows()).toHaveLength(4);
    await record(bram, { taxon_id: TAXA.heron.id });
    await veld.context.jobs.send(FREQUENCIES_JOB, { isStart: true });
    await veld.context.jobs.drain();
    expect(await rows()).toHaveLength(4);
    now = new Date(now.getTime() + 86_400_000);
    // Belgium was counted before the night was cut short.
    await setCounted(veld.db, 'BE', now.toISOString().slice(0, 10));
    await record(bram, { latitude: 50.85, longitude: 4.35, taxon_id: TAXA.heron.id });
    await veld.context.jobs.send(FREQUENCIES_JOB, {});
    await veld.context.jobs.drain();
    const heron = (await rows()).filter((row) => (row as { taxon_id: number }).taxon_id === TAXA.heron.id);
    expect(heron).toMatchObject([{ country_code: 'NL' }]);
  });

  it('move from a merged taxon to its successor', async () => {
    await record(anna);
    await record(bram, { taxon_id: TAXA.heron.id });
    await veld.db.transaction().execute((tx) => countCountry(tx, 'NL', now));
    await veld.db.updateTable('taxa').set({ accepted_id: TAXA.heron.id, is_deleted: true }).where('id', '=', TAXA.kingfisher.id).execute();
    await nightly();
    await veld.db.updateTable('taxa').set({ accepted_id: null, is_deleted: false }).where('id', '=', TAXA.kingfisher.id).execute();
    const { table } = await pack();
    expect([...table.taxa]).toEqual([EFFORT, TAXA.heron.id]);
    expect([...table.records]).toEqual([2, 2]);
  });

  it('say what is likely at a place once there are enough lists; before that, the status in the country does', async () => {
    const likely = async () => {
      const { body } = await veld.call(getTaxonomyLocation, { query: { latitude: 52.09, longitude: 5.12 } });
      return body.data.likely;
    };
    const byStatus = await likely();
    expect(byStatus).not.toContain(TAXA.moss.id);
    const month = now.toISOString().slice(0, 8);
    for (let day = 1; day <= 19; day++)
      await record(anna, { taxon_id: TAXA.moss.id, observed_on: `2025-${month.slice(5)}${String(day).padStart(2, '0')}` });
    await nightly();
    expect(await likely()).toEqual(byStatus);
    await record(bram, { taxon_id: TAXA.moss.id, observed_on: `2025-${month.slice(5)}01` });
    await nightly();
    expect((await likely()).slice(0, 3)).toEqual([TAXA.moss.id, ...byStatus.slice(0, 2)]);
  });
});
