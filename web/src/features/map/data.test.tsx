// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { signIn } from '../../testing/render-as';
import { useOwnPlaces } from './data';

it('the map counts records without a place, and no ticks', async () => {
  const anna = freshPerson('anna');
  const drafts = [{ latitude: 52, longitude: 5, observed_on: '2026-05-10' }, { observed_on: '2026-05-10' }, { count: 0 }, {}];
  for (const draft of drafts) await saveObservation(openUserDatabase(anna.id), { taxon_id: 17, ...draft }, [], { user: observer(anna) });
  await signIn(anna);
  const { result } = renderHook(() => useOwnPlaces());
  await waitFor(() => expect(result.current).toBeDefined());
  expect(result.current).toMatchObject({ placed: [{ latitude: 52 }], without: 2 });
});
