import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalPhoto } from '../../../local/db/rows';
import { saveDraft } from '../../../local/records/drafts';
import { anna, freshDatabase } from '../../../local/testing/people';
import { type FormPatch, readFormRecord } from '../../recording/form-values';
import { observeStart } from '../../recording/form-start';
import { BOARD } from '../../../local/records/photo-board';
import { readBoard } from './board';
import { addToBoard, mergePhotos, leaveOut, movePhoto, putBack, regroup, patchGroups, splitOff, deleteLeftOut } from './board-actions';
import { type Change, ChangedSince, undoBoardChange } from './board-write';
import { taken } from '../testing/board-photos';

const robin = { id: 7, name: 'roodborst', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };
const wren = { ...robin, id: 8, name: 'winterkoning' };
const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;
const HERE: [number, number] = [52.5, 4.75];

let database: UserDatabase;
let photos: Record<string, LocalPhoto>;

beforeEach(async () => {
  database = freshDatabase();
  photos = {};
});

async function add(name: string, time: string | null, place: [number, number] | null = null): Promise<string> {
  const photo = (photos[name] = await taken(time, place));
  await addToBoard(database, photo, 60, sharing);
  return photo.id;
}

const idOf = (name: string) => photos[name]!.id;
const idsOf = (...names: string[]) => names.map(idOf);
const nameOf = (id: string) => Object.entries(photos).find(([, photo]) => photo.id === id)?.[0] ?? '?';
/** The records on the board by the names of their photos, in order: `ab c`. */
async function shown(): Promise<string> {
  const { groups } = await readBoard(database);
  return groups.map((group) => group.photos.map(({ id }) => nameOf(id)).join('')).join(' ');
}
const groupWith = async (name: string) =>
  (await readBoard(database)).groups.find((group) => group.photos.some(({ id }) => id === idOf(name)))!;
const done = (change: Change | null): Change => {
  if (!change) throw new Error('Nothing was changed');
  return change;
};
const say = async (name: string, patch: FormPatch) => patchGroups(database, [(await groupWith(name)).id], patch);

/** Anna's walk: two photos of one subject, one of another a while later, and one without any facts. */
async function walk() {
  await add('b', '07:42:30', HERE);
  await add('x', null);
  await add('a', '07:42:00', HERE);
  await add('c', '07:50:00');
}

describe('the board', () => {
  it('stores each photo as soon as it is read, in records proposed by time', async () => {
    await walk();
    expect(await shown()).toBe('ab c x');
    const drafts = await database.drafts.toArray();
    expect(drafts).toHaveLength(3);
    expect(drafts.flatMap(({ photo_ids }) => photo_ids).toSorted()).toEqual(idsOf('a', 'b', 'c', 'x').toSorted());
    expect(await database.photos.where('draft_id').equals(BOARD).count()).toBe(4);
  });

  it('takes place, date and time from the photos, and leaves the rest unknown', async () => {
    await walk();
    const [first, second, last] = (await readBoard(database)).groups.map(({ values }) => values);
    expect(first).toMatchObject({ latitude: 52.5, longitude: 4.75, coordinate_uncertainty_m: 5, location_source: 'exif' });
    expect(first).toMatchObject({ day: '2026-05-17', time: '07:42', when_source: 'photo', time_zone: 'Europe/Amsterdam' });
    expect(readFormRecord(second!)).toMatchObject({ observed_on: '2026-05-17', observed_time: '07:50', latitude: null, time_zone: null });
    expect(readFormRecord(last!)).toMatchObject({
      observed_on: null,
      observed_time: null,
      time_zone: null,
      latitude: null,
      location_source: null,
    });
  });

  it('is the same after a reload, edited or not', async () => {
    await walk();
    await mergePhotos(database, idsOf('c', 'x'));
    const before = await readBoard(database);
    const again = new (database.constructor as new (id: string) => UserDatabase)(database.userId);
    expect(await readBoard(again)).toEqual(before);
    again.close();
  });

  it('is grouped again with another gap, except records that a person has edited', async () => {
    await walk();
    await say('c', { taxon: robin });
    await regroup(database, 0, sharing);
    expect(await shown()).toBe('a b c x');
    await regroup(database, 300, sharing);
    expect(await shown()).toBe('ab c x');
    await splitOff(database, idsOf('b'));
    await regroup(database, 300, sharing);
    expect(await shown()).toBe('a b c x');
    expect((await groupWith('c')).values.taxon).toEqual(robin);
    expect(await regroup(database, 300, sharing)).toBeNull();
  });

  it('recovers a photo that a crash left without a record', async () => {
    await walk();
    await database.drafts.delete((await groupWith('c')).id);
    expect(await shown()).toBe('ab x');
    await regroup(database, 60, sharing);
    expect(await shown()).toBe('ab c x');
  });
});

describe('records on the board', () => {
  it('are merged: the first one’s values win, the other fills gaps, and the stricter sharing is kept', async () => {
    await walk();
    await say('a', { notes: 'in the birch' });
    await say('c', { taxon: robin, notes: 'singing', geoprivacy: 'private', license: null });
    await mergePhotos(database, idsOf('a', 'b', 'c'));
    expect(await shown()).toBe('abc x');
    const { values } = await groupWith('a');
    expect(values).toMatchObject({ taxon: robin, notes: 'in the birch\nsinging', geoprivacy: 'private', license: null });
    expect(values).toMatchObject({ latitude: 52.5, time: '07:42' });
  });

  it('can give a photo to another record, and its place moves along if it is from the photo', async () => {
    await walk();
    await add('d', '07:55:00', [52.6, 4.8]);
    await mergePhotos(database, idsOf('d'), (await groupWith('c')).id);
    expect(await shown()).toBe('ab cd x');
    expect((await groupWith('c')).values).toMatchObject({ latitude: 52.6, location_source: 'exif', time: '07:50' });
    await splitOff(database, idsOf('d'));
    expect((await groupWith('c')).values).toMatchObject({ latitude: null, location_source: null, time_zone: null });
    expect((await groupWith('d')).values).toMatchObject({ latitude: 52.6, time: '07:55' });
  });

  it('keep a place entered by a person, whichever photos are added or removed', async () => {
    await walk();
    await say('c', { latitude: 51, longitude: 4, location_source: 'typed', coordinate_uncertainty_m: null, location_id: null });
    await mergePhotos(database, idsOf('a'), (await groupWith('c')).id);
    expect((await groupWith('c')).values).toMatchObject({
      latitude: 51,
      location_source: 'typed',
      time_zone: 'Europe/Brussels',
      time: '07:42',
    });
    expect((await groupWith('b')).values).toMatchObject({ latitude: 52.5, time: '07:42' });
  });

  it('are split without copying the species, and with the same sharing', async () => {
    await walk();
    await say('a', { taxon: robin, geoprivacy: 'obscured' });
    await splitOff(database, idsOf('b'));
    expect(await shown()).toBe('a b c x');
    expect((await groupWith('a')).values.taxon).toEqual(robin);
    expect((await groupWith('b')).values).toMatchObject({ taxon: null, geoprivacy: 'obscured', latitude: 52.5 });
    expect(await splitOff(database, idsOf('b'))).toBeNull();
  });

  it('can reorder their photos, and the first represents the record', async () => {
    await walk();
    await movePhoto(database, idOf('b'), -1);
    expect(await shown()).toBe('ba c x');
    expect(await movePhoto(database, idOf('b'), -1)).toBeNull();
    expect((await groupWith('b')).values).toMatchObject({ time: '07:42', location_source: 'exif' });
  });

  it('can be edited several at once, leaving the others alone', async () => {
    await walk();
    const [first, second, third] = (await readBoard(database)).groups;
    await patchGroups(database, [first!.id, second!.id], { taxon: wren, geoprivacy: 'private' });
    const after = (await readBoard(database)).groups;
    expect(after.map(({ values }) => values.taxon?.id ?? null)).toEqual([8, 8, null]);
    expect(after[2]).toEqual(third);
  });
});

describe('photos that were left out', () => {
  it('are in no record but stay on the device, can be put back, and are deleted only on request', async () => {
    await walk();
    await leaveOut(database, idsOf('b', 'c'), sharing);
    expect(await shown()).toBe('a x');
    expect((await readBoard(database)).leftOut?.photos.map(({ id }) => nameOf(id))).toEqual(['b', 'c']);
    expect(await database.photos.count()).toBe(4);
    // A new gap does not bring them back.
    await regroup(database, 300, sharing);
    expect(await shown()).toBe('a x');
    await putBack(database, idsOf('c'), 60, sharing);
    expect(await shown()).toBe('a c x');
    await deleteLeftOut(database);
    expect(await database.photos.toCollection().primaryKeys()).not.toContain(idOf('b'));
    expect(await database.photos.count()).toBe(3);
    expect((await readBoard(database)).leftOut).toBeNull();
  });

  it('leave a record without photos if it has other data', async () => {
    await walk();
    await say('c', { taxon: robin });
    await leaveOut(database, idsOf('c', 'x'), sharing);
    const { groups } = await readBoard(database);
    expect(groups.map(({ values, photos: own }) => [values.taxon?.id ?? null, own.length])).toEqual([
      [null, 2],
      [7, 0],
    ]);
  });
});

describe('undo', () => {
  it('restores merged, split and left out records exactly, one step after another', async () => {
    await walk();
    await say('c', { taxon: robin, notes: 'singing' });
    const start = await readBoard(database);
    const merged = done(await mergePhotos(database, idsOf('a', 'b', 'c')));
    const between = await readBoard(database);
    const split = done(await splitOff(database, idsOf('b')));
    const left = done(await leaveOut(database, idsOf('a'), sharing));
    await undoBoardChange(database, left);
    await undoBoardChange(database, split);
    expect(await readBoard(database)).toEqual(between);
    await undoBoardChange(database, merged);
    expect(await readBoard(database)).toEqual(start);
  });

  it('is refused if the record has changed since, and loses nothing', async () => {
    await walk();
    const merged = done(await mergePhotos(database, idsOf('a', 'b', 'c')));
    await say('a', { taxon: robin });
    const before = await readBoard(database);
    await expect(undoBoardChange(database, merged)).rejects.toThrow(ChangedSince);
    expect(await readBoard(database)).toEqual(before);
  });
});

describe('a record of the board opened as a form', () => {
  it('keeps its photos, and is not grouped again', async () => {
    await walk();
    const { id } = await groupWith('a');
    const start = await observeStart(database, anna, { draft: id, edit: null, taxon: null });
    expect(start).toMatchObject({ draftId: id, recordId: null, isStored: true, values: { location_source: 'exif' } });
    expect(start!.values.media.map((photo) => nameOf(photo.id))).toEqual(['a', 'b']);
    expect((await database.photos.where('draft_id').equals(id).primaryKeys()).toSorted()).toEqual(idsOf('a', 'b').toSorted());
    await regroup(database, 0, sharing);
    expect(await shown()).toBe('ab c x');
  });

  it('can give a photo to another record, which then does not get deleted with it', async () => {
    await walk();
    const { id } = await groupWith('a');
    const start = (await observeStart(database, anna, { draft: id, edit: null, taxon: null }))!;
    await saveDraft(database, {
      id,
      observation_id: null,
      values: { ...start.values, notes: 'typed in the form' },
      photo_ids: idsOf('a', 'b'),
      updated_at: Date.now(),
    });
    expect((await groupWith('a')).values.notes).toBe('typed in the form');
    await splitOff(database, idsOf('b'));
    expect(await database.photos.where('draft_id').equals(id).primaryKeys()).toEqual([idOf('a')]);
    expect(await database.photos.get(idOf('b'))).toMatchObject({ draft_id: BOARD });
  });
});
