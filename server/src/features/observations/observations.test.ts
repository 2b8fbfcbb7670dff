import { randomUUID } from 'node:crypto';
import { deleteObservation, getObservation, listObservationChanges, listObservations, putObservation } from '@veld/contract';
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
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const xp = async (who: Person) =>
    (await veld.db.selectFrom('users').select('total_xp').where('id', '=', who.user.id).executeTakeFirstOrThrow()).total_xp;
  const get = (id: string, who: Person) => veld.call(getObservation, { params: { id } }, who.token);
  const remove = (id: string, who: Person) => veld.call(deleteObservation, { params: { id } }, who.token);

  it('stores a record and returns it unchanged to its owner, with names in the owner’s language', async () => {
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
    expect(others.media).toEqual([]);
  });

  it('returns responses that match the contract, to the owner and to others', async () => {
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

  it('C9, C10: stores a save once however often it is sent, with the same response each time', async () => {
    const chen = await person(veld, 'chen');
    const id = randomUUID();
    const body = draft({ taxon_id: TAXA.heron.id });
    const responses = await Promise.all(Array.from({ length: 50 }, () => save(veld, chen, id, body)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(await xp(chen)).toBe(16);
    const rows = await veld.db.selectFrom('observation_writes').selectAll().where('observation_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    await save(veld, chen, id, draft({ taxon_id: TAXA.heron.id, notes: 'Two of them' }), 1);
    expect((await save(veld, chen, id, body)).body.data).toMatchObject({ version: 2, notes: 'Two of them' });
    expect(await xp(chen)).toBe(16);
  });

  it('C11, C19: rejects a save based on an older version with 409 and both versions', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    expect((await save(veld, anna, id, draft({ notes: 'phone' }), 1)).body.data.version).toBe(2);
    for (const base of [1, undefined, 7]) {
      const response = await save(veld, anna, id, draft({ notes: 'tablet' }), base);
      expect(response.status).toBe(409);
      expect(response.problem).toMatchObject({
        type: '/problems/conflict',
        current: { id, version: 2, notes: 'phone' },
        yours: { notes: 'tablet' },
      });
    }
    for (const ifMatch of ['2', 'W/"3"']) {
      const response = await veld.call(
        putObservation,
        { params: { id }, body: draft({ notes: ifMatch }), headers: { 'if-match': ifMatch } },
        anna.token,
      );
      expect([response.status, response.body.data.notes]).toEqual([200, ifMatch]);
    }
    expect((await veld.call(putObservation, { params: { id }, body: draft(), headers: { 'if-match': 'newest' } }, anna.token)).status).toBe(
      422,
    );
    expect(await veld.db.selectFrom('observations').select('version').where('id', '=', id).executeTakeFirst()).toEqual({ version: 4 });
  });

  it('C11: rejects a repeated save with other content with 409 and both versions, and changes nothing', async () => {
    const id = randomUUID();
    const body = draft({ notes: 'first', attributes: { a: 1, b: 'x' } });
    await save(veld, anna, id, body);
    const response = await save(veld, anna, id, { ...body, notes: 'second' });
    expect(response.status).toBe(409);
    expect(response.problem).toMatchObject({ current: { version: 1, notes: 'first' }, yours: { notes: 'second' } });
    expect((await get(id, anna)).body.data).toMatchObject({ version: 1, notes: 'first' });
    // The same content in another order of keys, and with a field that is null instead of absent.
    const same = {
      ...Object.fromEntries(Object.entries(body).toReversed()),
      attributes: { b: 'x', a: 1 },
      sex: null,
    } as unknown as typeof body;
    expect((await save(veld, anna, id, same)).status).toBe(200);
    // A save from before hashes were stored.
    await veld.db.updateTable('observation_writes').set({ content_hash: null }).where('observation_id', '=', id).execute();
    expect((await save(veld, anna, id, { ...body, notes: 'second' })).body.data).toMatchObject({ version: 1, notes: 'first' });
  });

  it('treats an id in upper case as the same id', async () => {
    const id = randomUUID();
    const photo = declared(await makePhoto());
    const twice = await save(veld, anna, id, draft({ media: [photo, { ...photo, id: photo.id.toUpperCase() }] }));
    expect([twice.status, Object.keys(twice.problem.errors!)]).toEqual([422, ['media']]);
    const journey = randomUUID();
    const { body } = await save(
      veld,
      anna,
      id.toUpperCase(),
      draft({ media: [{ ...photo, id: photo.id.toUpperCase() }], journey_id: journey.toUpperCase(), location_id: journey.toUpperCase() }),
    );
    expect(body.data).toMatchObject({ id, journey_id: journey, location_id: journey, media: [{ id: photo.id }] });
    const { rows } = await sql<{ text: string }>`select body::text as text from observation_writes where observation_id = ${id}`.execute(
      veld.db,
    );
    expect(rows[0]!.text).toContain(photo.id);
    expect(rows[0]!.text).toContain(journey);
  });

  it('accepts exactly one of several different saves based on the same version', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(veld, anna, id, draft({ notes: `device ${index}` }), 1)),
    );
    const won = responses.filter((response) => response.status === 200);
    expect(won).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
    expect((await get(id, anna)).body.data.notes).toBe(won[0]!.body.data.notes);
  });

  it('keeps only a tombstone of a deleted record, which cannot be saved again', async () => {
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
        'ended_disagreements',
        'geoprivacy',
        'id',
        'is_empty',
        'is_held_back',
        'listed_at',
        'media',
        'needs_review',
        'owner_seq',
        'quality',
        'updated_at',
        'user_id',
        'validation',
        'version',
        'voted_against',
        'was_open',
      ].toSorted(),
    );
    expect(left).toMatchObject({ version: 2, media: 0, attributes: {}, ended_disagreements: [], voted_against: [] });
  });

  it('gives the same 404 for records of others and missing records', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const responses = [
      await save(veld, bram, id, draft(), 1),
      await save(veld, bram, id, draft()),
      await remove(id, bram),
      await remove(randomUUID(), bram),
    ];
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.problem).toEqual(responses[3]!.problem);
    }
    expect((await get(id, anna)).body.data).toMatchObject({ version: 1 });
  });

  it('C21: replaces a merged taxon with its successor and keeps the name of a deleted one', async () => {
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

  it('rejects dates after tomorrow in UTC with a translated 422', async () => {
    const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
    const saved = (observed_on: string) => save(veld, anna, randomUUID(), draft({ observed_on, observed_time: null }));
    const nextYear = String(Number(day(2).slice(0, 4)) + 1);
    for (const date of [day(2), '2099-01', '9999-12-31', `${day(2)}/${day(3)}`, `${day(-2)}/${day(3)}`, nextYear, `2020/${nextYear}`]) {
      const response = await saved(date);
      expect([date, response.status, response.problem.errors]).toEqual([date, 422, { observed_on: ['The date is in the future.'] }]);
    }
    const reached = [day(0), day(0).slice(0, 7), day(0).slice(0, 4), `${day(-2)}/${day(0)}`, `2020/${day(0).slice(0, 4)}`];
    for (const date of reached) expect((await saved(date)).status, date).toBe(200);
  });

  it('rejects what is no date and a period that ends before it begins, and says which, in the language of the caller', async () => {
    const fault = async (observed_on: string, language: string) => {
      const body = { ...draft({ observed_on, observed_time: null }), write_id: randomUUID() };
      const headers = { 'accept-language': language };
      const response = await veld.call(putObservation, { params: { id: randomUUID() }, body }, anna.token, headers);
      return [response.status, response.problem.errors];
    };
    for (const date of ['2026-02-30/2026-03-02', '2026-00', '0000', '26', '2026-', '2026-01-01/', '2024/2025/2026'])
      expect(await fault(date, 'nl'), date).toEqual([422, { observed_on: ['Vul een geldige datum in.'] }]);
    for (const date of ['2026-05-03/2026-05-01', '2026/2025', '2026-05/2026-04-30'])
      expect(await fault(date, 'de'), date).toEqual([422, { observed_on: ['Der Zeitraum endet, bevor er beginnt.'] }]);
  });

  it('accepts extreme years and extreme coordinates', async () => {
    for (const change of [
      { observed_on: '0001-01-01', observed_time: '00:00', time_zone: 'Pacific/Kiritimati' },
      { latitude: 90, longitude: 180 },
      { latitude: -90, longitude: -180, geoprivacy: 'obscured' as const },
      { latitude: 0, longitude: 180, geoprivacy: 'obscured' as const },
      { latitude: -0, longitude: 179.99999999999997 },
    ]) {
      const response = await save(veld, anna, randomUUID(), draft(change));
      expect(response.status, JSON.stringify(change)).toBe(200);
    }
    const { body } = await save(veld, anna, randomUUID(), draft({ observed_on: '2026-03-29', observed_time: '02:30' }));
    const row = await veld.db.selectFrom('observations').select('observed_at').where('id', '=', body.data.id).executeTakeFirstOrThrow();
    expect(row.observed_at!.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  it('rejects invalid fields with 422 and stores nothing', async () => {
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
      const response = await save(veld, anna, randomUUID(), draft(change));
      expect([response.status, Object.keys(response.problem.errors ?? {})], JSON.stringify(change)).toEqual([status, [field]]);
    }
    const after = await veld.db
      .selectFrom('observations')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('ignores fields that clients may not set', async () => {
    const id = randomUUID();
    const body = {
      ...draft(),
      user_id: bram.user.id,
      quality: 'confirmed',
      version: 99,
      country_code: 'AQ',
      is_empty: true,
      listed_at: '2000-01-01T00:00:00Z',
      public_latitude: 1,
    };
    const { body: stored } = await save(veld, anna, id, body);
    expect(stored.data).toMatchObject({ user: { id: anna.user.id }, version: 1, country_code: 'NL', quality: 'casual' });
  });

  it('S6: retries a transaction after a serialization failure or deadlock', async () => {
    let runs = 0;
    const response = await inTransaction(veld.db, async (tx) => {
      runs += 1;
      if (runs < 3)
        await sql.raw(`do $$ begin raise exception 'again' using errcode = '${runs === 1 ? '40001' : '40P01'}'; end $$`).execute(tx);
      return 'done';
    });
    expect([response, runs]).toEqual(['done', 3]);
  });

  it('erases all records of a person and none of others', async () => {
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
