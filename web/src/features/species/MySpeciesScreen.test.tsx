// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import MySpeciesScreen from './MySpeciesScreen';

/** The chosen views, once the screen is there. */
async function chosen(): Promise<(string | undefined)[]> {
  const views = await screen.findAllByRole<HTMLInputElement>('radio', {}, { timeout: 10_000 });
  return views.flatMap((one) => (one.checked ? [one.labels?.[0]?.textContent?.trim()] : []));
}

describe('the species list of a person', () => {
  it('shows all species at first, and the view in the address', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species' });
    expect(await chosen()).toEqual(['All species']);
  });

  it('keeps the view of a link', async () => {
    await renderAs(freshPerson('anna'), <MySpeciesScreen />, { at: '/my-species?view=wanted' });
    expect(await chosen()).toEqual(['Wanted']);
  });
});
