// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listRecordVotes, type PublicObservation, putRecordVote, recordValues, type VoteCount } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { listOutbox } from '../../../local/outbox/outbox';
import { bram, freshPerson, observer } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { queryClient } from '../../../shared/session/queries';
import { renderAs } from '../../../testing/render-as';
import { withVotes } from './data';
import { Votes } from './Votes';

const count = (change: Partial<VoteCount>): VoteCount => ({ topic: 'wild', value: '', yes: 0, no: 0, own: null, reasons: [], ...change });

describe('the votes on a record with those of the user', () => {
  it('count the user once, however often a vote is applied', () => {
    const sent = [count({ yes: 1, no: 2, own: false })];
    const mine = { topic: 'wild', value: '', agrees: true, reason: '' } as const;
    expect(withVotes(sent, [mine])).toEqual([count({ yes: 2, no: 1, own: true })]);
    expect(withVotes(sent, [mine, mine])).toEqual([count({ yes: 2, no: 1, own: true })]);
    expect(withVotes(sent, [mine, { ...mine, agrees: null }])).toEqual([count({ yes: 1, no: 1 })]);
    expect(withVotes([], [{ ...mine, agrees: null }])).toEqual([]);
  });
});

describe('what people say about a record beside its name', () => {
  beforeEach(() => queryClient.clear());
  const record = {
    id: newId(),
    user: observer(bram),
    taxon: null,
    quality: 'needs_id',
    community_taxon_id: null,
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    attributes: {},
    ...recordValues({ taxon_id: null, observed_on: '2026-05-01', life_stage: 'juvenile' }),
    created_at: null,
  } as unknown as PublicObservation;

  it('is shown with reasons, beside what the observer says, and a vote is stored without a connection', async () => {
    const anna = freshPerson('anna');
    const reasons = [{ user: { id: newId(), name: 'chen' }, agrees: false, text: 'A zoo' }];
    const server = new VeldServer(anna)
      .answer(listRecordVotes, () => json({ data: [count({ no: 2, reasons }), count({ topic: 'life_stage', value: 'adult', yes: 1 })] }))
      .answer(putRecordVote, () => problem(503, 'unavailable'));
    server.fault = ({ method }) => (method === 'PUT' ? 'no-connection' : null);
    await renderAs(anna, <Votes record={record} />, { at: '/', server });
    expect(await screen.findByText('chen: A zoo')).toBeDefined();
    expect(screen.getByText('Life stage, by the observer: Juvenile')).toBeDefined();
    expect(screen.getByText('Life stage: Adult')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Not wild (2)' }));
    expect(await screen.findByRole('button', { name: 'Not wild (3)', pressed: true })).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'Why?' }), { target: { value: 'Behind a fence' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const bodies = async () => (await listOutbox(openUserDatabase(anna.id))).map(({ input }) => input.body);
    await waitFor(async () =>
      expect(await bodies()).toMatchObject([{ topic: 'wild', value: '', agrees: false, reason: 'Behind a fence' }]),
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Add: Sex' }), { target: { value: 'female' } });
    expect(await screen.findByText('Sex: Female')).toBeDefined();
  });
});
