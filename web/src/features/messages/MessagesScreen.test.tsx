// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type BodyOf,
  type Conversation,
  getConversation,
  listConversations,
  type Message,
  type putMessage,
  type User,
  type Writing,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { bram, freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import type { MoreOfMessage } from './ConversationView';
import MessagesScreen from './MessagesScreen';

const person = { id: bram.id, name: 'bram', is_pro: false };
const message = (text: string, more: Partial<Message> = {}): Message => ({
  id: newId(),
  is_own: false,
  text,
  state: 'sent',
  written_at: '2026-05-02T08:00:00Z',
  about_id: null,
  about: null,
  ...more,
});
const More = ({ message: { text }, place }: MoreOfMessage) => (place === 'actions' ? <button type="button">Report {text}</button> : null);

function setWidth(width: number): void {
  const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  happyDOM.setViewport({ width });
}

describe('messages', () => {
  let anna: User;
  let server: VeldServer;
  let conversations: Conversation[];
  /** As the server has them, the latest first. */
  let messages: Message[];
  let writing: Writing;
  let isUnread: boolean;
  beforeEach(() => {
    anna = freshPerson('anna');
    setWidth(390);
    [conversations, messages, writing, isUnread] = [[], [], 'open', false];
    server = new VeldServer(anna)
      .answer(listConversations, () => json({ data: conversations, next_cursor: null }))
      .answer(getConversation, () => json({ person, writing, is_unread: isUnread, data: messages, next_cursor: null }));
  });

  const show = (at = `/messages/${bram.id}`) =>
    renderAs(anna, <MessagesScreen more={More} />, { at, server, routes: at === '/messages' ? {} : { '/messages': <p>the list</p> } });
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Write to bram');
  const rows = () => screen.getAllByRole('article').map((row) => row.textContent);
  const items = () => listOutbox(openUserDatabase(anna.id));
  const waiting = async () => (await items()).map(({ input }) => input.body as BodyOf<typeof putMessage>);
  const write = async (text: string) => {
    fireEvent.change(await field(), { target: { value: text } });
    fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
  };

  describe('in the list', () => {
    it('are none only once the server has said so, and then it says how to begin', async () => {
      const reply = Promise.withResolvers<void>();
      server.answer(listConversations, async () => {
        await reply.promise;
        return json({ data: [], next_cursor: null });
      });
      await show('/messages');
      expect(screen.getByText('Loading messages')).toBeDefined();
      expect(screen.queryByText('No conversations yet')).toBeNull();
      reply.resolve();
      expect(await screen.findByText('No conversations yet')).toBeDefined();
      expect(screen.getByText(/People you follow can write to you/)).toBeDefined();
    });

    it('are the latest of each conversation, with a mark for what is unread', async () => {
      const facts = { state: 'sent', written_at: '2026-05-02T08:00:00Z' } as const;
      conversations = [
        { person, last: { id: newId(), is_own: false, text: 'Hello', ...facts }, is_unread: true },
        {
          person: { id: newId(), name: '', is_pro: false },
          last: { id: newId(), is_own: true, text: '', ...facts, state: 'deleted' },
          is_unread: false,
        },
      ];
      await show('/messages');
      await screen.findByText('Hello');
      const shown = within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem');
      expect(shown[0]!.textContent).toMatch(/Unread: bram.*Hello/);
      expect(shown[1]!.textContent).toMatch(/^Former member.*You: Deleted message/);
    });

    it('have what was written to somebody new without a connection', async () => {
      const shown = await show();
      await write('Are you there?');
      await screen.findByText('Waiting to upload');
      shown.unmount();
      await show('/messages');
      const row = await screen.findByRole('listitem');
      expect(row.textContent).toMatch(/bram.*You: Are you there\?.*Waiting to upload/);
    });
  });

  it('have the list beside the conversation where there is room', async () => {
    setWidth(834);
    messages = [message('Hello')];
    conversations = [{ person, last: { ...messages[0]!, text: 'Hello' }, is_unread: false }];
    await show();
    const row = await screen.findByRole('link', { name: /bram.*Hello/ });
    expect(row.getAttribute('aria-current')).toBe('page');
    expect(await screen.findByRole('log')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages');
  });

  describe('in a conversation', () => {
    it('are the oldest first, and are marked as read through the latest, once', async () => {
      isUnread = true;
      messages = [message('Second'), message('First', { is_own: true }), message('', { state: 'deleted' })];
      await show();
      await screen.findByText('Second');
      expect(rows().map((row) => row.replace(/\d.*/, ''))).toEqual(['Deleted message', 'First', 'Second']);
      const marks = async () =>
        (await items()).filter(({ subject }) => subject.startsWith('messages_read:')).map(({ input }) => input.body);
      await waitFor(async () => expect(await marks()).toEqual([{ through: messages[0]!.id }]));
      await openUserDatabase(anna.id).outbox.clear();
      await write('Third');
      await screen.findByText('Third');
      expect(await marks()).toEqual([]);
    });

    it('are shown at once, wait without a connection, and leave the field empty with the focus', async () => {
      await show();
      (await field()).focus();
      await write(' Where was it? ');
      await screen.findByText('Waiting to upload');
      expect(rows()[0]).toContain('Where was it?');
      await waitFor(async () => expect((await field()).value).toBe(''));
      expect(document.activeElement).toBe(await field());
      expect(await waiting()).toMatchObject([{ text: 'Where was it?', about_id: null }]);
    });

    it('that the server refuses say why, and their text can be changed and sent again, copied or deleted', async () => {
      await show();
      await write('Hello?');
      await screen.findByText('Waiting to upload');
      const detail = 'They chose whom they receive messages from.';
      const last_error = { kind: 'problem', status: 403, code: 'messages_closed', title: 'Closed', detail, errors: null, at: 1 } as const;
      const refuse = async () => openUserDatabase(anna.id).outbox.update((await items())[0]!.id, { state: 'needs_attention', last_error });
      await refuse();
      expect(await screen.findByText(detail)).toBeDefined();
      const button = (name: string) => within(screen.getByRole('article')).getByRole('button', { name });
      expect(button('Copy text')).toBeDefined();
      fireEvent.click(button('Edit'));
      fireEvent.change(screen.getByLabelText('Write a message', { selector: 'article textarea' }), { target: { value: 'Hello again' } });
      fireEvent.click(button('Send'));
      await waitFor(async () => expect(await items()).toMatchObject([{ state: 'waiting', input: { body: { text: 'Hello again' } } }]));
      await refuse();
      await screen.findByText(detail);
      fireEvent.click(button('Delete'));
      await waitFor(() => expect(screen.queryByText('Hello again')).toBeNull());
      expect(await items()).toEqual([]);
    });

    it('are deleted for both by their sender, and reported by the other', async () => {
      messages = [message('Yours'), message('Mine', { is_own: true })];
      await show();
      await screen.findByText('Mine');
      const menu = async (of: RegExp) => {
        fireEvent.click(screen.getByRole('button', { name: of }));
        return within(await screen.findByRole('dialog'));
      };
      const yours = await menu(/^More about the message: bram/);
      expect(yours.getByRole('button', { name: 'Report Yours' })).toBeDefined();
      expect(yours.queryByRole('button', { name: 'Delete message' })).toBeNull();
      fireEvent.click(yours.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      fireEvent.click((await menu(/^More about the message: You/)).getByRole('button', { name: 'Delete message' }));
      expect(await screen.findByText('Deleted message')).toBeDefined();
      expect(screen.queryByText('Mine')).toBeNull();
    });

    it('are deleted as a whole for the user alone, which leads to the list', async () => {
      messages = [message('Yours')];
      conversations = [{ person, last: { ...messages[0]!, text: 'Yours' }, is_unread: false }];
      await show();
      fireEvent.click(await screen.findByRole('button', { name: 'Delete conversation' }));
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete for me' }));
      expect(await screen.findByText('the list')).toBeDefined();
      expect((await items()).map(({ input }) => input.params)).toEqual([{ id: bram.id, message: messages[0]!.id }]);
    });

    it('cannot be written to who does not accept them, which it says instead of the field', async () => {
      writing = 'followed';
      messages = [message('Hello', { is_own: true })];
      await show();
      expect(await screen.findByText('bram only receives messages from people they follow.')).toBeDefined();
      expect(screen.queryByRole('textbox')).toBeNull();
    });

    it('begin with a question about a record that is ready to send, and name the record', async () => {
      const record = newId();
      await show(`/messages/${bram.id}?about=${record}`);
      expect((await field()).value).toMatch(/^Hello bram, could you have a look at this record\?/);
      fireEvent.click(screen.getByRole('button', { name: 'Send' }));
      await screen.findByText('Waiting to upload');
      expect(await waiting()).toMatchObject([{ about_id: record }]);
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Don’t attach the record' })).toBeNull());
    });
  });
});
