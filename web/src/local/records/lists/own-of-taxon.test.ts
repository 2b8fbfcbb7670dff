import { expect, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { anna, freshPerson, observer } from '../../testing/people';
import { saveObservation } from '../observations';
import { ownOfTaxa, ownTaxonIds } from './own-of-taxon';

it('knows the taxa of the user’s records from keys, and reads only those of some', async () => {
  const database = openUserDatabase(freshPerson('bram').id);
  const save = (taxon_id: number | null) =>
    saveObservation(database, { taxon_id, verbatim_name: taxon_id === null ? 'a wren' : null }, [], { user: observer(anna), taxon: null });
  for (const taxon of [7, 7, 9, null]) await save(taxon);
  const deleted = await save(11);
  // As while the deletion waits to be sent.
  await database.observations.update(deleted, { deleted: 1 });
  expect(await ownTaxonIds(database)).toEqual([7, 9]);
  expect((await ownOfTaxa(database, [7, 11, 12])).map(({ taxon_id }) => taxon_id)).toEqual([7, 7]);
});
