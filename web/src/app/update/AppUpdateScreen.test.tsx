// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { checkVersion, listVersionNotes } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { database } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { isPutOff } from '../../local/device/put-off-update';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { nobody, renderAs } from '../../testing/render-as';
import AppUpdateScreen from './AppUpdateScreen';

const answering = (update_required: boolean, update_url: string | null = null) =>
  new VeldServer(freshPerson('anna'))
    .answer(checkVersion, () => json({ update_required, update_url }))
    .answer(listVersionNotes, () => json({ required_version: null, data: [] }));

describe('/app-update', () => {
  it('says so when no update is needed', async () => {
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server: answering(false) });
    expect(await screen.findByRole('heading', { level: 1, name: 'No update needed' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  it('says nothing before the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof json>>();
    const server = new VeldServer(freshPerson('anna')).answer(checkVersion, () => promise);
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect([screen.queryByRole('heading'), screen.queryByRole('link'), screen.queryByRole('button')]).toEqual([null, null, null]);
    resolve(json({ update_required: false, update_url: null }));
    expect(await screen.findByRole('heading', { level: 1, name: 'No update needed' })).toBeDefined();
  });

  it('offers the update when the server requires it', async () => {
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server: answering(true, 'https://veld.test/get') });
    const link = await screen.findByRole('link', { name: 'Update now' });
    expect(link.getAttribute('href')).toBe('https://veld.test/get');
    expect(screen.queryByText('No update needed')).toBeNull();
  });

  it('offers a reload when the server names no address, and says when that did not help', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    const shown = await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server: answering(true) });
    expect(screen.queryByText(/^The update isn’t available yet/)).toBeNull();
    for (let tries = 1; tries <= 3; tries++) {
      fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
      await waitFor(() => expect(reload).toHaveBeenCalledTimes(tries));
    }
    shown.unmount();
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server: answering(true) });
    expect(await screen.findByText(/^The update isn’t available yet/)).toBeDefined();
    sessionStorage.clear();
  });

  it('exports unsent records while an update is required', async () => {
    const anna = freshPerson('anna');
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna) });
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:veld');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const server = answering(true);
    await renderAs(anna, <AppUpdateScreen />, { at: '/app-update', server });
    fireEvent.click(await screen.findByRole('button', { name: 'Export unsent records' }));
    await waitFor(() => expect(names).toEqual([expect.stringMatching(/\.zip$/)]));
    expect(server.asked.map(({ path, headers }) => [path.split('?')[0], headers.authorization])).toEqual([
      [checkVersion.path, undefined],
      [listVersionNotes.path, undefined],
    ]);
  });

  it('repeats the last answer for this version without a connection', async () => {
    await database.versionAnswers.put({ version: __APP_VERSION__, update_required: true, update_url: null, at: 1 });
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update' });
    expect(await screen.findByText(/^This version of Veld is too old/)).toBeDefined();
    await database.versionAnswers.clear();
  });

  it('claims neither without a connection and an answer', async () => {
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update' });
    expect(await screen.findByText(/^Veld can’t reach the server to check/)).toBeDefined();
  });

  it('says what is new in which version, and can be put off when it is only recommended', async () => {
    const server = answering(false)
      .answer(checkVersion, () => json({ update_required: false, update_url: null, recommended_version: '2.1.0' }))
      .answer(listVersionNotes, () =>
        json({
          required_version: null,
          data: [{ version: '2.1.0', notes: 'Moth traps', language: 'en', created_at: '2026-05-01T10:00:00.000Z' }],
        }),
      );
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server, routes: { '/': <p>Today</p> } });
    expect(await screen.findByText('Moth traps')).toBeDefined();
    expect(screen.getByText('Recommended').nextSibling?.textContent).toBe('2.1.0');
    fireEvent.click(screen.getByRole('button', { name: 'Remind me later' }));
    expect(await screen.findByText('Today')).toBeDefined();
    expect(await isPutOff(database, '2.1.0')).toBe(true);
    expect(await isPutOff(database, '2.2.0')).toBe(false);
    expect(await isPutOff(database, '2.1.0', Date.now() + 4 * 86_400_000)).toBe(false);
  });

  it('stays as it is and says so when the update cannot be fetched', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    const update = () => Promise.reject(new TypeError('Failed to fetch'));
    const workers = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve({ update }) });
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update', server: answering(true) });
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The update couldn’t be installed. Your records are safe. Try again later.',
    );
    expect(reload).not.toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
});
