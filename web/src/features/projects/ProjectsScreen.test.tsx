// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listProjects, type Project } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import ProjectsScreen from './ProjectsScreen';
import { aProject, makeListedProject } from './testing/projects';

const anna = freshPerson('anna');
let asked: Record<string, string>[];

function renderScreen(projects: readonly Project[], at = '/projects') {
  const server = new VeldServer(anna).answer(listProjects, (url) => {
    asked.push(Object.fromEntries(url.searchParams));
    return json({ data: projects.map(makeListedProject), next_cursor: null });
  });
  return renderAs(anna, <ProjectsScreen />, { at, server });
}

beforeEach(() => {
  queryClient.clear();
  asked = [];
  vi.setSystemTime(new Date('2026-05-20T10:00:00Z'));
});

describe('the list of projects', () => {
  it('has the running ones first, with how long they last, how many take part and where', async () => {
    await renderScreen([aProject({ countries: ['NL', 'BE', 'LU'], is_joined: true }), aProject({ name: 'Old bats', is_cancelled: true })]);
    const link = await screen.findByRole('link', { name: 'Moth night' });
    const card = link.closest('li')!;
    expect(card.textContent).toContain('Ends in 11 days');
    expect(card.textContent).toContain('3 countries');
    expect(card.textContent).toContain('2 participants');
    expect(card.textContent).toContain('You take part');
    expect(screen.getByRole('link', { name: 'Old bats' }).closest('li')!.textContent).toContain('Cancelled');
    expect(asked).toEqual([{ state: 'running', limit: '20' }]);
  });

  it('asks for those of a state, of a country, with a name, or the user’s own', async () => {
    await renderScreen([], '/projects?country=NL&name=moth');
    await waitFor(() => expect(asked).toEqual([{ state: 'running', country: 'NL', name: 'moth', limit: '20' }]));
    expect(await screen.findByText('No project matches these filters.')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Mine' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ mine: '1', name: 'moth', limit: '20' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show all projects' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ mine: '1', limit: '20' }));
    expect(await screen.findByText('You don’t take part in a project yet.')).toBeDefined();
  });

  it('says so without a connection, and shows the last ones', async () => {
    await renderScreen([aProject()]);
    await screen.findByRole('link', { name: 'Moth night' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await queryClient.refetchQueries();
    expect(await screen.findByText(/Couldn’t refresh|Offline/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Moth night' })).toBeDefined();
  });
});
