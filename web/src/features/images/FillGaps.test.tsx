// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  type CandidateSource,
  getCurrentImage,
  getTaxonImages,
  type ImageCandidate,
  type ImageNeed,
  listImageNeeds,
  postTaxonImage,
  putImageRejection,
  revertImage,
  type TaxonImages,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { type Answer, json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { rankCandidates } from './candidates';
import SpecieImagesScreen from './SpecieImagesScreen';

const NAMES = ['Wren', 'Robin', 'Dunnock', 'Siskin', 'Serin', 'Redpoll'];
const idOf = (name: string) => NAMES.indexOf(name) + 1;

const candidate = (id: string, change: Partial<ImageCandidate> = {}): ImageCandidate => ({
  id,
  url: `/api/specie-images/1/preview?u=${id}`,
  source: 'commons',
  attribution: `Author of ${id}`,
  license_name: 'CC-BY-SA-4.0',
  license_url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  page_url: `https://commons.wikimedia.org/wiki/${id}`,
  width: 4000,
  height: 3000,
  is_usable: true,
  is_exact: true,
  quality: null,
  ...change,
});
const ids = (candidates: readonly ImageCandidate[]) => candidates.map(({ id }) => id);

describe('the order of candidates', () => {
  it('has photos of this server first, then large ones, exactly of the species, praised and of new authors', () => {
    const own = candidate('own', { url: '/api/media/1/512', source: 'observation', page_url: null, width: null, height: null });
    expect(
      ids(
        rankCandidates([
          candidate('small and featured', { width: 800, height: 600, quality: 'featured' }),
          candidate('in a description', { quality: 'featured', is_exact: false }),
          candidate('plain', { attribution: 'Jo' }),
          candidate('of the same author', { attribution: 'Jo' }),
          candidate('on iNaturalist', { source: 'inaturalist' }),
          candidate('valued', { quality: 'valued' }),
          candidate('featured', { quality: 'featured', attribution: 'Jo' }),
          own,
        ]),
      ),
    ).toEqual(['own', 'featured', 'valued', 'on iNaturalist', 'plain', 'of the same author', 'in a description', 'small and featured']);
  });

  it('has none that may not be used', () => {
    expect(ids(rankCandidates([candidate('nd', { is_usable: false }), candidate('by')]))).toEqual(['by']);
  });
});

describe('filling the gaps', () => {
  let filled: Set<number>;
  let sent: { taxon: number; candidate: string | undefined }[];
  let asked: URL[];
  let server: VeldServer;
  /** What each source has of each species, by its name. */
  let offer: (name: string, source: CandidateSource) => ImageCandidate[] | 'failed';

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
    filled = new Set();
    sent = [];
    asked = [];
    offer = (name, source) => (source === 'commons' ? [`${name} 1`, `${name} 2`, `${name} 3`].map((id) => previewOf(name, id)) : []);
  });
  const previewOf = (name: string, id: string) =>
    candidate(id, { url: `/api/specie-images/${idOf(name)}/preview?u=${encodeURIComponent(id)}` });

  const render = async (at = '/admin/specie-images?fill=1') => {
    const curator = freshPerson('anna', { roles: ['curator'], country_code: 'NL' });
    server = new VeldServer(curator)
      .answer(listImageNeeds, (url) => {
        asked.push(url);
        const page = Number(url.searchParams.get('page'));
        const rows = NAMES.filter((name) => !filled.has(idOf(name))).map((name): ImageNeed => ({
          id: idOf(name),
          name,
          scientific_name: `Avis ${name.toLowerCase()}`,
          rank: 'species',
          group: 'bird',
          image_url: null,
          need: 'image',
          records: 100 - idOf(name),
          views: 0,
          is_locked: false,
        }));
        return json({ data: page === 1 ? rows : [], has_more: false, total: 412, done: 37 + filled.size });
      })
      .answer(getTaxonImages, (url) => {
        asked.push(url);
        const source = url.searchParams.get('source') as CandidateSource;
        const images = offer(NAMES[Number(url.pathname.split('/').at(-1)) - 1]!, source);
        return json({
          images: images === 'failed' ? [] : images,
          image_sources: [],
          license_name: '',
          sources: [{ source, state: images === 'failed' ? 'failed' : 'ok', has_more: false }],
          allows_non_commercial: false,
        } satisfies TaxonImages);
      })
      .answer(postTaxonImage, (url, { body }) => {
        const taxon = Number(url.pathname.split('/').at(-1));
        sent.push({ taxon, candidate: (body as { candidate_id?: string }).candidate_id });
        filled.add(taxon);
        return json({ data: { taxon_id: taxon, image_url: `/api/taxon/${taxon}/image`, attribution: 'Jo', license: 'CC-BY-SA-4.0' } });
      });
    await renderAs(curator, <SpecieImagesScreen />, { at, server });
  };
  const species = (name: string) => screen.findByRole('heading', { name });
  /** The large picture arrives. */
  const see = async (id: string) => {
    const picture = await waitFor(() => {
      const [found] = screen.getAllByRole('img', { name: /^Photo/ }).filter((image) => image.closest('figure'));
      expect(decodeURIComponent(found!.getAttribute('src')!)).toContain(id);
      return found!;
    });
    fireEvent.load(picture);
  };
  let keys = 0;
  const press = (key: string, more = {}) => {
    keys += 1;
    fireEvent.keyDown(document.body, { key, ...more });
  };

  it('takes one key for each species whose first candidate is right', async () => {
    await render();
    expect(await screen.findByText('37 of 412 · Netherlands')).toBeDefined();
    keys = 0;
    for (const name of NAMES) {
      await species(name);
      await see(`${name} 1`);
      press('a');
    }
    expect(await screen.findByText('There’s nothing left to fill here.')).toBeDefined();
    await waitFor(() => expect(sent).toEqual(NAMES.map((name) => ({ taxon: idOf(name), candidate: `${name} 1` }))));
    expect(keys).toBe(NAMES.length);
    expect(await screen.findByText('43 of 412 · Netherlands')).toBeDefined();
  });

  it('shows the licence, the author and the page of what is offered', async () => {
    await render();
    await see('Wren 1');
    expect(screen.getByText('Author of Wren 1')).toBeDefined();
    expect(screen.getByRole('link', { name: 'CC BY-SA 4.0' }).getAttribute('href')).toContain('by-sa/4.0');
    expect(screen.getByRole('link', { name: 'Page on Wikimedia Commons' }).getAttribute('href')).toContain('Wren 1');
  });

  it('takes another candidate with an arrow, and nothing that could not be seen or by a key that is held down', async () => {
    await render();
    await species('Wren');
    press('a');
    await see('Wren 1');
    press('ArrowRight');
    press('a');
    await see('Wren 2');
    press('a', { repeat: true });
    expect(sent).toEqual([]);
    press('a');
    await species('Robin');
    await waitFor(() => expect(sent).toEqual([{ taxon: 1, candidate: 'Wren 2' }]));
  });

  it('skips with S, also in the next visit, until they are asked for again', async () => {
    await render();
    await species('Wren');
    press('s');
    await species('Robin');
    press('u');
    await species('Wren');
    for (const [at, name] of NAMES.entries()) {
      await species(name);
      press('s');
      if (at < NAMES.length - 1) await species(NAMES[at + 1]!);
    }
    fireEvent.click(await screen.findByRole('button', { name: 'Show 6 skipped species again' }));
    await species('Wren');
    expect(sent).toEqual([]);
  });

  it('never offers again what R rejects, and U takes that and an image back', async () => {
    await render();
    const rejected: unknown[] = [];
    server.answer(putImageRejection, (_, { body }) => {
      rejected.push(body);
      return { status: 204 };
    });
    const change = {
      action: 'choose' as const,
      user_name: 'Anna',
      reason: null,
      attribution: null,
      license: null,
      url: null,
      can_revert: false,
    };
    server.answer(getCurrentImage, () =>
      json({ data: null, history: [{ ...change, id: '7d1c2b3a-0000-4000-8000-00000000000a', changed_at: '2026-01-01T00:00:00.000Z' }] }),
    );
    const reverted: unknown[] = [];
    server.answer(revertImage, (url, { body }) => {
      reverted.push(body);
      filled.delete(Number(url.pathname.split('/').at(-2)));
      return json({ data: null });
    });
    await see('Wren 1');
    press('r');
    await see('Wren 2');
    press('a');
    await species('Robin');
    press('u');
    await species('Wren');
    expect(reverted).toMatchObject([{ change_id: null }]);
    await screen.findByText('37 of 412 · Netherlands');
    press('u');
    await waitFor(() =>
      expect(rejected).toMatchObject([
        { id: 'Wren 1', is_rejected: true },
        { id: 'Wren 1', is_rejected: false },
      ]),
    );
  });

  it('offers a species again whose image could not be saved, and says so', async () => {
    await render();
    let isDown = true;
    server.answer(postTaxonImage, (url): Answer => {
      if (isDown) throw new TypeError('Failed to fetch');
      sent.push({ taxon: Number(url.pathname.split('/').at(-1)), candidate: undefined });
      return json({ data: { taxon_id: 1, image_url: '/api/taxon/1/image', attribution: 'Jo', license: 'CC-BY-SA-4.0' } });
    });
    await see('Wren 1');
    press('a');
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t save the image of Wren');
    await species('Wren');
    expect(screen.getByText('37 of 412 · Netherlands')).toBeDefined();
    isDown = false;
    await see('Wren 1');
    press('a');
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('fetches the candidates of the next species ahead, and no others', async () => {
    await render();
    await see('Wren 1');
    const named = () =>
      new Set(asked.filter(({ searchParams }) => searchParams.has('source')).map(({ pathname }) => Number(pathname.split('/').at(-1))));
    await waitFor(() => expect(named()).toEqual(new Set([1, 2, 3])));
  });

  it('waits for all sites, but not with a photo of this server, and says which site is down', async () => {
    offer = (name, source) =>
      source === 'own' && name === 'Wren'
        ? [candidate('own', { url: '/api/media/9/512', source: 'observation', page_url: null })]
        : source === 'inaturalist'
          ? 'failed'
          : source === 'commons'
            ? [previewOf(name, `${name} 1`)]
            : [];
    await render();
    await see('/api/media/9/512');
    expect(await screen.findByText('iNaturalist isn’t answering at the moment.')).toBeDefined();
    press('a');
    await see('Robin 1');
  });
});
