// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { exploreIdentifiers, explorePeople, exploreTotals } from '@veld/contract';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { wideScreen } from '../../../testing/wide-screen';
import ExploreScreen from '../ExploreScreen';

beforeEach(wideScreen);

const named = (name: string) => ({ id: newId(), name, is_pro: false });

it('the people of Explore go on page by page, observers and identifiers each for themselves', async () => {
  const anna = freshPerson('anna');
  const server = new VeldServer(anna)
    .answer(exploreTotals, () => {
      const total = { count: 9, is_minimum: false };
      return json({ data: { records: total, species: total, people: total } });
    })
    .answer(explorePeople, (url) => {
      const [name, next_cursor] = url.searchParams.get('cursor') === 'AAAA' ? ['Tess', null] : ['Bram', 'AAAA'];
      return json({ data: [{ ...named(name), records: 3, species: 2, last: '2026-05-01' }], unnamed: 4, next_cursor });
    })
    .answer(exploreIdentifiers, (url) => {
      const [name, next_cursor] = url.searchParams.get('cursor') === 'BBBB' ? ['Vera', null] : ['Ulla', 'BBBB'];
      return json({ data: [{ ...named(name), identifications: 5 }], next_cursor });
    });
  await renderAs(anna, <ExploreScreen />, { at: '/explore?view=people', server });
  const list = (name: string) => screen.findByRole('region', { name });
  const more = async (name: string) => fireEvent.click(within(await list(name)).getByRole('button', { name: 'Show more' }));
  const namesIn = async (name: string) => within(await list(name)).getAllByRole('link', { name: /^(Bram|Tess|Ulla|Vera)$/ });
  await screen.findByText('Ulla');
  expect(await namesIn('Observers')).toHaveLength(1);
  await more('Observers');
  await screen.findByText('Tess');
  expect((await namesIn('Observers')).map(({ textContent }) => textContent)).toEqual(['Bram', 'Tess']);
  expect((await namesIn('Identifiers')).map(({ textContent }) => textContent)).toEqual(['Ulla']);
  await more('Identifiers');
  await screen.findByText('Vera');
  expect(within(await list('Observers')).queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(within(await list('Observers')).getByText(/4 people who aren’t listed/)).toBeDefined();
});
