// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { savedRow } from '../../local/records/record-shape';
import { anna } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { recordOf } from '../recording/form-values';
import { formAtNoon, recordOfForm, robin } from '../recording/testing/records';
import { OwnRecordCard } from './RecordCards';

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations']);
});
beforeEach(() => auth.store.setState({ user: anna, token: 'token-1', isReady: true }));

const show = (record: Parameters<typeof OwnRecordCard>[0]['record'], syncState?: 'waiting') =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <OwnRecordCard record={record} {...(syncState ? { syncState } : {})} />
      </MemoryRouter>
    </MantineProvider>,
  );

describe('a record whose name left the taxonomy', () => {
  it('says in its list that it needs a name, unless something about its sending is to be said', () => {
    const lost = recordOfForm({}, { needs_review: true });
    const { unmount } = show(lost);
    expect(screen.getByText('Needs a name')).toBeDefined();
    unmount();
    show(lost, 'waiting');
    expect(screen.queryByText('Needs a name')).toBeNull();
  });

  it('needs none any more on this device as soon as it has been named anew, and does after any other change', () => {
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
