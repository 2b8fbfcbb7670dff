import { describe, expect, it } from 'vitest';
import { listOutbox } from '../outbox/outbox';
import { device } from '../testing/app';
import { observer, photo } from '../testing/people';
import { deleteObservation, saveObservation } from './observations';
import { declare } from './photos';
import { pickDraft } from './record-shape';
import { revertToVersion } from './save-observation';

const draft = { taxon_id: 17, observed_on: '2026-05-10' };

/** anna's record with three saves: the second took a note back, the third added a photo. */
async function threeSaves() {
  const anna = device();
  const user = observer(anna.user);
  const id = await saveObservation(anna.database, { ...draft, notes: 'On the weir', count: 2 }, [], { user });
  await anna.sender.flush();
  const first = pickDraft(anna.server.records.get(id)!.own);
  await saveObservation(anna.database, draft, [], { id, user });
  await anna.sender.flush();
  const picture = await photo(3000);
  await saveObservation(anna.database, { ...draft, media: [declare(picture, 0)] }, [picture], { id, user });
  await anna.sender.flush();
  return { ...anna, id, first, picture };
}

describe('reverting to an older version of a record', () => {
  it('is an edit of the newest one, and removes no photo', async () => {
    const anna = await threeSaves();
    expect(await revertToVersion(anna.database, anna.id, anna.first)).toBe(true);
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ kind: 'record', base_version: 3 });
    await anna.sender.flush();
    const { own } = anna.server.records.get(anna.id)!;
    expect(own).toMatchObject({ version: 4, notes: 'On the weir', count: 2 });
    expect(own.media.map(({ id }) => id)).toEqual([anna.picture.id]);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('restores captions, licences, crops and order of its photos, and keeps later photos as they are', async () => {
    const anna = device();
    const user = observer(anna.user);
    const [wing, tail, late] = [await photo(3000), await photo(3001), await photo(3002)];
    const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.5 };
    const media = [declare(wing, 0, { caption: 'wing', license: 'CC0-1.0', crop }), declare(tail, 1, { crop: null })];
    const id = await saveObservation(anna.database, { ...draft, media }, [wing, tail], { user });
    await anna.sender.flush();
    const first = pickDraft(anna.server.records.get(id)!.own);
    const now = [declare(late, 0, { caption: 'late' }), declare(tail, 1, { crop }), declare(wing, 2, { crop: null })];
    await saveObservation(anna.database, { ...draft, media: now }, [late], { id, user });
    await anna.sender.flush();
    await revertToVersion(anna.database, id, first);
    await anna.sender.flush();
    const { own } = anna.server.records.get(id)!;
    expect(own.media.map((one) => [one.id, one.order, one.caption, one.license, one.crop ?? null])).toEqual([
      [wing.id, 0, 'wing', 'CC0-1.0', crop],
      [tail.id, 1, null, null, null],
      [late.id, 2, 'late', null, null],
    ]);
  });

  it('is queued like every save without a connection', async () => {
    const anna = await threeSaves();
    anna.server.fault = () => 'no-connection';
    await revertToVersion(anna.database, anna.id, anna.first);
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toMatchObject([{ kind: 'record', state: 'waiting' }]);
    expect(await anna.database.observations.get(anna.id)).toMatchObject({ notes: 'On the weir' });
  });

  it('does nothing for a record that is deleted here', async () => {
    const anna = await threeSaves();
    await deleteObservation(anna.database, anna.id);
    expect(await revertToVersion(anna.database, anna.id, anna.first)).toBe(false);
    expect((await listOutbox(anna.database)).map(({ kind }) => kind)).toEqual(['deletion']);
  });
});
