// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { NO_FACTS } from '../../../local/db/rows';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { storedJourney, walkedTrack } from '../testing/journeys';
import MatchPhotosDialog from './MatchPhotosDialog';

const picked: File[] = [];
const added: { name: string; journey_id: string | null | undefined; latitude: number | null; taken_time: string | null }[] = [];
vi.mock('../../../device/pick-photos', () => ({ pickPhotos: () => Promise.resolve(picked) }));
// Each file is the time that its camera wrote, and becomes a photo without its picture.
const factsOf = (text: string) =>
  text === '' ? NO_FACTS : { ...NO_FACTS, taken_on: '2026-05-09', taken_time: text.slice(0, 5), taken_second: 0 };
vi.mock('../../../shared/media/photo-facts', async (original) => ({
  ...(await original<typeof import('../../../shared/media/photo-facts')>()),
  readPhotoFacts: (bytes: ArrayBuffer) => Promise.resolve(factsOf(new TextDecoder().decode(bytes))),
}));
vi.mock('../../../shared/media/read-photo', async (original) => ({
  ...(await original<typeof import('../../../shared/media/read-photo')>()),
  readPhoto: async (file: File) => ({ facts: factsOf(await file.text()) }),
}));
vi.mock('../../photo-import/reading/reading', async (original) => ({
  ...(await original<typeof import('../../photo-import/reading/reading')>()),
  readOntoBoard: async (_database: unknown, files: File[], _values: unknown, read: (file: File) => Promise<{ facts: typeof NO_FACTS }>) => {
    for (const file of files) {
      const { journey_id, latitude, taken_time } = (await read(file)).facts;
      added.push({ name: file.name, journey_id, latitude, taken_time });
    }
  },
}));

/** A walk north from 10:00 to 11:00, without a track from 10:20 to 10:40. */
async function open() {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const points = walkedTrack(60).filter(({ seq }) => seq <= 20 || seq >= 40);
  const journey = await storedJourney(database, {}, points);
  const onClose = vi.fn<() => void>();
  await renderAs(anna, <MatchPhotosDialog journey={journey} points={points} records={[]} onClose={onClose} />, {
    at: `/journey/${journey.id}`,
    routes: { '/observe/photos': 'the board' },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Match photos' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Choose photos' }));
  await dialog.findByText(/ on the track\.$/);
  const lines = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  return { dialog, journey, lines };
}

describe('matching photos to a track', () => {
  it('says where each photo belongs, follows the clock of the camera, and adds only those on the track', async () => {
    picked.splice(
      0,
      Infinity,
      new File(['10:05'], 'a.jpg'),
      new File(['10:30'], 'b.jpg'),
      new File(['09:40'], 'c.jpg'),
      new File([''], 'd.jpg'),
    );
    added.length = 0;
    const { dialog, journey, lines } = await open();
    expect(dialog.getByText('1 of 4 photos is on the track.')).toBeDefined();
    expect(lines()).toEqual([
      'a.jpg10:05 AM',
      'b.jpg10:30 AM · in a gap in the track',
      'c.jpg9:40 AM · before the journey',
      'd.jpgno time in the photo',
    ]);

    fireEvent.change(dialog.getByLabelText('Time the clock shows'), { target: { value: '10' } });
    expect(dialog.getByText('Enter a time such as 14:05 or 14:05:30.')).toBeDefined();
    // The photo of 10:05 shows a clock at 10:30: the camera is 25 minutes slow.
    fireEvent.change(dialog.getByLabelText('Time the clock shows'), { target: { value: '10:30' } });
    expect(await dialog.findByText('25 min slow')).toBeDefined();
    expect(lines()).toEqual(['a.jpg10:30 AM · in a gap in the track', 'b.jpg10:55 AM', 'c.jpg10:05 AM', 'd.jpgno time in the photo']);
    fireEvent.change(dialog.getByRole('slider'), { target: { value: String(26 * 60) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add 2 photos' }));
    await screen.findByText('the board');
    await waitFor(() =>
      expect(added).toEqual([
        { name: 'b.jpg', journey_id: journey.id, latitude: 52.056, taken_time: '10:56' },
        { name: 'c.jpg', journey_id: journey.id, latitude: 52.006, taken_time: '10:06' },
      ]),
    );
  });

  it('adds nothing while no photo is on the track', async () => {
    picked.splice(0, Infinity, new File(['12:00'], 'late.jpg'));
    const { dialog, lines } = await open();
    expect(lines()).toEqual(['late.jpg12:00 PM · after the journey']);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add photos' }).disabled).toBe(true);
  });
});
