// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { importSensitiveRules, listSensitiveRules, putSensitiveRule } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import RulesPart from './RulesPart';

const RULE = {
  id: '00000000-0000-4000-8000-000000000001',
  taxon_id: 5,
  taxon: { name: 'Black stork', scientific_name: 'Ciconia nigra', rank: 'species' },
  country_code: 'DE',
  area: null,
  area_name: null,
  months: [1, 2, 3, 12],
  grid_km: 20,
  reason: 'disturbance',
};

const serverWith = (rules: readonly object[], due = 0) => {
  const anna = freshPerson('anna', { roles: ['user', 'admin'] });
  const server = new VeldServer(anna).answer(listSensitiveRules, () => json({ data: rules, total: rules.length, due, next_cursor: null }));
  return { anna, server };
};

describe('the list of sensitive species', () => {
  it('says how many taxa have records that are still looked at again, and opens a rule as it is', async () => {
    const { anna, server } = serverWith([RULE], 3);
    const shown = await renderAs(anna, <RulesPart />, { at: '/admin/sensitive-taxa', server });
    expect(await screen.findByText('3 taxa still have records to update.')).toBeDefined();
    shown.unmount();
    await renderAs(anna, <RulesPart />, { at: `/admin/sensitive-taxa?rule=${RULE.id}`, server });
    expect(await screen.findByText('Black stork')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('Where').selectedOptions[0]?.text).toBe('Germany');
    expect(screen.getByLabelText<HTMLSelectElement>('Others see').selectedOptions[0]?.text).toMatch(/^an area about 20\skm wide$/);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true }).map(({ value }) => value)).toEqual(['1', '2', '3', '12']);
  });

  it('changes a rule, and asks for what is missing', async () => {
    const { anna, server } = serverWith([RULE]);
    server.answer(putSensitiveRule, () => ({ status: 204 }));
    await renderAs(anna, <RulesPart />, { at: `/admin/sensitive-taxa?rule=${RULE.id}`, server });
    fireEvent.change(await screen.findByLabelText('Others see'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'own' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Write the reason.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('In your own words'), { target: { value: 'A nest' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        taxon_id: 5,
        country_code: 'DE',
        area: null,
        area_name: null,
        months: [1, 2, 3, 12],
        grid_km: null,
        reason: 'A nest',
      }),
    );
  });

  it('imports a file only after it was checked, and names the lines that are left out', async () => {
    const { anna, server } = serverWith([]);
    const faults = [{ line: 3, fault: 'unknown_name', value: 'Ciconia nulla' }];
    server.answer(importSensitiveRules, () => json({ data: { added: 1, changed: 0, same: 0, removed: 0, faults, fault_count: 1 } }));
    await renderAs(anna, <RulesPart />, { at: '/admin/sensitive-taxa', server });
    fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const file = new File(['scientific_name,grid_km,reason\nCiconia nigra,20,law\nCiconia nulla,20,law\n'], 'list.csv');
    fireEvent.change(screen.getByLabelText('Choose file'), { target: { files: [file] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Check file' }));
    const report = await screen.findByRole('status');
    expect(within(report).getByText(/Line 3: name not found: Ciconia nulla/)).toBeDefined();
    const dry = () =>
      server.asked.filter(({ method }) => method === 'POST').map(({ body }) => (body as { is_dry_run: boolean }).is_dry_run);
    expect(dry()).toEqual([true]);
    fireEvent.click(screen.getByRole('button', { name: 'Save changes (1)' }));
    await waitFor(() => expect(dry()).toEqual([true, false]));
  });
});
