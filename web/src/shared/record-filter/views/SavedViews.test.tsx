// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SavedView } from '@veld/contract';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { changeSavedViews, savedViews } from '../../../local/changes/saved-views';
import { newId } from '../../../local/db/ids';
import { freshPerson } from '../../../local/testing/people';
import { renderAs, signIn } from '../../../testing/render-as';
import { currentDatabase } from '../../session/session';
import { useRecordQuery } from '../use-record-query';
import { SavedViews } from './SavedViews';
import { makeViewAddress, writeViewQuery } from './view-address';

const OWN = ['view'] as const;

function Explore() {
  const [query] = useRecordQuery(OWN);
  const { search } = useLocation();
  return (
    <>
      <SavedViews screen="explore" shown={query} />
      <output>{search}</output>
    </>
  );
}

const view = (name: string, query: string, list_position: number): SavedView => ({
  id: newId(),
  name,
  screen: 'explore',
  query,
  list_position,
});

async function openViews(at: string, views: SavedView[] = [], button = 'Views') {
  const anna = freshPerson('anna');
  await signIn(anna);
  await changeSavedViews(currentDatabase(), () => views);
  await renderAs(anna, <Explore />, { at });
  fireEvent.click(screen.getByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Saved views' }, { timeout: 20_000 });
}

const stored = async () => (await savedViews(currentDatabase())).map(({ name, query }) => [name, query]);

describe('saved views', () => {
  it('are saved with the whole address, under a name that says the filter, or replace the one of that name', async () => {
    const dialog = await openViews('/explore?group=bird&month=6&view=species', [view('Mine', 'group=insect', 1)]);
    const name = await within(dialog).findByRole('textbox', { name: 'Name of this view' });
    expect(name).toHaveProperty('value', 'Birds · June · Worldwide');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    const query = 'group=bird&month=6&view=species&country=worldwide';
    await waitFor(async () =>
      expect(await stored()).toEqual([
        ['Mine', 'group=insect'],
        ['Birds · June · Worldwide', query],
      ]),
    );
    fireEvent.change(name, { target: { value: 'Mine' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    await waitFor(async () =>
      expect(await stored()).toEqual([
        ['Mine', query],
        ['Birds · June · Worldwide', query],
      ]),
    );
    fireEvent.change(name, { target: { value: ' ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(await within(dialog).findByText('Give it a name.')).toBeDefined();
    expect(await stored()).toHaveLength(2);
  });

  it('open with one more tap, and are renamed, moved, and deleted with a way back', async () => {
    const dialog = await openViews('/explore', [view('Moths', 'group=insect&view=map', 0), view('Ducks', 'group=bird', 1)]);
    const there = within(dialog);
    fireEvent.click(await there.findByRole('button', { name: 'Edit Ducks' }));
    fireEvent.click(there.getByRole('button', { name: 'Move Ducks up' }));
    await waitFor(async () => expect((await stored()).map(([name]) => name)).toEqual(['Ducks', 'Moths']));
    const [field] = there.getAllByRole('textbox', { name: 'Name of this view' });
    fireEvent.change(field!, { target: { value: 'Geese' } });
    fireEvent.click(there.getByRole('button', { name: 'Save' }));
    fireEvent.click(await there.findByRole('button', { name: 'Edit Geese' }));
    fireEvent.click(there.getByRole('button', { name: 'Delete view Geese' }));
    await waitFor(async () => expect((await stored()).map(([name]) => name)).toEqual(['Moths']));
    fireEvent.click(there.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await stored()).map(([name]) => name)).toEqual(['Geese', 'Moths']));
    fireEvent.click(there.getByRole('link', { name: 'Moths' }));
    expect(await screen.findByText('?group=insect&view=map')).toBeDefined();
  });

  it('are followed by their filter alone: what is new, with a pause, and not if a part is not understood', async () => {
    const dialog = await openViews('/explore?group=bird', [view('Strange', 'colour=red', 0)], 'Follow this');
    const there = within(dialog);
    const novelty = await there.findByRole('combobox', { name: 'Notify me of' });
    expect(novelty).toHaveProperty('value', 'any');
    fireEvent.change(novelty, { target: { value: 'year' } });
    fireEvent.click(there.getByRole('button', { name: 'Save view' }));
    const followed = async () => (await savedViews(currentDatabase())).map(({ novelty: one, is_paused }) => [one, is_paused]);
    await waitFor(async () => expect((await followed())[1]).toEqual(['year', false]));
    expect(await there.findByRole('img', { name: 'Followed' })).toBeDefined();
    fireEvent.click(there.getByRole('button', { name: 'Edit Birds · Worldwide' }));
    fireEvent.click(await there.findByRole('checkbox', { name: 'Pause notifications' }));
    await waitFor(async () => expect((await followed())[1]).toEqual(['year', true]));
    fireEvent.click(there.getByRole('button', { name: 'Edit Strange' }));
    expect(await there.findByText(/part of it isn’t understood/)).toBeDefined();
  });

  it('keep the place that a screen chose by itself, and only the filter on the other screen', () => {
    const query = writeViewQuery(new URLSearchParams('unnamed=1&skipped=1'), 'NL');
    expect(query).toBe('unnamed=1&skipped=1&country=NL');
    expect(makeViewAddress({ screen: 'identify', query }, 'identify')).toBe(`/identify?${query}`);
    expect(makeViewAddress({ screen: 'identify', query }, 'explore')).toBe('/explore?unnamed=1&country=NL');
    expect(makeViewAddress({ screen: 'explore', query: 'group=bird&view=map&order=uploaded' }, 'identify')).toBe('/identify?group=bird');
  });
});
