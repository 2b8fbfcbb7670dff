// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getUser, listNotifications, listRecordActivity } from '@veld/contract';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { ownObservations, saveObservation } from '../../local/records/observations';
import { pickDraft } from '../../local/records/record-shape';
import { freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
import { makeEntry } from '../notifications/testing/entries';
import RecordsTableScreen from './RecordsTableScreen';

beforeEach(wideScreen);

async function withRecords() {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  for (const [verbatim_name, observed_on, count] of [
    ['Wren', '2026-05-03', 2],
    ['Robin', '2026-05-01', 10],
    ['Árctic tern', '2025-06-02', undefined],
  ] as const)
    await saveObservation(database, { verbatim_name, observed_on, count }, [], { user: observer(anna) });
  await renderAs(anna, <RecordsTableScreen />, { at: '/tables' });
  await screen.findByRole('grid');
  return database;
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]!.textContent);
const header = (name: string) => within(screen.getByRole('columnheader', { name: new RegExp(name) })).getByRole('button');

describe('the table of records', () => {
  it('keeps the filter by date and the search in the address, whole', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    for (const [verbatim_name, observed_on] of [
      ['Wren', '2026-05-13'],
      ['Robin', '2026-05-12'],
    ] as const)
      await saveObservation(database, { verbatim_name, observed_on }, [], { user: observer(anna) });
    const Shown = () => (
      <>
        <RecordsTableScreen />
        <p data-address>{useLocation().search}</p>
      </>
    );
    await renderAs(anna, <Shown />, { at: '/tables?filter.observed_on=2026-05-12' });
    await screen.findByRole('grid');
    expect(names()).toEqual(['Robin']);
    fireEvent.click(screen.getByRole('button', { name: /^Filters/ }));
    const date = await screen.findByLabelText<HTMLInputElement>('Date');
    expect(date.value).toBe('2026-05-12');
    for (const value of ['2026-05-1', '2026-05-13']) fireEvent.change(date, { target: { value } });
    expect(names()).toEqual(['Wren']);
    await waitFor(() => expect(document.querySelector('[data-address]')!.textContent).toBe('?filter.observed_on=2026-05-13'));
  });

  it('shows the newest of many at once, with the number of all, and then all', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const id = await saveObservation(database, { verbatim_name: 'Wren', observed_on: '2026-05-03' }, [], { user: observer(anna) });
    const row = (await database.observations.get(id))!;
    await database.observations.bulkPut(
      Array.from({ length: 140 }, (_, at) => ({ ...row, id: newId(), observed_on: `20${String(10 + (at % 10))}-01-01`, saved_at: at })),
    );
    const all = Promise.withResolvers<void>();
    const { transaction } = database;
    vi.spyOn(database, 'transaction').mockImplementation(((...given: Parameters<typeof transaction>) =>
      given[0] === 'r' ? all.promise.then(() => transaction.apply(database, given)) : transaction.apply(database, given)) as never);
    await renderAs(anna, <RecordsTableScreen />, { at: '/tables' });
    expect(await screen.findByText('Showing the newest 100 while the others load. In total: 141 records.')).toBeDefined();
    expect(names()[0]).toBe('Wren');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
    all.resolve();
    expect(await screen.findByText('Rows: 141')).toBeDefined();
    expect(screen.queryByText(/^Showing the newest/)).toBeNull();
    vi.restoreAllMocks();
  });

  it('shows the newest first, sorts by a header in both directions, and keeps empty cells last', async () => {
    await withRecords();
    expect(names()).toEqual(['Wren', 'Robin', 'Árctic tern']);
    fireEvent.click(header('Species'));
    expect(names()).toEqual(['Árctic tern', 'Robin', 'Wren']);
    fireEvent.click(header('Count'));
    expect(names()).toEqual(['Wren', 'Robin', 'Árctic tern']);
    fireEvent.click(header('Count'));
    expect(names()).toEqual(['Robin', 'Wren', 'Árctic tern']);
  });

  it('finds rows without regard to accents, and says how many of all', async () => {
    await withRecords();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'arctic' } });
    await waitFor(() => expect(names()).toEqual(['Árctic tern']));
    expect(screen.getByText('Rows: 1 of 3')).toBeDefined();
  });

  it('moves between cells with the arrow keys, and selects a range with Shift', async () => {
    await withRecords();
    const button = header('Species');
    button.focus();
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Wren'));
    fireEvent.keyDown(document.activeElement!, { key: ' ' });
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', shiftKey: true });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Robin'));
    expect(screen.getAllByRole('row', { selected: true }).map((row) => within(row).getByRole('link').textContent)).toEqual([
      'Wren',
      'Robin',
    ]);
    expect(screen.getByText('Selected: 2 records')).toBeDefined();
  });

  it('previews an edit of the selected records, makes it and undoes it', async () => {
    const database = await withRecords();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Robin' }));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Field' }), { target: { value: 'sex' } });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Value' }), { target: { value: 'male' } });
    expect(within(dialog).getByRole('list', { name: 'What changes' }).textContent).toContain('Robin');
    const sexes = async () => (await ownObservations(database)).flatMap(({ sex }) => sex ?? []);
    expect(await sexes()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
    expect(await screen.findByText('Changed: 1 record')).toBeDefined();
    expect(await sexes()).toEqual(['male']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await sexes()).toEqual([]));
  });

  it('gives the selected records another day, and undoes it', async () => {
    const database = await withRecords();
    for (const name of ['Robin', 'Wren']) fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Field' }), { target: { value: 'observed_on' } });
    fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2026-05-01' } });
    // One of them has that day already.
    await within(dialog).findByText('Changes: 1 record. Already the same: 1 record.');
    const days = async () => (await ownObservations(database)).map(({ observed_on }) => observed_on).toSorted();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
    await waitFor(async () => expect(await days()).toEqual(['2025-06-02', '2026-05-01', '2026-05-01']));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await days()).toEqual(['2025-06-02', '2026-05-01', '2026-05-03']));
  });

  it('exports the values on the device, even those that the table does not show yet', async () => {
    const database = await withRecords();
    const exported: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      exported.push(file as Blob);
      return 'blob:csv';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const [wren, , tern] = (await ownObservations(database)).toReversed();
    for (const sex of ['male', 'female'] as const) {
      await saveObservation(database, { ...pickDraft(wren!), sex }, [], { id: wren!.id, user: observer(freshPerson('anna')) });
      fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    }
    await database.observations.update(tern!.id, { deleted: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(exported).toHaveLength(3));
    const [first, second, third] = await Promise.all(exported.map((file) => file.text()));
    expect(first).toMatch(/Wren.*,male,/);
    expect(second).toMatch(/Wren.*,female,/);
    expect(second).toContain('Árctic tern');
    expect(third).not.toContain('Árctic tern');
  });

  it('deletes the selected records, unless that is undone', async () => {
    const database = await withRecords();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Robin' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(names()).toEqual(['Wren', 'Árctic tern']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(names()).toEqual(['Wren', 'Robin', 'Árctic tern']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Robin' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(async () => expect(await ownObservations(database)).toHaveLength(2));
  });

  const [, , , WHEN, , COUNT, STAGE] = [0, 1, 2, 3, 4, 5, 6];
  const cell = (row: number, column: number) => within(screen.getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[column]!;
  const counts = async (database: UserDatabase) =>
    Object.fromEntries((await ownObservations(database)).map((one) => [one.verbatim_name, [one.count ?? null, one.count_max ?? null]]));

  it('edits a count where it stands, goes down with Enter, and undoes it from the keyboard', async () => {
    const database = await withRecords();
    act(() => cell(0, COUNT).focus());
    fireEvent.keyDown(cell(0, COUNT), { key: 'Enter' });
    const input = await screen.findByRole('textbox', { name: 'Count, Wren' });
    fireEvent.change(input, { target: { value: '10-12' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Count, Wren' })).toBeNull());
    expect((await counts(database))['Wren']).toEqual([10, 12]);
    await waitFor(() => expect(document.activeElement).toBe(cell(1, COUNT)));
    expect(cell(1, COUNT).textContent).toContain('10');
    fireEvent.keyDown(cell(1, COUNT), { key: 'z', ctrlKey: true });
    await waitFor(async () => expect((await counts(database))['Wren']).toEqual([2, null]));
  });

  it('keeps what is no count as it was typed, with the reason, and changes nothing on Escape', async () => {
    const database = await withRecords();
    fireEvent.doubleClick(cell(0, COUNT));
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Count, Wren' });
    fireEvent.change(input, { target: { value: '1.200' } });
    fireEvent.keyDown(input, { key: 'Tab' });
    expect((await screen.findByRole('alert')).textContent).toContain('thousands or a decimal');
    expect(input.value).toBe('1.200');
    fireEvent.keyDown(input, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Count, Wren' })).toBeNull());
    expect(document.activeElement).toBe(cell(0, COUNT));
    expect((await counts(database))['Wren']).toEqual([2, null]);
  });

  it('goes right with Tab, and refuses a day that is still to come', async () => {
    const database = await withRecords();
    fireEvent.doubleClick(cell(0, WHEN));
    const day = await screen.findByLabelText('Date and time, Wren', { selector: 'input' });
    fireEvent.change(day, { target: { value: '9000-01-01' } });
    fireEvent.keyDown(day, { key: 'Enter' });
    expect((await screen.findByRole('alert')).textContent).toContain('still to come');
    fireEvent.change(day, { target: { value: '2026-05-04' } });
    fireEvent.keyDown(day, { key: 'Enter' });
    await waitFor(async () => expect((await ownObservations(database)).map(({ observed_on }) => observed_on)).toContain('2026-05-04'));
    act(() => cell(0, STAGE).focus());
    fireEvent.keyDown(cell(0, STAGE), { key: 'Enter' });
    const stage = await screen.findByRole('combobox', { name: 'Life stage, Wren' });
    fireEvent.change(stage, { target: { value: 'adult' } });
    fireEvent.keyDown(stage, { key: 'Tab' });
    await waitFor(() => expect(document.activeElement).toBe(cell(0, STAGE + 1)));
    expect((await ownObservations(database)).find(({ verbatim_name: name }) => name === 'Wren')).toMatchObject({ life_stage: 'adult' });
  });

  const copied = (from: HTMLElement) => {
    let text = '';
    fireEvent.copy(from, { clipboardData: { setData: (_: string, data: string) => void (text = data) } });
    return text;
  };

  it('copies a range of cells, or the selected rows with their titles', async () => {
    await withRecords();
    act(() => cell(0, WHEN).focus());
    fireEvent.keyDown(cell(0, WHEN), { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(document.activeElement).toBe(cell(0, WHEN + 1)));
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(document.activeElement).toBe(cell(0, COUNT)));
    fireEvent.mouseDown(cell(2, COUNT), { shiftKey: true });
    await waitFor(() => expect(document.activeElement).toBe(cell(2, COUNT)));
    expect(copied(cell(2, COUNT))).toBe('2026-05-03\t\t2\n2026-05-01\t\t10\n2025-06-02\t\t');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Robin' }));
    act(() => cell(1, COUNT).focus());
    expect(copied(cell(1, COUNT))).toMatch(/^Species\tScientific name\tDate\t.*\nRobin\t\t2026-05-01\t/);
  });

  it('pastes cells over records after a preview, and undoes all of it at once', async () => {
    const database = await withRecords();
    act(() => cell(0, COUNT).focus());
    const text = '3\tadult\n2.5\tjuvenile\n~40\twinged\n7\tadult';
    fireEvent.paste(cell(0, COUNT), { clipboardData: { getData: () => text } });
    const dialog = await screen.findByRole('dialog', { name: 'Paste into these records' });
    expect(await within(dialog).findByText(/Changes: 3 records\./)).toBeDefined();
    const refused = within(dialog).getByRole('list', { name: 'Not taken over' });
    expect(refused.textContent).toContain('2.5');
    expect(refused.textContent).toContain('winged');
    expect(within(dialog).getByText(/below the last record of the table: 1\./)).toBeDefined();
    expect(await counts(database)).toMatchObject({ Wren: [2, null] });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply changes' }));
    expect(await screen.findByText('Changed: 3 records')).toBeDefined();
    expect(await counts(database)).toEqual({ Wren: [3, null], Robin: [10, null], 'Árctic tern': [40, null] });
    const stages = async () => (await ownObservations(database)).flatMap((one) => one.life_stage ?? []).toSorted();
    expect(await stages()).toEqual(['adult', 'juvenile']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await counts(database)).toEqual({ Wren: [2, null], Robin: [10, null], 'Árctic tern': [null, null] }));
    await waitFor(async () => expect(await stages()).toEqual([]));
  });

  it('shows what others said of records as far as it is known, and finds what changed since the person last looked', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const ids: string[] = [];
    for (const verbatim_name of ['Wren', 'Robin', 'Tern'])
      ids.push(await saveObservation(database, { verbatim_name, observed_on: '2026-05-03' }, [], { user: observer(anna) }));
    const [wren, robin] = ids as [string, string, string];
    for (const id of [wren, robin]) await database.observations.update(id, { version: 1, quality: 'needs_id', validation: 'plausible' });
    const about = (id: string) => ({ record: { id, taxon: null, verbatim_name: 'Wren' } });
    const entries = [makeEntry({ ...about(wren) }), makeEntry({ ...about(robin), is_read: true })];
    const server = new VeldServer(anna)
      .answer(getUser, () => json(anna))
      .answer(listNotifications, () => json({ data: entries, unread: 1, next_cursor: null }))
      .answer(listRecordActivity, (url) => {
        const found = url.searchParams.get('ids')!.split(',');
        const identifications = { count: 3, agreeing: 2 };
        return json({
          data: found.map((id) => ({ id, reactions: [], own_reaction: null, agrees: false, comments: 0, identifications })),
        });
      });
    await renderAs(anna, <RecordsTableScreen />, { at: '/tables', server });
    await screen.findByRole('grid');
    const column = (name: string) => screen.getAllByRole('columnheader').findIndex((one) => one.textContent === name);
    const words = (name: string) =>
      Object.fromEntries(
        screen
          .getAllByRole('row')
          .slice(1)
          .map((row) => within(row).getAllByRole('gridcell'))
          .map((cells) => [cells[1]!.textContent, cells[column(name)]!.textContent]),
      );
    // Nobody was asked about the record that is only here, and its number is not 0.
    await waitFor(() => expect(words('Identifications')).toEqual({ Wren: '3, agreeing: 2', Robin: '3, agreeing: 2', Tern: '–' }));
    expect(words('Status')).toEqual({ Wren: 'Needs ID · Plausible', Robin: 'Needs ID · Plausible', Tern: '–' });
    await waitFor(() => expect(words('What changed')['Wren']).toContain('Ben'));
    expect(words('What changed')['Tern']).toBe('');
    fireEvent.click(screen.getByRole('button', { name: /^Filters/ }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'What changed' }), { target: { value: 'since' } });
    await waitFor(() => expect(names()).toEqual(['Wren']));
  });
});
