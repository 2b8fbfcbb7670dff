// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { expect, it } from 'vitest';
import { auth } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { CHANGES_CURSOR } from '../../local/pull/pull-store';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { Hint } from './Hint';

const seen = () => auth.state().user!.wizards_seen;
const hint = () => screen.queryByRole('region');

/** A person with records, on a device that has fetched all of them. */
async function makeAnna(records: number, change: Partial<User> = {}, isFetched = true): Promise<User> {
  const anna = freshPerson('anna', change);
  const database = openUserDatabase(anna.id);
  for (let number = 0; number < records; number += 1)
    await saveObservation(database, { verbatim_name: 'a wren' }, [], { user: observer(anna), taxon: null });
  if (isFetched) await database.settings.put({ key: CHANGES_CURSOR, value: 'c' });
  return anna;
}

it('has three steps in the flow of the page, and is not shown again', async () => {
  await renderAs(await makeAnna(0), <Hint wizard="gps" below={3} />);
  expect((await screen.findByRole('region', { name: 'Your location' })).textContent).toMatch(/Allow Veld .*Next 1\/3/);
  expect(hint()!.closest('[role=status]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Next 1/3' }));
  expect(seen()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Next 2/3' }));
  fireEvent.click(screen.getByRole('button', { name: 'Got it 3/3' }));
  await waitFor(() => expect(hint()).toBeNull());
  expect(seen()).toEqual(['gps']);
});

it('can be skipped at once', async () => {
  await renderAs(await makeAnna(0), <Hint wizard="welcome" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(seen()).toEqual(['welcome']));
  expect(hint()).toBeNull();
});

it('is not shown to whoever has read it, or has recorded often enough', async () => {
  await renderAs(
    await makeAnna(3, { wizards_seen: ['welcome'] }),
    <>
      <Hint wizard="welcome" />
      <Hint wizard="gps" below={3} />
      <Hint wizard="names" below={4} />
    </>,
  );
  await screen.findByRole('region', { name: 'Names of species' });
  expect(screen.getAllByRole('region')).toHaveLength(1);
});

it('waits until a new device knows how many records there are', async () => {
  const anna = await makeAnna(0, {}, false);
  await renderAs(anna, <Hint wizard="gps" below={3} />);
  await new Promise((done) => setTimeout(done, 200));
  expect(hint()).toBeNull();
  await openUserDatabase(anna.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
  await screen.findByRole('region', { name: 'Your location' });
});
