// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exploreRecords, exploreTotals, type ListedObservation, recordValues } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { bram, freshPerson, observer } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { wideScreen } from '../../../testing/wide-screen';
import ExploreScreen from '../ExploreScreen';

beforeEach(wideScreen);

const robin = { id: 7, name: 'Robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird', image_url: null } as const;

function record(change: Partial<ListedObservation>): ListedObservation {
  return {
    id: newId(),
    user: observer(bram),
    taxon: robin,
    quality: 'needs_id',
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ taxon_id: robin.id, observed_on: '2026-05-01' }),
    created_at: '2026-05-02T10:00:00.000Z',
    photo_count: 0,
    ...change,
  };
}

describe('the table of Explore', () => {
  it('is sorted by the titles of its columns as the server can, and says nothing of when a hidden record was added', async () => {
    const anna = freshPerson('anna');
    const orders: (string | null)[] = [];
    const server = new VeldServer(anna)
      .answer(exploreTotals, () => {
        const total = { count: 2, is_minimum: false };
        return json({ data: { records: total, species: total, people: total } });
      })
      .answer(exploreRecords, (url) => {
        orders.push(url.searchParams.get('order'));
        return json({ data: [record({}), record({ is_obscured: true, created_at: null })], next_cursor: null });
      });
    await renderAs(anna, <ExploreScreen />, { at: '/explore?as=table', server });
    await screen.findByRole('grid');
    const title = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });
    const press = (name: string) => fireEvent.click(within(title(name)).getByRole('button'));
    expect(orders.at(-1)).toBe('observed');
    expect(title('Date').getAttribute('aria-sort')).toBe('descending');
    const added = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('gridcell').at(-1)?.textContent);
    expect(added).toEqual([undefined, expect.stringMatching(/2 May 2026|May 2, 2026/), '–']);
    press('Date');
    await waitFor(() => expect(orders.at(-1)).toBe('oldest'));
    await waitFor(() => expect(title('Date').getAttribute('aria-sort')).toBe('ascending'));
    expect(screen.getByText(/without a date/)).toBeDefined();
    await screen.findByRole('columnheader', { name: /Uploaded/ });
    press('Uploaded');
    await waitFor(() => expect(orders.at(-1)).toBe('uploaded'));
    await screen.findByRole('columnheader', { name: /Scientific name/ });
    press('Scientific name');
    await waitFor(() => expect(orders.at(-1)).toBe('name'));
    await waitFor(() => expect(title('Scientific name').getAttribute('aria-sort')).toBe('ascending'));
    await screen.findByRole('columnheader', { name: /Uploaded/ });
    press('Uploaded');
    await waitFor(() => expect(title('Uploaded').getAttribute('aria-sort')).toBe('descending'));
    // The server has no order of places.
    await screen.findByRole('columnheader', { name: /Place/ });
    press('Place');
    expect(title('Place').getAttribute('aria-sort')).toBeNull();
    await screen.findByRole('grid');
    press('Uploaded');
    await waitFor(() => expect(title('Date').getAttribute('aria-sort')).toBe('descending'));
  });
});
