// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { listFeedback } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import FeedbackScreen from './FeedbackScreen';

describe('the messages already sent', () => {
  it('are not said to be none when they could not be loaded, and are loaded on request', async () => {
    const anna = freshPerson('anna');
    let isDown = true;
    const server = new VeldServer(anna).answer(listFeedback, () => (isDown ? problem(500, 'internal') : json({ data: [] })));
    await renderAs(anna, <FeedbackScreen />, { at: '/feedback', server });
    await screen.findByText(/^The server has a problem/, {}, { timeout: 10_000 });
    const retry = screen.getByRole('button', { name: 'Retry' });
    expect(screen.queryByText('No messages yet.')).toBeNull();
    isDown = false;
    fireEvent.click(retry);
    await screen.findByText('No messages yet.');
    expect(screen.queryByText(/^The server has a problem/)).toBeNull();
  });
});
