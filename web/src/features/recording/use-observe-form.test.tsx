// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { ownRecordIds } from '../../local/records/own-count';
import { newId } from '../../local/db/ids';
import { discardDraft } from '../../local/records/drafts';
import { listOutbox } from '../../local/outbox/outbox';
import { RealFile } from '../../local/testing/bytes';
import { freshPerson, photo } from '../../local/testing/people';
import { signIn } from '../../testing/render-as';
import { blankValues, makeFormPhoto } from './form-values';
import { observeStart } from './form-start';
import { neighboursIn } from '../../shared/records/own';
import { robin } from './testing/records';
import { useObserveForm } from './use-observe-form';

let user: User;
beforeEach(async () => {
  user = freshPerson('anna');
  await signIn(user);
});

const database = () => openUserDatabase(user.id);
const newForm = () => ({ draftId: newId(), recordId: null, values: blankValues(user.preferences), isStored: false });
const nothing = { draft: null, edit: null, taxon: null };

/** Runs what is due within a second, such as the writing of a draft. */
async function passSecond(change: () => void): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(change);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
}

/** A picture that can be shown. */
class LoadedImage {
  readonly naturalWidth = 40;
  readonly naturalHeight = 30;
  onload: () => void = () => {};

  set src(_: string) {
    queueMicrotask(() => this.onload());
  }
}

function renderForm(start = newForm(), onDraftStored = () => {}) {
  return { start, ...renderHook(() => useObserveForm(start, onDraftStored)) };
}

/** The ids of all drafts, once those that were being written are on disk: another form's draft is written after them. */
async function draftsOnDisk(): Promise<string[]> {
  const other = renderForm();
  act(() => other.result.current.change({ notes: 'a robin' }));
  other.unmount();
  await waitFor(async () => expect(await database().drafts.get(other.start.draftId)).toBeDefined());
  return (await database().drafts.toCollection().primaryKeys()).filter((id) => id !== other.start.draftId);
}

describe('the open form', () => {
  it('stores what anna types within a second, and restores it after a reload', async () => {
    let kept = 0;
    const { start, result } = renderForm(newForm(), () => kept++);
    await passSecond(() => result.current.change({ notes: 'singing in the birch', taxon: robin }));
    await waitFor(() => expect(result.current.draftState).toBe('saved'));
    expect(kept).toBe(1);
    const again = await observeStart(database(), user, { ...nothing, draft: start.draftId });
    expect(again).toMatchObject({ draftId: start.draftId, isStored: true, values: { notes: 'singing in the birch', taxon: robin } });
  });

  it('creates no draft until somebody edits it, even if location fixes arrive', async () => {
    const { result, unmount } = renderForm();
    await passSecond(() => result.current.change({ latitude: 52.1, longitude: 5.1, location_source: 'gps' }, { quiet: true }));
    unmount();
    expect(await draftsOnDisk()).toEqual([]);
  });

  it('stores the last words even if it is closed at once', async () => {
    const { start, result, unmount } = renderForm();
    act(() => result.current.change({ notes: 'gone' }));
    unmount();
    await waitFor(async () => expect(await database().drafts.get(start.draftId)).toMatchObject({ values: { notes: 'gone' } }));
  });

  it('is saved with its photo: there is a record, outbox items and no draft', async () => {
    const { start, result } = renderForm();
    const picture = await photo();
    await database().photos.put({ ...picture, draft_id: start.draftId });
    act(() => result.current.change({ taxon: robin, media: [makeFormPhoto(picture)] }));
    const id = await act(() => result.current.save());
    expect(id).not.toBeNull();
    expect(await database().observations.get(id!)).toMatchObject({ taxon_id: 7, taxon: robin, media: [{ id: picture.id }] });
    expect(await database().photos.get(picture.id)).toMatchObject({ observation_id: id, draft_id: null });
    expect((await listOutbox(database())).map((item) => item.kind).sort()).toEqual(['photo', 'record']);
    // Not even late: nothing is left that could write the draft again.
    await passSecond(() => result.current.change({ latitude: 52.1, longitude: 5.1 }, { quiet: true }));
    expect(await draftsOnDisk()).toEqual([]);
  });

  it('stores its draft when it is closed at once, without reporting to the closed form', async () => {
    const onDraftStored = vi.fn<() => void>();
    const { start, result, unmount } = renderForm(newForm(), onDraftStored);
    act(() => result.current.change({ notes: 'a wren, left at once' }));
    unmount();
    await waitFor(async () => expect(await database().drafts.get(start.draftId)).toBeDefined());
    // A form that stays open reports its draft, which is stored later.
    const onLaterStored = vi.fn<() => void>();
    const later = renderForm(newForm(), onLaterStored);
    act(() => later.result.current.change({ notes: 'a robin' }));
    await waitFor(() => expect(onLaterStored).toHaveBeenCalled());
    expect(onDraftStored).not.toHaveBeenCalled();
  });

  it('keeps the photos that were still being read when it was left, also as the first of its draft', async () => {
    const [touched, untouched] = [renderForm(), renderForm()];
    act(() => touched.result.current.change({ notes: 'a wren, and its photo' }));
    const [first, second] = [await photo(), await photo()];
    for (const { unmount } of [touched, untouched]) unmount();
    touched.result.current.change(({ media }) => ({ media: [...media, makeFormPhoto(first)] }));
    untouched.result.current.change(({ media }) => ({ media: [...media, makeFormPhoto(second)] }));
    const draftOf = ({ start }: typeof touched) => database().drafts.get(start.draftId);
    await waitFor(async () =>
      expect(await draftOf(touched)).toMatchObject({ photo_ids: [first.id], values: { notes: 'a wren, and its photo' } }),
    );
    await waitFor(async () =>
      expect(await draftOf(untouched)).toMatchObject({ photo_ids: [second.id], values: { media: [{ id: second.id }] } }),
    );
  });

  it('does not bring back its draft by a photo when the draft was discarded meanwhile', async () => {
    const { start, result, unmount } = renderForm();
    act(() => result.current.change({ notes: 'nothing after all' }));
    unmount();
    await waitFor(async () => expect(await database().drafts.get(start.draftId)).toBeDefined());
    await discardDraft(database(), start.draftId);
    const picture = await photo();
    result.current.change(({ media }) => ({ media: [...media, makeFormPhoto(picture)] }));
    expect(await draftsOnDisk()).toEqual([]);
  });

  it('saves one record if anna clicks twice', async () => {
    const { result } = renderForm();
    act(() => result.current.change({ taxon: robin }));
    const ids = await act(() => Promise.all([result.current.save(), result.current.save()]));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await database().observations.count()).toBe(1);
  });

  it('saves one record if its draft was open in two tabs and anna saved both', async () => {
    const { start, result } = renderForm();
    act(() => result.current.change({ taxon: robin }));
    await waitFor(() => expect(result.current.draftState).toBe('saved'));
    const same = (await observeStart(database(), user, { ...nothing, draft: start.draftId }))!;
    const other = renderHook(() => useObserveForm(same, () => {}));
    const first = await act(() => result.current.save());
    expect(await act(() => other.result.current.save())).toBe(first);
    expect(await ownRecordIds(database())).toEqual([first]);
    expect(await listOutbox(database())).toHaveLength(1);
  });

  it('is not saved when empty, reports errors by field, and keeps what was typed', async () => {
    const { start, result } = renderForm();
    act(() => result.current.change({ notes: 'something flew by' }));
    expect(await act(() => result.current.save())).toBeNull();
    expect(result.current.problem).toEqual({ kind: 'fields', errors: { taxon_id: ['taxon_or_photo'] } });
    expect(result.current.values.notes).toBe('something flew by');
    expect(await database().observations.count()).toBe(0);
    expect(await database().drafts.get(start.draftId)).toBeDefined();
    act(() => result.current.change({ taxon: robin }));
    expect(await act(() => result.current.save())).not.toBeNull();
  });

  it('rejects files that are not photos by name and reason, and keeps the rest of the form', async () => {
    const { result } = renderForm();
    await act(() => result.current.addPhotos([new File(['hello'], 'letter.txt', { type: 'image/jpeg' })]));
    expect(result.current.refused).toEqual([{ name: 'letter.txt', reason: 'type' }]);
    expect(result.current.values.media).toEqual([]);
    expect(await database().photos.count()).toBe(0);
  });

  it('takes a photo that is picked twice once, says so, and takes it again if it is wanted', async () => {
    vi.stubGlobal('Image', LoadedImage);
    const { result } = renderForm();
    // A JPEG whose scan has no rows.
    const bytes = (last: number) => new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, last, 0xff, 0xd9]);
    const file = (name: string, last = 1) => new RealFile([bytes(last)], name);
    await act(() => result.current.addPhotos([file('one.jpg'), file('same.jpg'), file('other.jpg', 2)]));
    expect(result.current.refused).toEqual([]);
    expect(result.current.values.media).toHaveLength(2);
    const namesOf = () => result.current.repeated.map((one) => one.file.name);
    expect(namesOf()).toEqual(['same.jpg']);
    await act(() => result.current.addPhotos([file('again.jpg')]));
    expect([namesOf(), result.current.values.media.length, await database().photos.count()]).toEqual([['again.jpg'], 2, 2]);
    await act(() => result.current.addAgain(result.current.repeated[0]!));
    expect([namesOf(), result.current.values.media.length, await database().photos.count()]).toEqual([[], 3, 3]);
    vi.unstubAllGlobals();
  });

  it('edits a record under its own id', async () => {
    const first = renderForm();
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

  it('edits a record whose species is unknown to this device, and keeps the species until anna chooses another', async () => {
    const made = renderForm();
    act(() => made.result.current.change({ taxon: robin, notes: 'one' }));
    const id = (await act(() => made.result.current.save()))!;
    // As an imported record.
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

  it('keeps what another tab saved of the record while the edit was a draft here', async () => {
    const made = renderForm();
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

  it('keeps an unsaved edit while anna views another record, and restores it when she comes back', async () => {
    const ids: string[] = [];
    for (const notes of ['older', 'newer']) {
      const made = renderForm();
      act(() => made.result.current.change({ taxon: robin, notes }));
      ids.push((await act(() => made.result.current.save()))!);
      made.unmount();
      // The order is that of saving, to the millisecond.
      const saved = Date.now();
      await waitFor(() => expect(Date.now()).toBeGreaterThan(saved), { interval: 1 });
    }
    const [older, newer] = ids as [string, string];
    const list = await ownRecordIds(database());
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
