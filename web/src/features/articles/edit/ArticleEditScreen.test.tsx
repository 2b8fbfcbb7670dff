// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type ArticleRevision,
  getArticle,
  listArticleRevisions,
  listArticles,
  patchArticle,
  putArticleRevision,
  restoreArticleRevision,
} from '@veld/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../../shared/session/queries';
import { network } from '../../../local/app/veld';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { articleDraft } from '../../../local/device/articles';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import ArticleEditScreen from './ArticleEditScreen';

const STARTER = { title: 'Moths', summary: 'At night.', text: 'Use a lamp.\n' };
const AT = { at: '/knowledge/articles/moths/edit?language=en' };

const curator = () => freshPerson('anna', { roles: ['user', 'curator'] });
function revision(number: number, change: Partial<ArticleRevision> = {}): ArticleRevision {
  return { ...STARTER, id: newId(), number, user_name: 'dora', created_at: '2026-05-01T10:00:00Z', restored: null, ...change };
}

/** A server with revisions, which stores what is sent to it. */
function serverWith(user: ReturnType<typeof curator>, revisions: ArticleRevision[], starter: typeof STARTER | null = STARTER): VeldServer {
  return new VeldServer(user)
    .answer(listArticles, () =>
      json({
        data: [
          {
            slug: 'moths',
            group: 'photos',
            order: 1,
            title: 'Moths',
            summary: 'At night.',
            language: 'en',
            updated_at: null,
            is_hidden: false,
          },
        ],
      }),
    )
    .answer(listArticleRevisions, () => json({ data: revisions, starter }))
    .answer(putArticleRevision, (url, { body }) => {
      const { title, summary, text } = body as typeof STARTER;
      const made = revision(revisions.length + 1, { id: url.pathname.split('/').at(-1)!, title, summary, text, user_name: 'anna' });
      revisions.unshift(made);
      return json({ data: made });
    });
}
const textField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const saveButton = () => screen.getByRole('button', { name: 'Save article' });
const sent = (server: VeldServer) => server.asked.filter(({ method }) => method === 'PUT');

beforeEach(() => {
  queryClient.clear();
  network.store.setState({ state: 'online' });
});

describe('the editor of an article', () => {
  it('starts with the text that came with Veld, and saves a revision of it', async () => {
    const anna = curator();
    const server = serverWith(anna, []);
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
    const field = await textField();
    expect(field.value).toBe('Use a lamp.\n');
    type(field, 'Use two lamps.');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(sent(server)[0]!.body).toEqual({ language: 'en', base: null, title: 'Moths', summary: 'At night.', text: 'Use two lamps.' });
    expect(await articleDraft('moths', 'en').read(openUserDatabase(anna.id))).toBeNull();
    // The next one is based on it.
    type(await textField(), 'Use three lamps.');
    fireEvent.click(saveButton());
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    expect(sent(server)[1]!.body).toMatchObject({ base: sent(server)[0]!.path.split('/').at(-1), text: 'Use three lamps.' });
  });

  it('keeps a draft on the device that survives leaving, also without a connection', async () => {
    const anna = curator();
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server: serverWith(anna, []) });
    type(await textField(), 'Half a sent');
    expect(await screen.findByText('Draft saved on this device')).toBeDefined();
    // At once, before the delay of the autosave has passed.
    cleanup();
    await waitFor(async () =>
      expect(await articleDraft('moths', 'en').read(openUserDatabase(anna.id))).toMatchObject({ text: 'Half a sent' }),
    );
    queryClient.clear();
    network.store.setState({ state: 'offline' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await renderAs(anna, <ArticleEditScreen />, AT);
    expect((await textField()).value).toBe('Half a sent');
    expect(screen.getByText(/You’re offline. The draft stays on this device/)).toBeDefined();
  });

  it('sends the same revision again after a lost answer, and another one once the text has changed', async () => {
    const anna = curator();
    const server = serverWith(anna, []);
    server.fault = ({ method }, count) => (method === 'PUT' && count < 100 && sent(server).length < 3 ? 'no-connection' : null);
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
    type(await textField(), 'One');
    for (const attempt of [1, 2]) {
      fireEvent.click(saveButton());
      await waitFor(() => expect(sent(server)).toHaveLength(attempt));
      expect(await screen.findByRole('alert')).toBeDefined();
    }
    type(await textField(), 'Two');
    fireEvent.click(saveButton());
    expect(await screen.findByText('Saved')).toBeDefined();
    const [first, second, third] = sent(server).map(({ path }) => path);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('shows the differences when somebody saved another version, and saves over it only when asked to', async () => {
    const anna = curator();
    const theirs = revision(2, { text: 'Use no lamp.\n' });
    const server = serverWith(anna, [revision(1)]);
    server.answer(putArticleRevision, (_url, { body }) =>
      (body as { base: string }).base === theirs.id
        ? json({ data: revision(3, { text: 'Use my lamp.\n' }) })
        : problem(409, 'conflict', { current: theirs }),
    );
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
    type(await textField(), 'Use my lamp.\n');
    fireEvent.click(saveButton());
    const panel = await screen.findByRole('region', { name: 'This text was changed in the meantime' });
    expect(panel.textContent).toContain('dora saved another version');
    expect([panel.querySelector('del')!.textContent, panel.querySelector('ins')!.textContent]).toEqual(['no', 'my']);
    expect(await articleDraft('moths', 'en').read(openUserDatabase(anna.id))).toMatchObject({ text: 'Use my lamp.\n' });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save mine' }));
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'This text was changed in the meantime' })).toBeNull();
  });

  it('discards a draft only after asking', async () => {
    const anna = curator();
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server: serverWith(anna, []) });
    type(await textField(), 'Bad idea');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard draft' }));
    await waitFor(async () => expect((await textField()).value).toBe('Use a lamp.\n'));
    expect(await articleDraft('moths', 'en').read(openUserDatabase(anna.id))).toBeNull();
  });

  it('says what is missing or too long, and sends nothing', async () => {
    const anna = curator();
    const server = serverWith(anna, []);
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
    type(await screen.findByRole('textbox', { name: 'Title' }), ' ');
    type(screen.getByRole('textbox', { name: 'Summary' }), 'a'.repeat(501));
    fireEvent.click(saveButton());
    expect(await screen.findByText('This field is required.')).toBeDefined();
    expect(screen.getByText('At most 500 characters.')).toBeDefined();
    expect(sent(server)).toEqual([]);
  });

  it('shows a preview in a tab of its own on a phone', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
    happyDOM.setViewport({ width: 390 });
    onTestFinished(() => happyDOM.setViewport({ width: 1024 }));
    const anna = curator();
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server: serverWith(anna, []) });
    type(await textField(), '## Lamps\n\n<b>x</b>');
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Preview' }));
    const preview = await screen.findByRole('region', { name: 'Preview' });
    await waitFor(() => expect(within(preview).getByRole('heading', { name: 'Lamps' })).toBeDefined());
    expect(preview.textContent).toContain('<b>x</b>');
    fireEvent.click(screen.getByRole('radio', { name: 'Write' }));
    expect((await textField()).value).toContain('## Lamps');
  });

  it('translates from the English text', async () => {
    const anna = curator();
    const english = {
      slug: 'moths',
      group: 'photos',
      order: 1,
      language: 'en',
      updated_at: null,
      is_hidden: false,
      languages: ['en'],
      revision: null,
    };
    const server = serverWith(anna, [], null).answer(getArticle, () => json({ data: { ...english, ...STARTER } }));
    await renderAs(anna, <ArticleEditScreen />, { at: '/knowledge/articles/moths/edit?language=nl', server });
    fireEvent.click(await screen.findByRole('button', { name: 'Start from the English text' }));
    await waitFor(async () => expect((await textField()).value).toBe('Use a lamp.\n'));
    fireEvent.click(saveButton());
    await waitFor(() => expect(sent(server)[0]!.body).toMatchObject({ language: 'nl', base: null, title: 'Moths' }));
  });
});

describe('the history of an article', () => {
  it('shows what changed between two texts, and restores the earlier one', async () => {
    const anna = curator();
    const [second, first] = [revision(2, { text: 'Use no lamp.\n' }), revision(1)];
    const server = serverWith(anna, [second, first]).answer(restoreArticleRevision, () => json({ data: revision(3, { restored: 1 }) }));
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
    const history = await screen.findByRole('region', { name: 'History' });
    const differences = within(history).getByRole('group', { name: 'Differences' });
    expect([differences.querySelector('del')!.textContent, differences.querySelector('ins')!.textContent]).toEqual(['a', 'no']);
    fireEvent.change(within(history).getByLabelText('From'), { target: { value: '2' } });
    expect(within(history).getAllByText('Text that came with Veld').length).toBeGreaterThan(0);
    fireEvent.click(within(history).getByRole('button', { name: 'Restore the earlier version' }));
    await waitFor(() => expect(server.count('POST', '/api/articles/moths/restore')).toBe(1));
    expect(server.asked.find(({ method }) => method === 'POST')!.body).toMatchObject({ language: 'en', base: second.id, revision: null });
  });

  it('restores nothing while there is a draft', async () => {
    const anna = curator();
    await renderAs(anna, <ArticleEditScreen />, { ...AT, server: serverWith(anna, [revision(2), revision(1)]) });
    type(await textField(), 'Mine');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Restore the earlier version' })).disabled).toBe(true);
  });
});

describe('a new article', () => {
  it('has an address and a group, and is shown once it is saved', async () => {
    const anna = curator();
    const server = serverWith(anna, [], null);
    await renderAs(anna, <ArticleEditScreen />, {
      at: '/knowledge/articles/new/edit',
      server,
      routes: { '/knowledge/articles/:slug': <p>The article</p> },
    });
    type(await screen.findByRole('textbox', { name: 'Address' }), 'Bat walks');
    type(screen.getByRole('textbox', { name: 'Title' }), 'Bats');
    type(screen.getByRole('textbox', { name: 'Summary' }), 'At dusk.');
    type(screen.getByRole('textbox', { name: 'Text' }), 'Listen.');
    fireEvent.click(saveButton());
    expect(await screen.findByText('Use lowercase letters, digits and single hyphens.')).toBeDefined();
    type(screen.getByRole('textbox', { name: 'Address' }), 'bat-walks');
    fireEvent.change(screen.getByLabelText('Group'), { target: { value: 'start' } });
    fireEvent.click(saveButton());
    expect(await screen.findByText('The article')).toBeDefined();
    const [put] = sent(server);
    expect(put!.path).toMatch(/^\/api\/articles\/bat-walks\/revisions\//);
    expect(put!.body).toEqual({ language: 'en', base: null, title: 'Bats', summary: 'At dusk.', text: 'Listen.', create_in: 'start' });
    expect(await articleDraft('new', 'en').read(openUserDatabase(anna.id))).toBeNull();
  });

  it('says so if another article has its address', async () => {
    const anna = curator();
    const server = serverWith(anna, [], null).answer(putArticleRevision, () => problem(409, 'conflict', { current: null }));
    await renderAs(anna, <ArticleEditScreen />, { at: '/knowledge/articles/new/edit', server });
    type(await screen.findByRole('textbox', { name: 'Address' }), 'moths');
    for (const name of ['Title', 'Summary', 'Text']) type(screen.getByRole('textbox', { name }), 'Words');
    fireEvent.click(saveButton());
    expect(await screen.findByText('There is already an article with this address.')).toBeDefined();
  });
});

it('an article is hidden and shown again', async () => {
  const anna = curator();
  const server = serverWith(anna, []).answer(patchArticle, () => json({ data: { slug: 'moths', is_hidden: true } }));
  await renderAs(anna, <ArticleEditScreen />, { ...AT, server });
  fireEvent.click(await screen.findByRole('button', { name: 'Hide article' }));
  await waitFor(() => expect(server.asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_hidden: true }));
});
