// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { listFeedback } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { queuedFeedback, sendFeedback } from './data';
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

  it('are asked for once, and again when a message has left the outbox', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    await sendFeedback({ kind: 'idea', text: 'Show the moon phase', may_contact: false }, database);
    const [message] = await queuedFeedback(database);
    const isSent = async () => (await database.outbox.count()) === 0;
    const onServer = { ...message!, ticket: 7, state: 'received' };
    const server = new VeldServer(anna).answer(listFeedback, async () => json({ data: (await isSent()) ? [onServer] : [] }));
    await renderAs(anna, <FeedbackScreen />, { at: '/feedback', server });
    await screen.findByText('Waiting to send');
    const asked = () => server.asked.filter(({ path }) => path === listFeedback.path).length;
    expect(asked()).toBe(1);
    await database.outbox.clear();
    await screen.findByText('Received');
    expect(asked()).toBe(2);
    expect(screen.getByText('#7 · Idea')).toBeDefined();
  });
});
