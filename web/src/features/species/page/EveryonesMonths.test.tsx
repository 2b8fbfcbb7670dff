// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { frequencyCell } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { storeFrequencies } from '../../../local/testing/frequencies';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { localTaxon } from '../testing/rows';
import { EveryonesMonths } from './EveryonesMonths';

const CELL = frequencyCell(52.09, 5.12);
const count = (taxon_id: number, slot: number, lists: number) => ({ taxon_id, cell: CELL, slot, records: lists + 2, lists, people: 1 });

describe('everyone’s months of a species', () => {
  it('are a chart and a table with the share of lists, from what is on the device', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    await storeFrequencies(openUserDatabase(anna.id), 'NL', [count(0, 0, 10), count(0, 42, 40), count(7, 42, 14)]);
    await renderAs(anna, <EveryonesMonths taxon={localTaxon(7)} />, { at: '/species/7' });
    const chart = await screen.findByRole('list', { name: /by month: Netherlands/ });
    expect(within(chart).getByRole('listitem', { name: 'November: 16 records' })).toBeDefined();
    const cells = within(screen.getByRole('row', { name: /November/, hidden: true })).getAllByRole('cell', { hidden: true });
    expect(cells.map(({ textContent }) => textContent)).toEqual(['16', '14', '35%']);
    expect(within(screen.getByRole('row', { name: /January/, hidden: true })).getAllByRole('cell', { hidden: true })[2]!.textContent).toBe(
      '0%',
    );
    expect(within(screen.getByRole('row', { name: /June/, hidden: true })).getAllByRole('cell', { hidden: true })[2]!.textContent).toBe(
      '–',
    );
  });
});
