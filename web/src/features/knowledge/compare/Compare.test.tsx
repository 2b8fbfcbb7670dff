// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listObservations } from '@veld/contract';
import { expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import KnowledgeScreen from '../KnowledgeScreen';

it('compares the species of the address, and offers to add one', async () => {
  await renderAs(freshPerson('anna'), <KnowledgeScreen />, { at: '/knowledge?compare=none' });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Compare');
  expect(await screen.findByText(/No species chosen yet/)).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search all species' }), { target: { value: 'tit' } });
  expect(screen.getByRole('link', { name: 'All groups' }).getAttribute('href')).toBe('/knowledge');
});

it('says that photos of other people are missing offline, and tries again online', async () => {
  const anna = freshPerson('anna');
  const server = new VeldServer(anna);
  server.fault = () => 'no-connection';
  await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?compare=1,2', server });
  expect(await screen.findByText('Couldn’t load other people’s photos of these species.')).toBeDefined();
  server.fault = () => null;
  server.answer(listObservations, () => json({ data: [], has_more: false, next_cursor: '', total: 0 }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Couldn’t load other people’s photos of these species.')).toBeNull());
});
