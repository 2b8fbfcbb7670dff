// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { savedPlaces } from '../../../local/changes/saved-places';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import MyLocationsScreen from '../MyLocationsScreen';

const point = (name: string | null, longitude: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Point', coordinates: [longitude, 52] },
});
const file = (...features: object[]) => new File([JSON.stringify({ type: 'FeatureCollection', features })], 'walks.geojson');
const pick = (chosen: File) =>
  fireEvent.change(screen.getByLabelText('Import from file', { selector: 'input' }), { target: { files: [chosen] } });

describe('importing places', () => {
  it('adds what is chosen, under names that are free, and offers nothing twice', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <MyLocationsScreen />);
    await screen.findByRole('button', { name: 'Import from file' });
    pick(file(point('Hide', 5), point('hide', 6), point(null, 7), point('Moor', 8)));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('4 places in walks.geojson')).toBeDefined();
    fireEvent.click(dialog.getByLabelText('Moor'));
    fireEvent.change(dialog.getByLabelText('Kind of place'), { target: { value: 'hide' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add 3 places' }));
    expect(await screen.findByText('3 places added')).toBeDefined();
    const saved = await savedPlaces(openUserDatabase(anna.id));
    expect(saved.map(({ name, kind, longitude }) => [name, kind, longitude])).toEqual([
      ['Hide', 'hide', 5],
      ['hide 2', 'hide', 6],
      ['Point 3', 'hide', 7],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    pick(file(point('Hide', 5), point('Moor', 8)));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLInputElement>('Hide').disabled).toBe(true);
    expect(again.getByText('Point · already in your list')).toBeDefined();
    fireEvent.click(again.getByRole('button', { name: 'Add 1 place' }));
    await waitFor(async () => expect(await savedPlaces(openUserDatabase(anna.id))).toHaveLength(4));
  });

  it('leaves the places of another person their kind, habitat and colour, unless a kind is chosen', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <MyLocationsScreen />);
    await screen.findByRole('button', { name: 'Import from file' });
    const of = (name: string, longitude: number, properties: object) => ({
      ...point(name, longitude),
      properties: { name, ...properties },
    });
    pick(
      file(
        of('Hide', 5, { kind: 'hide', habitat: 'marsh', colour: 'water', uncertainty_m: 30 }),
        of('Odd', 6, { kind: 'moon', habitat: 3, colour: 'pink', uncertainty_m: -1 }),
      ),
    );
    const dialog = within(await screen.findByRole('dialog'));
    const kind = dialog.getByLabelText<HTMLSelectElement>('Kind of place');
    expect(kind.selectedOptions[0]!.text).toBe('As in the file');
    fireEvent.click(dialog.getByRole('button', { name: 'Add 2 places' }));
    await screen.findByText('2 places added');
    expect(await savedPlaces(openUserDatabase(anna.id))).toMatchObject([
      { name: 'Hide', kind: 'hide', habitat: 'marsh', colour: 'water', uncertainty_m: 30 },
      { name: 'Odd', kind: 'other', uncertainty_m: null },
    ]);
  });

  it('says why a file cannot be used, and that the list would be full', async () => {
    await renderAs(freshPerson('anna'), <MyLocationsScreen />);
    await screen.findByRole('button', { name: 'Import from file' });
    pick(new File(['not a map'], 'notes.txt'));
    expect((await screen.findByRole('alert')).textContent).toBe('Veld can’t read this file. Choose a GPX, KML or GeoJSON file.');
    pick(file());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Veld found no places in this file that it can use.'));
    pick(file(...Array.from({ length: 1001 }, (_, at) => point(`Trap ${at}`, at / 10))));
    await screen.findByText('You can have at most 1,000 places. Choose fewer.');
    // By text: among a thousand rows, a search by role or label takes half a minute.
    const add = (text: string) => screen.getByText(text).closest('button')!;
    expect(add('Add 1,001 places').disabled).toBe(true);
    fireEvent.click(document.getElementById(screen.getByText('Trap 0').closest('label')!.htmlFor)!);
    expect(add('Add 1,000 places').disabled).toBe(false);
  });
});
