// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { checkVersion } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { database } from '../local/app/veld';
import { openUserDatabase } from '../local/db/database';
import { saveObservation } from '../local/records/observations';
import { freshPerson, observer } from '../local/testing/people';
import { json, VeldServer } from '../local/testing/veld-server';
import { nobody, renderAs } from '../testing/render-as';
import AppUpdateScreen from './AppUpdateScreen';

const answering = (update_required: boolean, update_url: string | null = null) =>
  new VeldServer(freshPerson('anna')).answer(checkVersion, () => json({ update_required, update_url }));

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
    expect(server.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([[checkVersion.path, undefined]]);
  });

  it('without a connection, repeats the last answer for this version', async () => {
    await database.versionAnswers.put({ version: __APP_VERSION__, update_required: true, update_url: null, at: 1 });
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update' });
    expect(await screen.findByText(/^This version of Veld is too old/)).toBeDefined();
    await database.versionAnswers.clear();
  });

  it('without a connection and an answer, claims neither', async () => {
    await renderAs(nobody, <AppUpdateScreen />, { at: '/app-update' });
    expect(await screen.findByText(/^Veld can’t reach the server to check/)).toBeDefined();
  });
});
