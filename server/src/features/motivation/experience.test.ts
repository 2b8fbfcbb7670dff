import { randomUUID } from 'node:crypto';
import { deleteObservation, EXPERIENCE, getMotivation, getUser, putIdentification, withdrawIdentification } from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { computeExperience } from '../../testing/experience.ts';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { setHidden } from '../reports/hiding.ts';
import { applyRules, settleAll } from './settle.ts';

const { kingfisher, heron, moss } = TAXA;

describe('experience', () => {
  let veld: TestServer;
  let people: Person[];
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    people = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    photo = await makePhoto();
    for (const who of people) await upload(veld, who, photo);
  });
  afterAll(() => veld.close());

  const totalOf = async ({ token }: Person) => (await veld.call(getUser, {}, token)).body.total_xp;
  const saved = async (who: Person, change: Parameters<typeof draft>[0] = {}, id: string = randomUUID(), base?: number) => {
    await save(veld, who, id, draft(change), base);
    return id;
  };
  const identify = (who: Person, id: string, taxon_id: number, identification: string = randomUUID()) =>
    veld.call(putIdentification, { params: { id, identification }, body: { taxon_id, disagrees: false, comment: '' } }, who.token);
  const withdraw = (who: Person, id: string, identification: string) =>
    veld.call(withdrawIdentification, { params: { id, identification } }, who.token);
  const hide = (kind: 'observation' | 'identification', id: string, isHidden: boolean) =>
    inTransaction(veld.db, (tx) => setHidden(tx, kind, id, isHidden));

  it('is given for a helpful identification and for being confirmed, and taken back without it', async () => {
    const [dora, emil] = [await person(veld, 'dora'), await person(veld, 'emil')];
    const id = await saved(dora, { media: [declared(photo)] });
    const before = await totalOf(dora);
    const identification = randomUUID();
    await identify(emil, id, kingfisher.id, identification);
    await settleAll(veld.context);
    const gained = async () => [(await totalOf(dora)) - before, await totalOf(emil)];
    const { confirmed, identification: helpful } = EXPERIENCE;
    expect(await gained()).toEqual([confirmed.points, helpful.points]);
    await hide('identification', identification, true);
    await settleAll(veld.context);
    expect(await gained()).toEqual([0, 0]);
    await hide('identification', identification, false);
    await settleAll(veld.context);
    expect(await gained()).toEqual([confirmed.points, helpful.points]);
    await withdraw(emil, id, identification);
    await settleAll(veld.context);
    expect(await gained()).toEqual([0, 0]);
  });

  it('is not given for another name, and ends for those who identified a record that is deleted or hidden', async () => {
    const [fay, gus, hans] = [await person(veld, 'fay'), await person(veld, 'gus'), await person(veld, 'hans')];
    const [first, second] = [
      await saved(fay, { media: [declared(photo)] }),
      await saved(fay, { media: [declared(photo)], latitude: 51.5 }),
    ];
    await identify(gus, first, kingfisher.id);
    await identify(gus, second, kingfisher.id);
    await identify(hans, second, moss.id);
    await settleAll(veld.context);
    expect([await totalOf(gus), await totalOf(hans)]).toEqual([EXPERIENCE.identification.points, 0]);
    await hide('observation', first, true);
    await settleAll(veld.context);
    expect(await totalOf(gus)).toBe(0);
    expect(await totalOf(fay)).toBe(await computeExperience(veld, fay.user.id));
    await hide('observation', first, false);
    await settleAll(veld.context);
    expect(await totalOf(gus)).toBe(EXPERIENCE.identification.points);
    await veld.call(deleteObservation, { params: { id: first } }, fay.token);
    await settleAll(veld.context);
    expect(await totalOf(gus)).toBe(0);
  });

  it('is what the records and identifications of a person give, after any writes', async () => {
    const who = fc.integer({ min: 0, max: 2 });
    const command = fc.record({
      who,
      record: fc.integer({ min: 0, max: 4 }),
      act: fc.constantFrom('save', 'save', 'save', 'identify', 'identify', 'delete', 'withdraw', 'hide', 'show'),
      taxon: fc.constantFrom(kingfisher.id, heron.id, moss.id, null),
      day: fc.constantFrom('2026-05-17', '2026-05-16', null),
      cell: fc.integer({ min: 0, max: 2 }),
      hasPhoto: fc.boolean(),
      count: fc.constantFrom(0, 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 25 }), async (commands) => {
        const records = Array.from({ length: 5 }, (_, number) => ({ id: randomUUID(), owner: people[number % 3]!, version: 0 }));
        const made: { who: Person; id: string; identification: string }[] = [];
        for (const { who: index, record: number, act, taxon, day, cell, hasPhoto, count } of commands) {
          const [actor, record] = [people[index]!, records[number]!];
          if (act === 'save') {
            const change = {
              taxon_id: taxon,
              observed_on: day,
              ...(day ? {} : { observed_time: null }),
              latitude: 52.05 + cell / 10,
              count,
            };
            const media = hasPhoto || taxon === null ? [declared(photo)] : [];
            const answer = await save(veld, record.owner, record.id, draft({ ...change, media }), record.version || undefined);
            if (answer.status === 200) record.version++;
          } else if (act === 'delete') await veld.call(deleteObservation, { params: { id: record.id } }, record.owner.token);
          else if (act === 'identify' && actor !== record.owner) {
            const identification = randomUUID();
            if ((await identify(actor, record.id, taxon ?? kingfisher.id, identification)).status === 200)
              made.push({ who: actor, id: record.id, identification });
          } else if (act === 'withdraw' && made.length > 0) {
            const last = made.pop()!;
            await withdraw(last.who, last.id, last.identification);
          } else if (act === 'hide' || act === 'show') await hide('observation', record.id, act === 'hide');
        }
        await settleAll(veld.context);
        for (const one of people) expect(await totalOf(one)).toBe(await computeExperience(veld, one.user.id));
      }),
      { numRuns: 20 },
    );
  });

  it('is computed once for people from before the rules, and goes on where it was interrupted', async () => {
    const totals = await Promise.all(people.map(totalOf));
    await veld.db.deleteFrom('xp_events').execute();
    await veld.db.updateTable('users').set({ total_xp: 0 }).execute();
    const { id: middle } = await veld.db.selectFrom('users').select('id').orderBy('id').offset(3).limit(1).executeTakeFirstOrThrow();
    const begin = (value: string) =>
      veld.db
        .insertInto('server_state')
        .values({ key: 'experience_rules', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    await begin(`1 ${middle}`);
    await applyRules(veld.db);
    const computed = await veld.db.selectFrom('xp_events').select('user_id').where('user_id', '<=', middle).execute();
    expect(computed).toEqual([]);
    await begin('0 all');
    await applyRules(veld.db);
    await settleAll(veld.context);
    expect(await Promise.all(people.map(totalOf))).toEqual(totals);
    await veld.db.updateTable('users').set({ total_xp: 0 }).execute();
    await applyRules(veld.db);
    expect(await totalOf(people[0]!)).toBe(0);
  });

  it('is listed by cause for its own person', async () => {
    const ida = await person(veld, 'ida');
    await saved(ida, { media: [declared(photo)] });
    const { data } = (await veld.call(getMotivation, {}, ida.token)).body;
    expect(data.total_xp).toBe(18);
    expect(Object.fromEntries(data.causes.map(({ cause, count, points }) => [cause, [count, points]]))).toEqual({
      record: [1, 1],
      evidence: [1, 2],
      confirmed: [0, 0],
      species: [1, 10],
      cell: [1, 5],
      identification: [0, 0],
    });
  });
});
