// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { addDraftPhoto } from '../../../local/records/drafts';
import { newId } from '../../../local/db/ids';
import type { LocalPhoto } from '../../../local/db/rows';
import { freshPerson } from '../../../local/testing/people';
import { signIn } from '../../../testing/render-as';
import { blankValues, makeFormPhoto } from '../../recording/form-values';
import { robin } from '../../recording/testing/records';
import { useObserveForm } from '../../recording/use-observe-form';
import { readBoard } from './board';
import { boardPhoto } from './board-values';
import { areOfDifferentTimes, splitDraft } from './split-draft';
import { taken } from '../testing/board-photos';

let user: User;
beforeEach(async () => {
  user = freshPerson('anna');
  await signIn(user);
});

const database = () => openUserDatabase(user.id);

const blank = blankValues({ geoprivacy: 'obscured', license: null });

/** Anna's open form, to which three photos were added where she sits now: two of one subject, one taken half an hour later. */
async function formWithPhotos() {
  const draftId = newId();
  const here = { latitude: 48.1, longitude: 11.5, coordinate_uncertainty_m: 8, location_source: 'gps' as const };
  const values = { ...blank, ...here };
  const photos: LocalPhoto[] = [await taken('07:42:00', [52.5, 4.75]), await taken('08:15:00'), await taken('07:42:30', [52.5, 4.75])];
  for (const photo of photos) await addDraftPhoto(database(), draftId, photo);
  const form = renderHook(() => useObserveForm({ draftId, recordId: null, values, isStored: false }, () => {}));
  act(() => form.result.current.change({ media: photos.map((one) => makeFormPhoto(one)) }));
  return { draftId, photos, form };
}

describe('splitting a new record whose photos were taken at different times', () => {
  it('makes several records, each with the facts of its own photos, and without anna’s current location', async () => {
    const { draftId, photos, form } = await formWithPhotos();
    expect(areOfDifferentTimes(photos.map((one) => boardPhoto(one)))).toBe(true);
    expect(areOfDifferentTimes([photos[0]!, photos[2]!].map((one) => boardPhoto(one)))).toBe(false);
    await act(() => form.result.current.completeDraft(() => splitDraft(database(), draftId, 60)));
    form.unmount();
    const { groups } = await readBoard(database());
    expect(groups.map((group) => group.photos.map(({ id }) => id))).toEqual([[photos[0]!.id, photos[2]!.id], [photos[1]!.id]]);
    expect(groups[0]!.values).toMatchObject({
      latitude: 52.5,
      location_source: 'exif',
      time: '07:42',
      geoprivacy: 'obscured',
      license: null,
    });
    expect(groups[1]!.values).toMatchObject({ latitude: null, location_source: null, time: '08:15' });
    expect(await database().drafts.get(draftId)).toBeUndefined();
    expect(await database().photos.where('draft_id').equals(draftId).count()).toBe(0);
  });

  it('keeps what was entered in the record with the first photo', async () => {
    const { draftId, form } = await formWithPhotos();
    act(() => form.result.current.change({ taxon: robin, notes: 'in the birch' }));
    await act(() => form.result.current.completeDraft(() => splitDraft(database(), draftId, 60)));
    const { groups } = await readBoard(database());
    expect(groups[0]).toMatchObject({ id: draftId, values: { taxon: robin, notes: 'in the birch', latitude: 52.5, time: '07:42' } });
    expect(groups[1]!.values).toMatchObject({ taxon: null, notes: '' });
    expect(groups).toHaveLength(2);
    // Nothing that the form still does comes after it: not even before the draft of a form that is closed later.
    act(() => form.result.current.change({ notes: 'too late' }));
    form.unmount();
    const later = newId();
    const other = renderHook(() => useObserveForm({ draftId: later, recordId: null, values: blank, isStored: false }, () => {}));
    act(() => other.result.current.change({ notes: 'a wren' }));
    other.unmount();
    await waitFor(async () => expect(await database().drafts.get(later)).toBeDefined());
    expect((await readBoard(database())).groups[0]!.values.notes).toBe('in the birch');
  });

  it('leaves the form open if it fails', async () => {
    const { draftId, form } = await formWithPhotos();
    await act(async () => {
      await expect(form.result.current.completeDraft(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    });
    act(() => form.result.current.change({ notes: 'still here' }));
    await waitFor(async () => expect(await database().drafts.get(draftId)).toMatchObject({ values: { notes: 'still here' } }));
  });
});
