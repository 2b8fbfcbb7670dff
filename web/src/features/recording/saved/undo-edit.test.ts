import { expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import { applyPage } from '../../../local/pull/pull';
import { device } from '../../../local/testing/app';
import { observer } from '../../../local/testing/people';
import { undoEdit } from './UndoSave';

it('takes back what anna edited, and keeps what another device of hers changed meanwhile', async () => {
  const anna = device();
  const { database } = anna;
  const user = observer(anna.user);
  const id = await saveObservation(database, { verbatim_name: 'a wren', count: 2, notes: 'in the hedge' }, [], { user });
  await anna.sender.flush();
  const row = (await ownObservation(database, id))!;
  const editBase = await readEditBase(database, row);
  const after = { ...editBase.draft, count: 6 };
  await saveObservation(database, after, [], { id, user, editBase });
  await anna.sender.flush();
  const change = anna.server.changeElsewhere(id, { notes: 'on the wall', sex: 'male' });
  await applyPage(database, { data: [change], next_cursor: newId(), has_more: false }, undefined);

  await undoEdit(database, id, { before: editBase.draft, after }, user);
  expect(await ownObservation(database, id)).toMatchObject({ count: 2, notes: 'on the wall', sex: 'male' });
  await anna.sender.flush();
  expect(anna.server.records.get(id)?.own).toMatchObject({ count: 2, notes: 'on the wall', sex: 'male' });
});
