// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  getUser,
  getValidation,
  listNotifications,
  listToValidate,
  type Notification,
  type PublicObservation,
  recordValues,
  type RecordValidation,
} from '@veld/contract';
import { describe, expect, it } from 'vitest';
import NotificationsPage from '../../app/NotificationsPage';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { makeEntry } from '../notifications/testing/entries';
import ValidateScreen from './queue/ValidateScreen';
import { ValidationSection } from './ValidationSection';

const queued = async (userId: string) => (await listOutbox(openUserDatabase(userId))).map(({ route, input }) => ({ route, ...input }));

describe('a question among the notifications', () => {
  const question: NonNullable<Notification['question']> = {
    id: newId(),
    question: 'place',
    text: '',
    answer: null,
    answer_text: '',
    is_answer: false,
  };
  const show = async (entry: Notification) => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna)
      .answer(listNotifications, () => json({ data: [entry], unread: 1, next_cursor: null }))
      .answer(getUser, () => json(anna));
    server.fault = ({ method }) => (method === 'GET' ? null : 'no-connection');
    await renderAs(anna, <NotificationsPage />, { at: '/notifications', server });
    return anna;
  };

  it('is answered by one tap without a connection, and then shows the answer', async () => {
    const entry = makeEntry({ kind: 'question', question });
    const anna = await show(entry);
    expect(await screen.findByText('Ben asks: Is the place right?')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'No' }));
    expect(await screen.findByText('Your answer: No')).toBeDefined();
    expect(await queued(anna.id)).toMatchObject([
      { params: { id: entry.record!.id, question: question.id }, body: { answer: 'no', text: '' } },
    ]);
  });

  it('that yes does not answer has a field for words', async () => {
    const anna = await show(makeEntry({ kind: 'question', question: { ...question, question: 'count' } }));
    const field = await screen.findByRole('textbox', { name: 'Your answer' });
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
    fireEvent.change(field, { target: { value: 'Eleven' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(async () => expect(await queued(anna.id)).toMatchObject([{ body: { answer: 'text', text: 'Eleven' } }]));
  });

  it('says to who asked what was answered, without buttons', async () => {
    await show(makeEntry({ kind: 'question', question: { ...question, answer: 'yes', is_answer: true } }));
    expect(await screen.findByText('Ben answered: Yes')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
  });
});

describe('validation on the page of a record', () => {
  const record: PublicObservation = {
    id: newId(),
    user: observer(bram),
    taxon: null,
    quality: 'casual',
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ verbatim_name: 'some bird', observed_on: '2026-05-01' }),
    created_at: null,
  };
  const decision = { user: { id: newId(), name: 'Chen' }, is_automatic: false, reason: 'Seen by two', is_undone: false, created_at: null };
  const show = async (answer: Partial<RecordValidation>) => {
    const anna = freshPerson('anna');
    const data: RecordValidation = { state: 'unverified', is_reopened: false, decisions: [], questions: [], basis: null, ...answer };
    const server = new VeldServer(anna).answer(getValidation, () => json({ data }));
    server.fault = ({ method }) => (method === 'GET' ? null : 'no-connection');
    await renderAs(anna, <ValidationSection record={{ ...record, id: newId() }} />, { at: '/observations/1', server });
    return anna;
  };

  it('has the state in words, who decided and why, and what was decided before', async () => {
    const earlier = { ...decision, id: newId(), state: 'incorrect' as const, reason: '', user: null, is_automatic: true };
    await show({ state: 'accepted', decisions: [{ ...decision, id: newId(), state: 'accepted' }, earlier] });
    expect(await screen.findByText('Accepted')).toBeDefined();
    for (const text of ['Chen', 'Seen by two', '1 earlier decision', 'Automatically, by a rule'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
  });

  it('says that an edit made it open again', async () => {
    await show({ is_reopened: true, decisions: [{ ...decision, id: newId(), state: 'accepted' }] });
    expect(await screen.findByText('Not checked yet')).toBeDefined();
    expect(screen.getByText('The observer changed the name, date or place after the last decision.')).toBeDefined();
  });

  it('lets a validator decide without a connection, about what was seen', async () => {
    const anna = await show({ basis: 'seen' });
    fireEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Plausible/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save decision' }));
    await waitFor(async () => expect(await queued(anna.id)).toMatchObject([{ body: { state: 'plausible', reason: '', basis: 'seen' } }]));
    expect(await screen.findByText('anna')).toBeDefined();
  });

  it('lets anybody ask a ready question by two taps, which leaves the state', async () => {
    const anna = await show({});
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the observer' }));
    fireEvent.click(await screen.findByRole('button', { name: 'How did you recognise it?' }));
    await waitFor(async () => expect(await queued(anna.id)).toMatchObject([{ body: { question: 'how', as_validator: false } }]));
    expect(await screen.findByText('Not answered yet')).toBeDefined();
    expect(screen.getByText('Not checked yet')).toBeDefined();
  });
});

it('a key decides once about the record that is shown, also if it is pressed again while that is stored', async () => {
  const anna = freshPerson('anna');
  const opinions = { identifications: [], own_lineage: [], community_taxon: null, quality: 'casual' as const, casual_reasons: [] };
  const records = ['one', 'two', 'three'].map((name) => ({
    id: newId(),
    user: observer(bram),
    taxon: null,
    quality: 'casual' as const,
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ verbatim_name: `bird ${name}`, observed_on: '2026-05-01' }),
    created_at: null,
    opinions,
    basis: name,
    findings: [],
    is_answered: false,
  }));
  const server = new VeldServer(anna).answer(listToValidate, () =>
    json({ data: records, next_cursor: null, total: { count: 3, is_minimum: false }, is_validator: true }),
  );
  server.fault = ({ method }) => (method === 'GET' ? null : 'no-connection');
  await renderAs(anna, <ValidateScreen />, { at: '/validate', server });
  await screen.findByRole('heading', { name: 'bird one' });
  for (const key of ['a', 'p', 's', 'n']) fireEvent.keyDown(document.documentElement, { key });
  await screen.findByRole('heading', { name: 'bird two' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.documentElement, { key: 'p' });
  await screen.findByRole('heading', { name: 'bird three' });
  const decided = (await queued(anna.id)).map(({ body }) => body);
  expect(decided).toMatchObject([
    { state: 'accepted', basis: 'one' },
    { state: 'plausible', basis: 'two' },
  ]);
});
