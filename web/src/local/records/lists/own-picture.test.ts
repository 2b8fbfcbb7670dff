import { ObservationDraft } from '@veld/contract';
import { expect, it } from 'vitest';
import { newId } from '../../db/ids';
import { openUserDatabase } from '../../db/database';
import { anna, freshPerson, observer } from '../../testing/people';
import { ownPicture } from './own-picture';
import { savedRow } from '../record-shape';

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
