import { randomUUID } from 'node:crypto';
import {
  type Board,
  BOARDS,
  deleteObservation,
  getLeaderboard,
  LEAST_FOR_SHARE,
  patchPreferences,
  putIdentification,
  putRelation,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ranked } from './leaderboards.ts';

const OTHER_SQUARE = { latitude: 53.2, longitude: 6.6 };
const BERLIN = { latitude: 52.52, longitude: 13.4 };

describe('leaderboards', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  const now = () => new Date('2026-05-20T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now });
    await insertTaxa(veld, [TAXA.kingfisher, TAXA.heron, { ...TAXA.moss, group: 'moss' }]);
    anna = await person(veld, 'anna', { community_opt_in: true, country_code: 'NL' });
    bram = await person(veld, 'bram', { community_opt_in: true });
    chen = await person(veld, 'chen');
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    for (const table of ['notifications', 'observation_writes', 'identifications', 'observations', 'relations'] as const)
      await veld.db.deleteFrom(table).execute();
  });

  const saved = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const confirm = (id: string) => veld.db.updateTable('observations').set({ quality: 'confirmed' }).where('id', '=', id).execute();
  const ask = async (who: Person, board: Board, query: Record<string, string> = { period: 'all' }) =>
    (await veld.call(getLeaderboard, { params: { board }, query }, who.token)).body;
  const read = async (board: Board, query?: Record<string, string>, who = anna) =>
    (await ask(who, board, query)).data.map(({ name, value, rank }) => `${rank} ${name} ${value}`);

  it('are of a calendar year and of a public place, in which hidden records count only if all of their grid cell is', async () => {
    await saved(anna, { observed_on: '2025-05-02' });
    await saved(bram, { observed_on: '2025-05-02' });
    await saved(bram, { observed_on: '2025-06-02', taxon_id: TAXA.heron.id, geoprivacy: 'obscured' });
    await saved(bram, { observed_on: '2026-05-02', taxon_id: TAXA.moss.id, ...BERLIN });
    await passDay(veld);
    expect(await read('species', { year: '2025' })).toEqual(['1 bram 2', '2 anna 1']);
    expect(await read('species', { year: '2026' })).toEqual(['1 bram 1']);
    const { latitude, longitude } = draft({}) as { latitude: number; longitude: number };
    const place = await addPublicPlace(veld, [ringsOfBox(longitude - 0.001, latitude - 0.001, longitude + 0.001, latitude + 0.001)]);
    expect((await read('species', { period: 'all', place })).toSorted()).toEqual(['1 anna 1', '1 bram 1']);
    const unknown = await veld.call(getLeaderboard, { params: { board: 'species' }, query: { place: randomUUID() } }, anna.token);
    expect(unknown.status).toBe(404);
  });

  it('order the people who opted in by records and by species; equal numbers share a rank', async () => {
    for (const taxon_id of [TAXA.kingfisher.id, TAXA.kingfisher.id, TAXA.heron.id]) await saved(anna, { taxon_id });
    for (const taxon_id of [TAXA.heron.id, TAXA.moss.id]) await saved(bram, { taxon_id });
    for (let count = 0; count < 5; count++) await saved(chen);
    await saved(bram, { count: 0 });
    expect(await read('records')).toEqual(['1 anna 3', '2 bram 2']);
    expect((await read('species')).toSorted()).toEqual(['1 anna 2', '1 bram 2']);
    expect(await read('species', { period: 'all', group: 'moss' })).toEqual(['1 bram 1']);
    expect(await ask(chen, 'records')).toMatchObject({ own: null });
    expect((await ask(bram, 'records')).own).toMatchObject({ name: 'bram', value: 2, rank: 2 });
  });

  it('count confirmed species of this month unless asked otherwise, and the share of confirmed records from a number on', async () => {
    const ids = [];
    for (let count = 0; count < LEAST_FOR_SHARE; count++) ids.push(await saved(anna, count < 2 ? {} : { taxon_id: TAXA.heron.id }));
    await sql`update observations set quality = 'needs_id'`.execute(veld.db);
    for (const id of ids.slice(0, 5)) await confirm(id);
    await confirm(await saved(bram, { observed_on: '2026-04-17' }));
    expect(await read('confirmed_species', {})).toEqual(['1 anna 2']);
    expect(await read('confirmed_species')).toEqual(['1 anna 2', '2 bram 1']);
    expect(await read('confirmed_share')).toEqual(['1 anna 25']);
    await veld.call(deleteObservation, { params: { id: ids.at(-1)! } }, anna.token);
    expect(await read('confirmed_share')).toEqual([]);
  });

  it('count identifications of open records of others, and squares that are new for the person in the period', async () => {
    const open = await saved(chen);
    const hidden = await saved(chen, { geoprivacy: 'obscured' });
    for (const id of [open, hidden])
      await veld.call(
        putIdentification,
        { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: '' } },
        bram.token,
      );
    expect(await read('identifications')).toEqual(['1 bram 1']);
    await saved(anna, { observed_on: '2026-04-17' });
    await saved(anna);
    await saved(anna, OTHER_SQUARE);
    await saved(anna, { ...BERLIN, geoprivacy: 'obscured' });
    expect(await read('new_squares', { period: 'this_month' })).toEqual(['1 anna 1']);
    expect(await read('new_squares')).toEqual(['1 anna 2']);
  });

  it('count a hidden record from the day after, by its month, and for a country only if that is public', async () => {
    await saved(anna, { geoprivacy: 'obscured', taxon_id: TAXA.heron.id });
    await saved(anna, { geoprivacy: 'private' });
    expect(await read('records')).toEqual([]);
    await passDay(veld);
    expect(await read('records')).toEqual(['1 anna 2']);
    expect(await read('records', { period: 'all', country: 'NL' })).toEqual(['1 anna 1']);
    expect(await read('records', { period: 'all', country: 'DE' })).toEqual([]);
    expect(await read('records', { period: 'this_month' })).toEqual(['1 anna 2']);
    for (const period of ['today', 'this_week']) expect(await read('records', { period })).toEqual([]);
  });

  it('leave out who opts out, who has a block with the caller, and hidden records', async () => {
    const id = await saved(anna);
    await saved(bram);
    const names = async (who = chen) => (await ask(who, 'records')).data.map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['anna', 'bram']);
    await veld.call(patchPreferences, { body: { leaderboards: false } }, anna.token);
    for (const board of BOARDS) expect((await ask(bram, board)).data.map(({ name }) => name)).not.toContain('anna');
    expect([await names(), (await ask(anna, 'records')).own]).toEqual([['bram'], null]);
    await veld.call(patchPreferences, { body: { leaderboards: true } }, anna.token);
    await veld.call(putRelation, { params: { kind: 'block', id: chen.user.id } }, bram.token);
    expect(await names()).toEqual(['anna']);
    await veld.db.updateTable('observations').set({ quality: 'needs_id' }).where('id', '=', id).execute();
    await sql`update observations set hidden_by_moderator_at = now() where id = ${id}`.execute(veld.db);
    expect(await names()).toEqual([]);
  });

  it('leave gaps after shared ranks', () => {
    const people = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, is_pro: false }));
    const values = [9, 9, 5, 5].map((value, at) => ({ id: people[at]!.id, value }));
    expect(ranked(values, people).map(({ rank }) => rank)).toEqual([1, 1, 3, 3]);
    expect(ranked(values, people.slice(1)).map(({ id, rank }) => `${id} ${rank}`)).toEqual(['b 1', 'c 2', 'd 2']);
  });
});
