import { ObservationDraft } from '@veld/contract';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import { anna, freshPerson, observer } from '../../testing/people';
import { saveObservation } from '../observations';
import { savedRow } from '../record-shape';
import { ownOfTaxa, ownTaxonIds, ownPicture } from './own-of-taxon';

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

it('is the chosen photo of any of the records, else the first of the last one, else none', async () => {
  const database = openUserDatabase(freshPerson('bram').id);
  const photo = (order: number) => ({ id: newId(), sha256: 'a'.repeat(64), type: 'image/jpeg' as const, width: 4, height: 3, order });
  const put = async (...media: ReturnType<typeof photo>[]) => {
    const draft = ObservationDraft.parse({ taxon_id: 1, media });
    const row = savedRow(newId(), draft, undefined, { user: observer(anna), taxon: null, now: 1, thumbhashes: new Map() });
    await database.observations.put(row);
    return row.id;
  };
  const [second, first, older] = [photo(1), photo(0), photo(0)];
  const ids = [await put(second, first), await put(older)];
  const pictured = async (recordIds: string[], chosen: string | null) => (await ownPicture(database, recordIds, chosen))?.id;
  expect(await pictured(ids, null)).toBe(first.id);
  expect(await pictured(ids, older.id)).toBe(older.id);
  expect(await pictured(ids, newId())).toBe(first.id);
  expect(await pictured([newId()], null)).toBeUndefined();
});
