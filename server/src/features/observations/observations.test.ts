import { randomUUID } from 'node:crypto';
import {
  deleteObservation,
  getFeed,
  getObservation,
  listObservationChanges,
  listObservations,
  putObservation,
  xpSeen,
  getUser,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseObservations } from './erase.ts';

describe('observations', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:30:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const xp = async (who: Person) =>
    (await veld.db.selectFrom('users').select('total_xp').where('id', '=', who.user.id).executeTakeFirstOrThrow()).total_xp;
  const get = (id: string, who: Person) => veld.call(getObservation, { params: { id } }, who.token);
  const remove = (id: string, who: Person) => veld.call(deleteObservation, { params: { id } }, who.token);

  it('stores a record and gives it back to its owner as it was given, with names in the owner’s language', async () => {
    const photo = await makePhoto();
    const id = randomUUID();
    const body = draft({
      media: [{ ...declared(photo), caption: 'From below' }],
      private_notes: 'Nest behind',
      attributes: { behaviour: 'feeding', host_plant: 'oak', wet: true },
    });
    const put = await veld.call(putObservation, { params: { id }, body }, anna.token, { 'accept-language': 'nl' });
    expect(put.status).toBe(200);
    expect(put.headers.get('etag')).toBe('"1"');
    const { write_id: _, media, ...given } = body;
    expect(put.body.data).toMatchObject({ ...given, id, version: 1, country_code: 'NL', is_obscured: false, quality: 'needs_id' });
    expect(put.body.data.taxon).toEqual({
      id: TAXA.kingfisher.id,
      name: 'Voorbeeldijsvogel',
      scientific_name: 'Alcedo examplis',
      rank: 'species',
      group: 'bird',
      image_url: null,
    });
    expect(put.body.data.media[0]).toMatchObject({ ...media![0], thumbhash: null, urls: null });
    expect((await get(id, anna)).body.data).toMatchObject({ private_notes: 'Nest behind' });
    const others = (await get(id, bram)).body.data;
    expect(others).toMatchObject({ latitude: 52.09083, observed_time: '06:40', notes: 'On the post by the weir' });
    expect(others).toMatchObject({ attributes: { behaviour: 'feeding' } });
    expect(JSON.stringify(others)).not.toContain('oak');
    for (const field of ['private_notes', 'version', 'journey_id', 'geoprivacy', 'location_source'])
      expect(others).not.toHaveProperty(field);
    expect(others.media[0]).not.toHaveProperty('sha256');
  });

  it('answers exactly what the contract says, to the owner and to others', async () => {
    const id = randomUUID();
    const photo = { ...declared(await makePhoto()), license: 'CC0-1.0' as const };
    const put = await save(
      veld,
      anna,
      id,
      draft({ media: [photo], license: 'CC-BY-NC-4.0', life_stage: 'adult', sex: 'male', uncertain: true }),
    );
    expect(putObservation.replies[200].parse(put.body)).toEqual(put.body);
    for (const who of [anna, bram]) {
      const { body } = await get(id, who);
      expect(getObservation.replies[200].parse(body)).toEqual(body);
    }
    await remove(id, anna);
    const list = (await veld.call(listObservations, { query: { limit: 5 } }, bram.token)).body;
    expect(listObservations.replies[200].parse(list)).toEqual(list);
    const changes = (await veld.call(listObservationChanges, {}, anna.token)).body;
    expect(changes.data).toHaveLength(2);
    expect(listObservationChanges.replies[200].parse(changes)).toEqual(changes);
  });

  it('C9, C10: does a save once, however often and however fast it is sent, and answers each with the same words', async () => {
    const chen = await person(veld, 'chen');
    const id = randomUUID();
    const body = draft({ taxon_id: TAXA.heron.id });
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(veld, chen, id, body)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await xp(chen)).toBe(11);
    const rows = await veld.db.selectFrom('observation_writes').selectAll().where('observation_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    await save(veld, chen, id, draft({ taxon_id: TAXA.heron.id, notes: 'Two of them' }), 1);
    expect((await save(veld, chen, id, body)).body.data).toMatchObject({ version: 2, notes: 'Two of them' });
    expect(await xp(chen)).toBe(11);
  });

  it('gives points for a record and for each species that is new to the person, once', async () => {
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

  it('takes the points of a deleted or changed record back exactly once, and what was seen of them with it', async () => {
    const elsa = await person(veld, 'elsa');
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, elsa, first, draft());
    await save(veld, elsa, second, draft());
    await save(veld, elsa, third, draft({ taxon_id: TAXA.heron.id }));
    expect(await xp(elsa)).toBe(23);
    const seen = async () => (await veld.call(xpSeen, { body: { total_xp_seen: 1000 } }, elsa.token)).body.data.total_xp_seen;
    expect(await seen()).toBe(23);
    // The kingfisher stays known by the second record.
    await Promise.all([1, 2, 3, 4, 5].map(() => remove(first, elsa)));
    expect(await xp(elsa)).toBe(22);
    expect((await veld.call(getUser, {}, elsa.token)).body.total_xp_seen).toBe(22);
    expect((await remove(second, elsa)).status).toBe(204);
    expect((await remove(second, elsa)).status).toBe(204);
    expect(await xp(elsa)).toBe(11);
    // Another bird after all: one species less, one more; a tick earns nothing.
    await save(veld, elsa, third, draft({ taxon_id: TAXA.kingfisher.id }), 1);
    expect(await xp(elsa)).toBe(11);
    await save(veld, elsa, third, { taxon_id: TAXA.kingfisher.id, write_id: randomUUID() }, 2);
    expect(await xp(elsa)).toBe(0);
    expect(await seen()).toBe(0);
    await save(veld, elsa, third, draft(), 3);
    expect(await xp(elsa)).toBe(11);
    // A repeated save and a repeated deletion of a record that is back change nothing.
    await remove(third, elsa);
    await save(veld, elsa, third, draft(), 4);
    expect(await xp(elsa)).toBe(0);
    const total = await veld.db
      .selectFrom('xp_events')
      .select((select) => select.fn.coalesce(select.fn.sum<string>('points'), select.val('0')).as('points'))
      .where('user_id', '=', elsa.user.id)
      .executeTakeFirstOrThrow();
    expect(Number(total.points)).toBe(0);
    // A total that was set lower by hand never goes below nothing.
    const fourth = randomUUID();
    await save(veld, elsa, fourth, draft());
    await veld.db.updateTable('users').set({ total_xp: 3, total_xp_seen: 2 }).where('id', '=', elsa.user.id).execute();
    await remove(fourth, elsa);
    expect(await xp(elsa)).toBe(0);
    expect(await seen()).toBe(0);
  });

  it('counts thirty records saved and deleted at once as if one came after the other', async () => {
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

  it('C11, C19: answers a save on an older version with both versions and keeps what was stored', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    expect((await save(veld, anna, id, draft({ notes: 'phone' }), 1)).body.data.version).toBe(2);
    for (const base of [1, undefined, 7]) {
      const answer = await save(veld, anna, id, draft({ notes: 'tablet' }), base);
      expect(answer.status).toBe(409);
      expect(answer.problem).toMatchObject({
        type: '/problems/conflict',
        current: { id, version: 2, notes: 'phone' },
        yours: { notes: 'tablet' },
      });
    }
    for (const ifMatch of ['2', 'W/"3"']) {
      const answer = await veld.call(
        putObservation,
        { params: { id }, body: draft({ notes: ifMatch }), headers: { 'if-match': ifMatch } },
        anna.token,
      );
      expect([answer.status, answer.body.data.notes]).toEqual([200, ifMatch]);
    }
    expect((await veld.call(putObservation, { params: { id }, body: draft(), headers: { 'if-match': 'newest' } }, anna.token)).status).toBe(
      422,
    );
    expect(await veld.db.selectFrom('observations').select('version').where('id', '=', id).executeTakeFirst()).toEqual({ version: 4 });
  });

  it('lets exactly one of many different saves on the same version win', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(veld, anna, id, draft({ notes: `device ${index}` }), 1)),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
    expect((await get(id, anna)).body.data.notes).toBe(won[0]!.body.data.notes);
  });

  it('keeps a deleted record deleted: nothing of it is left but that it is gone', async () => {
    const id = randomUUID();
    const photo = await makePhoto();
    const body = draft({ notes: 'Geheim', media: [declared(photo)] });
    await save(veld, anna, id, body);
    expect((await remove(id, bram)).status).toBe(404);
    expect((await remove(id, anna)).status).toBe(204);
    expect((await remove(id, anna)).status).toBe(204);
    expect((await get(id, anna)).status).toBe(404);
    expect((await get(id, bram)).status).toBe(404);
    expect((await save(veld, anna, id, draft(), 1)).status).toBe(410);
    expect((await save(veld, anna, id, body)).status).toBe(410);
    const { rows } = await sql<{
      text: string;
    }>`select (to_jsonb(o) || jsonb_build_object('media', (select count(*) from observation_media where observation_id = o.id)))::text as text from observations o where id = ${id}`.execute(
      veld.db,
    );
    const left = Object.fromEntries(
      Object.entries(JSON.parse(rows[0]!.text) as Record<string, unknown>).filter(([, value]) => value !== null),
    );
    expect(Object.keys(left).toSorted()).toEqual(
      [
        'attributes',
        'created_at',
        'deleted_at',
        'feed_seq',
        'geoprivacy',
        'id',
        'is_empty',
        'media',
        'needs_review',
        'owner_seq',
        'quality',
        'updated_at',
        'user_id',
        'version',
      ].toSorted(),
    );
    expect(left).toMatchObject({ version: 2, media: 0, attributes: {} });
  });

  it('treats somebody else’s record and none at all alike', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const answers = [
      await save(veld, bram, id, draft(), 1),
      await save(veld, bram, id, draft()),
      await remove(id, bram),
      await remove(randomUUID(), bram),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.problem).toEqual(answers[3]!.problem);
    }
    expect((await get(id, anna)).body.data).toMatchObject({ version: 1 });
  });

  it('C21: follows a merged taxon to its successor and keeps the name of a deleted one', async () => {
    await insertTaxa(veld, [
      { id: 900_010, scientific_name: 'Parus novus' },
      { id: 900_011, scientific_name: 'Parus medius', accepted_id: 900_010, is_deleted: true },
      { id: 900_012, scientific_name: 'Parus vetus', accepted_id: 900_011, is_deleted: true },
      { id: 900_013, scientific_name: 'Parus erroneus', is_deleted: true },
    ]);
    const merged = (await save(veld, anna, randomUUID(), draft({ taxon_id: 900_012 }))).body.data;
    expect(merged).toMatchObject({ taxon_id: 900_010, verbatim_name: 'Parus vetus', taxon: { scientific_name: 'Parus novus' } });
    const gone = (await save(veld, anna, randomUUID(), draft({ taxon_id: 900_013 }))).body.data;
    expect(gone).toMatchObject({ taxon_id: null, taxon: null, verbatim_name: 'Parus erroneus' });
    const named = (await save(veld, anna, randomUUID(), draft({ taxon_id: 900_013, verbatim_name: 'that tit' }))).body.data;
    expect(named.verbatim_name).toBe('that tit');
    const unknown = await save(veld, anna, randomUUID(), draft({ taxon_id: 1_999_999_999 }));
    expect(unknown.status).toBe(422);
    expect(Object.keys(unknown.problem.errors!)).toEqual(['taxon_id']);
  });

  it('tells the own devices of every change in order, deleted ones too, and nobody else of anything', async () => {
    const erik = await person(veld, 'erik');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await save(veld, erik, id, draft());
    await save(veld, erik, ids[0]!, draft({ notes: 'again' }), 1);
    await remove(ids[1]!, erik);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { body } = await veld.call(listObservationChanges, { query: { limit: 2, ...(cursor ? { cursor } : {}) } }, erik.token);
      for (const change of body.data) seen.push('deleted' in change ? `-${change.id}` : change.id);
      cursor = body.next_cursor;
      if (!body.has_more) break;
    }
    expect(seen).toEqual([ids[2], ids[3], ids[4], ids[0], `-${ids[1]}`]);
    const rest = await veld.call(listObservationChanges, { query: { cursor: cursor! } }, erik.token);
    expect(rest.body).toEqual({ data: [], next_cursor: cursor, has_more: false, epoch: expect.any(String) as string });
    expect((await veld.call(listObservationChanges, { query: { cursor: 'bm90LW91cnM' } }, erik.token)).status).toBe(422);
    const fridaSees = await veld.call(listObservationChanges, {}, (await person(veld, 'frida')).token);
    expect(fridaSees.body.data).toEqual([]);
  });

  it('sends everything anew to a device whose cursor is ahead of a server restored from a backup', async () => {
    const greta = await person(veld, 'greta');
    for (let count = 0; count < 3; count++) await save(veld, greta, randomUUID(), draft());
    const { next_cursor: cursor } = (await veld.call(listObservationChanges, {}, greta.token)).body;
    await sql`delete from observation_writes where observation_id in (select id from observations where user_id = ${greta.user.id} and owner_seq > 1)`.execute(
      veld.db,
    );
    await sql`delete from observations where user_id = ${greta.user.id} and owner_seq > 1`.execute(veld.db);
    await sql`update owner_counters set seq = 1 where user_id = ${greta.user.id}`.execute(veld.db);
    expect((await veld.call(listObservationChanges, { query: { cursor } }, greta.token)).body.data).toHaveLength(1);
  });

  it('lists by person, taxon and country, page after page without gap or repetition, and shows ticks to their owner only', async () => {
    const hugo = await person(veld, 'hugo');
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) {
      ids.unshift(randomUUID());
      await save(
        veld,
        hugo,
        ids[0]!,
        draft({ taxon_id: count % 2 ? TAXA.heron.id : TAXA.kingfisher.id, ...(count === 3 ? { latitude: 50.85, longitude: 4.35 } : {}) }),
      );
    }
    const tick = randomUUID();
    await save(veld, hugo, tick, { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    const list = async (query: object, who: Person) => {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer: { data: { id: string }[]; next_cursor: string | null } = (
          await veld.call(
            listObservations,
            { query: { ...query, user_id: hugo.user.id, limit: 3, ...(cursor ? { cursor } : {}) } },
            who.token,
          )
        ).body;
        found.push(...answer.data.map((row) => row.id));
        cursor = answer.next_cursor;
      }
      return found;
    };
    expect(await list({}, bram)).toEqual(ids);
    expect(await list({}, hugo)).toEqual([tick, ...ids]);
    expect(await list({ taxon_id: TAXA.heron.id }, bram)).toEqual(ids.filter((_, index) => index % 2 === 1));
    expect(await list({ country: 'BE' }, bram)).toEqual([ids[3]]);
    expect(await list({ country: 'worldwide' }, bram)).toEqual(ids);
    expect((await get(tick, bram)).status).toBe(404);
    const feed = (await veld.call(getFeed, { query: { limit: 50 } }, bram.token)).body.data.map((row) => row.id);
    expect(feed.filter((id) => ids.includes(id))).toEqual(ids);
    expect(feed).not.toContain(tick);
  });

  it('counts a record in a period only where its whole date fits, seen from today in the zone of who asks', async () => {
    const ida = await person(veld, 'ida');
    now = new Date('2026-05-31T23:30:00Z');
    await veld.db.updateTable('users').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', ida.user.id).execute();
    const ids: Record<string, string> = {};
    for (const day of ['2026-06-01', '2026-05-31', '2026-06', '2026-05-28/2026-06-02']) {
      ids[day] = randomUUID();
      await save(veld, ida, ids[day], draft({ observed_on: day, observed_time: null }));
    }
    const days = async (period: 'today' | 'yesterday' | 'this_month' | 'this_year', who: Person) => {
      const { body } = await veld.call(listObservations, { query: { user_id: ida.user.id, period } }, who.token);
      return body.data.map((row) => String(row.observed_on)).toSorted();
    };
    expect(await days('today', ida)).toEqual(['2026-06-01']);
    expect(await days('yesterday', ida)).toEqual(['2026-05-31']);
    expect(await days('this_month', ida)).toEqual(['2026-06', '2026-06-01']);
    expect(await days('this_year', ida)).toHaveLength(4);
    // Bram's zone is not known, so it is still 31 May for him.
    expect(await days('today', bram)).toEqual(['2026-05-31']);
    await save(veld, ida, ids['2026-06-01']!, draft({ observed_on: '2026-06-01', observed_time: null, geoprivacy: 'obscured' }), 1);
    expect(await days('today', ida)).toEqual(['2026-06']);
    now = new Date('2026-06-01T10:30:00Z');
    expect(await days('today', bram)).toEqual([]);
    expect(await days('this_month', bram)).toEqual(['2026-06', '2026-06']);
  });

  it('accepts a date in the future, far years and the edges of the world, and never fails on them', async () => {
    for (const change of [
      { observed_on: '2099-01-01', observed_time: null },
      { observed_on: '9999-12-31', observed_time: '23:59', time_zone: 'Pacific/Pago_Pago' },
      { observed_on: '0001-01-01', observed_time: '00:00', time_zone: 'Pacific/Kiritimati' },
      { latitude: 90, longitude: 180 },
      { latitude: -90, longitude: -180, geoprivacy: 'obscured' as const },
      { latitude: 0, longitude: 180, geoprivacy: 'obscured' as const },
      { latitude: -0, longitude: 179.99999999999997 },
    ]) {
      const answer = await save(veld, anna, randomUUID(), draft(change));
      expect(answer.status, JSON.stringify(change)).toBe(200);
    }
    const { body } = await save(veld, anna, randomUUID(), draft({ observed_on: '2026-03-29', observed_time: '02:30' }));
    const row = await veld.db.selectFrom('observations').select('observed_at').where('id', '=', body.data.id).executeTakeFirstOrThrow();
    expect(row.observed_at!.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  it('refuses what cannot be true or stored, by field, and stores nothing of it', async () => {
    const before = await veld.db
      .selectFrom('observations')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    const cases: [string, object, number][] = [
      ['taxon_id', { taxon_id: null }, 422],
      ['latitude', { longitude: null }, 422],
      ['latitude', { latitude: 0, longitude: 0 }, 422],
      ['latitude', { latitude: 91 }, 422],
      ['observed_on', { observed_on: '2026-02-30', observed_time: null }, 422],
      ['observed_time', { observed_on: '2026-05' }, 422],
      ['time_zone', { time_zone: 'Mars/Olympus' }, 422],
      ['count_max', { count_type: 'range', count: 5, count_max: 2 }, 422],
      ['notes', { notes: 'a\u0000b' }, 422],
      ['attributes', { attributes: { plant: 'a\u0000b' } }, 422],
      ['attributes', { attributes: { plant: '\ud800' } }, 422],
      ['write_id', { write_id: 'x' }, 422],
      ['media.0.sha256', { media: [{ ...declared(await makePhoto()), sha256: 'zz' }] }, 422],
    ];
    for (const [field, change, status] of cases) {
      const answer = await save(veld, anna, randomUUID(), draft(change));
      expect([answer.status, Object.keys(answer.problem.errors ?? {})], JSON.stringify(change)).toEqual([status, [field]]);
    }
    const after = await veld.db
      .selectFrom('observations')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('takes no field that is not the writer’s to set', async () => {
    const id = randomUUID();
    const body = {
      ...draft(),
      user_id: bram.user.id,
      quality: 'confirmed',
      version: 99,
      country_code: 'AQ',
      is_empty: true,
      feed_seq: 1,
      public_latitude: 1,
    };
    const { body: stored } = await save(veld, anna, id, body);
    expect(stored.data).toMatchObject({ user: { id: anna.user.id }, version: 1, country_code: 'NL', quality: 'casual' });
  });

  it('S6: runs a transaction again when PostgreSQL asks for it, and tells nobody', async () => {
    let runs = 0;
    const answer = await inTransaction(veld.db, async (tx) => {
      runs += 1;
      if (runs < 3)
        await sql.raw(`do $$ begin raise exception 'again' using errcode = '${runs === 1 ? '40001' : '40P01'}'; end $$`).execute(tx);
      return 'done';
    });
    expect([answer, runs]).toEqual(['done', 3]);
  });

  it('erases every record of a person and nothing of others', async () => {
    const karl = await person(veld, 'karl');
    for (let count = 0; count < 3; count++) await save(veld, karl, randomUUID(), draft({ media: [declared(await makePhoto())] }));
    const kept = randomUUID();
    await save(veld, bram, kept, draft());
    await eraseObservations(veld.context, karl.user.id);
    await eraseObservations(veld.context, karl.user.id);
    for (const table of ['observations', 'xp_events', 'owner_counters'] as const)
      expect(await veld.db.selectFrom(table).select('user_id').where('user_id', '=', karl.user.id).execute()).toEqual([]);
    expect((await get(kept, anna)).status).toBe(200);
    expect(await xp(karl)).toBe(0);
  });
});
