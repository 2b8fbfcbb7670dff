import { randomUUID } from 'node:crypto';
import { getSpecies, getTaxonomy, isAboveSpecies, type TaxonomyPage } from '@veld/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { refreshRarity } from './rarity.ts';

const STARTER_BIRD = 1001;

describe('rarity classes', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    await sql`delete from taxon_countries where taxon_id > 900000`.execute(veld.db);
    await sql`delete from observation_writes`.execute(veld.db);
    await sql`delete from observations`.execute(veld.db);
    await sql`delete from taxa where id > 900000`.execute(veld.db);
    await refreshRarity(veld.context);
  });

  /** Inserts taxa of a source with a number of external records each, and with class 3 in the source. */
  const checklist = async (counts: Record<number, number>, source = 'list') => {
    for (const [id, count] of Object.entries(counts)) {
      const row = {
        id: 900_000 + Number(id),
        source,
        source_id: `${source} ${id}`,
        scientific_name: `Species ${id}`,
        display_name: `Species ${id}`,
        rank: 'species',
        taxon_group: 'bird',
        rarity_class: 3,
        arrival: 3999,
        external_observation_count: count,
        updated_seq: 1,
      };
      await veld.db.insertInto('taxa').values(row).execute();
      await veld.db.insertInto('taxon_countries').values({ country_code: 'NL', taxon_id: row.id, rarity_class: 2 }).execute();
    }
  };
  const classes = async () => {
    const rows = await veld.db
      .selectFrom('taxa')
      .select(['id', 'rarity_class', 'observed_rarity'])
      .where('id', '>', 900_000)
      .orderBy('id')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id - 900_000, row.observed_rarity ?? row.rarity_class]));
  };
  const seq = async () => (await veld.db.selectFrom('taxonomy_state').select('seq').executeTakeFirstOrThrow()).seq;
  const page = async (query: object) => {
    now = new Date(now.getTime() + 3_000);
    return (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci', ...query } })).body as TaxonomyPage;
  };

  it('are computed from record counts: the most common taxa with half of all records get class 1', async () => {
    await checklist({ 1: 500, 2: 200, 3: 150, 4: 100, 5: 30, 6: 15, 7: 4, 8: 1, 9: 0 });
    const before = await page({});
    expect(await refreshRarity(veld.context)).toBe(8);
    // Records of more common taxa: 0, 500, 700, 850, 950, 980, 995, 999 of 1000.
    expect(await classes()).toEqual({ 1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 5, 9: 5 });
    // Devices fetch only what changed, and a new device gets the most common taxa first.
    const delta = await page({ since: before.last_updated_at });
    expect(delta.data.map((row) => row.id - 900_000).toSorted()).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
    const whole = await page({});
    const ours = whole.data.filter((row) => row.id > 900_000);
    expect(ours.map((row) => row.id - 900_000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // Species in the order of their class, then everything above species.
    const species = whole.data.filter((row) => !isAboveSpecies(row.rank));
    expect(whole.data.slice(0, species.length)).toEqual(species);
    expect(species.length).toBeLessThan(whole.data.length);
    expect(species.map((row) => row.rarity_class)).toEqual(species.map((row) => row.rarity_class).toSorted((a, b) => a - b));
    expect((await veld.call(getSpecies, { params: { id: '900007' } })).body.data.rarity_class).toBe(5);
  });

  it('do not change when computed again or twice at the same time', async () => {
    await checklist({ 1: 500, 2: 200, 3: 20 });
    const [one, two] = await Promise.all([refreshRarity(veld.context), refreshRarity(veld.context)]);
    expect(one + two).toBe(3);
    const after = await seq();
    expect(await refreshRarity(veld.context)).toBe(0);
    expect(await seq()).toBe(after);
  });

  it('are those of the source if it has too few records', async () => {
    await checklist({ 1: 12, 2: 7, 3: 0 });
    await checklist({ 11: 1000, 12: 0 }, 'other list');
    const starter = await veld.db
      .selectFrom('taxa')
      .select(['observed_rarity', 'updated_seq'])
      .where('id', '=', STARTER_BIRD)
      .executeTakeFirst();
    await refreshRarity(veld.context);
    expect(await classes()).toEqual({ 1: 3, 2: 3, 3: 3, 11: 1, 12: 5 });
    expect(
      await veld.db.selectFrom('taxa').select(['observed_rarity', 'updated_seq']).where('id', '=', STARTER_BIRD).executeTakeFirst(),
    ).toEqual(starter);
    // Without the counts, the classes of the source apply again.
    await veld.db.updateTable('taxa').set({ external_observation_count: 0 }).where('source', '=', 'other list').execute();
    expect(await refreshRarity(veld.context)).toBe(2);
    expect(await classes()).toMatchObject({ 11: 3, 12: 3 });
  });

  it('count records once per person and date, without ticks, absences, deleted records and records to be erased', async () => {
    await checklist({ 1: 0, 2: 0 });
    const record = (who: Person, day: string, more: object = {}) =>
      save(veld, who, randomUUID(), draft({ taxon_id: 900_001, observed_on: day, observed_time: null, ...more }));
    for (let times = 0; times < 5; times++) await record(anna, '2026-05-01');
    await record(anna, '2026-05-02');
    // A month is a date of its own, not its first day.
    for (let times = 0; times < 2; times++) await record(anna, '2026-05');
    await record(anna, '2026-05-03', { count: 0 });
    await record(bram, '2026-05-01', { geoprivacy: 'private' });
    await save(veld, bram, randomUUID(), { taxon_id: 900_001, write_id: randomUUID() });
    const chen = await person(veld, `chen-${randomUUID()}`);
    await record(chen, '2026-05-01');
    await veld.db.updateTable('users').set({ erase_after: now }).where('id', '=', chen.user.id).execute();
    await refreshRarity(veld.context);
    const counts = await sql<{ world: number; nl: number }>`
      select t.observation_count as world, c.observation_count as nl from taxa t join taxon_countries c on c.taxon_id = t.id where t.id = 900001
    `.execute(veld.db);
    // A private record counts for the world but for no country.
    expect(counts.rows).toEqual([{ world: 4, nl: 3 }]);
    expect(await classes()).toEqual({ 1: 3, 2: 3 });
  });

  it('is not counted for taxa above species, whose records do not make species rarer either', async () => {
    await checklist({ 1: 500, 2: 200, 3: 20, 4: 90_000 });
    await veld.db.updateTable('taxa').set({ rank: 'genus' }).where('id', '=', 900_004).execute();
    await refreshRarity(veld.context);
    expect(await classes()).toEqual({ 1: 1, 2: 2, 3: 4, 4: 3 });
    const { data } = await page({ country_code: 'NL' });
    expect(data.filter((row) => row.id > 900_000).map((row) => row.id - 900_000)).toEqual([1, 2, 3, 4]);
  });

  it('are computed per country from the records of that country', async () => {
    await checklist({ 1: 1000, 2: 10 });
    for (let day = 1; day <= 25; day++)
      await save(
        veld,
        day % 2 ? anna : bram,
        randomUUID(),
        draft({ taxon_id: 900_002, observed_on: `2026-05-${String(day).padStart(2, '0')}`, observed_time: null }),
      );
    await refreshRarity(veld.context);
    expect(await classes()).toEqual({ 1: 1, 2: 4 });
    const { data } = await page({ country_code: 'NL' });
    const here = Object.fromEntries(data.filter((row) => row.id > 900_000).map((row) => [row.id - 900_000, row.rarity_class]));
    expect(here).toEqual({ 1: 5, 2: 1 });
  });

  it('never rank a taxon as rarer than one with fewer records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.nat(5), fc.nat(3_000_000)), { minLength: 1, maxLength: 40 }), async (counts) => {
        await sql`delete from taxon_countries where taxon_id > 900000`.execute(veld.db);
        await sql`delete from taxa where id > 900000`.execute(veld.db);
        await checklist(Object.fromEntries(counts.map((count, at) => [at + 1, count])));
        await refreshRarity(veld.context);
        const found = await classes();
        const isEnough = counts.reduce((sum, count) => sum + count, 0) >= 10 * counts.length;
        const wrong = counts.flatMap((count, at) =>
          counts.filter((less, other) => {
            const [mine, theirs] = [found[at + 1]!, found[other + 1]!];
            if (!isEnough) return mine !== 3;
            return count > less ? mine > theirs : count === less && mine !== theirs;
          }),
        );
        expect(wrong).toEqual([]);
        expect(found[counts.indexOf(Math.max(...counts)) + 1]).toBe(isEnough ? 1 : 3);
      }),
      { numRuns: 15 },
    );
  });
});
