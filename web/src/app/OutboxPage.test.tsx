// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../local/db/database';
import { exportUnsent } from '../local/outbox/files/export';
import { saveObservation } from '../local/records/observations';
import { declare } from '../local/records/photos';
import { RealBlob } from '../local/testing/bytes';
import { freshDatabase, freshPerson, observer, photo } from '../local/testing/people';
import { renderAs } from '../testing/render-as';
import OutboxPage from './OutboxPage';

let user: User;
beforeEach(() => {
  user = freshPerson('anna', { export_key: 'the key' });
  vi.stubGlobal('Blob', RealBlob);
});
afterEach(() => vi.unstubAllGlobals());

const database = () => openUserDatabase(user.id);

/** An export of a wren with a photo, made on another device. */
async function exported(key: string, values: object = {}): Promise<File> {
  const phone = freshDatabase();
  Object.assign(phone, { userId: user.id });
  const wing = await photo(900, 1);
  const wren = { verbatim_name: 'a wren', notes: 'from the file', media: [declare(wing, 0)], ...values };
  await saveObservation(phone, wren, [wing], { user: observer(user) });
  const [file] = await exportUnsent(phone, { key, device: 'Firefox, Android', now: Date.parse('2026-05-17T10:00:00Z') });
  return Object.assign(file!.blob, { name: file!.name }) as unknown as File;
}

async function choose(file: File): Promise<HTMLElement> {
  const { container } = await renderAs(user, <OutboxPage />, { at: '/outbox' });
  await screen.findByRole('button', { name: 'Import unsent records' });
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });
  return screen.findByRole('region', { name: 'What’s in this file' });
}
const click = (within_: HTMLElement, name: string) => fireEvent.click(within(within_).getByRole('button', { name }));

describe('importing a file of unsent records', () => {
  it('shows its content first, and imports nothing when cancelled', async () => {
    const preview = await choose(await exported('the key'));
    expect(preview.textContent).toMatch(/1 record · 1 photo · exported on Firefox, Android, May 17, 2026/);
    expect(preview.textContent).toContain('New records: 1');
    expect(within(preview).queryByRole('alert')).toBeNull();
    click(preview, 'Cancel');
    await screen.findByRole('button', { name: 'Import unsent records' });
    expect(await database().observations.count()).toBe(0);
    expect(await database().drafts.count()).toBe(0);
  });

  it('imports a signed file as records that wait to be uploaded', async () => {
    click(await choose(await exported('the key')), 'Import');
    await screen.findByText(/^1 record imported/);
    expect(await database().outbox.count()).toBe(2);
  });

  it('warns about a file that is not signed, and makes drafts of it that the form can open', async () => {
    const preview = await choose(await exported('another key', { latitude: 52, longitude: 5, observed_on: '2026-05-17' }));
    expect(within(preview).getByRole('alert').textContent).toMatch(/^Veld can’t confirm that you exported this file/);
    click(preview, 'Import as drafts');
    await screen.findByText(/^1 draft imported/);
    expect(await database().observations.count()).toBe(0);
    expect(await database().outbox.count()).toBe(0);
    const [draft] = await database().drafts.toArray();
    expect(draft).toMatchObject({
      observation_id: null,
      values: { verbatim_name: 'a wren', notes: 'from the file', latitude: 52, day: '2026-05-17', date_kind: 'day', when_source: 'typed' },
    });
  });

  it('asks about each record that differs here, with the reason and the fields', async () => {
    const file = await exported('the key', { geoprivacy: 'open' });
    const { observationId } = await sameRecordHere(file);
    const preview = await choose(file);
    expect(preview.textContent).toContain('Its place is better hidden on this device. Different: Notes, Who sees the place, Photos.');
    click(preview, 'Import');
    await screen.findByText('Kept as on this device: 1');
    expect(await database().observations.get(observationId)).toMatchObject({ notes: 'mine', geoprivacy: 'private' });
  });

  it('imports the version of the file where it is chosen', async () => {
    const file = await exported('the key', { geoprivacy: 'open' });
    const { observationId } = await sameRecordHere(file);
    const preview = await choose(file);
    fireEvent.click(within(preview).getByRole('checkbox', { name: 'Use the file’s version: a wren' }));
    click(preview, 'Import');
    await screen.findByText(/^1 record imported/);
    await waitFor(async () =>
      expect(await database().observations.get(observationId)).toMatchObject({ notes: 'from the file', geoprivacy: 'open' }),
    );
  });
});

/** Saves the record of the file on this device with other notes and as private. */
async function sameRecordHere(file: File): Promise<{ observationId: string }> {
  const { readExport } = await import('../local/outbox/files/read-export');
  const { records } = await readExport([file], { id: user.id, key: undefined });
  const observationId = records[0]!.id;
  const mine = { verbatim_name: 'a wren', notes: 'mine', geoprivacy: 'private' as const };
  await saveObservation(database(), mine, [], { id: observationId, user: observer(user) });
  return { observationId };
}
