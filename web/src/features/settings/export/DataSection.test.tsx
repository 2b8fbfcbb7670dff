// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { unzip } from '../../../local/outbox/files/zip';
import { saveObservation } from '../../../local/records/observations';
import { declare } from '../../../local/records/photos';
import { RealBlob } from '../../../local/testing/bytes';
import { freshPerson, observer, photo } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import DataSection, { exportRun } from './DataSection';

const element = <DataSection id="data" title="Your data" />;
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Export' }));
const dialog = (answer: () => Promise<unknown>) => vi.stubGlobal('showSaveFilePicker', answer);

beforeEach(() => {
  vi.stubGlobal('Blob', RealBlob);
  exportRun.setState({ state: 'idle' }, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('downloads the archive where the browser has no dialog, and says which photos are missing', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const [here, gone] = [await photo(500, 1), await photo(600, 2)];
  const id = await saveObservation(
    database,
    { taxon_id: 17, observed_on: '2026-05-10', media: [declare(here, 0), declare(gone, 1)] },
    [here, gone],
    { user: observer(anna) },
  );
  await database.photos.delete(gone.id);
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await renderAs(anna, element);
  start();
  expect(await screen.findByText('Exported. Records: 1, photos: 1')).toBeDefined();
  expect(screen.getByText(/^Photos not included: 1\./)).toBeDefined();
  expect(saved).toHaveLength(1);
  const files = await unzip(saved[0]!, { entries: 100, entryBytes: 1e8, totalBytes: 1e8 });
  expect(new TextDecoder().decode(await files.get('records.csv')!.arrayBuffer())).toContain(id);
  expect(files.has(`photos/${here.id}.jpg`)).toBe(true);
});

it('writes into the file that the person chose, and says if the disk is full', async () => {
  const abort = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  dialog(() => Promise.resolve({ createWritable: () => Promise.resolve({ write, close: () => Promise.resolve(), abort }) }));
  vi.spyOn(console, 'error').mockReturnValue();
  await renderAs(freshPerson('anna'), element);
  start();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Couldn’t write the file\./);
  expect(abort).toHaveBeenCalledOnce();
});

it('does nothing if the person closes the dialog', async () => {
  const asked = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('closed', 'AbortError')));
  dialog(asked);
  await renderAs(freshPerson('anna'), element);
  start();
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((done) => setTimeout(done, 20));
  expect(exportRun.getState().state).toBe('idle');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows how far it is, and can be cancelled', async () => {
  let goOn: () => void = () => undefined;
  const write = () => new Promise<void>((done) => (goOn = done));
  const abort = vi.fn<() => Promise<void>>(() => Promise.resolve());
  dialog(() => Promise.resolve({ createWritable: () => Promise.resolve({ write, close: () => Promise.resolve(), abort }) }));
  await renderAs(freshPerson('anna'), element);
  start();
  expect(await screen.findByRole('progressbar', { name: 'Export everything' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  // The piece that is being written is still finished.
  const waiting = setInterval(() => goOn(), 5);
  expect(await screen.findByText('Export cancelled')).toBeDefined();
  clearInterval(waiting);
  expect(abort).toHaveBeenCalledOnce();
});
