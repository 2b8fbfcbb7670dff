// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { freshPerson } from '../../../local/testing/people';
import { taken } from '../testing/board-photos';
import { addToBoard } from './board-actions';
import { type Board, readBoard } from './board';
import { useDuplicates } from './use-duplicates';
import { useSelection } from './use-selection';

it('the cards get the same functions and duplicates when another photo is added, so that they are not rendered again', async () => {
  const database = openUserDatabase(freshPerson('anna').id);
  const add = async (time: string, seed?: number): Promise<Board> => {
    await addToBoard(database, await taken(time, [52.5, 4.75], seed), 60, { geoprivacy: 'open', license: null });
    return readBoard(database);
  };
  await add('07:00:00', 7);
  const first = await add('08:00:00', 7);
  const { result, rerender } = renderHook(
    ({ board }) => ({ selection: useSelection(board.groups), duplicates: useDuplicates(database, board) }),
    { initialProps: { board: first } },
  );
  await waitFor(() => expect(result.current.duplicates.size).toBe(1));
  const before = result.current;
  const second = await add('09:00:00');
  expect(second.groups[0]).toBe(first.groups[0]);
  rerender({ board: second });
  expect(result.current.duplicates).toBe(before.duplicates);
  expect(result.current.selection.toggle).toBe(before.selection.toggle);
  expect(result.current.selection.toggleAll).toBe(before.selection.toggleAll);

  rerender({ board: await add('10:00:00', 7) });
  await waitFor(() => expect(result.current.duplicates.size).toBe(2));
});
