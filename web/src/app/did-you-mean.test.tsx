// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import KnowledgeScreen from '../features/knowledge/KnowledgeScreen';
import { TaxonSearch } from '../shared/taxon-search/TaxonSearch';
import { bestHit } from '../shared/taxa/data';
import { createCopyNotifier } from '../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { Device, remoteTaxon } from '../local/taxonomy/testing';
import { freshPerson } from '../local/testing/people';
import { renderAs } from '../testing/render-as';

const announce = createCopyNotifier();
const device = new Device();

beforeAll(async () => {
  // The database that the app's own search reads.
  device.db = new TaxonomyDatabase();
  device.session.locale = 'en';
  device.server.taxa = [remoteTaxon(1, { en: 'Sparrowhawk' }), remoteTaxon(2, { en: 'Pheasant' })];
  await device.tab('one', { announce }).tick();
});
// The app's search, which other tests in the same worker use too, learns that the copy is gone.
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

const typeInto = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });

describe('names that only resemble the text', () => {
  it('are offered under "Did you mean" in the form, and Enter does not choose them', async () => {
    const onChoose = vi.fn<(taxon: unknown) => void>();
    const onVerbatim = vi.fn<() => void>();
    await renderAs(freshPerson('anna'), <TaxonSearch labelledBy="label" onChoose={onChoose} onVerbatim={onVerbatim} quick={null} />);
    const box = screen.getByRole('combobox');

    typeInto(box, 'sparow hawk');
    const heading = await screen.findByText('Did you mean');
    const option = screen.getByRole('option', { name: /Sparrowhawk/ });
    expect(option.getAttribute('aria-describedby')).toBe(heading.id);
    fireEvent.keyDown(box, { key: 'Enter' });
    // The same search again: by then, the one that Enter started has been answered.
    await act(() => bestHit('sparow hawk'));
    expect(onChoose).not.toHaveBeenCalled();
    expect(onVerbatim).not.toHaveBeenCalled();

    typeInto(box, 'sparrowhawk');
    await waitFor(() => expect(screen.queryByText('Did you mean')).toBeNull());
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(onChoose).toHaveBeenCalled());
    expect(onChoose.mock.calls).toEqual([[expect.objectContaining({ id: 1 })]]);
    expect(onVerbatim).not.toHaveBeenCalled();
  });

  it('are found under the same heading in the species search', async () => {
    await renderAs(freshPerson('anna'), <KnowledgeScreen />, { at: '/knowledge?q=feasant' });
    expect(await screen.findByRole('heading', { name: 'Did you mean' })).toBeTruthy();
    expect(await screen.findByText('Pheasant')).toBeTruthy();
  });
});
