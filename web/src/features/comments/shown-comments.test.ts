import { type Comment, formatMention } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import type { CommentChange } from '../../local/changes/comments';
import { withChanges } from './shown-comments';

const ANNA = { id: 'a0000000-0000-7000-8000-000000000001', name: 'anna', is_pro: false };
const BRAM = { id: 'b0000000-0000-7000-8000-000000000002', name: 'bram', is_pro: false };

const comment = (id: string, text: string): Comment => ({
  id,
  user: BRAM,
  text,
  mentions: [],
  is_edited: false,
  created_at: '2026-05-01T10:00:00Z',
});
const put = (id: string, text: string, more: object = {}): CommentChange => ({
  id,
  at: Date.UTC(2026, 4, 2),
  state: 'waiting',
  kind: 'put',
  text,
  isEdit: false,
  ...more,
});
const deletion = (id: string, state: CommentChange['state'] = 'waiting'): CommentChange => ({ id, at: 0, state, kind: 'deletion' });
const shown = (changes: CommentChange[]) =>
  withChanges([comment('1', 'first'), comment('2', 'second')], changes, ANNA, [BRAM]).map(({ id, text, state, is_edited }) =>
    [id, text, state, ...(is_edited ? ['edited'] : [])].join(' '),
  );

describe('comments with the user’s own changes', () => {
  it.each<[string, CommentChange[], string[]]>([
    ['none', [], ['1 first sent', '2 second sent']],
    ['a new one', [put('3', 'third')], ['1 first sent', '2 second sent', '3 third waiting']],
    ['an edit in its place', [put('1', 'better', { isEdit: true })], ['1 better waiting edited', '2 second sent']],
    ['a deletion', [deletion('1')], ['2 second sent']],
    ['one that was deleted before it was sent', [put('3', 'third'), deletion('3')], ['1 first sent', '2 second sent']],
    [
      'one that the server has and has not shown yet',
      [put('3', 'third', { state: 'sent' })],
      ['1 first sent', '2 second sent', '3 third sent'],
    ],
    ['a refused text', [put('3', 'third', { state: 'needs_attention' })], ['1 first sent', '2 second sent', '3 third needs_attention']],
    ['a refused deletion', [deletion('1', 'needs_attention')], ['1 first sent', '2 second sent']],
  ])('are %s', (_, changes, expected) => {
    expect(shown(changes)).toEqual(expected);
  });

  it('name the people that an unsent text mentions, if the device knows them', () => {
    const text = `${formatMention(BRAM.id)} ${formatMention(ANNA.id)}`;
    expect(withChanges([], [put('3', text)], ANNA, [BRAM])[0]!.mentions).toEqual([BRAM]);
  });
});
