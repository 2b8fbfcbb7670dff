import { describe, expect, it } from 'vitest';
import { listOutbox } from './outbox';
import { declare } from './photos';
import { saveObservation } from './observations';
import { takeBack } from './take-back';
import { anna, freshDatabase, observer, photo } from './testing/people';
import { newId } from './ids';

async function savedWithPhoto() {
  const database = freshDatabase();
  const picture = await photo();
  const draft = { taxon_id: 7, media: [declare(picture, 0)], notes: 'by the pond', geoprivacy: 'open' as const, attributes: {} };
  const id = await saveObservation(database, draft, [picture], { user: observer(anna) });
  return { database, id, picture, values: { media: draft.media, notes: draft.notes } };
}

describe('a record that anna takes back at once', () => {
  it('is a draft again with its photo, and nothing of it is sent', async () => {
    const { database, id, picture, values } = await savedWithPhoto();
    const draftId = newId();
    const taken = await takeBack(database, id, { id: draftId, values });
    expect(taken).toEqual({ outcome: 'taken', values });
    expect(await database.observations.count()).toBe(0);
    expect(await listOutbox(database)).toEqual([]);
    expect(await database.drafts.get(draftId)).toMatchObject({ values: { notes: 'by the pond' }, photo_ids: [picture.id] });
    expect(await database.photos.get(picture.id)).toMatchObject({ draft_id: draftId, observation_id: null });
  });

  it('is left as it was, and she is asked, where the server may have it', async () => {
    const { database, id, values } = await savedWithPhoto();
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'sending', tries: 1 });
    expect(await takeBack(database, id, { id: newId(), values })).toEqual({ outcome: 'sent' });
    expect(await database.observations.get(id)).toMatchObject({ deleted: 0 });
    expect(await database.drafts.count()).toBe(0);
    expect(await listOutbox(database)).toHaveLength(2);
  });

  it('is deleted at the server where she agrees, and its photo lives on in the draft under a new id', async () => {
    const { database, id, picture, values } = await savedWithPhoto();
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'sending', tries: 1 });
    const draftId = newId();
    const taken = await takeBack(database, id, { id: draftId, values }, { isAgreed: true });
    if (taken.outcome !== 'taken') throw new Error(taken.outcome);
    const [copy] = taken.values.media;
    expect(copy!.id).not.toBe(picture.id);
    expect(await database.photos.get(copy!.id)).toMatchObject({ draft_id: draftId, observation_id: null, sha256: picture.sha256 });
    expect(await database.drafts.get(draftId)).toMatchObject({ photo_ids: [copy!.id] });
    expect(await database.observations.get(id)).toMatchObject({ deleted: 1 });
    expect((await listOutbox(database)).map((one) => one.kind)).toContain('deletion');
  });

  it('makes no draft of a record that is gone', async () => {
    const { database, values } = await savedWithPhoto();
    expect(await takeBack(database, newId(), { id: newId(), values })).toEqual({ outcome: 'gone' });
    expect(await database.drafts.count()).toBe(0);
  });
});
