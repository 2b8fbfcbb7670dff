import { randomUUID } from 'node:crypto';
import { deleteObservation, getObservation, listObservationChanges, listObservationHistory, login, ObservationWrite } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, PASSWORD, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('the history of a record', () => {
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

  const history = (id: string, who: Person, query: { limit?: number; cursor?: string } = {}) =>
    veld.call(listObservationHistory, { params: { id }, query }, who.token);

  it('lists all saves with their device, newest first, and an older one can be saved again', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft({ notes: 'One on the weir', attributes: { behaviour: 'feeding' } }));
    const tablet = await veld.call(login, { body: { email: anna.user.email, password: PASSWORD, device_name: 'Tablet' } });
    const second = { ...anna, token: tablet.body.token };
    await save(veld, second, id, draft({ notes: 'Two on the weir' }), 1);

    const { body } = await history(id, anna);
    expect(listObservationHistory.replies[200].parse(body)).toEqual(body);
    expect(body.data.map(({ version, device_name, record }) => [version, device_name, record.notes])).toEqual([
      [2, 'Tablet', 'Two on the weir'],
      [1, expect.any(String), 'One on the weir'],
    ]);
    expect(body.data[1]!.record.attributes).toEqual({ behaviour: 'feeding' });

    const older = ObservationWrite.parse({ ...body.data[1]!.record, write_id: randomUUID() });
    expect((await save(veld, anna, id, older, 2)).body.data).toMatchObject({ version: 3, notes: 'One on the weir' });
    expect((await history(id, anna)).body.data.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('has pages of 20, without gaps or repetitions while the record is saved again', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    for (let version = 1; version < 45; version++) await save(veld, anna, id, draft({ notes: `save ${version + 1}` }), version);
    const sizes: number[] = [];
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await history(id, anna, cursor === undefined ? {} : { cursor });
      expect(listObservationHistory.replies[200].parse(body)).toEqual(body);
      sizes.push(body.data.length);
      seen.push(...body.data.map(({ version }) => version));
      cursor = body.next_cursor ?? undefined;
      await save(veld, anna, id, draft(), 45 + sizes.length - 1);
    } while (cursor !== undefined);
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
    // A page that ends with the oldest version has no next one.
    expect((await history(id, anna, { limit: 48 })).body.next_cursor).toBeNull();
  });

  it('rejects cursors of other lists and positions that cannot exist', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    const changes = (await veld.call(listObservationChanges, {}, anna.token)).body.next_cursor;
    const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
    for (const cursor of ['x', changes, cursorOf('history:'), cursorOf('history:-1'), cursorOf('history:1 or 1=1'), cursorOf('toString:1')])
      expect((await history(id, anna, { cursor })).status, cursor).toBe(422);
    expect((await history(id, anna, { cursor: cursorOf('history:999999999999999') })).body.data).toHaveLength(1);
    expect((await history(id, anna, { cursor: cursorOf('history:1') })).body).toEqual({ data: [], next_cursor: null });
    expect(
      (await veld.fetch(`/api/observations/${id}/history?limit=`, { headers: { authorization: `Bearer ${anna.token}` } })).status,
    ).toBe(422);
  });

  it('lists a repeated save once', async () => {
    const id = randomUUID();
    const body = draft();
    await save(veld, anna, id, body);
    await save(veld, anna, id, body);
    expect((await history(id, anna)).body.data).toHaveLength(1);
  });

  it('is available to the owner only, and is deleted with the record', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft({ private_notes: 'Nest behind' }));
    expect((await history(id, bram)).status).toBe(404);
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    expect((await history(id, anna)).status).toBe(404);
    const left = await veld.db.selectFrom('observation_writes').selectAll().where('observation_id', '=', id).execute();
    expect(left).toEqual([]);
  });

  it('has at most a hundred saves, and older ones are still detected as repeated', async () => {
    const id = randomUUID();
    const first = draft({ notes: 'save 1' });
    await save(veld, anna, id, first);
    for (let version = 1; version < 103; version++) await save(veld, anna, id, draft({ notes: `save ${version + 1}` }), version);
    const versions = (await history(id, anna, { limit: 100 })).body.data.map(({ version }) => version);
    expect([versions.length, versions[0], versions.at(-1)]).toEqual([100, 103, 4]);
    expect((await save(veld, anna, id, first)).body.data).toMatchObject({ version: 103, notes: 'save 103' });
  });
});

describe('a place hidden until a date', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-05-10T08:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const seenBy = async (who: Person, id: string) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data;
  const open = async () => {
    await veld.context.jobs.send('open-due-places', {});
    await veld.context.jobs.drain();
  };

  it('opens when the date is over in all time zones, as a change for the owner’s devices', async () => {
    const id = randomUUID();
    await save(
      veld,
      anna,
      id,
      draft({ taxon_id: TAXA.heron.id, observed_on: '2026-05-10', geoprivacy: 'private', geoprivacy_until: '2026-05-12' }),
    );
    const always = randomUUID();
    await save(veld, anna, always, draft({ observed_on: '2026-05-10', geoprivacy: 'obscured' }));
    expect(await seenBy(anna, id)).toMatchObject({ geoprivacy: 'private', geoprivacy_until: '2026-05-12' });
    expect(JSON.stringify(await seenBy(bram, id))).not.toContain('2026-05-12');
    expect(await seenBy(bram, id)).toMatchObject({ latitude: null, country_code: null });

    now = new Date('2026-05-13T11:59:00Z');
    await open();
    expect(await seenBy(bram, id)).toMatchObject({ latitude: null });
    const before = (await veld.call(listObservationChanges, {}, anna.token)).body.next_cursor;

    now = new Date('2026-05-13T12:01:00Z');
    await open();
    await open();
    expect(await seenBy(bram, id)).toMatchObject({ latitude: 52.09083, is_obscured: false, country_code: 'NL' });
    const changes = (await veld.call(listObservationChanges, { query: { cursor: before } }, anna.token)).body.data;
    expect(changes).toMatchObject([{ id, version: 2, geoprivacy: 'open', geoprivacy_until: null }]);
    // A record without geoprivacy_until stays hidden.
    expect(await seenBy(bram, always)).toMatchObject({ is_obscured: true });
  });

  it('has no such date if it is open', async () => {
    const id = randomUUID();
    const { body } = await save(veld, anna, id, draft({ observed_on: '2026-05-10', geoprivacy: 'open', geoprivacy_until: '2027-01-01' }));
    expect(body.data.geoprivacy_until).toBeNull();
    expect((await save(veld, anna, randomUUID(), { ...draft(), geoprivacy_until: 'soon' })).status).toBe(422);
  });
});
