// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { ownJourneys } from '../../../local/records/journeys/journeys';
import { readTrack } from '../../../local/records/journeys/point-log';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import MyJourneysScreen from '../MyJourneysScreen';

const track = (name: string, day: string | null) =>
  `<trk><name>${name}</name><trkseg>${[0, 1, 2].map((at) => `<trkpt lat="${52 + at / 1000}" lon="5.1">${day ? `<time>${day}T08:0${at}:00Z</time>` : ''}</trkpt>`).join('')}</trkseg></trk>`;
const gpx = (...tracks: string[]) => new File([`<?xml version="1.0"?><gpx version="1.1">${tracks.join('')}</gpx>`], 'walk.gpx');
const pick = (file: File) =>
  fireEvent.change(screen.getByLabelText('Import a track', { selector: 'input' }), { target: { files: [file] } });

async function open() {
  const anna = freshPerson('anna');
  await renderAs(anna, <MyJourneysScreen />, { at: '/my-journeys', routes: { '/journey/:session': 'the journey' } });
  await screen.findByRole('button', { name: 'Import a track' });
  return openUserDatabase(anna.id);
}

describe('importing a track', () => {
  it('shows what is in the file, and adds it as a journey', async () => {
    const database = await open();
    pick(gpx(track('Dunes', '2026-05-09')));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('1 track in walk.gpx')).toBeDefined();
    expect(await dialog.findByText(/Saturday, May 9, 2026, 10:00 AM – 10:02 AM · 222 m · 2 min · 3 points/)).toBeDefined();
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 1 journey' }).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Add 1 journey' }));
    await screen.findByText('the journey');
    const [journey] = await ownJourneys(database);
    expect(journey).toMatchObject({ name: 'Dunes', time_zone: 'Europe/Amsterdam', sharing: 'none', is_reviewed: true });
    expect(await readTrack(database, journey!.id)).toMatchObject([{ seq: 0, source: 'import' }, { seq: 1 }, { seq: 2 }]);
    expect(await database.outbox.count()).toBe(1);
  });

  it('says what is wrong with a track before it is added, and corrects a date of 1,024 weeks before when asked', async () => {
    const database = await open();
    const point = (latitude: number, time: string) => `<trkpt lat="${latitude}" lon="5.1"><time>${time}</time></trkpt>`;
    const times = [0, 1, 2, 3, 4].map((at) => `2006-09-24T08:0${at}:00Z`);
    const broken = `<trk><name>Old</name><trkseg>${times.map((time, at) => point(at === 2 ? 60 : 52 + at / 1000, time)).join('')}${point(52.005, '1980-01-06T00:00:00Z')}<trkpt lat="52.0`;
    pick(new File([`<?xml version="1.0"?><gpx version="1.1">${broken}`], 'walk.gpx'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('This file is cut off. All complete points were read.')).toBeDefined();
    expect(
      dialog.getByText('1 point can’t be right, or comes after a jump. It’s kept, but doesn’t count towards the distance.'),
    ).toBeDefined();
    expect(dialog.getByText('1 point has a time that can’t be right; the time is left out.')).toBeDefined();
    expect(dialog.queryByText(/km ·/)).toBeNull();
    fireEvent.click(dialog.getByLabelText('Correct the date to May 10, 2026'));
    expect(await dialog.findByText(/Sunday, May 10, 2026/)).toBeDefined();
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 1 journey' }).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Add 1 journey' }));
    await screen.findByText('the journey');
    const [journey] = await ownJourneys(database);
    expect(journey).toMatchObject({ started_at: '2026-05-10T08:00:00.000Z' });
    expect(await readTrack(database, journey!.id)).toHaveLength(6);
  });

  it('does not measure a jump from which nobody came back, and says so', async () => {
    await open();
    const point = (latitude: number, minute: number) =>
      `<trkpt lat="${latitude}" lon="5.1"><time>2026-05-09T08:0${minute}:00Z</time></trkpt>`;
    const points = [0, 1, 2, 3, 4, 5].map((at) => point((at < 3 ? 52 : 60) + at / 1000, at));
    pick(gpx(`<trk><name>Jump</name><trkseg>${points.join('')}</trkseg></trk>`));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/· 445 m · 4 min · 6 points/)).toBeDefined();
    expect(
      dialog.getByText('1 point can’t be right, or comes after a jump. It’s kept, but doesn’t count towards the distance.'),
    ).toBeDefined();
  });

  it('adds only the chosen tracks of several, and none twice unless wanted', async () => {
    const database = await open();
    const file = gpx(track('A', '2026-05-09'), track('B', '2026-05-10'), track('C', '2026-05-11'));
    pick(file);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByLabelText('B'));
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 2 journeys' }).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Add 2 journeys' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await ownJourneys(database)).map(({ name }) => name)).toEqual(['C', 'A']);
    pick(file);
    const again = within(await screen.findByRole('dialog'));
    expect(await again.findAllByText('You already have a journey with this track.')).toHaveLength(2);
    expect(again.getByLabelText<HTMLInputElement>('A').checked).toBe(false);
    expect(again.getByRole('button', { name: 'Add 1 journey' })).toBeDefined();
  });

  it('asks when a track without times was recorded', async () => {
    const database = await open();
    pick(gpx(track('Plan', null)));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('This track has no times. When were you there?')).toBeDefined();
    const add = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 1 journey' });
    expect(add().disabled).toBe(true);
    for (const [label, value] of [
      ['Day', '2026-05-09'],
      ['Start', '22:30'],
      ['End', '01:00'],
    ] as const)
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    await waitFor(() => expect(add().disabled).toBe(false));
    fireEvent.click(add());
    await screen.findByText('the journey');
    // It went on past midnight.
    expect(await ownJourneys(database)).toMatchObject([{ started_at: '2026-05-09T20:30:00.000Z', ended_at: '2026-05-09T23:00:00.000Z' }]);
  });

  it('says in one sentence why a file cannot be used', async () => {
    await open();
    pick(new File(['not a track'], 'notes.txt'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'notes.txt: Veld can’t read this kind of file. Choose a GPX, KML, TCX or FIT file.',
    );
    pick(gpx('<wpt lat="1" lon="2"/>'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This file has places, but no track.'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that the reader is not on the device, and reads the file once it is', async () => {
    await open();
    vi.resetModules();
    vi.doMock('../formats/read-track-file', () => {
      throw new Error('Failed to fetch dynamically imported module');
    });
    pick(gpx(track('Dunes', '2026-05-09')));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'walk.gpx: Veld can’t read files of this kind on this device yet. Try again when you’re online.',
    );
    vi.doUnmock('../formats/read-track-file');
    vi.resetModules();
    pick(gpx(track('Dunes', '2026-05-09')));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
