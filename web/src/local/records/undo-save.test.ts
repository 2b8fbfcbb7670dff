import { describe, expect, it } from 'vitest';
import { listOutbox } from '../outbox/outbox';
import { declare } from './photos';
import { saveObservation } from './observations';
import { setOnHold } from '../outbox/sending-rules';
import { endUndoTime, undoSave, UNDO_MS } from './undo-save';
import { device } from '../testing/app';
import { waitForIdle } from '../testing/fake-clock';
import { anna, freshDatabase, observer, photo } from '../testing/people';
import { newId } from '../db/ids';

async function savedWithPhoto() {
  const database = freshDatabase();
  const picture = await photo();
  const draft = { taxon_id: 7, media: [declare(picture, 0)], notes: 'by the pond', geoprivacy: 'open' as const, attributes: {} };
  const id = await saveObservation(database, draft, [picture], { user: observer(anna) });
  return { database, id, picture, values: { media: draft.media, notes: draft.notes } };
}

describe('a save that anna undoes', () => {
  it('becomes a draft again with its photo, and nothing is sent', async () => {
    const { database, id, picture, values } = await savedWithPhoto();
    const draftId = newId();
    const began = Date.now();
    const taken = await undoSave(database, id, { id: draftId, values });
    expect(taken).toMatchObject({ outcome: 'undone', values });
    expect((await database.drafts.get(draftId))!.updated_at).toBeGreaterThanOrEqual(began);
    expect(await database.observations.count()).toBe(0);
    expect(await listOutbox(database)).toEqual([]);
    expect(await database.drafts.get(draftId)).toMatchObject({ values: { notes: 'by the pond' }, photo_ids: [picture.id] });
    expect(await database.photos.get(picture.id)).toMatchObject({ draft_id: draftId, observation_id: null });
  });

  it('keeps the count that it has by now, whatever the form had', async () => {
    const { database, id, values } = await savedWithPhoto();
    await database.observations.update(id, { count: 3, count_type: 'exact' });
    const taken = await undoSave(database, id, { id: newId(), values: { ...values, count: 2, count_type: 'exact' as const } });
    expect(taken).toMatchObject({ outcome: 'undone', values: { count: 3 } });
    expect(await database.drafts.toArray()).toMatchObject([{ values: { count: 3, count_max: null, count_type: 'exact' } }]);
  });

  it('is left as it is if the server may have it, so that she is asked', async () => {
    const { database, id, values } = await savedWithPhoto();
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'sending', tries: 1 });
    expect(await undoSave(database, id, { id: newId(), values })).toEqual({ outcome: 'sent' });
    expect(await database.observations.get(id)).toMatchObject({ deleted: 0 });
    expect(await database.drafts.count()).toBe(0);
    expect(await listOutbox(database)).toHaveLength(2);
  });

  it('is deleted at the server if she agrees, and the draft keeps its photo under a new id', async () => {
    const { database, id, picture, values } = await savedWithPhoto();
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'sending', tries: 1 });
    const draftId = newId();
    const taken = await undoSave(database, id, { id: draftId, values }, { isAgreed: true });
    if (taken.outcome !== 'undone') throw new Error(taken.outcome);
    const [copy] = taken.values.media;
    expect(copy!.id).not.toBe(picture.id);
    expect(await database.photos.get(copy!.id)).toMatchObject({ draft_id: draftId, observation_id: null, sha256: picture.sha256 });
    expect(await database.drafts.get(draftId)).toMatchObject({ photo_ids: [copy!.id] });
    expect(await database.observations.get(id)).toMatchObject({ deleted: 1 });
    expect((await listOutbox(database)).map((one) => one.kind)).toContain('deletion');
  });

  it('creates no draft of a record that is gone', async () => {
    const { database, values } = await savedWithPhoto();
    expect(await undoSave(database, newId(), { id: newId(), values })).toEqual({ outcome: 'gone' });
    expect(await database.drafts.count()).toBe(0);
  });
});

describe('a new record whose save can be undone', () => {
  const wren = { taxon_id: 17, observed_on: '2026-05-10' };

  it('is not sent, and once undone never is', async () => {
    const { database, user, sender, server, clock } = device();
    const options = { user: observer(user), undoMs: UNDO_MS, now: clock.now() };
    const id = await saveObservation(database, wren, [], options);
    await sender.flush();
    await clock.advance(UNDO_MS - 1000);
    await sender.flush();
    expect(server.count('PUT', '/api/observations')).toBe(0);
    const taken = await undoSave(database, id, { id: newId(), values: { media: [] } });
    expect(taken.outcome).toBe('undone');
    await clock.advance(UNDO_MS);
    await sender.flush();
    expect(server.records.size).toBe(0);
    expect(server.count('DELETE', '/api/observations')).toBe(0);
  });

  it('is sent when the time is over', async () => {
    const { database, user, sender, server, clock } = device();
    const stop = sender.start();
    await waitForIdle();
    await saveObservation(database, wren, [], { user: observer(user), undoMs: UNDO_MS, now: clock.now() });
    await waitForIdle();
    expect(server.records.size).toBe(0);
    await clock.advance(UNDO_MS);
    await waitForIdle();
    expect(server.records.size).toBe(1);
    stop();
  });

  it('is sent as soon as the person continues, unless it is on hold or backs off', async () => {
    const { database, user, sender, server, clock } = device();
    const options = { user: observer(user), undoMs: UNDO_MS, now: clock.now() };
    const id = await saveObservation(database, wren, [], options);
    const held = await saveObservation(database, wren, [], options);
    await setOnHold(database, held, true);
    await endUndoTime(database, id);
    await endUndoTime(database, held);
    await sender.flush();
    expect([...server.records.keys()]).toEqual([id]);

    server.fault = () => 'no-connection';
    const failed = await saveObservation(database, wren, [], { user: observer(user) });
    await sender.flush();
    const [before] = (await listOutbox(database)).filter((item) => item.observation_id === failed);
    expect(before!.tries).toBe(1);
    await endUndoTime(database, failed);
    expect((await listOutbox(database)).find((item) => item.id === before!.id)).toEqual(before);
  });

  it('does not delay its correction', async () => {
    const { database, user, sender, server, clock } = device();
    const options = { user: observer(user), undoMs: UNDO_MS, now: clock.now() };
    const id = await saveObservation(database, wren, [], options);
    await saveObservation(database, { ...wren, notes: 'two of them' }, [], { ...options, id });
    await sender.flush();
    expect(server.records.get(id)?.own.notes).toBe('two of them');
  });
});
