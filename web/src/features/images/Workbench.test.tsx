// @vitest-environment happy-dom
import { useHotkeys } from '@mantine/hooks';
import { fireEvent, screen, within } from '@testing-library/react';
import {
  type CandidateSource,
  type CurrentImage,
  getCurrentImage,
  getTaxonImages,
  type ImageCandidate,
  type ImageChange,
  lockImage,
  postTaxonImage,
  putImageDetails,
  putImageRejection,
  revertImage,
  type TaxonImages,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { type Answer, json, VeldServer } from '../../local/testing/veld-server';
import type { Taxon } from '../../shared/taxa/data';
import { renderAs } from '../../testing/render-as';
import { localTaxon } from '../species/testing/rows';
import { useUndo } from './use-undo';
import { Workbench } from './Workbench';

const wren = localTaxon(7, { name: 'Wren' });
const photo = (number: number): ImageCandidate => ({
  id: String(number),
  url: `/api/media/${number}/512`,
  source: 'observation',
  attribution: `Observer ${number}`,
  license_name: 'CC-BY-4.0',
  license_url: null,
  page_url: null,
  width: null,
  height: null,
  is_usable: true,
  is_exact: true,
  quality: null,
});
const found = (id: string, change: Partial<ImageCandidate> = {}): ImageCandidate => ({
  ...photo(1),
  id,
  url: `/api/specie-images/7/preview?u=${id}`,
  source: 'commons',
  attribution: 'Jo',
  license_name: 'CC-BY-SA-3.0',
  page_url: `https://commons.wikimedia.org/wiki/${id}`,
  width: 4000,
  height: 3000,
  ...change,
});
const image = (change: Partial<CurrentImage> = {}): CurrentImage => ({
  media_id: '7d1c2b3a-0000-4000-8000-000000000001',
  source: 'observation',
  attribution: 'Observer 1',
  license: 'CC-BY-4.0',
  page_url: null,
  edit_url: '/api/media/1/1600',
  width: 900,
  height: 600,
  crop: null,
  focus: null,
  alt: {},
  life_stage: null,
  is_locked: false,
  ...change,
});
const change = (change: Partial<ImageChange> = {}): ImageChange => ({
  id: '7d1c2b3a-0000-4000-8000-00000000000a',
  action: 'choose',
  user_name: 'Klara',
  changed_at: '2026-01-01T00:00:00.000Z',
  reason: null,
  attribution: 'Observer 1',
  license: 'CC-BY-4.0',
  url: '/api/media/1/128',
  can_revert: false,
  ...change,
});
/** Answers for the candidates of each source; a source without candidates has none, `failed` is down. */
const offering =
  (offer: Partial<Record<CandidateSource, ImageCandidate[] | 'failed'>>) =>
  (url: URL): Answer => {
    const source = url.searchParams.get('source') as CandidateSource;
    const images = offer[source] ?? [];
    return json({
      images: images === 'failed' ? [] : images,
      image_sources: [],
      license_name: '',
      sources: [{ source, state: images === 'failed' ? 'failed' : 'ok', has_more: false }],
      allows_non_commercial: false,
    } satisfies TaxonImages);
  };

let sent: unknown[];
let server: VeldServer;
let onNext: ReturnType<typeof vi.fn<() => void>>;
let onSkip: ReturnType<typeof vi.fn<() => void>>;

/** The workbench with the undo of its screen. */
function Bench({ taxon }: { taxon: Taxon }) {
  const undo = useUndo();
  useHotkeys([['U', undo.undo]]);
  return (
    <>
      <Workbench taxon={taxon} onNext={onNext} onSkip={onSkip} undo={undo} />
      <p>{undo.text}</p>
      <input aria-label="Search" />
    </>
  );
}

/** Renders five candidates; the second can't be chosen. */
async function renderWorkbench() {
  const curator = freshPerson('anna', { roles: ['curator'] });
  server = new VeldServer(curator)
    .answer(getTaxonImages, offering({ own: [1, 2, 3, 4, 5].map(photo) }))
    .answer(getCurrentImage, () => json({ data: null, history: [] }))
    .answer(postTaxonImage, (_, asked) => {
      const body = asked.body as { image_url: string };
      sent.push(body);
      if (body.image_url === photo(2).url) throw new TypeError('Failed to fetch');
      return json({ data: { taxon_id: wren.id, image_url: body.image_url, attribution: 'Observer 3', license: 'CC-BY-4.0' } });
    });
  await renderAs(curator, <Bench taxon={wren} />, { server });
  await screen.findByRole('button', { name: /^Photo 1/ });
}

const candidate = (number: number) => screen.getByRole('button', { name: new RegExp(`^Photo ${number}`) });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('choosing the image of a species', () => {
  beforeEach(() => {
    sent = [];
    onNext = vi.fn<() => void>();
    onSkip = vi.fn<() => void>();
  });

  it('shows the image that the species has, so that a wrong one can be replaced', async () => {
    const curator = freshPerson('anna', { roles: ['curator'] });
    const server = new VeldServer(curator)
      .answer(getTaxonImages, offering({ own: [1, 3].map(photo) }))
      .answer(getCurrentImage, () => json({ data: image(), history: [change()] }))
      .answer(postTaxonImage, (_, asked) => {
        sent.push(asked.body);
        return json({ data: { taxon_id: 7, image_url: '/api/taxon/7/image', attribution: 'Observer 3', license: 'CC-BY-4.0' } });
      });
    await renderAs(curator, <Bench taxon={wren} />, { server });
    const current = (await screen.findByText('Current image · Observer 1 · CC BY 4.0')).closest('figure')!;
    const before = current.querySelector('img')!.getAttribute('src');
    expect(before).toBe('/api/taxon/7/image?size=512');
    fireEvent.click(await screen.findByRole('button', { name: /^Photo 2/ }));
    expect(await screen.findByText('Image saved for Wren')).toBeDefined();
    expect(sent).toMatchObject([{ image_url: photo(3).url, image_source: 'observation' }]);
    // Another address, so that no cache shows the earlier image.
    expect(screen.queryByText(/^Current image/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    const after = (await screen.findByText(/^Current image/)).closest('figure')!.querySelector('img')!.getAttribute('src');
    expect(after).toBe('/api/taxon/7/image?size=512&v=1');
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
    await vi.waitFor(() => expect(document.activeElement).toBe(next));
    expect(sent).toMatchObject([{ image_url: '/api/media/3/512', image_source: 'observation' }]);
    expect(screen.getByRole('status').textContent).toContain('Image saved for Wren');
    expect(screen.getByRole('img', { name: 'Wren' }).getAttribute('src')).toBe('/api/media/3/512');
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
    expect(onSkip).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 's' });
    fireEvent.keyDown(candidate(1), { key: 'S', shiftKey: true });
    expect(onSkip).toHaveBeenCalledTimes(2);
  });

  it('offers images of other sites with their licence and page, and says which site is down', async () => {
    const curator = freshPerson('anna', { roles: ['curator'] });
    const unusable = found('b.jpg', { license_name: 'CC-BY-ND-4.0', is_usable: false, attribution: 'Eve' });
    const server = new VeldServer(curator)
      .answer(getTaxonImages, offering({ own: [photo(1)], commons: [found('a.jpg'), unusable], inaturalist: 'failed' }))
      .answer(getCurrentImage, () => json({ data: null, history: [] }))
      .answer(postTaxonImage, (_, asked) => {
        sent.push(asked.body);
        return json({ data: { taxon_id: 7, image_url: '/api/taxon/7/image', attribution: 'Jo', license: 'CC-BY-SA-3.0' } });
      });
    await renderAs(curator, <Bench taxon={wren} />, { server });
    expect(await screen.findByText('iNaturalist isn’t answering at the moment.')).toBeDefined();
    expect(candidate(2).textContent).toContain('CC BY-SA 3.0 · 4000 × 3000');
    const pages = screen.getAllByRole('link', { name: 'Page on Wikimedia Commons' });
    expect(pages[0]!.getAttribute('href')).toBe('https://commons.wikimedia.org/wiki/a.jpg');
    expect(candidate(3).textContent).toContain('This licence isn’t accepted here');
    fireEvent.click(candidate(3));
    expect(sent).toEqual([]);
    fireEvent.click(candidate(2));
    expect(await screen.findByText('Image saved for Wren')).toBeDefined();
    expect(sent).toMatchObject([{ image_source: 'commons', candidate_id: 'a.jpg' }]);
  });

  it('takes a picture from an address with its credit; a second try is the same write', async () => {
    const curator = freshPerson('anna', { roles: ['curator'] });
    const server = new VeldServer(curator)
      .answer(getTaxonImages, offering({}))
      .answer(getCurrentImage, () => json({ data: null, history: [] }))
      .answer(postTaxonImage, (_, asked) => {
        sent.push(asked.body);
        if (sent.length === 1) throw new TypeError('Failed to fetch');
        return json({ data: { taxon_id: 7, image_url: '/api/taxon/7/image', attribution: 'Jo', license: 'CC-BY-3.0' } });
      });
    await renderAs(curator, <Bench taxon={wren} />, { server });
    fireEvent.click(await screen.findByRole('button', { name: 'From the web' }));
    const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type(/^Web address of the image/, 'https://example.org/wren.jpg');
    type(/^Author/, ' Jo ');
    type(/^Licence/, 'CC-BY-3.0');
    const form = screen.getByRole('button', { name: 'Use this image' });
    fireEvent.click(form);
    expect(await screen.findByRole('alert')).toBeDefined();
    fireEvent.click(form);
    expect(await screen.findByText('Image saved for Wren')).toBeDefined();
    const choice = {
      image_url: 'https://example.org/wren.jpg',
      image_source: 'url',
      credit: { author: 'Jo', license: 'CC-BY-3.0', page_url: null },
    };
    expect(sent).toMatchObject([choice, choice]);
    const [first, second] = sent as { write_id: string }[];
    expect(second!.write_id).toBe(first!.write_id);
  });

  it('rejects any photo by its own button, without choosing it', async () => {
    await renderWorkbench();
    const rejected: unknown[] = [];
    server.answer(putImageRejection, (_, asked) => {
      rejected.push(asked.body);
      return { status: 204 };
    });
    fireEvent.click(screen.getByRole('button', { name: 'Never offer photo 4' }));
    await vi.waitFor(() => expect(rejected).toEqual([{ source: 'own', id: '4', is_rejected: true }]));
    expect(sent).toEqual([]);
  });

  it('says on the tapped photo that it is being saved, and on no other', async () => {
    await renderWorkbench();
    server.answer(postTaxonImage, () => new Promise<Answer>(() => undefined));
    fireEvent.click(candidate(3));
    expect(await within(candidate(3)).findByText('Saving')).toBeDefined();
    expect(screen.getAllByText('Saving')).toHaveLength(1);
    fireEvent.click(candidate(4));
    expect(within(candidate(4)).queryByText('Saving')).toBeNull();
  });

  it('says where a preview is missing, and the photo can be chosen all the same', async () => {
    await renderWorkbench();
    fireEvent.error(within(candidate(3)).getByRole('img'));
    expect(within(candidate(3)).queryByRole('img')).toBeNull();
    expect(within(candidate(3)).getByText('Photo 3: no preview')).toBeDefined();
    fireEvent.click(candidate(3));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });

  it('rejects the marked photo for good with R, and U takes that back', async () => {
    await renderWorkbench();
    const rejected: unknown[] = [];
    server.answer(putImageRejection, (_, asked) => {
      rejected.push(asked.body);
      return { status: 204 };
    });
    press('ArrowDown');
    expect(document.activeElement).toBe(candidate(1));
    press('ArrowRight');
    press('r');
    expect(await screen.findByText('This photo isn’t offered for this species any more.')).toBeDefined();
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(await screen.findByText('Undone.')).toBeDefined();
    const about = { source: 'own', id: '2' };
    expect(rejected).toEqual([
      { ...about, is_rejected: true },
      { ...about, is_rejected: false },
    ]);
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(await screen.findByText('There’s nothing to undo.')).toBeDefined();
  });

  it('returns with U to the image before the choice, or to none', async () => {
    await renderWorkbench();
    const reverted: unknown[] = [];
    server.answer(getCurrentImage, () =>
      json({ data: image(), history: [change(), change({ id: '7d1c2b3a-0000-4000-8000-00000000000b' })] }),
    );
    server.answer(revertImage, (_, asked) => {
      reverted.push(asked.body);
      return json({ data: image() });
    });
    fireEvent.click(candidate(3));
    await screen.findByText('Image saved for Wren');
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(await screen.findByText('Undone.')).toBeDefined();
    expect(reverted).toMatchObject([{ change_id: '7d1c2b3a-0000-4000-8000-00000000000b' }]);
    expect(await screen.findByRole('button', { name: /^Photo 3/ })).toBeDefined();
  });

  it('saves focus point, alternative text and life stage of the image, but no credit of a record’s photo', async () => {
    await renderWorkbench();
    const saved: unknown[] = [];
    server.answer(getCurrentImage, () => json({ data: image(), history: [change()] }));
    server.answer(putImageDetails, (_, asked) => {
      saved.push(asked.body);
      return json({ data: image() });
    });
    fireEvent.click(candidate(3));
    const point = await screen.findByRole('button', { name: /^Focus point at 50% from the left/ });
    fireEvent.keyDown(point, { key: 'ArrowRight' });
    fireEvent.keyDown(point, { key: 'ArrowUp' });
    fireEvent.change(screen.getByLabelText('Alternative text'), { target: { value: 'A wren on a branch' } });
    fireEvent.change(screen.getByLabelText('Nederlands'), { target: { value: 'Een winterkoning op een tak' } });
    fireEvent.change(screen.getByLabelText('Life stage'), { target: { value: 'adult' } });
    fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: 'Sharper' } });
    expect(screen.queryByLabelText(/^Author/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
    expect(await screen.findByText('Details saved')).toBeDefined();
    expect(saved).toEqual([
      {
        media_id: image().media_id,
        write_id: expect.any(String) as string,
        crop: null,
        focus: { x: 0.52, y: 0.48 },
        alt: { en: 'A wren on a branch', nl: 'Een winterkoning op een tak' },
        life_stage: 'adult',
        reason: 'Sharper',
      },
    ]);
  });

  it('offers nothing for a locked image, which only admins unlock; earlier images can be taken again', async () => {
    const admin = freshPerson('bram', { roles: ['admin'] });
    let isLocked = true;
    const reverted: unknown[] = [];
    const other = new VeldServer(admin)
      .answer(getTaxonImages, offering({ own: [photo(1)] }))
      .answer(getCurrentImage, () =>
        json({
          data: image({ is_locked: isLocked }),
          history: [
            change({ action: 'lock' }),
            change({ id: '7d1c2b3a-0000-4000-8000-00000000000b', reason: 'In flight', can_revert: true }),
          ],
        }),
      )
      .answer(lockImage, (_, asked) => {
        isLocked = (asked.body as { is_locked: boolean }).is_locked;
        return json({ data: image({ is_locked: isLocked }) });
      })
      .answer(revertImage, (_, asked) => {
        reverted.push(asked.body);
        return json({ data: image() });
      });
    await renderAs(admin, <Bench taxon={wren} />, { server: other });
    const unlock = await screen.findByRole('button', { name: 'Unlock' });
    expect(screen.getByText(/^In flight$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Photo 1/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    fireEvent.click(unlock);
    expect(await screen.findByRole('button', { name: /^Photo 1/ })).toBeDefined();
    fireEvent.change(screen.getByLabelText('Reason for restoring an image (optional)'), { target: { value: ' The head is sharper ' } });
    fireEvent.click(screen.getByRole('button', { name: /^Restore/ }));
    await vi.waitFor(() =>
      expect(reverted).toMatchObject([{ change_id: '7d1c2b3a-0000-4000-8000-00000000000b', reason: 'The head is sharper' }]),
    );
  });
});
