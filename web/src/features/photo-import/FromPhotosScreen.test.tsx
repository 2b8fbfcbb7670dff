// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { sharedFiles } from '../../local/device/shared-files';
import { RealFile } from '../../local/testing/bytes';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { addToBoard, patchGroups } from './board/board-actions';
import { readBoard } from './board/board';
import { taken } from './testing/board-photos';
import FromPhotosScreen from './FromPhotosScreen';

const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;
let user: User;
beforeEach(() => {
  user = freshPerson('anna');
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await sharedFiles().files.clear();
  await sharedFiles().bytes.clear();
});

const database = () => openUserDatabase(user.id);

async function addPhoto(time: string | null, place?: [number, number]) {
  await addToBoard(database(), await taken(time, place), 60, sharing);
}

const renderScreen = () => renderAs(user, <FromPhotosScreen />, { at: '/observe/photos' });

/** Records with how many photos each has. */
const photosPerRecord = () =>
  screen
    .queryAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading', { level: 2 }))
    .map((item) => item.querySelectorAll('button[aria-pressed]').length);
async function click(name: string) {
  const button = await screen.findByRole('button', { name });
  act(() => void fireEvent.click(button));
}

describe('the board of photos', () => {
  it('offers to choose photos and not to save while it is empty', async () => {
    await renderScreen();
    await screen.findByRole('button', { name: 'Choose photos' });
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('shows known values with their source, and marks missing ones', async () => {
    await addPhoto('07:42:00', [52.5, 4.75]);
    await addPhoto(null);
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1]));
    const [first, second] = screen.getAllByRole('listitem');
    expect(first!.textContent).toContain('May 17, 2026, 7:42');
    expect(within(first!).getAllByText('From the photo')).toHaveLength(2);
    expect(second!.textContent).toContain('No time in photo');
    expect(second!.textContent).toContain('Place missing');
  });

  it('says that the clock of a camera was not set, keeps its photos together, and takes its date only on request', async () => {
    for (const second of [3, 20]) {
      const photo = await taken(null);
      const doubt = { reason: 'unset', on: '2000-01-01', time: '13:40', second } as const;
      await addToBoard(database(), { ...photo, facts: { ...photo.facts, doubt } }, 60, sharing);
    }
    await addPhoto('07:42:00');
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 2]));
    await click('No time in photo');
    await screen.findByText('The camera’s clock says Jan 1, 2000, 1:40 PM. It probably wasn’t set.');
    act(() => void fireEvent.click(screen.getByRole('button', { name: /^Use Jan 1, 2000, 1:40 PM anyway/ })));
    await waitFor(() => expect(screen.queryByText('No time in photo')).toBeNull());
    expect((await readBoard(database())).groups.map(({ values }) => [values.day, values.time])).toContainEqual(['2000-01-01', '13:40']);
  });

  it('merges the chosen records, undoes it, and is the same after a reload', async () => {
    await addPhoto('07:42:00');
    await addPhoto('07:50:00');
    await addPhoto('08:50:00');
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1, 1]));
    await click('Photo 1 of record 1');
    // With one whole record chosen there is nothing to join or to split off.
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New record' })).toBeNull();
    await click('Photo 1 of record 3');
    await click('Merge');
    await waitFor(() => expect(photosPerRecord()).toEqual([2, 1]));
    await click('Undo');
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1, 1]));
    await click('Photo 1 of record 2');
    await click('Photo 1 of record 3');
    await click('Merge');
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 2]));
    cleanup();
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 2]));
  });

  it('says what is missing, and each part shows the records it counts until none is left', async () => {
    await addPhoto('07:42:00', [52.5, 4.75]);
    await addPhoto('07:50:00');
    await addPhoto(null, [52.5, 4.75]);
    await renderScreen();
    const summary = await screen.findByRole('group', { name: 'What is missing' });
    await waitFor(() => expect(summary.textContent).toBe('3 records3 without a species1 without a date1 without a place'));
    await click('1 without a date');
    await waitFor(() => expect(photosPerRecord()).toEqual([1]));
    // The day of the other records is offered, and their time is not.
    await click('No time in photo');
    act(() => void fireEvent.click(screen.getByRole('button', { name: /^May 17, 2026/ })));
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1, 1]));
    expect(screen.queryByRole('button', { name: '1 without a date' })).toBeNull();
    expect((await readBoard(database())).groups.map(({ values }) => [values.day, values.time])).toContainEqual(['2026-05-17', '']);
  });

  it('selects all photos that are shown, and no others', async () => {
    await addPhoto('07:42:00', [52.5, 4.75]);
    await addPhoto('07:50:00');
    await addPhoto('08:50:00');
    await renderScreen();
    await click('2 without a place');
    await click('Photo 1 of record 2');
    await click('Select all');
    expect(await screen.findByRole('group', { name: '2 photos selected' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Select all' })).toBeNull();
  });

  it('sets date and count of the chosen records at once, keeps the time of each, and undoes it', async () => {
    await addPhoto('07:42:00');
    await addPhoto('07:50:00');
    await addPhoto('08:50:00');
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1, 1]));
    const facts = async () => (await readBoard(database())).groups.map(({ values }) => `${values.day} ${values.time} ${values.count}`);
    await click('Photo 1 of record 1');
    await click('Photo 1 of record 2');
    await click('Count');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Count' }), { target: { value: '~40' } });
    await click('Apply to 2 records');
    await waitFor(async () => expect(await facts()).toEqual(['2026-05-17 07:42 40', '2026-05-17 07:50 40', '2026-05-17 08:50 null']));
    await click('Date');
    fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2026-05-16' } });
    await click('Apply to 2 records');
    await waitFor(async () => expect(await facts()).toEqual(['2026-05-16 07:42 40', '2026-05-16 07:50 40', '2026-05-17 08:50 null']));
    await click('Undo');
    await click('Undo');
    await waitFor(async () => expect(await facts()).toEqual(['2026-05-17 07:42 null', '2026-05-17 07:50 null', '2026-05-17 08:50 null']));
  });

  it('keeps the focus in its toolbar after an undo', async () => {
    await addPhoto('07:42:00');
    await addPhoto('07:50:00');
    await renderScreen();
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1]));
    await click('Photo 1 of record 1');
    await click('Photo 1 of record 2');
    await click('Merge');
    await waitFor(() => expect(photosPerRecord()).toEqual([2]));
    const undo = screen.getByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    await waitFor(() => expect(photosPerRecord()).toEqual([1, 1]));
    await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Save all 2 records' }))).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });

  it('saves every valid record and says why the other one stays', async () => {
    await addPhoto('07:42:00');
    await addPhoto('07:50:00');
    const { groups } = await readBoard(database());
    await patchGroups(database(), [groups[1]!.id], { notes: 'x'.repeat(100_000) });
    await renderScreen();
    await click('Save all 2 records');
    await screen.findByRole('heading', { name: '1 record saved' });
    await waitFor(() => expect(photosPerRecord()).toEqual([1]));
    expect(screen.getByRole('alert').textContent).toContain('This is too long.');
    expect(await database().observations.toCollection().primaryKeys()).toEqual([groups[0]!.id]);
    expect(await database().drafts.count()).toBe(1);
  });

  it('asks before shared photos are added, and deletes them if they are declined', async () => {
    vi.stubGlobal('File', RealFile);
    const inbox = sharedFiles();
    const photos = Array.from({ length: 8 }, (_, index) => new RealFile(['x'], `IMG_${index}.JPG`, { type: 'image/jpeg' }));
    await inbox.add(photos, { words: 'Your prize' });
    await renderScreen();
    const question = await screen.findByRole('region', { name: 'Add 8 photos?' });
    expect(question.textContent).toContain('IMG_0.JPG, IMG_1.JPG, IMG_2.JPG, IMG_3.JPG, IMG_4.JPG, IMG_5.JPG, …');
    expect(question.textContent).toContain('Text sent along: “Your prize”');
    expect(await database().drafts.count()).toBe(0);
    await click('Don’t add');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Add/ })).toBeNull());
    expect([await inbox.files.count(), await inbox.bytes.count()]).toEqual([0, 0]);
    expect(await database().drafts.count()).toBe(0);
    expect(await database().photos.count()).toBe(0);
  });

  it('reads shared photos onto the board once they are accepted', async () => {
    vi.stubGlobal('File', RealFile);
    await sharedFiles().add([new RealFile(['no photo'], 'IMG_1.JPG', { type: 'image/jpeg' })]);
    await renderScreen();
    await click('Add');
    await screen.findByText(/IMG_1\.JPG/);
    await waitFor(async () => expect(await sharedFiles().files.count()).toBe(0));
    expect(screen.queryByRole('region', { name: /^Add/ })).toBeNull();
  });
});
