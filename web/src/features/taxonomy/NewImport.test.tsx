// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { putTaxonomyImport, runTaxonomyImport, type TaxonomyImport } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { NewImport } from './NewImport';

/** An import whose file the server has whole. */
const sentImport: TaxonomyImport = {
  id: '6e0f4a52-1c1f-4a52-9d3e-0a4c7d1b2e3f',
  file_name: 'spiders.csv',
  byte_length: 5,
  received: 5,
  source: 'spiders',
  is_complete: false,
  is_dry_run: true,
  default_group: 'spider',
  default_kingdom: 'animalia',
  state: 'waiting',
  rows_done: 0,
  bytes_done: 0,
  bytes_total: 5,
  error_count: 0,
  warning_count: 0,
  result: null,
  user_name: 'anna',
  is_by_command: false,
  has_file: true,
  created_at: '2026-05-01T10:00:00.000Z',
  started_at: null,
  finished_at: null,
};

describe('a new import', () => {
  it('is sent with the group and the kingdom that the admin chose for lines without one', async () => {
    const anna = freshPerson('anna');
    const bodies: unknown[] = [];
    const reply = json({ data: sentImport });
    const server = new VeldServer(anna)
      .answer(putTaxonomyImport, (_url, { body }) => {
        bodies.push(body);
        return reply;
      })
      .answer(runTaxonomyImport, () => reply);
    const onSent = vi.fn<(id: string) => void>();
    await renderAs(anna, <NewImport onSent={onSent} />, { server });
    const input = screen.getByLabelText('Choose file', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['a\n1,2'], 'spiders.csv')] } });
    fireEvent.change(screen.getByLabelText(/^Species group for lines/), { target: { value: 'spider' } });
    fireEvent.change(screen.getByLabelText(/^Kingdom for lines/), { target: { value: 'animalia' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(bodies).toMatchObject([{ source: 'spiders', is_complete: false, default_group: 'spider', default_kingdom: 'animalia' }]);
  });

  it('has no group and no kingdom unless the admin chooses them', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <NewImport onSent={() => undefined} />);
    const input = screen.getByLabelText('Choose file', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['a'], 'spiders.csv')] } });
    expect(screen.getByLabelText<HTMLSelectElement>(/^Species group for lines/).selectedOptions[0]!.text).toBe('None');
    expect(screen.getByLabelText<HTMLSelectElement>(/^Kingdom for lines/).value).toBe('');
  });
});
