// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import KnowledgeScreen from '../KnowledgeScreen';

it('compares the species of the address, and offers to add one', async () => {
  await renderAs(freshPerson('anna'), <KnowledgeScreen />, { at: '/knowledge?compare=none' });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Compare');
  expect(await screen.findByText(/No species chosen yet/)).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search all species' }), { target: { value: 'tit' } });
  expect(screen.getByRole('link', { name: 'All groups' }).getAttribute('href')).toBe('/knowledge');
});
