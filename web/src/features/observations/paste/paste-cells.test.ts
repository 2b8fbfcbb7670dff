import { expect, it } from 'vitest';
import { localObservation } from '../../species/testing/rows';
import { planPaste } from './paste-cells';

/** What a cell that is pasted over the notes of a record changes. */
async function pastedOver(notes: string, cell: string) {
  const block = {
    cells: [[cell]],
    rows: [{ record: localObservation({ taxon_id: 1, notes }), sync: 'stored' as const }],
    columns: [{ id: 'notes', label: 'Notes', value: ({ record }: { record: { notes?: string | null } }) => record.notes ?? null }],
  } as unknown as Parameters<typeof planPaste>[0];
  const reader = {} as Parameters<typeof planPaste>[1];
  const { changes, unchanged, problems } = await planPaste(block, reader, () => null, new AbortController().signal);
  expect(problems).toEqual([]);
  return { changes: changes.length, unchanged };
}

it('other capitals and accents in notes are a change, and other spaces around them are none', async () => {
  expect(await pastedOver('adult male', 'Adult male')).toEqual({ changes: 1, unchanged: 0 });
  expect(await pastedOver('near the cafe', 'near the café')).toEqual({ changes: 1, unchanged: 0 });
  expect(await pastedOver('adult male', ' adult male ')).toEqual({ changes: 0, unchanged: 1 });
});
