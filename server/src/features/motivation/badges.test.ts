import { randomUUID } from 'node:crypto';
import { BADGES, deleteAccount, deleteObservation, getMotivation, getUser, listNotifications, putIdentification } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { confirmed, type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { setHidden } from '../reports/hiding.ts';
import { settleAll } from './settle.ts';

const MOTHS = Array.from({ length: 10 }, (_, number) => ({
  id: 950_001 + number,
  scientific_name: `Noctua examplis${number}`,
  group: 'butterfly' as const,
}));

describe('badges', () => {
  let veld: TestServer;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [...Object.values(TAXA), ...MOTHS]);
    photo = await makePhoto();
  });
  afterAll(() => veld.close());

  const put = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const badges = async (who: Person) => {
    await settleAll(veld.context);
    return (await veld.call(getUser, {}, who.token)).body.badges;
  };
  const progress = async (who: Person, id: string) =>
    (await veld.call(getMotivation, {}, who.token)).body.data.badges.find((badge) => badge.id === id)!;
  const hide = (id: string, isHidden: boolean) => inTransaction(veld.db, (tx) => setHidden(tx, 'observation', id, isHidden));

  it('are earned once, and stay when the record is deleted', async () => {
    const anna = await person(veld, 'anna');
    expect(await badges(anna)).toEqual([]);
    const id = await put(anna);
    expect(await badges(anna)).toEqual(['first_record', 'gap_1']);
    const { earned_at } = await progress(anna, 'first_record');
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    expect(await badges(anna)).toEqual(['first_record', 'gap_1']);
    expect(await progress(anna, 'first_record')).toEqual({ id: 'first_record', progress: 1, earned_at });
  });

  it('are lost if they needed a record that a moderator has hidden, until it is shown again', async () => {
    const bram = await person(veld, 'bram');
    const id = await put(bram, { latitude: 51.05 });
    expect(await badges(bram)).toContain('first_record');
    await hide(id, true);
    expect(await badges(bram)).toEqual([]);
    await hide(id, false);
    expect(await badges(bram)).toContain('first_record');
  });

  it('have progress towards their goal', async () => {
    const chen = await person(veld, 'chen');
    for (const moth of MOTHS.slice(0, 9)) await put(chen, { taxon_id: moth.id, observed_time: '23:10', latitude: 50.05 });
    await put(chen, { taxon_id: MOTHS[9]!.id, observed_time: '14:00', latitude: 50.05 });
    expect(await progress(chen, 'night_moths_10')).toEqual({ id: 'night_moths_10', progress: 9, earned_at: null });
    expect(await progress(chen, 'species_100')).toMatchObject({ progress: 10 });
    expect(await badges(chen)).toEqual(expect.arrayContaining(['species_10', 'group_butterfly']));
    await put(chen, { taxon_id: MOTHS[9]!.id, observed_time: '03:10', latitude: 50.05 });
    expect(await badges(chen)).toContain('night_moths_10');
    expect(await progress(chen, 'dawn_5')).toMatchObject({ progress: 1 });
  });

  it('count days, months, cells and absences, without ticks and what is not wild', async () => {
    const dora = await person(veld, 'dora');
    // From a Monday to a Friday, and the Monday after.
    for (const day of ['04', '05', '06', '07', '11']) await put(dora, { observed_on: `2026-05-${day}`, latitude: 49.05 });
    expect(await progress(dora, 'week_5')).toMatchObject({ progress: 4 });
    await put(dora, { observed_on: '2026-05-08', latitude: 49.05 });
    expect(await badges(dora)).toContain('week_5');
    for (let month = 1; month <= 12; month++)
      await put(dora, { observed_on: `2025-${String(month).padStart(2, '0')}-10`, latitude: 49.05 });
    expect(await badges(dora)).toEqual(expect.arrayContaining(['months_12', 'patch_12']));
    for (let number = 0; number < 8; number++) await put(dora, { latitude: 48.05 + number / 10 });
    await put(dora, { latitude: 47.05, attributes: { wildness: 'captive' } });
    expect(await progress(dora, 'cells_10')).toMatchObject({ progress: 9 });
    for (let number = 0; number < 5; number++) await put(dora, { count: 0, taxon_id: TAXA.moss.id });
    expect(await badges(dora)).toContain('absence_5');
  });

  it('depend for gaps only on open records of others in the five years before', async () => {
    const [emil, fay, gus] = [await person(veld, 'emil'), await person(veld, 'fay'), await person(veld, 'gus')];
    const where = (number: number) => ({ latitude: 60.05 + number / 10, longitude: 10.05 });
    await put(emil, { ...where(0), observed_on: '2024-05-17' });
    await put(emil, { ...where(1), observed_on: '2020-05-17' });
    await put(emil, { ...where(2), observed_on: '2024-05-17', geoprivacy: 'private' });
    await put(fay, where(0));
    expect((await progress(fay, 'gap_10')).progress).toBe(0);
    await put(fay, where(1));
    await put(fay, where(2));
    expect((await progress(fay, 'gap_10')).progress).toBe(2);
    // Others who come later, or on the same day, do not take it away.
    await put(gus, where(2));
    await put(gus, { ...where(3), observed_on: '2026-05-18' });
    expect((await progress(fay, 'gap_10')).progress).toBe(2);
    expect((await progress(gus, 'gap_10')).progress).toBe(2);
  });

  it('are earned by identifications that were confirmed', async () => {
    const [hans, ida] = [await person(veld, 'hans'), await person(veld, 'ida')];
    await upload(veld, hans, photo);
    const id = await put(hans, { media: [declared(photo)] });
    await veld.call(
      putIdentification,
      { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' } },
      ida.token,
    );
    expect(await badges(hans)).toContain('first_confirmed');
    expect((await progress(ida, 'helpful_25')).progress).toBe(1);
  });

  it('are announced to the person once', async () => {
    const kim = await person(veld, 'kim');
    await put(kim);
    const told = async () => {
      await badges(kim);
      const { data } = (await veld.call(listNotifications, { query: { kind: 'badge' } }, kim.token)).body;
      return data.map(({ name, reason, path }) => [name, reason, path]);
    };
    const first = await told();
    expect(first).toContainEqual(['first_record', 'achieved', '/profile?tab=badges']);
    await put(kim);
    expect(await told()).toEqual(first);
  });

  it('are not given to an account that was closed in the meantime', async () => {
    const jan = await person(veld, 'jan');
    await put(jan);
    await veld.call(deleteAccount, {}, await confirmed(veld, jan.token));
    await settleAll(veld.context);
    expect(await veld.db.selectFrom('user_badges').selectAll().where('user_id', '=', jan.user.id).execute()).toEqual([]);
    expect(await veld.db.selectFrom('motivation_due').selectAll().execute()).toEqual([]);
  });

  it('have unique ids, and none is for the mere number of records', () => {
    expect(new Set(BADGES.map(({ id }) => id)).size).toBe(BADGES.length);
    expect(BADGES.filter((badge) => badge.measure === 'records').map(({ goal }) => goal)).toEqual([1]);
  });
});
