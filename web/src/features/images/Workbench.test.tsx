// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { getTaxonImages, postTaxonImage } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { localTaxon } from '../species/testing/rows';
import { Workbench } from './Workbench';

const wren = localTaxon(7, { name: 'Wren' });
const photo = (number: number) => ({
  url: `/api/media/${number}/1600`,
  source: 'observation',
  attribution: `Observer ${number}`,
  license_name: 'CC BY 4.0',
});

let sent: unknown[];
let onNext: ReturnType<typeof vi.fn<() => void>>;

/** Renders five candidates; the second can't be chosen. */
async function renderWorkbench() {
  const curator = freshPerson('anna', { roles: ['curator'] });
  const server = new VeldServer(curator)
    .answer(getTaxonImages, () => json({ images: [1, 2, 3, 4, 5].map(photo), image_sources: [], license_name: '' }))
    .answer(postTaxonImage, (_, asked) => {
      const body = asked.body as { image_url: string };
      sent.push(body);
      if (body.image_url === photo(2).url) throw new TypeError('Failed to fetch');
      return json({ data: { taxon_id: wren.id, image_url: body.image_url, attribution: 'Observer 3', license: 'CC-BY-4.0' } });
    });
  const workbench = (
    <>
      <Workbench taxon={wren} onNext={onNext} />
      <input aria-label="Search" />
    </>
  );
  await renderAs(curator, workbench, { server });
  await screen.findByRole('button', { name: /^Photo 1/ });
}

const candidate = (number: number) => screen.getByRole('button', { name: new RegExp(`^Photo ${number}`) });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('choosing the image of a species', () => {
  beforeEach(() => {
    sent = [];
    onNext = vi.fn<() => void>();
  });

  it('shows the image that the species has, so that a wrong one can be replaced', async () => {
    const curator = freshPerson('anna', { roles: ['curator'] });
    const server = new VeldServer(curator)
      .answer(getTaxonImages, () => json({ images: [1, 3].map(photo), image_sources: [], license_name: '' }))
      .answer(postTaxonImage, (_, asked) => {
        sent.push(asked.body);
        return json({ data: { taxon_id: 8, image_url: '/api/taxon/8/image', attribution: 'Observer 3', license: 'CC-BY-4.0' } });
      });
    const robin = localTaxon(8, { name: 'Robin', image_url: '/api/taxon/8/image', image_attribution: 'Observer 1' });
    await renderAs(curator, <Workbench taxon={robin} onNext={onNext} />, { server });
    expect(screen.getByText('Current image · Observer 1').closest('figure')!.querySelector('img')!.getAttribute('src')).toBe(
      '/api/taxon/8/image?size=512',
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Photo 2/ }));
    expect(await screen.findByText('Image saved for Robin')).toBeDefined();
    expect(sent).toEqual([{ image_url: photo(3).url, image_source: 'observation' }]);
    expect(screen.queryByText(/^Current image/)).toBeNull();
  });

  it('moves between the photos with the arrows, and Tab reaches only the one they left', async () => {
    await renderWorkbench();
    candidate(1).focus();
    press('ArrowLeft');
    expect(document.activeElement).toBe(candidate(1));
    press('ArrowRight');
    expect(document.activeElement).toBe(candidate(2));
    press('End');
    press('ArrowRight');
    expect(document.activeElement).toBe(candidate(5));
    expect([1, 2, 3, 4, 5].map((number) => candidate(number).tabIndex)).toEqual([-1, -1, -1, -1, 0]);
    press('Home');
    expect(document.activeElement).toBe(candidate(1));
  });

  it('shows what was chosen and waits at the next species; another can be chosen instead', async () => {
    await renderWorkbench();
    fireEvent.click(candidate(3));
    const next = await screen.findByRole('button', { name: 'Next species' });
    expect(document.activeElement).toBe(next);
    expect(sent).toEqual([{ image_url: '/api/media/3/1600', image_source: 'observation' }]);
    expect(screen.getByRole('status').textContent).toContain('Image saved for Wren');
    expect(screen.getByRole('img', { name: 'Wren' }).getAttribute('src')).toBe('/api/media/3/1600');
    fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    expect(candidate(3)).not.toBeNull();
    expect(onNext).not.toHaveBeenCalled();
  });

  it('says what went wrong and keeps the photos', async () => {
    await renderWorkbench();
    fireEvent.click(candidate(2));
    expect(await screen.findByRole('alert')).not.toBeNull();
    expect(candidate(2)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Next species' })).toBeNull();
  });

  it('skips with S, but not while somebody types or with Ctrl', async () => {
    await renderWorkbench();
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 's' });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    expect(onNext).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 's' });
    fireEvent.keyDown(candidate(1), { key: 'S', shiftKey: true });
    expect(onNext).toHaveBeenCalledTimes(2);
  });
});
