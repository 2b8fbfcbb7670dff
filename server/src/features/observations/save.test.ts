import { randomUUID } from 'node:crypto';
import { ObservationWrite } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixed } from '../../db/fixed.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { findOwnObservation } from './store.ts';
import { writeObservation, type Written } from './write.ts';

describe('a save', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  const write = (id: string, base: number | null, draftOf: ReturnType<typeof draft>, after: () => Promise<void> = async () => undefined) =>
    inTransaction(veld.context.db, async (tx) => {
      const sent = {
        id,
        userId: anna.user.id,
        sessionId: randomUUID(),
        base,
        body: ObservationWrite.parse(draftOf),
        language: 'en' as const,
      };
      const written = await writeObservation(tx, sent);
      await after();
      return written;
    });

  it('that waited for another of the same person sees what the other stored', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    let second: Promise<Written> | undefined;
    const first = await write(id, 1, draft({ notes: 'first' }), async () => {
      second = write(id, 1, draft({ notes: 'second' }));
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              veld.context.db,
            );
          return rows.length;
        })
        .toBe(1);
    });
    expect(first.outcome).toBe('stored');
    expect(await second).toMatchObject({ outcome: 'conflict', row: { version: 2, notes: 'first' } });
  });

  it('returns the record exactly as it is read afterwards, with its photos, in each language', async () => {
    const photo = (order: number) => ({
      id: randomUUID(),
      sha256: 'a'.repeat(64),
      type: 'image/jpeg' as const,
      width: 40,
      height: 30,
      order,
    });
    const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.25 };
    for (const language of ['en', 'nl'] as const) {
      const id = randomUUID();
      for (const [version, body] of [
        draft({ taxon_id: TAXA.heron.id, media: [photo(2), { ...photo(1), crop, caption: 'É' }], latitude: 52, longitude: 5 }),
        draft({ taxon_id: TAXA.heron.id, media: [photo(1)], geoprivacy: 'obscured', latitude: 52, longitude: 5 }),
        draft({ verbatim_name: 'a bird', taxon_id: null, media: [] }),
      ].entries()) {
        const { row } = await inTransaction(veld.context.db, (tx) =>
          writeObservation(tx, {
            id,
            userId: anna.user.id,
            sessionId: randomUUID(),
            base: version || null,
            body: ObservationWrite.parse(body),
            language,
          }),
        );
        expect(row).toEqual(await findOwnObservation(veld.context.db, id, anna.user.id, language));
        expect(row).toMatchObject({ version: version + 1, media: body.media!.length === 0 ? [] : expect.any(Array) });
        expect(row.media.map((one) => one.id).toSorted()).toEqual(body.media!.map((one) => one.id).toSorted());
      }
    }
  });

  it('is sent as a statement whose text stays the same while its values change', async () => {
    let built = 0;
    const sum = fixed<{ one: number; other: number }, { sum: number }, 'add' | 'subtract'>(({ one, other }, shape) => {
      built += 1;
      return shape === 'add'
        ? sql`select ${one}::integer + ${other}::integer + ${1}::integer as sum`
        : sql`select ${one}::integer - ${other}::integer as sum`;
    });
    const { db } = veld.context;
    expect(await sum(db, { one: 2, other: 3 }, 'add')).toEqual([{ sum: 6 }]);
    expect(await sum(db, { one: 20, other: 30 }, 'add')).toEqual([{ sum: 51 }]);
    expect(await sum(db, { one: 2, other: 3 }, 'subtract')).toEqual([{ sum: -1 }]);
    expect(await sum(db, { other: 1, one: 1 }, 'subtract')).toEqual([{ sum: 0 }]);
    expect(built).toBe(2);
  });
});
