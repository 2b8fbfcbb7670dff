import type { Conversation, MentionedPerson, Message } from '@veld/contract';
import type { MessageChange } from '../../local/changes/messages';
import { mergeChanges } from '../../local/outbox/pending-changes';

/** A message as its conversation shows it. */
export interface ShownMessage extends Message {
  /** Of what the server may not have yet. */
  sync: MessageChange['state'];
  /** Why it could not be sent, in the words of the server. */
  error: Extract<MessageChange, { kind: 'put' }>['error'];
}

/** A conversation as the list shows it. */
export interface ShownConversation extends Conversation {
  sync: MessageChange['state'];
}

/** What the server sent, the oldest first, with the user's own changes since then; what it refused is kept, at the end. */
export function withChanges(sent: readonly Message[], changes: readonly MessageChange[]): ShownMessage[] {
  const shown = sent.map((one): ShownMessage => ({ ...one, sync: 'sent', error: null }));
  const merged = mergeChanges(shown, changes, (before, change) => {
    if (change.kind === 'put') return before ?? shownPut(change);
    if (!before || change.kind !== 'deletion' || change.state === 'needs_attention') return before;
    return { ...before, state: 'deleted' as const, text: '', about: null, about_id: null };
  });
  const ended = changes.filter(({ kind, state }) => kind === 'end' && state !== 'needs_attention');
  const last = merged.findLastIndex(({ id }) => ended.some((change) => change.id === id));
  return merged.slice(last + 1);
}

function shownPut({ id, state, text, aboutId, writtenAt, error }: Extract<MessageChange, { kind: 'put' }>): ShownMessage {
  const facts = { is_own: true, text, state: 'sent', written_at: writtenAt } as const;
  return { ...facts, id, about: null, about_id: aboutId, sync: state, error };
}

/** The conversations that the server sent, with the user's own changes: the one written to last comes first. `people` have names. */
export function withListChanges(
  sent: readonly Conversation[],
  changes: readonly MessageChange[],
  people: readonly MentionedPerson[],
): ShownConversation[] {
  const byPerson = Map.groupBy(changes, ({ personId }) => personId);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const known = new Set(sent.map(({ person }) => person.id));
  const begun = [...byPerson.keys()].filter((id) => !known.has(id));
  const all = [...sent, ...begun.map((id) => ({ person: { id, name: names.get(id) ?? '', is_pro: false }, last: null, is_unread: false }))];
  const shown = all.flatMap((one) => withOwn(one, byPerson.get(one.person.id) ?? []));
  const writtenAt = ({ sync, last }: ShownConversation) => (sync === 'sent' ? 0 : Date.parse(last.written_at));
  return shown.toSorted((one, other) => writtenAt(other) - writtenAt(one));
}

type Stored = Omit<Conversation, 'last'> & { last: Conversation['last'] | null };

function withOwn(stored: Stored, changes: readonly MessageChange[]): ShownConversation[] {
  const before = stored.last ? [{ ...stored.last, about: null, about_id: null }] : [];
  const last = withChanges(before, changes).at(-1);
  if (!last) return [];
  const { id, is_own, text, state, written_at, sync } = last;
  const isRead = is_own || changes.some((change) => change.kind === 'read' && change.id === id);
  return [{ ...stored, last: { id, is_own, text, state, written_at }, is_unread: stored.is_unread && !isRead, sync }];
}
