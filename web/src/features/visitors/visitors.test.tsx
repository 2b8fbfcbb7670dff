// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import {
  checkRegistration,
  getFeed,
  getProject,
  getProjectMap,
  getSpecies,
  getVisitorPage,
  listProjects,
  listProjectSpecies,
  type PageContent,
  recordValues,
} from '@veld/contract';
import { Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { expect, it, onTestFinished } from 'vitest';
import { aProject } from '../projects/testing/projects';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { nobody, signIn } from '../../testing/render-as';
import { ThemeProvider } from '../../ui/ThemeProvider';
import { createRouter } from '../../app/router';

const taxon = { id: 17, name: 'Kingfisher', scientific_name: 'Alcedo atthis', rank: 'species', group: 'bird' as const, image_url: null };
const record = {
  id: '50000000-0000-4000-8000-000000000001',
  user: observer(bram),
  taxon,
  quality: 'confirmed' as const,
  is_obscured: false,
  media: [],
  place: null,
  country_code: 'NL',
  ...recordValues({ taxon_id: 17, observed_on: '2026-05-01' }),
  created_at: null,
  photo_count: 0,
};
const content: PageContent = {
  kind: 'observations',
  path: `/observations/${record.id}`,
  title: 'Kingfisher',
  scientific_name: 'Alcedo atthis',
  description: 'Kingfisher, 1 May 2026',
  pictures: [
    { url: '/api/media/1/512', large_url: '/api/media/1/1600', width: 600, height: 400, alt: 'On a branch', credit: 'bram, CC BY 4.0' },
  ],
  facts: [
    { label: 'Species', value: 'Kingfisher', path: '/species/17' },
    { label: 'Place', value: 'Utrecht, Netherlands', path: null },
  ],
  text: 'Dived twice',
  lists: [{ title: 'Identifications', entries: [{ text: 'Alcedo atthis', is_scientific: true, detail: 'anna', path: '/species/17' }] }],
  map: null,
  license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  citation: 'bram (2026). Kingfisher.',
};
const species = { ...taxon, authority: null, family: null, parent_id: null, rarity_class: 2, is_deleted: false };
const project = aProject({ description: 'Between the **fen** and the sea' });

/** The app at an address for somebody who is not logged in, on an instance that lets them look around or not. */
async function visit(path: string, allows_browsing: boolean, feed: (url: URL) => unknown[] = () => [record]) {
  const server = new VeldServer(freshPerson('anna'))
    .answer(checkRegistration, () => json({ data: { registration: 'open', can_register: true, allows_browsing } }))
    .answer(getFeed, (url) => json({ data: feed(url), events: [], next_cursor: 'next' }))
    .answer(getSpecies, ({ pathname }) => (pathname.endsWith('/17') ? json({ data: species }) : problem(404, 'not_found')))
    .answer(getVisitorPage, ({ pathname }) => (pathname.endsWith(record.id) ? json({ data: content }) : problem(410, 'gone')))
    .answer(listProjects, () => json({ data: [project], next_cursor: null }))
    .answer(getProject, () => json({ data: project }))
    .answer(getProjectMap, () => json({ data: [] }))
    .answer(listProjectSpecies, () => json({ data: [{ taxon, records: 3 }] }));
  await signIn(nobody, { server });
  window.history.replaceState(null, '', path);
  const router = createRouter();
  onTestFinished(() => router.dispose());
  render(
    <ThemeProvider>
      <Suspense fallback={null}>
        <RouterProvider router={router} />
      </Suspense>
    </ThemeProvider>,
  );
  return { router, server };
}

it.each(['/feed', '/map', '/species/17', '/projects', `/projects/${project.id}`, `/observations/${record.id}`, `/profile/${bram.id}`])(
  '%s leads to the welcome screen where visitors may not look around, and asks for nothing',
  async (path) => {
    const { router, server } = await visit(path, false);
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
    expect(router.state.location.search).toBe(`?${new URLSearchParams({ next: path }).toString()}`);
    expect(server.count('GET', '/api/feed') + server.count('GET', '/api/projects') + server.count('GET', '/api/species')).toBe(0);
    expect(screen.queryByRole('link', { name: 'Look around' })).toBeNull();
  },
);

it('a country without records leads visitors to those of the world', async () => {
  const { server } = await visit('/feed?country=ZA', true, ({ searchParams }) => (searchParams.has('country') ? [] : [record]));
  (await screen.findByRole('button', { name: 'Worldwide' })).click();
  expect(await screen.findByRole('article')).toBeDefined();
  expect(server.count('GET', '/api/feed')).toBe(2);
});

it('the feed shows visitors the latest records and the way to an account, and asks without a session', async () => {
  const { server } = await visit('/feed?country=NL', true);
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('link').getAttribute('href')).toBe(`/observations/${record.id}`);
  expect(card.getByText('bram')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Ffeed%3Fcountry%3DNL');
  const asked = server.asked.find(({ path }) => path.startsWith('/api/feed'))!;
  expect([asked.path, asked.headers.authorization]).toEqual(['/api/feed?country=NL', undefined]);
});

it.each([
  [`/observations/${record.id}`, getVisitorPage, json({ data: content }), 'Record', 'Kingfisher'],
  ['/species/17', getSpecies, json({ data: species }), 'Species', 'Kingfisher'],
  [`/projects/${project.id}`, getProject, json({ data: project }), 'Project', project.name],
] as const)(
  '%s has a heading while its content is on the way, and the page of the document stays until then',
  async (path, route, answer, before, after) => {
    const kept = document.createElement('div');
    kept.id = 'public-page';
    onTestFinished(() => kept.remove());
    const { server, router } = await visit('/feed', true);
    const { promise, resolve } = Promise.withResolvers<typeof answer>();
    server.answer(route, () => promise);
    await screen.findByRole('article');
    document.body.append(kept);
    await router.navigate(path);
    const heading = await screen.findByRole('heading', { level: 1, name: before });
    expect([heading.dataset.loading, kept.isConnected]).toEqual(['true', true]);
    resolve(answer);
    await screen.findByRole('heading', { level: 1, name: after });
    expect(kept.isConnected).toBe(false);
  },
);

it('species and projects have pages for visitors', async () => {
  const { router } = await visit('/species/17', true);
  expect((await screen.findByRole('heading', { level: 1, name: 'Kingfisher' })).textContent).toBe('Kingfisher');
  await router.navigate('/species/18');
  expect(await screen.findByText('This server doesn’t have this species.')).toBeDefined();
  await router.navigate('/projects');
  expect((await screen.findAllByRole('link', { name: project.name }))[0]!.getAttribute('href')).toBe(`/projects/${project.id}`);
  await router.navigate(`/projects/${project.id}`);
  expect(await screen.findByText('3 records')).toBeDefined();
  expect((await screen.findByText('fen')).localName).toBe('strong');
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

it('the map shows visitors a choice of country, and every other screen still leads to the welcome screen', async () => {
  const { router } = await visit('/map', true);
  await screen.findByRole('heading', { level: 1, name: 'Map' });
  expect(screen.getByRole('combobox', { name: 'Location' })).toBeDefined();
  for (const path of ['/my-species', '/my-records', '/community']) {
    await router.navigate(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
  }
  expect(await screen.findByRole('link', { name: 'Look around' })).toBeDefined();
});

it('a shared record shows visitors the record itself, and asks without a session', async () => {
  const { router, server } = await visit(`/observations/${record.id}`, true);
  expect(await screen.findByRole('heading', { level: 1, name: 'Kingfisher' })).toBeDefined();
  expect(router.state.location.pathname).toBe(`/observations/${record.id}`);
  expect(screen.getByRole('img', { name: 'On a branch' }).getAttribute('src')).toBe('/api/media/1/512');
  for (const text of ['bram, CC BY 4.0', 'Utrecht, Netherlands', 'Dived twice', 'bram (2026). Kingfisher.'])
    expect(screen.getByText(text), text).toBeDefined();
  expect(screen.getByRole('link', { name: 'CC BY 4.0' }).getAttribute('rel')).toContain('license');
  expect(server.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

it('a record that is gone says so to visitors, and leads on', async () => {
  await visit('/observations/50000000-0000-4000-8000-000000000009', true);
  expect(await screen.findByText('This page isn’t public, or it was deleted.')).toBeDefined();
});
