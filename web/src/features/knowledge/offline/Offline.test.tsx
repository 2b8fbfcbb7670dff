// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  getArticle,
  getTaxonPictures,
  listArticles,
  type ListedArticle,
  listTaxonDescriptions,
  listTaxonDistinctions,
  listTaxonPictures,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDatabase, database } from '../../../local/app/veld';
import { keptArticle, keptSlugs } from '../../../local/device/articles';
import { readKept, removeKept } from '../../../local/guide/kept';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { KeptGuides } from '../../settings/storage/StorageFacts';
import { Description } from '../../species/data';
import KnowledgeScreen from '../KnowledgeScreen';

const ROBIN = 17;
const LISTED: ListedArticle = {
  slug: 'first-steps',
  group: 'start',
  order: 1,
  title: 'First steps',
  summary: 'How to begin.',
  language: 'en',
  updated_at: null,
  is_hidden: false,
};
/** What the browser keeps, by address. */
const kept = new Map<string, Response>();

beforeEach(async () => {
  kept.clear();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  for (const { country } of await readKept(database)) await removeKept(database, country);
});

function serverOf(anna: User): VeldServer {
  return new VeldServer(anna)
    .answer(listTaxonPictures, () => json({ data: { pictures: [{ id: ROBIN, version: 'v1', bytes: 1_500_000 }], text_bytes: 500_000 } }))
    .answer(listTaxonDescriptions, () => json({ data: { [ROBIN]: 'Red breast, thin song.' } }))
    .answer(listTaxonDistinctions, () => json({ data: { pairs: [] } }))
    .answer(listArticles, () => json({ data: [LISTED, { ...LISTED, slug: 'draft', is_hidden: true }] }))
    .answer(getArticle, () => json({ data: { ...LISTED, text: 'Tap Observe.', languages: ['en'], revision: null } }))
    .answer(getTaxonPictures, () => json({ data: { pictures: [{ id: ROBIN, version: 'v1', image: btoa('webp') }] } }));
}

describe('keep for offline', () => {
  it('states the size first, then keeps pictures and texts, and deletes them', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const server = serverOf(anna);
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=offline', server });
    expect(await screen.findByText(/^Netherlands: about 2 MB, texts in your language and 1 small picture/)).toBeDefined();
    expect(server.count('GET', '/api/taxonomy/pictures?')).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Keep for offline' }));
    expect(await screen.findByText(/^Kept: 1 pictures and texts, 2 MB/)).toBeDefined();
    expect([...kept.keys()]).toEqual([`${location.origin}/api/taxon/${ROBIN}/image?size=128`]);
    // Not those that only curators may read.
    expect(await keptSlugs(currentDatabase())).toEqual(new Set(['first-steps']));
    expect((await keptArticle(currentDatabase(), 'first-steps'))?.article.text).toBe('Tap Observe.');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(kept.size).toBe(0));
    expect(await screen.findByRole('button', { name: 'Keep for offline' })).toBeDefined();
  });

  it('says without a connection that the size is not known', async () => {
    await renderAs(freshPerson('anna', { country_code: 'NL' }), <KnowledgeScreen />, { at: '/knowledge?view=offline' });
    expect(await screen.findByText(/the size isn’t known yet/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Keep for offline' })).toBeNull();
  });

  it('shows the kept text of a species without a connection, and is listed under storage with a button to delete it', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const { unmount } = await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=offline', server: serverOf(anna) });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep for offline' }));
    await screen.findByText(/^Kept: 1 pictures/);
    unmount();
    // Somebody else, who has no answers of the server in the cache.
    const storage = (
      <>
        <Description taxonId={ROBIN} />
        <dl>
          <KeptGuides />
        </dl>
      </>
    );
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await renderAs(anna, storage);
    expect(await screen.findByText('Red breast, thin song.')).toBeDefined();
    const line = screen.getByText('Kept for offline: Netherlands').closest('div')!;
    expect(within(line).getByText('2 MB')).toBeDefined();
    fireEvent.click(within(line).getByRole('button', { name: 'Delete the offline copy: Netherlands' }));
    await waitFor(() => expect(screen.queryByText('Kept for offline: Netherlands')).toBeNull());
    expect(kept.size).toBe(0);
  });
});
