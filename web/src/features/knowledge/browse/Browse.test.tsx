// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { frequencyCell, type User } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { CHANGES_CURSOR } from '../../../local/pull/pull-store';
import { saveObservation } from '../../../local/records/save-observation';
import { createCopyNotifier } from '../../../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../../local/taxonomy/testing';
import { storeFrequencies } from '../../../local/testing/frequencies';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import KnowledgeScreen from '../KnowledgeScreen';

const announce = createCopyNotifier();
const device = new Device();

const higher = (id: number, rank: string, sci: string, parent_id: number | null) => remoteTaxon(id, { sci }, { rank, parent_id });
const GREAT_TIT = remoteTaxon(1, { en: 'Great tit', sci: 'Parus major' }, { parent_id: 104, family: 'Paridae' });
const BLUE_TIT = remoteTaxon(2, { en: 'Blue tit', sci: 'Cyanistes caeruleus' }, { parent_id: 105, image_url: '/api/taxon/2/image' });
const BADGER = remoteTaxon(3, { en: 'Badger', sci: 'Meles meles' }, { group: 'mammal', parent_id: 110 });
/** Not in the Netherlands. */
const LION = remoteTaxon(4, { en: 'Lion', sci: 'Panthera leo' }, { group: 'mammal', parent_id: 110 });

beforeAll(async () => {
  // The database that the app's own search reads.
  device.db = new TaxonomyDatabase();
  device.session = { ...device.session, locale: 'en', country: 'NL' };
  device.server.pageSize = 50;
  device.server.taxa = [
    GREAT_TIT,
    BLUE_TIT,
    BADGER,
    LION,
    higher(100, 'class', 'Aves', null),
    higher(101, 'order', 'Passeriformes', 100),
    higher(103, 'family', 'Paridae', 101),
    higher(104, 'genus', 'Parus', 103),
    higher(105, 'genus', 'Cyanistes', 103),
    higher(110, 'class', 'Mammalia', null),
  ];
  device.server.countries = { NL: device.server.taxa.map(({ id }) => id).filter((id) => id !== LION.id) };
  await device.tab('one', { announce }).tick();
  await device.tab('two', { announce }).tick();
});
// The app's search, which other tests in the same worker use too, learns that the copies are gone.
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
  announce({ type: 'country', what: 'swapped' });
});

const dutch = () => freshPerson('anna', { country_code: 'NL' });

async function recordGreatTit(anna: User): Promise<void> {
  const taxon = { id: 1, name: 'Great tit', scientific_name: 'Parus major', rank: 'species', group: 'bird' as const, image_url: null };
  await saveObservation(openUserDatabase(anna.id), { taxon_id: 1 }, [], { user: observer(anna), taxon });
}

const links = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the guide, without a connection', () => {
  it('has a tile for each group, with the species of the country and how many of them are seen', async () => {
    const anna = dutch();
    await recordGreatTit(anna);
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge' });
    const birds = await screen.findByRole('link', { name: /Birds/ });
    expect(birds.textContent).toBe('Birds2 species1 seen');
    // Not before all records have arrived.
    expect(screen.getByRole('link', { name: /Mammals/ }).textContent).toBe('Mammals1 species');
    await openUserDatabase(anna.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
    await waitFor(() => expect(screen.getByRole('link', { name: /Mammals/ }).textContent).toBe('Mammals1 species0 seen'));
    expect(birds.querySelector('img')?.getAttribute('src')).toBe('/api/taxon/2/image?size=512');
    const mammals = screen.getByRole('link', { name: /Mammals/ });
    expect(mammals.querySelector('img')).toBeNull();
  });

  it('has the species of the world when asked', async () => {
    await renderAs(dutch(), <KnowledgeScreen />, { at: '/knowledge?country=worldwide' });
    expect((await screen.findByRole('link', { name: /Mammals/ })).textContent).toContain('2 species');
  });

  it('leads down the tree and back, each step with its address', async () => {
    await renderAs(dutch(), <KnowledgeScreen />, { at: '/knowledge?view=tree&seen=not_seen' });
    fireEvent.click(await screen.findByRole('link', { name: /Aves/ }));
    await screen.findByRole('heading', { level: 1, name: 'Aves' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    fireEvent.click(await screen.findByRole('link', { name: /Passeriformes/ }));
    fireEvent.click(await screen.findByRole('link', { name: /Paridae/ }));
    const genera = await screen.findByRole('list', { name: 'Members' });
    fireEvent.click(await within(genera).findByRole('link', { name: /Parus/ }));
    const species = await screen.findByRole('link', { name: /Great tit/ });
    expect(species.getAttribute('href')).toBe('/species/1');
    const path = within(screen.getByRole('navigation', { name: 'Path in the tree' }));
    await waitFor(() => expect(path.getAllByRole('link')).toHaveLength(4));
    expect(path.getAllByRole('link').map((link) => link.textContent)).toEqual(['All classes', 'Aves', 'Passeriformes', 'Paridae']);
    expect(path.getByRole('link', { name: 'Paridae' }).getAttribute('href')).toBe('/knowledge?seen=not_seen&view=tree&taxon=103');
    fireEvent.click(path.getByRole('link', { name: 'All classes' }));
    expect(await screen.findByRole('link', { name: /Mammalia/ })).toBeDefined();
  });

  it('shows the species seen or not seen', async () => {
    const anna = dutch();
    await recordGreatTit(anna);
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?group=bird&seen=not_seen' });
    expect(await links('Birds')).toEqual([expect.stringContaining('Blue tit')]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Seen' }), { target: { value: 'seen' } });
    await waitFor(async () => expect(await links('Birds')).toEqual([expect.stringContaining('Great tit')]));
  });

  it('shows the species on lists of a month, and says from how many', async () => {
    const anna = dutch();
    const count = (taxon_id: number, slot: number, lists: number) => ({
      taxon_id,
      cell: frequencyCell(52, 5),
      slot,
      records: lists,
      lists,
      people: 1,
    });
    await storeFrequencies(openUserDatabase(anna.id), 'NL', [count(0, 16, 40), count(0, 42, 19), count(2, 16, 7), count(3, 42, 7)]);
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?month=5' });
    expect((await screen.findByRole('link', { name: /Birds/ })).textContent).toContain('1 species');
    expect(screen.queryByRole('link', { name: /Mammals/ })).toBeNull();
    expect(screen.getByText('Species reported in this month. Netherlands: from 40 May lists.')).toBeDefined();
    // November has too few lists: nothing is left out, and it is said.
    fireEvent.change(screen.getByRole('combobox', { name: 'Month' }), { target: { value: '11' } });
    expect(await screen.findByText(/^Netherlands: there are too few November lists/)).toBeDefined();
    expect((await screen.findByRole('link', { name: /Birds/ })).textContent).toContain('2 species');
  });

  it('says that a month needs a country, and counts of it', async () => {
    await renderAs(dutch(), <KnowledgeScreen />, { at: '/knowledge?month=5&country=worldwide' });
    expect(await screen.findByText(/^Months work for one country at a time/)).toBeDefined();
    expect((await screen.findByRole('link', { name: /Mammals/ })).textContent).toContain('2 species');
    fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: 'NL' } });
    expect(await screen.findByText(/^Netherlands: this device has no monthly counts/)).toBeDefined();
  });

  it('offers to clear filters that no species fits', async () => {
    await renderAs(dutch(), <KnowledgeScreen />, { at: '/knowledge?seen=seen' });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: /Birds/ })).toBeDefined();
  });
});
