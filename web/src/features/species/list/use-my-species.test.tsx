// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { firstRows, keepFirstRows } from '../../../local/records/lists/table-views';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { NOT_RECORDED } from '../species-list';
import { localTaxon } from '../testing/rows';
import { type ShownRows, useFirstRows } from './use-my-species';

const rowsOf = (...ids: number[]): ShownRows => ({
  lines: ids.map((id) => localTaxon(id)),
  own: new Map(ids.map((id) => [id, NOT_RECORDED])),
  share: { seen: ids.length, total: 50 },
});

function List({ list, counted }: { list: string | null; counted: ShownRows | undefined }) {
  const rows = useFirstRows(list, counted);
  return <p>{rows ? `${rows.lines.length} of ${rows.share?.total}, ${rows.own.size} recorded` : 'nothing yet'}</p>;
}

describe('the first rows of a species list', () => {
  it('are those of the last time until they are counted, of the same list only', async () => {
    const anna = freshPerson('anna');
    await keepFirstRows(openUserDatabase(anna.id), 'seen', rowsOf(1, 2, 3));
    const { unmount } = await renderAs(anna, <List list="seen" counted={undefined} />);
    expect(await screen.findByText('3 of 50, 3 recorded')).toBeDefined();
    unmount();
    const view = await renderAs(anna, <List list="seen" counted={rowsOf(1)} />);
    expect(screen.getByText('1 of 50, 1 recorded')).toBeDefined();
    view.unmount();
    for (const list of ['wanted', null]) {
      const other = await renderAs(anna, <List list={list} counted={undefined} />);
      expect(screen.getByText('nothing yet')).toBeDefined();
      other.unmount();
    }
  });

  it('are kept once they stay the same for a second, and no more than a screen needs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const anna = freshPerson('anna');
    const ids = Array.from({ length: 100 }, (_, at) => at + 1);
    await renderAs(anna, <List list="seen" counted={rowsOf(...ids)} />);
    vi.advanceTimersByTime(999);
    // A write that had begun would be before the second of two reads.
    await firstRows(openUserDatabase(anna.id), 'seen');
    expect(await firstRows(openUserDatabase(anna.id), 'seen')).toBeUndefined();
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await waitFor(async () => {
      const kept = (await firstRows(openUserDatabase(anna.id), 'seen')) as ShownRows;
      expect([kept.lines.length, kept.own.size, kept.lines[0]]).toEqual([40, 40, localTaxon(1)]);
    });
  });
});
