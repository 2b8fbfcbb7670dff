// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import { addToBoard, patchGroups } from './board/board-actions';
import { boardOf } from './board/board';
import { taken } from './testing/board-photos';
import FromPhotosScreen from './FromPhotosScreen';

const sharing = { geoprivacy: 'open', license: 'CC-BY-4.0' } as const;
let user = person('anna', { id: newId() });

beforeAll(async () => {
  await startI18n();
  await i18next.changeLanguage('en');
  await i18next.loadNamespaces(['observations', 'common', 'photo-import', 'recording']);
});

beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
});

const database = () => openUserDatabase(user.id);

async function add(time: string | null, place?: [number, number]) {
  await addToBoard(database(), await taken(time, place), 60, sharing);
}

function show() {
  return render(
    <ThemeProvider>
      <MemoryRouter initialEntries={['/observe/photos']}>
        <Suspense>
          <FromPhotosScreen />
        </Suspense>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

/** Records with how many photos each has. */
const cards = () =>
  screen
    .queryAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading', { level: 2 }))
    .map((item) => item.querySelectorAll('button[aria-pressed]').length);
async function press(name: string) {
  const button = await screen.findByRole('button', { name });
  act(() => void fireEvent.click(button));
}

describe('the board of photos', () => {
  it('says what it is for where there is nothing on it, and offers no button to save', async () => {
    show();
    await screen.findByRole('button', { name: 'Choose photos' });
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('shows what is known and from where, and what is missing as missing', async () => {
    await add('07:42:00', [52.5, 4.75]);
    await add(null);
    show();
    await waitFor(() => expect(cards()).toEqual([1, 1]));
    const [first, second] = screen.getAllByRole('listitem');
    expect(first!.textContent).toContain('May 17, 2026, 7:42');
    expect(within(first!).getAllByText('From the photo')).toHaveLength(2);
    expect(second!.textContent).toContain('No time in photo');
    expect(second!.textContent).toContain('Place missing');
  });

  it('joins what anna chose, takes it back, and finds it as it was after a reload', async () => {
    await add('07:42:00');
    await add('07:50:00');
    await add('08:50:00');
    show();
    await waitFor(() => expect(cards()).toEqual([1, 1, 1]));
    await press('Photo 1 of record 1');
    // With one whole record chosen there is nothing to join or to split off.
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New record' })).toBeNull();
    await press('Photo 1 of record 3');
    await press('Merge');
    await waitFor(() => expect(cards()).toEqual([2, 1]));
    await press('Undo');
    await waitFor(() => expect(cards()).toEqual([1, 1, 1]));
    await press('Photo 1 of record 2');
    await press('Photo 1 of record 3');
    await press('Merge');
    await waitFor(() => expect(cards()).toEqual([1, 2]));
    cleanup();
    show();
    await waitFor(() => expect(cards()).toEqual([1, 2]));
  });

  it('keeps the keyboard at its bar when the last step is taken back', async () => {
    await add('07:42:00');
    await add('07:50:00');
    show();
    await waitFor(() => expect(cards()).toEqual([1, 1]));
    await press('Photo 1 of record 1');
    await press('Photo 1 of record 2');
    await press('Merge');
    await waitFor(() => expect(cards()).toEqual([2]));
    const undo = screen.getByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    await waitFor(() => expect(cards()).toEqual([1, 1]));
    await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Save all 2 records' }))).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });

  it('saves all that can be saved and says of the one that stays why', async () => {
    await add('07:42:00');
    await add('07:50:00');
    const { groups } = await boardOf(database());
    await patchGroups(database(), [groups[1]!.id], { notes: 'x'.repeat(100_000) });
    show();
    await press('Save all 2 records');
    await screen.findByRole('heading', { name: '1 record saved' });
    await waitFor(() => expect(cards()).toEqual([1]));
    expect(screen.getByRole('alert').textContent).toContain('This is too long.');
    expect(await database().observations.toCollection().primaryKeys()).toEqual([groups[0]!.id]);
    expect(await database().drafts.count()).toBe(1);
  });
});
