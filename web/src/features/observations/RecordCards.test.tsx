// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { savedRow } from '../../local/records/record-shape';
import { anna } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { recordOf } from '../recording/form-values';
import { formAtNoon, recordOfForm, robin } from '../recording/testing/records';
import { OwnRecordCard } from './RecordCards';

describe('a record whose name left the taxonomy', () => {
  it('shows in a list that it needs a name, unless it has a sync state to show', async () => {
    const lost = recordOfForm({}, { needs_review: true });
    const { unmount } = await renderAs(anna, <OwnRecordCard record={lost} />);
    expect(screen.getByText('Needs a name')).toBeDefined();
    unmount();
    await renderAs(anna, <OwnRecordCard record={lost} syncState="waiting" />);
    expect(screen.queryByText('Needs a name')).toBeNull();
  });

  it('no longer needs one on this device once it is identified again, but still does after any other edit', () => {
    const lost = recordOfForm({}, { needs_review: true, version: 3 });
    const facts = { user: lost.user, taxon: null, now: 1, thumbhashes: new Map<string, string>() };
    const saved = (change: Parameters<typeof formAtNoon>[0]) =>
      savedRow(lost.id, recordOf(formAtNoon({ taxon: robin, ...change })), lost, facts).needs_review;
    expect(saved({ notes: 'by the pond' })).toBe(true);
    expect(saved({ taxon: { ...robin, id: 8 } })).toBe(false);
    expect(saved({ verbatim_name: 'robin' })).toBe(false);
    expect(savedRow(lost.id, recordOf(formAtNoon({ taxon: robin })), undefined, facts).needs_review).toBeUndefined();
  });
});
