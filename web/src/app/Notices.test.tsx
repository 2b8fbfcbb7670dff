// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi, describe } from 'vitest';
import { type StayAwakeParts, MIN_SENDING_MS } from '../device/stay-awake';
import { appVersionWaiting } from '../local/app/app-version';
import { database, notifier, revocations, auth, currentSync } from '../local/app/veld';
import { openUserDatabase } from '../local/db/database';
import { storageNotices } from '../local/db/storage-notices';
import { sharedFiles } from '../local/device/shared-files';
import { shareNotices } from '../local/device/shared-files-news';
import { freshPerson } from '../local/testing/people';
import { renderAs, nobody, signIn } from '../testing/render-as';
import { Notices, useScreenAwake } from './Notices';

afterEach(() => {
  storageNotices.setState(storageNotices.getInitialState(), true);
  appVersionWaiting.setState({ isWaiting: false });
  shareNotices.setState(shareNotices.getInitialState(), true);
});

const texts = () => [...screen.getByRole('status').querySelectorAll('[data-type]')].map((notice) => notice.textContent);
const within = (text: string, button: string) => {
  const notice = [...document.querySelectorAll('[data-type]')].find((one) => one.textContent?.includes(text));
  return [...(notice?.querySelectorAll('button') ?? [])].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === button)!;
};

async function renderNotices() {
  const goTo = vi.fn<(address: string) => void>();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const anna = freshPerson('anna');
  // An opening that takes long is reported too.
  await Promise.all([openUserDatabase(anna.id).open(), sharedFiles().open()]);
  // Another test in this worker may have left a shared photo.
  await Promise.all(sharedFiles().tables.map((table) => table.clear()));
  await renderAs(anna, <Notices goTo={goTo} />);
  act(() => storageNotices.setState(storageNotices.getInitialState(), true));
  return { goTo, reload };
}

it('a message leads to its screen and is gone then; another is closed', async () => {
  const { goTo } = await renderNotices();
  act(() => void notifier.show('positive', 'Three records saved', { link: { to: '/outbox', label: 'Details' } }));
  expect(texts()).toEqual(['Three records savedDetails']);
  fireEvent.click(within('Three records', 'Details'));
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/outbox');
  expect(texts()).toEqual([]);
  act(() => void notifier.show('info', 'Copied'));
  fireEvent.click(within('Copied', 'Close'));
  expect(texts()).toEqual([]);
});

it('a refused deletion of the account is reported until the notice is closed', async () => {
  await database.revocations.put({
    id: 'r-1',
    kind: 'delete_account',
    key: '',
    on_delete: null,
    refused_at: 1,
    tries: 1,
    next_try_at: 1,
    created_at: 1,
  });
  const { goTo } = await renderNotices();
  await screen.findByText(/^Your account wasn’t deleted/);
  fireEvent.click(within('wasn’t deleted', 'Settings'));
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/settings/delete');
  fireEvent.click(within('wasn’t deleted', 'Close'));
  await waitFor(() => expect(texts()).toEqual([]));
  expect(await revocations.hasRefusedDeletion()).toBe(false);
});

const reports = [
  [() => storageNotices.setState({ update: true }), 'Your records were saved by a newer version of Veld', true],
  [() => storageNotices.setState({ reload: true }), 'A new version of Veld is ready', true],
  [() => storageNotices.setState({ blocked: true }), 'An older version of Veld is open in another tab', false],
  [() => storageNotices.setState({ failed: true }), 'This device couldn’t read or write its storage', true],
  [() => storageNotices.setState({ mayBeLost: 3 }), '3 unsent records may be lost', false],
  [() => appVersionWaiting.setState({ isWaiting: true }), 'A new version of Veld is ready', true],
] as const;

it('each report about the storage and the version stays until it is closed, whatever message passes', async () => {
  const { reload } = await renderNotices();
  for (const [happen, text, canReload] of reports) {
    act(happen);
    act(() => void notifier.show('info', 'Copied'));
    expect(texts()).toEqual(['Copied', expect.stringContaining(text)]);
    act(() => notifier.dismiss());
    if (canReload) {
      fireEvent.click(within(text, 'Reload'));
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
      reload.mockClear();
    } else expect(within(text, 'Reload')).toBeUndefined();
    fireEvent.click(within(text, 'Close'));
    expect(texts()).toEqual([]);
  }
});

it('says more urgently what may have cost records than what only asks for a reload', async () => {
  await renderNotices();
  act(() => {
    storageNotices.setState({ update: true, blocked: true, failed: true, mayBeLost: 2 });
    appVersionWaiting.setState({ isWaiting: true });
  });
  const types = ['couldn’t read or write', 'may be lost', 'newer version of Veld', 'another tab', 'A new version'].map((text) => {
    const type = document.querySelector('[data-type]')?.getAttribute('data-type');
    fireEvent.click(within(text, 'Close'));
    return type;
  });
  expect(types).toEqual(['negative', 'negative', 'warning', 'warning', 'info']);
});

it('says that shared photos wait, and why others could not be kept, until each is answered', async () => {
  const { goTo } = await renderNotices();
  await act(() => sharedFiles().add([new File(['a photo'], 'wren.jpg', { type: 'image/jpeg' })]));
  expect(await screen.findByText(/1 photo shared/)).toBeDefined();
  fireEvent.click(within('1 photo shared', 'Create records'));
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/observe/photos');
  act(() => shareNotices.setState({ fault: 'full' }));
  expect(texts()).toEqual([expect.stringContaining('nothing you shared was saved')]);
  fireEvent.click(within('nothing you shared', 'Close'));
  fireEvent.click(within('1 photo shared', 'Close'));
  expect(texts()).toEqual([]);
});

it('several reports come one after the other', async () => {
  await renderNotices();
  act(() => {
    storageNotices.setState({ update: true, reload: true, failed: true });
    appVersionWaiting.setState({ isWaiting: true });
  });
  for (const text of ['This device couldn’t', 'newer version', 'A new version of Veld is ready']) {
    expect(texts()).toEqual([expect.stringContaining(text)]);
    fireEvent.click(within(text, 'Close'));
  }
  expect(texts()).toEqual([]);
});

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

describe('the screen while photos are being sent', () => {
  it('stays on as long as that person is logged in', async () => {
    await signIn(nobody);
    vi.useFakeTimers();
    let lit = 0;
    const request = vi.fn<NonNullable<StayAwakeParts['wakeLock']>['request']>(async () => {
      lit++;
      return Object.assign(new EventTarget(), { release: async () => lit-- });
    });
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    renderHook(() => useScreenAwake());
    act(() => auth.store.setState({ user: freshPerson('anna'), token: 'token-1' }));
    currentSync().sender.store.setState({ state: 'sending' });
    await vi.advanceTimersByTimeAsync(MIN_SENDING_MS - 1);
    expect(request).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    expect(lit).toBe(1);
    act(() => auth.store.setState({ user: null, token: null }));
    await vi.advanceTimersByTimeAsync(0);
    expect(lit).toBe(0);
  });
});
