// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { listObservations, listTaxonObservers } from '@veld/contract';
import { expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { Observers } from '../SpeciesScreen';
import { OthersState } from './PageState';

const BRAM = 'b0000000-0000-4000-8000-000000000002';

it('says that what others recorded is missing, and tries again', async () => {
  const anna = freshPerson('anna');
  let isDown = true;
  const server = new VeldServer(anna)
    .answer(listObservations, () => json({ data: [], next_cursor: null }))
    .answer(listTaxonObservers, () =>
      isDown ? problem(500, 'internal') : json({ data: { people: [{ id: BRAM, name: 'bram', is_pro: false, observations: 3 }] } }),
    );
  await renderAs(
    anna,
    <>
      <OthersState taxonId={7} />
      <Observers taxonId={7} />
    </>,
    { at: '/species/7', server },
  );
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 });
  expect(screen.getByRole('status').textContent).toContain('Couldn’t load other people’s records of this species.');
  isDown = false;
  fireEvent.click(retry);
  expect(await screen.findByText('bram')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
