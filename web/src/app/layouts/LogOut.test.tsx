// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { auth } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { LogOut } from './LogOut';

it.each([0, 1])('the menu asks before logging out only if something is unsent: %i', async (unsent) => {
  const anna = freshPerson('anna');
  if (unsent > 0) await saveObservation(openUserDatabase(anna.id), { taxon_id: 17 }, [], { user: observer(anna) });
  const ask = vi.fn<() => void>();
  await renderAs(anna, <LogOut onAsk={ask} />, { routes: { '/welcome': <p>the welcome screen</p> } });
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  if (unsent > 0) await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  else await screen.findByText('the welcome screen');
  expect(ask).toHaveBeenCalledTimes(unsent);
  expect(auth.check()).toBe(unsent > 0);
});
