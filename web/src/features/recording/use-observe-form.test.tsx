// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { ownObservationIds } from '../../local/records/observations';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { person, photo } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { blankValues, photoOf } from './form-values';
import { observeStart } from './form-start';
import { neighboursIn } from '../observations/own';
import { useObserveForm } from './use-observe-form';

const robin = { id: 7, name: 'roodborst', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };

let user = person('anna', { id: newId() });

beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
});

const database = () => openUserDatabase(user.id);
const newForm = () => ({ draftId: newId(), recordId: null, values: blankValues(user.preferences), isStored: false });
const nothing = { draft: null, edit: null, taxon: null };

function open(start = newForm(), onDraftStored = () => {}) {
  return { start, ...renderHook(() => useObserveForm(start, onDraftStored)) };
}

describe('the open form', () => {
  it('keeps what anna types within a second, and a reload finds it again', async () => {
    let kept = 0;
    const { start, result } = open(newForm(), () => kept++);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => result.current.change({ notes: 'singing in the birch', taxon: robin }));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    await waitFor(() => expect(result.current.draftState).toBe('saved'));
    expect(kept).toBe(1);
    const again = await observeStart(database(), user, { ...nothing, draft: start.draftId });
    expect(again).toMatchObject({ draftId: start.draftId, isStored: true, values: { notes: 'singing in the birch', taxon: robin } });
  });

  it('makes no draft of a form nobody touched, though fixes arrive', async () => {
    const { result, unmount } = open();
    act(() => result.current.change({ latitude: 52.1, longitude: 5.1, location_source: 'gps' }, { quiet: true }));
    unmount();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await database().drafts.count()).toBe(0);
  });

  it('keeps the last words also when it is left at once', async () => {
    const { start, result, unmount } = open();
    act(() => result.current.change({ notes: 'gone' }));
    unmount();
    await waitFor(async () => expect(await database().drafts.get(start.draftId)).toMatchObject({ values: { notes: 'gone' } }));
  });

  it('is saved with its photo, and then there is a record, an outbox and no draft', async () => {
    const { start, result } = open();
    const picture = await photo();
    await database().photos.put({ ...picture, draft_id: start.draftId });
    act(() => result.current.change({ taxon: robin, media: [photoOf(picture)] }));
    const id = await act(() => result.current.save());
    expect(id).not.toBeNull();
    expect(await database().observations.get(id!)).toMatchObject({ taxon_id: 7, taxon: robin, media: [{ id: picture.id }] });
    expect(await database().photos.get(picture.id)).toMatchObject({ observation_id: id, draft_id: null });
    expect((await listOutbox(database())).map((item) => item.kind).sort()).toEqual(['photo', 'record']);
    // Not even late: nothing is left that could write the draft again.
    act(() => result.current.change({ latitude: 52.1, longitude: 5.1 }, { quiet: true }));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await database().drafts.count()).toBe(0);
  });

  it('is stored when the form is left at once, and no longer reported to it', async () => {
    const onDraftStored = vi.fn<() => void>();
    const { start, result, unmount } = open(newForm(), onDraftStored);
    act(() => result.current.change({ notes: 'a wren, left at once' }));
    unmount();
    await waitFor(async () => expect(await database().drafts.get(start.draftId)).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(onDraftStored).not.toHaveBeenCalled();
  });

  it('is one record also where anna taps twice', async () => {
    const { result } = open();
    act(() => result.current.change({ taxon: robin }));
    const ids = await act(() => Promise.all([result.current.save(), result.current.save()]));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await database().observations.count()).toBe(1);
  });

  it('is one record also where its draft was open in two tabs, and anna saved both', async () => {
    const { start, result } = open();
    act(() => result.current.change({ taxon: robin }));
    await waitFor(() => expect(result.current.draftState).toBe('saved'));
    const same = (await observeStart(database(), user, { ...nothing, draft: start.draftId }))!;
    const other = renderHook(() => useObserveForm(same, () => {}));
    const first = await act(() => result.current.save());
    expect(await act(() => other.result.current.save())).toBe(first);
    expect(await ownObservationIds(database())).toEqual([first]);
    expect(await listOutbox(database())).toHaveLength(1);
  });

  it('is not saved empty, says why by field, and everything typed stays', async () => {
    const { start, result } = open();
    act(() => result.current.change({ notes: 'something flew by' }));
    expect(await act(() => result.current.save())).toBeNull();
    expect(result.current.problem).toEqual({ kind: 'fields', errors: { taxon_id: ['taxon_or_photo'] } });
    expect(result.current.values.notes).toBe('something flew by');
    expect(await database().observations.count()).toBe(0);
    expect(await database().drafts.get(start.draftId)).toBeDefined();
    act(() => result.current.change({ taxon: robin }));
    expect(await act(() => result.current.save())).not.toBeNull();
  });

  it('refuses what is no photo by name and reason, and takes the rest of the form as it is', async () => {
    const { result } = open();
    await act(() => result.current.addPhotos([new File(['hello'], 'letter.txt', { type: 'image/jpeg' })]));
    expect(result.current.refused).toEqual([{ name: 'letter.txt', reason: 'type' }]);
    expect(result.current.values.media).toEqual([]);
    expect(await database().photos.count()).toBe(0);
  });

  it('changes a record under its own id', async () => {
    const first = open();
    act(() => first.result.current.change({ taxon: robin, notes: 'one' }));
    const id = (await act(() => first.result.current.save()))!;
    const start = (await observeStart(database(), user, { ...nothing, edit: id }))!;
    expect(start).toMatchObject({ recordId: id, values: { notes: 'one' }, isStored: false });
    const second = renderHook(() => useObserveForm(start, () => {}));
    act(() => second.result.current.change({ notes: 'two' }));
    expect(await act(() => second.result.current.save())).toBe(id);
    expect(await database().observations.count()).toBe(1);
    expect(await database().observations.get(id)).toMatchObject({ notes: 'two', taxon: robin });
  });

  it('changes a record whose species this device cannot name, and its species stays until anna chooses another', async () => {
    const made = open();
    act(() => made.result.current.change({ taxon: robin, notes: 'one' }));
    const id = (await act(() => made.result.current.save()))!;
    // As a record stands there that was taken in from a file.
    await database().observations.update(id, { taxon: null });
    const reopened = async () =>
      renderHook(useObserveForm.bind(null, (await observeStart(database(), user, { ...nothing, edit: id }))!, () => {}));

    const second = await reopened();
    act(() => second.result.current.change({ notes: 'two' }));
    expect(await act(() => second.result.current.save())).toBe(id);
    expect(await database().observations.get(id)).toMatchObject({ taxon_id: 7, notes: 'two' });

    const third = await reopened();
    act(() => third.result.current.change({ taxon: null, verbatim_name: 'small bird' }));
    expect(await act(() => third.result.current.save())).toBe(id);
    expect(await database().observations.get(id)).toMatchObject({ taxon_id: null, verbatim_name: 'small bird' });
  });

  it('leaves what another tab saved of the record while its change lay here as a draft', async () => {
    const made = open();
    act(() => made.result.current.change({ taxon: robin, notes: 'one' }));
    const id = (await act(() => made.result.current.save()))!;
    const before = (await observeStart(database(), user, { ...nothing, edit: id }))!;
    const changing = renderHook(() => useObserveForm(before, () => {}));
    act(() => changing.result.current.change({ count: 6 }));
    changing.unmount();
    await waitFor(async () => expect(await database().drafts.count()).toBe(1));

    const beside = { ...before, draftId: newId() };
    const elsewhere = renderHook(() => useObserveForm(beside, () => {}));
    act(() => elsewhere.result.current.change({ notes: 'two' }));
    expect(await act(() => elsewhere.result.current.save())).toBe(id);

    const back = (await observeStart(database(), user, { ...nothing, edit: id }))!;
    expect(back).toMatchObject({ recordId: id, values: { count: 6, notes: 'two' }, isStored: true });
    const again = renderHook(() => useObserveForm(back, () => {}));
    expect(await act(() => again.result.current.save())).toBe(id);
    expect(await database().observations.get(id)).toMatchObject({ count: 6, notes: 'two', taxon: robin });
  });

  it('keeps a change that was not saved while anna looks at the record beside it, and finds it when she comes back', async () => {
    const ids: string[] = [];
    for (const notes of ['older', 'newer']) {
      const made = open();
      act(() => made.result.current.change({ taxon: robin, notes }));
      ids.push((await act(() => made.result.current.save()))!);
      made.unmount();
      // The order is that of saving, to the millisecond.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [older, newer] = ids as [string, string];
    const list = await ownObservationIds(database());
    expect(neighboursIn(list, newer)).toEqual({ number: 1, total: 2, previous: null, next: older });
    expect(neighboursIn(list, older)).toEqual({ number: 2, total: 2, previous: newer, next: null });
    expect(neighboursIn(list, newId())).toBeNull();

    const first = (await observeStart(database(), user, { ...nothing, edit: newer }))!;
    const changing = renderHook(() => useObserveForm(first, () => {}));
    act(() => changing.result.current.change({ notes: 'newer, with a nest' }));
    changing.unmount();
    const beside = (await observeStart(database(), user, { ...nothing, edit: older }))!;
    expect(beside).toMatchObject({ recordId: older, values: { notes: 'older' }, isStored: false });
    const back = (await observeStart(database(), user, { ...nothing, edit: newer }))!;
    expect(back).toMatchObject({ recordId: newer, values: { notes: 'newer, with a nest' }, isStored: true });
    expect(await database().observations.get(newer)).toMatchObject({ notes: 'newer' });
  });
});
