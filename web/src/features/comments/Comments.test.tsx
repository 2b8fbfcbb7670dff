// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type Comment,
  type CommentWrite,
  deleteComment,
  listComments,
  listMentionable,
  formatMention,
  type PublicObservation,
  putComment,
  recordValues,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { Comments } from './Comments';

const CHEN = { id: newId(), name: 'chen' };

let anna: User;
let server: VeldServer;
let sent: Comment[];
let isDown: boolean;
beforeEach(() => {
  anna = freshPerson('anna');
  sent = [];
  isDown = false;
  server = new VeldServer(anna)
    .answer(listComments, () => json({ data: sent, next_cursor: null }))
    .answer(listMentionable, () => json({ data: [CHEN] }))
    .answer(putComment, () => ({ status: 204 }))
    .answer(deleteComment, () => ({ status: 204 }));
  server.fault = ({ method }) => (isDown && method !== 'GET' ? 'no-connection' : null);
});

function bramsRecord(): PublicObservation {
  return {
    id: newId(),
    user: observer(bram),
    taxon: null,
    quality: 'needs_id',
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ verbatim_name: 'a moth', observed_on: '2026-05-01' }),
    created_at: null,
  };
}

const comment = (user: Comment['user'], text: string, more: Partial<Comment> = {}): Comment => ({
  id: newId(),
  user,
  text,
  mentions: [],
  is_edited: false,
  created_at: '2026-05-02T08:00:00Z',
  ...more,
});
const show = () => {
  const record = bramsRecord();
  return renderAs(anna, <Comments record={record} more={({ one }) => <span>about {one.user.name}</span>} />, {
    at: `/observations/${record.id}`,
    server,
  });
};
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const bodies = async () => (await listOutbox(openUserDatabase(anna.id))).map(({ input }) => input.body as CommentWrite);
const write = (text: string) =>
  fireEvent.change(screen.getByLabelText('Write a comment'), { target: { value: text, selectionEnd: text.length } });

describe('the comments on a record', () => {
  it('show a new one at once without a connection, which waits in the outbox', async () => {
    isDown = true;
    await show();
    await screen.findByText('No comments yet.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true);
    write('What a moth');
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await screen.findByText('Waiting to upload');
    expect(rows()[0]).toContain('What a moth');
    expect(rows()[0], 'unknown to the server').not.toContain('about');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('');
    expect(await bodies()).toMatchObject([{ text: 'What a moth', is_edit: false }]);
  });

  it('are the oldest first, with marks and names, and can be edited and deleted by their author only', async () => {
    isDown = true;
    sent = [
      comment(observer(bram), 'Mine', { is_edited: true }),
      comment(observer(anna), 'A wren'),
      comment({ ...CHEN, name: '', is_pro: false }, 'Bye'),
    ];
    await show();
    await screen.findByText('A wren');
    expect(rows()[0]).toMatch(/bram.*edited.*Mine/);
    expect(rows()[2]).toContain('Former member');
    expect(rows()[0]).toContain('about bram');
    expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('Edit comment'), { target: { value: 'A robin' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit' });
    expect(rows()[1]).toMatch(/edited.*A robin/);
    expect(await bodies()).toMatchObject([{ text: 'A robin', is_edit: true }]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete comment' }));
    await waitFor(() => expect(screen.queryByText('A robin')).toBeNull());
    expect(await bodies()).toEqual([undefined]);
  });

  it('mention a person of the community, whose id is sent and whose name is shown', async () => {
    isDown = true;
    await show();
    await screen.findByText('No comments yet.');
    write('Hi @ch');
    fireEvent.click(await screen.findByRole('button', { name: 'chen' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('Hi @chen ');
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect((await screen.findByRole('link', { name: '@chen' })).getAttribute('href')).toBe(`/profile/${CHEN.id}`);
    expect(await bodies()).toMatchObject([{ text: `Hi ${formatMention(CHEN.id)}` }]);
  });

  it('show text as text, and lead only to people, species and websites', async () => {
    const text = `<b>x</b> ${formatMention(CHEN.id)} ${formatMention(newId())} [[Parus major|7]] https://example.org/a. javascript:alert(1)`;
    sent = [comment(observer(bram), text, { mentions: [CHEN] })];
    await show();
    const row = within((await screen.findAllByRole('listitem'))[0]!);
    const links = row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
    expect(links).toEqual([
      ['bram', `/profile/${bram.id}`, null],
      ['@chen', `/profile/${CHEN.id}`, null],
      ['Parus major', '/species/7', null],
      ['https://example.org/a', 'https://example.org/a', 'nofollow noopener noreferrer'],
    ]);
    expect(row.getByText(/<b>x<\/b>/).textContent).toContain('@Former member');
  });

  it('keep an unfinished text for the next visit', async () => {
    const record = bramsRecord();
    const { unmount } = await renderAs(anna, <Comments record={record} />, { at: `/observations/${record.id}`, server });
    await screen.findByText('No comments yet.');
    write('What a');
    unmount();
    await renderAs(anna, <Comments record={record} />, { at: `/observations/${record.id}`, server });
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Write a comment')).value).toBe('What a');
  });

  it('keep a text that the server refused, with the way to the outbox', async () => {
    isDown = true;
    await show();
    await screen.findByText('No comments yet.');
    write('kept');
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await screen.findByText('Waiting to upload');
    const database = openUserDatabase(anna.id);
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'needs_attention' });
    await screen.findByText(/didn’t accept your change/);
    expect(screen.getByText('Needs attention')).toBeDefined();
    expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe('/outbox');
  });

  it('cannot be longer than the server accepts', async () => {
    await show();
    await screen.findByText('No comments yet.');
    write('x'.repeat(1990));
    expect(screen.getByText('Characters left: 10')).toBeDefined();
    write('x'.repeat(2001));
    expect(screen.getByText('Characters left: -1')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true);
  });
});
