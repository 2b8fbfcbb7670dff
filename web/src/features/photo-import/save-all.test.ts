import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDatabase } from '../../local/db/database';
import { ownObservation, saveObservation } from '../../local/records/observations';
import { listOutbox } from '../../local/outbox/outbox';
import { declare } from '../../local/records/photos';
import { anna, freshDatabase, observer } from '../../local/testing/people';
import { readBoard, EMPTY_BOARD, findNeighbours } from './board/board';
import { addToBoard, patchGroups } from './board/board-actions';
import { recordsByPictureHash } from '../../local/records/photos';
import { findDuplicates } from './reading/duplicates';
import { saveAll } from './save-all';
import { taken } from './testing/board-photos';

const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;
const user = observer(anna);

let database: UserDatabase;
beforeEach(() => {
  database = freshDatabase();
});

const add = async (time: string | null, place?: [number, number], seed?: number) => {
  const photo = await taken(time, place, seed);
  await addToBoard(database, photo, 60, sharing);
  return photo;
};
const groupIds = async () => (await readBoard(database)).groups.map(({ id }) => id);

describe('saving all records of the board', () => {
  it('saves each in order, without a species or place if unknown, and leaves no draft', async () => {
    const [early, late] = [await add('07:42:00', [52.5, 4.75]), await add('07:50:00')];
    const ids = await groupIds();
    const steps: number[] = [];
    expect(await saveAll(database, ids, user, (done) => steps.push(done))).toEqual({ saved: ids, failed: [] });
    expect(steps).toEqual([1, 2]);
    expect(await readBoard(database)).toEqual(EMPTY_BOARD);
    expect(await database.drafts.count()).toBe(0);
    expect(await ownObservation(database, ids[0]!)).toMatchObject({ latitude: 52.5, observed_time: '07:42', media: [{ id: early.id }] });
    expect(await ownObservation(database, ids[1]!)).toMatchObject({ latitude: null, taxon_id: null, media: [{ id: late.id }] });
    expect((await listOutbox(database)).map(({ kind }) => kind).toSorted()).toEqual(['photo', 'photo', 'record', 'record']);
    expect(await database.photos.get(early.id)).toMatchObject({ observation_id: ids[0], draft_id: null });
  });

  it('keeps an invalid one as a draft, says why, and saves all others', async () => {
    await add('07:42:00');
    const photo = await add('07:50:00');
    await add('07:58:00');
    const ids = await groupIds();
    await patchGroups(database, [ids[1]!], { notes: 'x'.repeat(100_000) });
    const result = await saveAll(database, ids, user);
    expect(result.saved).toEqual([ids[0], ids[2]]);
    expect(result.failed).toMatchObject([{ id: ids[1], reason: { kind: 'fields', errors: { notes: ['too_long'] } } }]);
    expect(await groupIds()).toEqual([ids[1]]);
    expect(await database.photos.get(photo.id)).toMatchObject({ observation_id: null });
    await patchGroups(database, [ids[1]!], { notes: 'short' });
    expect((await saveAll(database, ids, user)).saved).toEqual([ids[1]]);
    expect(await database.observations.count()).toBe(3);
  });

  it('keeps one with half-typed coordinates until a place is chosen', async () => {
    await add('07:42:00');
    const [id] = await groupIds();
    await patchGroups(database, [id!], { place_text: 'TQ 300' });
    expect(await saveAll(database, [id!], user)).toEqual({
      saved: [],
      failed: [{ id, reason: { kind: 'fields', errors: { coordinates: ['unread'] } } }],
    });
    await patchGroups(database, [id!], { latitude: 52.1, longitude: 5.1 });
    expect((await saveAll(database, [id!], user)).saved).toEqual([id]);
    expect(await ownObservation(database, id!)).toMatchObject({ latitude: 52.1 });
  });

  it('saves each record once when run twice at the same time', async () => {
    await add('07:42:00');
    await add('07:50:00');
    const ids = await groupIds();
    await Promise.all([saveAll(database, ids, user), saveAll(database, ids, user)]);
    expect((await database.observations.toCollection().primaryKeys()).toSorted()).toEqual(ids.toSorted());
    const records = (await listOutbox(database)).filter(({ kind }) => kind === 'record');
    expect(new Set(records.map(({ observation_id }) => observation_id)).size).toBe(2);
    expect(await database.drafts.count()).toBe(0);
  });

  it('does not save a record whose photo is gone', async () => {
    const photo = await add('07:42:00');
    await database.photos.delete(photo.id);
    const ids = await groupIds();
    expect(await saveAll(database, ids, user)).toEqual({ saved: [], failed: [{ id: ids[0], reason: { kind: 'photo' } }] });
    expect(await database.observations.count()).toBe(0);
    expect(await groupIds()).toEqual(ids);
  });
});

describe('a duplicate photo', () => {
  it('is reported if an own record has it or it is on the board twice, and only then', async () => {
    const first = await taken('07:00:00', null, 5);
    const record = await saveObservation(database, { media: [declare(first, 0)] }, [first], { user });
    const again = await add('07:00:00', undefined, 5);
    const one = await add('07:50:00', undefined, 9);
    const two = await add('08:50:00', undefined, 9);
    await add('09:50:00', undefined, 11);
    const board = await readBoard(database);
    const hashes = new Set(board.groups.flatMap(({ photos }) => photos.map(({ sha256 }) => sha256)));
    const same = findDuplicates(board, await recordsByPictureHash(database, hashes));
    const groupId = board.groups.find(({ photos }) => photos[0]!.id === one.id)!.id;
    expect([...same]).toEqual([
      [again.id, { kind: 'record', id: record }],
      [two.id, { kind: 'board', groupId }],
    ]);
  });
});

describe('neighbouring records with a place', () => {
  it('are the nearest before and after, the nearer in time first, with the time difference', async () => {
    await add('07:00:00', [52.1, 4]);
    await add('07:30:00', [52.2, 4]);
    await add('07:42:00');
    await add('07:44:00', [52.3, 4]);
    await add(null);
    const { groups } = await readBoard(database);
    const found = findNeighbours(groups, [groups[2]!.id]);
    expect(found.map(({ group, apart, isBefore }) => [group.values.latitude, apart! / 60_000, isBefore])).toEqual([
      [52.3, 2, false],
      [52.2, 12, true],
    ]);
    // Without a time nobody knows how far apart they are.
    expect(findNeighbours(groups, [groups[4]!.id]).map(({ group, apart }) => [group.values.latitude, apart])).toEqual([[52.3, null]]);
  });
});
