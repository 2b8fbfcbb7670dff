// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { putTaxonomyImport, runTaxonomyImport } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { NewImport } from './NewImport';

describe('a new import', () => {
  it('is sent with the group and the kingdom that the admin chose for lines without one', async () => {
    const anna = freshPerson('anna');
    const bodies: unknown[] = [];
    const reply = json({ data: { received: 5 } });
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
    fireEvent.change(screen.getByLabelText(/^Species group of lines/), { target: { value: 'spider' } });
    fireEvent.change(screen.getByLabelText(/^Kingdom of lines/), { target: { value: 'animalia' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(bodies).toMatchObject([{ source: 'spiders', is_complete: false, default_group: 'spider', default_kingdom: 'animalia' }]);
  });

  it('has no group and no kingdom unless the admin chooses them', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <NewImport onSent={() => undefined} />);
    const input = screen.getByLabelText('Choose file', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['a'], 'spiders.csv')] } });
    expect(screen.getByLabelText<HTMLSelectElement>(/^Species group of lines/).selectedOptions[0]!.text).toBe('None');
    expect(screen.getByLabelText<HTMLSelectElement>(/^Kingdom of lines/).value).toBe('');
  });
});
