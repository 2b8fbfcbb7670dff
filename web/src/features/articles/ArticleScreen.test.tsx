// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Article, getArticle, listArticles, putArticleOrder } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { network } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { keepArticle, keptArticle, keptList } from '../../local/device/articles';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import ArticleScreen from './ArticleScreen';
import { ArticleLink } from './ArticleLink';
import { ArticlesSection } from './ArticlesSection';

const MOTHS: Article = {
  slug: 'moths',
  group: 'photos',
  order: 1,
  title: 'Photographing moths',
  summary: 'At night, with a lamp.',
  language: 'en',
  updated_at: null,
  is_hidden: false,
  text: '## The lamp\n\nUse a **white** sheet.',
  languages: ['en'],
  revision: null,
};
const { text: _text, languages: _languages, revision: _revision, ...LISTED } = MOTHS;
const AT = { at: '/knowledge/articles/moths' };
const DAY_MS = 86_400_000;

function goOffline(): void {
  network.store.setState({ state: 'offline' });
}

describe('an article', () => {
  it('is shown with its title, summary and text, and kept on the device', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(getArticle, () => json({ data: MOTHS }));
    await renderAs(anna, <ArticleScreen />, { ...AT, server });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Photographing moths');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('The lamp');
    expect(screen.getByText('white').tagName).toBe('STRONG');
    expect(screen.getByText('At night, with a lamp.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect((await keptArticle(openUserDatabase(anna.id), 'moths'))?.article).toEqual(MOTHS);
    expect(server.asked.at(-1)!.path).toBe('/api/articles/moths?language=en');
  });

  it('is read offline once seen, with its age, and refreshed later', async () => {
    const anna = freshPerson('anna');
    await keepArticle(openUserDatabase(anna.id), MOTHS, Date.now() - 3 * DAY_MS);
    goOffline();
    await renderAs(anna, <ArticleScreen />, AT);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Photographing moths');
    expect(screen.getByText('Offline, last updated 3 days ago')).toBeDefined();
    cleanup();
    network.store.setState({ state: 'online' });
    queryClient.clear();
    const server = new VeldServer(anna).answer(getArticle, () => json({ data: { ...MOTHS, title: 'Moths at night' } }));
    await renderAs(anna, <ArticleScreen />, { ...AT, server });
    expect(await screen.findByRole('heading', { level: 1, name: 'Moths at night' })).toBeDefined();
    expect(screen.queryByText(/last updated/)).toBeNull();
  });

  it('that was never read says so offline', async () => {
    goOffline();
    await renderAs(freshPerson('anna'), <ArticleScreen />, AT);
    expect(await screen.findByText(/this article isn’t on this device yet/)).toBeDefined();
    network.store.setState({ state: 'online' });
  });

  it('that does not exist is not found, and removed from the device', async () => {
    const anna = freshPerson('anna');
    await keepArticle(openUserDatabase(anna.id), MOTHS, Date.now());
    const server = new VeldServer(anna).answer(getArticle, () => problem(404, 'not_found'));
    await renderAs(anna, <ArticleScreen />, { ...AT, server });
    expect((await screen.findByRole('heading', { level: 1, name: 'Article not found' })).tagName).toBe('H1');
    await waitFor(async () => expect(await keptArticle(openUserDatabase(anna.id), 'moths')).toBeNull());
  });

  it('says which language it is in, if that is another one', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(getArticle, () => json({ data: { ...MOTHS, language: 'nl' } }));
    await renderAs(anna, <ArticleScreen />, { ...AT, server });
    expect(await screen.findByText(/This is the text in Dutch/)).toBeDefined();
    expect(screen.getByText('Photographing moths').getAttribute('lang')).toBe('nl');
  });
});

describe('the list of articles', () => {
  it('has a card for each in its group, and says offline which are not on the device', async () => {
    const anna = freshPerson('anna');
    const articles = [LISTED, { ...LISTED, slug: 'gps', group: 'recording' as const, title: 'GPS' }];
    const server = new VeldServer(anna).answer(listArticles, () => json({ data: articles }));
    await renderAs(anna, <ArticlesSection />, { server });
    const link = await screen.findByRole('link', { name: 'Photographing moths' });
    expect(link.getAttribute('href')).toBe('/knowledge/articles/moths');
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Photos for identification',
      'Recording well',
    ]);
    expect(screen.queryByText('Not on this device yet')).toBeNull();
    cleanup();
    await keepArticle(openUserDatabase(anna.id), MOTHS, Date.now());
    goOffline();
    await renderAs(anna, <ArticlesSection />);
    const card = (await screen.findByRole('link', { name: 'GPS' })).closest('li')!;
    expect(card.textContent).toContain('Not on this device yet');
    expect(screen.getByRole('link', { name: 'Photographing moths' }).closest('li')!.textContent).not.toContain('Not on this device');
    network.store.setState({ state: 'online' });
  });

  it('is put in order by curators, and goes back if the server refuses', async () => {
    const dora = freshPerson('bram', { roles: ['curator'] });
    const articles = [
      LISTED,
      { ...LISTED, slug: 'ferns', title: 'Ferns' },
      { ...LISTED, slug: 'gps', group: 'recording' as const, title: 'GPS' },
    ];
    const placed: unknown[] = [];
    let isRefused = false;
    const server = new VeldServer(dora)
      .answer(listArticles, () => json({ data: articles }))
      .answer(putArticleOrder, ({ pathname }, { body }) => {
        placed.push([pathname, body]);
        return isRefused ? problem(500, 'internal') : { status: 204 };
      });
    queryClient.clear();
    await renderAs(dora, <ArticlesSection />, { server });
    const titles = () => screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
    fireEvent.click(await screen.findByRole('button', { name: 'Change order' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Photographing moths up' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Move Photographing moths down' }));
    await waitFor(() => expect(titles()).toEqual(['Ferns', 'Photographing moths', 'GPS']));
    await waitFor(() => expect(placed).toEqual([['/api/articles/groups/photos/order', { slugs: ['ferns', 'moths'] }]]));
    isRefused = true;
    fireEvent.click(screen.getByRole('button', { name: 'Move Ferns down' }));
    await waitFor(() => expect(placed).toHaveLength(2));
    await waitFor(() => expect(titles()).toEqual(['Ferns', 'Photographing moths', 'GPS']));
  });

  it('that cannot be loaded says so', async () => {
    const anna = freshPerson('anna');
    queryClient.clear();
    const server = new VeldServer(anna).answer(listArticles, () => problem(500, 'internal'));
    await renderAs(anna, <ArticlesSection />, { server });
    expect(await screen.findByText('Couldn’t load the articles.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'New article' })).toBeNull();
  });
});

describe('the link to the photo article of a group', () => {
  it('leads to it, unless it is hidden', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <ArticleLink group="lichen" />);
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/knowledge/articles/photos-fungi');
    const articles = [{ ...LISTED, slug: 'photos-fungi' }];
    const list = { language: 'en' as const, fetched_at: 0, articles };
    await keptList.update(openUserDatabase(anna.id), () => list);
    expect(await screen.findByRole('link')).toBeDefined();
    await keptList.update(openUserDatabase(anna.id), () => ({ ...list, articles: [LISTED] }));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });
});
