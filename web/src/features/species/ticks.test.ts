import { describe, expect, it } from 'vitest';
import { ownObservations, saveObservation, seenTaxonIds } from '../../local/records/observations';
import { anna, freshDatabase, observer } from '../../local/testing/people';
import { summarizeTaxon } from '../../shared/taxa/data';
import { localTaxon } from './testing/rows';
import { addTick, removeAllTicks, removeTicks } from './ticks';

const swan = summarizeTaxon(localTaxon(1002));

describe('ticks', () => {
  it('mark a species as seen, and are queued like any record', async () => {
    const database = freshDatabase();
    await addTick(database, anna, swan);
    expect([...(await seenTaxonIds(database))]).toEqual([1002]);
    expect((await database.outbox.toArray()).map(({ kind, input }) => [kind, (input.body as { taxon_id: number }).taxon_id])).toEqual([
      ['record', 1002],
    ]);
  });

  it('are undone without a trace if nothing was sent', async () => {
    const database = freshDatabase();
    await addTick(database, anna, swan);
    await removeTicks(database, 1002);
    expect(await ownObservations(database)).toEqual([]);
    expect(await database.outbox.count()).toBe(0);
  });

  it('are removed without removing records of the species or ticks of another', async () => {
    const database = freshDatabase();
    const dated = await saveObservation(database, { taxon_id: 1002, observed_on: '2026-05-09' }, [], { user: observer(anna) });
    const noted = await saveObservation(database, { taxon_id: 1002, notes: 'two in the ditch' }, [], { user: observer(anna) });
    await addTick(database, anna, swan);
    await addTick(database, anna, summarizeTaxon(localTaxon(1003)));
    await removeTicks(database, 1002);
    const left = await ownObservations(database);
    expect(
      left
        .filter(({ taxon_id }) => taxon_id === 1002)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([dated, noted].sort());
    expect(left.some(({ taxon_id }) => taxon_id === 1003)).toBe(true);
  });

  it('are removed everywhere by one call that waits for a connection, however often it is asked for', async () => {
    const database = freshDatabase();
    await addTick(database, anna, swan);
    await removeAllTicks(database, 1002);
    await removeAllTicks(database, 1002);
    expect(await ownObservations(database)).toEqual([]);
    expect((await database.outbox.toArray()).map(({ route, input }) => [route, input])).toEqual([
      ['DELETE /api/species/:id/delete-empty-observations', { params: { id: '1002' } }],
    ]);
  });

  it('are not removed again by a call that was made before them', async () => {
    const database = freshDatabase();
    await removeAllTicks(database, 1002);
    await removeAllTicks(database, 1003);
    // It may have reached the server, and would be repeated.
    await database.outbox.toCollection().modify({ state: 'sending', tries: 1 });
    await addTick(database, anna, swan);
    expect((await database.outbox.orderBy('seq').toArray()).map(({ kind, input }) => [kind, input.params?.id])).toEqual([
      ['call', '1003'],
      ['record', (await ownObservations(database))[0]!.id],
    ]);
  });
});
