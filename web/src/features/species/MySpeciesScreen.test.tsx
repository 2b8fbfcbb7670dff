// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { frequencyCell, listCommunityUsers, listSpecies, listSpeciesOfPerson, listTaxonStatuses, type User } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { storeFrequencies } from '../../local/testing/frequencies';
import { freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { summarizeTaxon } from '../../shared/taxa/data';
import MySpeciesScreen from './MySpeciesScreen';
import { localTaxon } from './testing/rows';

/** The chosen views without their numbers, once the screen is there. */
async function chosen(): Promise<(string | undefined)[]> {
  const views = await screen.findAllByRole<HTMLInputElement>('radio');
  return views.flatMap((one) => (one.checked ? [one.labels?.[0]?.textContent?.replace(/\d+$/, '').trim()] : []));
}

describe('the species list of a person', () => {
  it('shows all species at first, and the view in the address', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species' });
    expect(await chosen()).toEqual(['All species']);
  });

  it('keeps the view of a link', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species?view=wanted' });
    expect(await chosen()).toEqual(['Wanted']);
  });

  it('is one tap away from the targets: what was not seen, the most reported now first', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species?period=this_year' });
    fireEvent.click(await screen.findByRole('button', { name: 'Targets', pressed: false }));
    expect(await chosen()).toEqual(['Not seen']);
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' });
    expect([order.value, screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' }).value]).toEqual(['now', 'all']);
    fireEvent.click(screen.getByRole('button', { name: 'Targets', pressed: true }));
    expect(await chosen()).toEqual(['All species']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).value).toBe('rarity');
  });

  it('can be what was only heard, with its number, in the address and the file', async () => {
    const anna = freshPerson('anna');
    const save = (id: number, name: string, evidence: string) =>
      saveObservation(openUserDatabase(anna.id), { taxon_id: id, observed_on: '2026-05-01', attributes: { evidence } }, [], {
        user: observer(anna),
        taxon: summarizeTaxon(localTaxon(id, { name })),
      });
    await save(1002, 'Mute swan', 'seen');
    await save(1003, 'Tawny owl', 'heard');
    const files: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=heard' });
    expect(await chosen()).toEqual(['Only heard']);
    expect(await screen.findByText('Tawny owl')).toBeDefined();
    expect(screen.queryByText('Mute swan')).toBeNull();
    expect(screen.getByRole('radio', { name: 'Only heard 1' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]!.text()).trim().split(/\r?\n/);
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('Tawny owl')]);
    // Once it is seen, it is on another list.
    await save(1003, 'Tawny owl', 'seen');
    await waitFor(() => expect(screen.queryByText('Tawny owl')).toBeNull());
    expect(screen.getByRole('radio', { name: 'Only heard 0' })).toBeDefined();
  });

  it('says that there is too little data for the order of what is reported now', async () => {
    await renderAs(freshPerson('anna', { country_code: 'NL' }), <MySpeciesScreen />, { at: '/my-species?order=now' });
    expect(await screen.findByText(/^There are too few .* lists so far to tell what’s likely now/)).toBeDefined();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).selectedOptions[0]!.textContent).toBe(
      'Most reported now first',
    );
  });
});

describe('the order of what is reported now', () => {
  it('is that of the lists of a month, with the numbers of each species: the targets of that month', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const count = (taxon_id: number, slot: number, lists: number) => ({
      taxon_id,
      cell: frequencyCell(52, 5),
      slot,
      records: lists,
      lists,
      people: 1,
    });
    const counts = [count(0, 16, 40), count(0, 42, 50), count(1002, 16, 7), count(1002, 42, 3), count(1003, 16, 21)];
    await storeFrequencies(openUserDatabase(anna.id), 'NL', counts);
    for (const [id, name] of [
      [1002, 'Mute swan'],
      [1003, 'Grey heron'],
    ] as const) {
      const taxon = summarizeTaxon(localTaxon(id, { name }));
      await saveObservation(openUserDatabase(anna.id), { taxon_id: id }, [], { user: observer(anna), taxon });
    }
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen&order=now&month=5' });
    expect(await screen.findByText('Netherlands: on 21 of 40 May lists')).toBeDefined();
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/species/'));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/species/1003', '/species/1002']);
    expect(screen.getByText('Netherlands: from 40 May lists.')).toBeDefined();
    fireEvent.change(screen.getByRole('combobox', { name: 'Month to order by' }), { target: { value: '11' } });
    expect(await screen.findByText('Netherlands: on 3 of 50 November lists')).toBeDefined();
    expect(screen.queryByText(/May lists/)).toBeNull();
  });
});

describe('the status of species in the list of a country', () => {
  const save = (user: User, id: number, name: string) => {
    const taxon = summarizeTaxon(localTaxon(id, { name }));
    return saveObservation(openUserDatabase(user.id), { taxon_id: id }, [], { user: observer(user), taxon });
  };
  const statuses = { native: [1003], introduced: [1002], invasive: [], threatened: [], protected: [] };

  it('limits the list to what a source calls so, in the address, and offers only what occurs', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    await save(anna, 1002, 'Mute swan');
    await save(anna, 1003, 'Grey heron');
    const server = new VeldServer(anna).answer(listTaxonStatuses, () => json({ data: statuses }));
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen&status=introduced', server });
    expect(await screen.findByText('Mute swan')).toBeDefined();
    expect(screen.queryByText('Grey heron')).toBeNull();
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
    expect([...select.options].map(({ text }) => text)).toEqual(['Any status', 'Native', 'Introduced']);
    fireEvent.change(select, { target: { value: 'native' } });
    expect(await screen.findByText('Grey heron')).toBeDefined();
    expect(screen.queryByText('Mute swan')).toBeNull();
    fireEvent.change(select, { target: { value: '' } });
    expect(await screen.findByText('Mute swan')).toBeDefined();
  });

  it('does not hide the list where nothing is known of it', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    await save(anna, 1002, 'Mute swan');
    const server = new VeldServer(anna).answer(listTaxonStatuses, () => problem(404, 'not_found'));
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen&status=introduced', server });
    expect(await screen.findByText('Mute swan')).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
  });
});

describe('the list of a year', () => {
  it('has its number of species on each view, what is new in it, and what is only ticked, as its rows do', async () => {
    const anna = freshPerson('anna');
    const save = (id: number, name: string, observed_on?: string) => {
      const taxon = summarizeTaxon(localTaxon(id, { name }));
      return saveObservation(openUserDatabase(anna.id), { taxon_id: id, observed_on }, [], { user: observer(anna), taxon });
    };
    await save(1002, 'Mute swan', '2024-03-01');
    await save(1002, 'Mute swan', '2025-03-01');
    await save(1003, 'Grey heron', '2025-05-02');
    await save(1004, 'Wren');
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen&period=2025&country=worldwide' });
    expect(await screen.findByText('New: May 2, 2025')).toBeDefined();
    expect(await screen.findByRole('radio', { name: /^Seen ?2$/ })).toBeDefined();
    expect(screen.queryByText('Wren')).toBeNull();
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' });
    expect(select.selectedOptions[0]!.text).toBe('2025');
    fireEvent.change(select, { target: { value: 'all' } });
    expect(await screen.findByRole('radio', { name: /^Seen ?3$/ })).toBeDefined();
  });

  it('is of any two days, which are asked for once chosen, and refused in the wrong order', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species?period=2025-05' });
    const last = await screen.findByLabelText<HTMLInputElement>('Until');
    expect(last.value).toBe('2025-05-31');
    fireEvent.change(last, { target: { value: '2025-04-01' } });
    expect(await screen.findByText('The last day is before the first.')).toBeDefined();
    fireEvent.change(last, { target: { value: '2025-06-30' } });
    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' }).value).toBe('2025-05/2025-06'));
  });
});

describe('a comparison in an address', () => {
  it('has its part chosen and both periods in the filters', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species?compare=previous_year&period=this_year&difference=both' });
    expect(await chosen()).toEqual(['Both']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' }).value).toBe('this_year');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare with' }).value).toBe('previous_year');
  });

  it('shows the species of the chosen part, and ends with all of them', async () => {
    const anna = freshPerson('anna');
    const year = new Date().getFullYear();
    const swan = summarizeTaxon(localTaxon(1002, { name: 'Mute swan' }));
    const heron = summarizeTaxon(localTaxon(1003, { name: 'Grey heron' }));
    const save = (taxon: typeof swan, observed_on: string) =>
      saveObservation(openUserDatabase(anna.id), { taxon_id: taxon.id, observed_on }, [], { user: observer(anna), taxon });
    await save(swan, `${year}-01-01`);
    await save(heron, `${year - 1}-05-01`);
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?compare=previous_year&period=this_year&country=worldwide' });
    expect(await screen.findByText('Mute swan')).toBeDefined();
    expect(screen.queryByText('Grey heron')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Last year only/ }));
    expect(await screen.findByText('Grey heron')).toBeDefined();
    expect(screen.queryByText('Mute swan')).toBeNull();
    expect(screen.getByText('This year only: 1 · Last year only: 1 · Both: 0')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'End comparison' }));
    await waitFor(async () => expect(await chosen()).toEqual(['All species']));
  });

  it('is with another person who opted in: only the user, both, only the other', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const bram = {
      id: '00000000-0000-4000-8000-00000000000b',
      name: 'bram',
      country_code: 'NL',
      is_pro: false,
      is_listed: true,
      observations: 2,
      species: 2,
    };
    const save = (id: number, name: string) => {
      const taxon = summarizeTaxon(localTaxon(id, { name }));
      return saveObservation(openUserDatabase(anna.id), { taxon_id: id }, [], { user: observer(anna), taxon });
    };
    await save(1002, 'Mute swan');
    await save(1003, 'Grey heron');
    let hasLeft = false;
    const server = new VeldServer(anna)
      .answer(listCommunityUsers, () =>
        json({ data: [bram, { ...bram, id: anna.id, name: 'anna' }], totals: { people: 2, observations: 4, species: 3 } }),
      )
      .answer(listSpeciesOfPerson, () =>
        hasLeft ? problem(404, 'not_found') : json({ data: { id: bram.id, name: 'bram', species: [1003, 1004], ticked: null } }),
      );
    const { unmount } = await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?compare=all&country=worldwide', server });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Compare with' });
    await waitFor(() => expect([...select.options].map(({ text }) => text)).toContain('bram'));
    expect([...select.options].map(({ text }) => text)).not.toContain('anna');
    fireEvent.change(select, { target: { value: bram.id } });
    expect(await screen.findByText('Mute swan')).toBeDefined();
    expect(screen.queryByText('Grey heron')).toBeNull();
    fireEvent.click(await screen.findByRole('radio', { name: /^Both/ }));
    expect(await screen.findByText('Grey heron')).toBeDefined();
    expect(screen.queryByText('Mute swan')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Only bram/ }));
    await waitFor(() => expect(screen.queryByText('Grey heron')).toBeNull());
    expect(screen.getAllByRole('link').filter((link) => link.getAttribute('href') === '/species/1004')).toHaveLength(1);
    unmount();
    hasLeft = true;
    queryClient.clear();
    await renderAs(anna, <MySpeciesScreen />, { at: `/my-species?compare=${bram.id}&country=worldwide`, server });
    expect(await screen.findByText(/^This comparison isn’t available now/)).toBeDefined();
    expect(screen.queryByText('Mute swan')).toBeNull();
  });

  it('has what a friend still needs at a place, and what both need', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const bram = '00000000-0000-4000-8000-00000000000b';
    const taxon = summarizeTaxon(localTaxon(1004, { name: 'Common crane' }));
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 1004 }, [], { user: observer(anna), taxon });
    const list = { 'Mute swan': 1002, 'Grey heron': 1003, 'Common crane': 1004, 'White stork': 1005, 'Black stork': 1006 };
    let ticked: number[] | null = [1003];
    const asked: string[] = [];
    const server = new VeldServer(anna)
      .answer(listSpecies, () => json(list))
      .answer(listCommunityUsers, () => json({ data: [], totals: { people: 0, observations: 0, species: 0 } }))
      .answer(listSpeciesOfPerson, ({ search }) => {
        asked.push(search);
        return json({ data: { id: bram, name: 'bram', species: [1002], ticked } });
      });
    const at = `/my-species?compare=${bram}&difference=they_need&country=BE`;
    const named = () => Object.keys(list).filter((name) => screen.queryByText(name));
    const { unmount } = await renderAs(anna, <MySpeciesScreen />, { at, server });
    expect(await screen.findByRole('heading', { name: 'What bram still needs' })).toBeDefined();
    expect(await screen.findByText('Common crane')).toBeDefined();
    expect(named()).toEqual(['Common crane', 'White stork', 'Black stork']);
    expect(asked).toEqual(['?country=BE&period=all']);
    expect(screen.getByText('bram needs: 3 · You both need: 2')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'You both need 2' }));
    await waitFor(() => expect(named()).toEqual(['White stork', 'Black stork']));
    unmount();
    queryClient.clear();
    ticked = null;
    await renderAs(anna, <MySpeciesScreen />, { at, server });
    expect(await screen.findByText('bram doesn’t share with you what they still need.')).toBeDefined();
    expect([named(), screen.queryByRole('radio', { name: /need/ })]).toEqual([[], null]);
  });
});
