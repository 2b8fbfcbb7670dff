// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import SpeciesScreen from './SpeciesScreen';

describe('the page of a species', () => {
  it('says in its heading that there is no such species, and leads to the search', async () => {
    await renderAs(freshPerson('anna'), <SpeciesScreen />, { at: '/species/abc' });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Unknown species');
    expect(screen.getByRole('link', { name: 'Knowledge' }).getAttribute('href')).toBe('/knowledge');
  });

  it('says that names are late when the server doesn’t send them', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <SpeciesScreen />, { at: '/species/17', server: new VeldServer(anna) });
    expect(await screen.findByText(/Species names haven’t downloaded yet/, {}, { timeout: 10_000 })).toBeDefined();
  });
});
