// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { listFeedback } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { listCalls } from '../../local/outbox/pending-changes';
import { FEEDBACK_SUBJECT, sendFeedback } from '../../local/changes/feedback';
import { reconcileSuccess } from '../../local/outbox/reconcile';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { toFeedbackEntry } from './data';
import FeedbackScreen from './FeedbackScreen';

describe('the messages already sent', () => {
  it('are not said to be none when they could not be loaded, and are loaded on request', async () => {
    const anna = freshPerson('anna');
    let isDown = true;
    const server = new VeldServer(anna).answer(listFeedback, () => (isDown ? problem(500, 'internal') : json({ data: [] })));
    await renderAs(anna, <FeedbackScreen />, { at: '/feedback', server });
    await screen.findByText(/^The server has a problem/);
    const retry = screen.getByRole('button', { name: 'Retry' });
    expect(screen.queryByText('No messages yet.')).toBeNull();
    isDown = false;
    fireEvent.click(retry);
    await screen.findByText('No messages yet.');
    expect(screen.queryByText(/^The server has a problem/)).toBeNull();
  });

  it('are asked for once, and again when the server has accepted one, which shows all the while', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    await sendFeedback(database, { kind: 'idea', text: 'Show the moon phase', may_contact: false });
    const message = toFeedbackEntry((await listCalls(database, FEEDBACK_SUBJECT, 0))[0]!);
    let answered: object[] | null = [];
    const server = new VeldServer(anna).answer(listFeedback, () => (answered ? json({ data: answered }) : problem(500, 'internal')));
    await renderAs(anna, <FeedbackScreen />, { at: '/feedback', server });
    await screen.findByText('Waiting to send');
    const asked = () => server.asked.filter(({ path }) => path === listFeedback.path).length;
    expect(asked()).toBe(1);
    answered = null;
    await reconcileSuccess(database, (await database.outbox.toArray())[0]!, null, Date.now());
    await screen.findByText('Received');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText('Show the moon phase'), 'while the server does not answer').toBeDefined();
    answered = [{ ...message, ticket: 7, state: 'received' }];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.getByText('#7 · Idea')).toBeDefined());
    expect(screen.getAllByText('Show the moon phase')).toHaveLength(1);
  });
});
