// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { type ListedObservation, recordValues } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { savedRow } from '../../local/records/record-shape';
import { anna } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { readFormRecord } from '../../features/recording/form-values';
import { formAtNoon, recordOfForm, robin } from '../../features/recording/testing/records';
import { OwnRecordCard, PublicRecordCard } from './RecordCards';

const photo = {
  id: 'p',
  type: 'image/jpeg' as const,
  width: 4,
  height: 3,
  caption: null,
  license: null,
  order: 0,
  thumbhash: null,
  urls: null,
};

describe('a record in a public list', () => {
  it('shows the number of all its photos, of which the list has only the first', async () => {
    const { id, user, taxon } = recordOfForm();
    const listed: ListedObservation = {
      ...recordValues({ observed_on: '2026-05-10' }),
      id,
      user,
      taxon,
      quality: 'needs_id',
      is_obscured: false,
      media: [photo],
      place: null,
      country_code: null,
      created_at: null,
      photo_count: 20,
    };
    await renderAs(anna, <PublicRecordCard record={listed} />);
    expect(screen.getByRole('img', { name: '20 photos' }).textContent).toContain('20');
  });
});

describe('an own record', () => {
  it.each([0, 1])('is a row on a phone, and without a photo everywhere: %i photos', async (photos) => {
    const media = Array.from({ length: photos }, () => ({ ...photo, sha256: '0'.repeat(64) }));
    const { container } = await renderAs(anna, <OwnRecordCard record={recordOfForm({}, { media })} />);
    const { compact, compactOnPhone } = container.querySelector('article')!.dataset;
    expect({ compact, compactOnPhone }).toEqual({ compact: photos === 0 ? 'true' : undefined, compactOnPhone: 'true' });
  });
});

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
      savedRow(lost.id, readFormRecord(formAtNoon({ taxon: robin, ...change })), lost, facts).needs_review;
    expect(saved({ notes: 'by the pond' })).toBe(true);
    expect(saved({ taxon: { ...robin, id: 8 } })).toBe(false);
    expect(saved({ verbatim_name: 'robin' })).toBe(false);
    expect(savedRow(lost.id, readFormRecord(formAtNoon({ taxon: robin })), undefined, facts).needs_review).toBeUndefined();
  });
});
