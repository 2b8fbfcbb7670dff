// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { ownObservations, saveObservation } from '../../local/records/observations';
import { pickDraft } from '../../local/records/record-shape';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
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
});
