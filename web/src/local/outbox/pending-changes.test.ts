import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PendingCall, describeAdded, mergeAdded, mergeChanges, pickLatest } from './pending-changes';

interface Change {
  id: string;
  /** Null removes the element. */
  text: string | null;
  state: PendingCall['state'];
}

const put = (id: string, text: string | null, state: PendingCall['state'] = 'waiting'): Change => ({ id, text, state });
const apply = (_: unknown, { id, text }: Change) => (text === null ? undefined : { id, text });
const shown = (sent: { id: string; text: string }[], changes: Change[]) =>
  mergeChanges(sent, changes, apply).map(({ id, text }) => `${id} ${text}`);

describe('a list of the server with changes that it may lack', () => {
  const sent = [
    { id: 'a', text: 'first' },
    { id: 'b', text: 'second' },
  ];
  it.each<[string, Change[], string[]]>([
    ['is as sent without any', [], ['a first', 'b second']],
    ['has a new element last', [put('c', 'third')], ['a first', 'b second', 'c third']],
    ['has a changed element in its place', [put('a', 'better')], ['a better', 'b second']],
    ['lacks a removed element', [put('a', null)], ['b second']],
    ['has each element once when the answer has the change already', [put('b', 'second', 'sent')], ['a first', 'b second']],
    ['lacks what was added and removed again', [put('c', 'third'), put('c', null)], ['a first', 'b second']],
    ['is as sent when something is removed that the answer no longer has', [put('c', null, 'sent')], ['a first', 'b second']],
  ])('%s', (_, changes, expected) => {
    expect(shown(sent, changes)).toEqual(expected);
  });

  const edits = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), text: fc.option(fc.string({ maxLength: 3 })) }), {
    maxLength: 12,
  });
  const cut = fc.nat({ max: 12 });

  it('is what all changes amount to, however many of them the server has accepted and its answer has', () => {
    fc.assert(
      fc.property(edits, cut, cut, cut, (all, one, two, three) => {
        const [from, answered, accepted] = [one, two, three].map((at) => Math.min(at, all.length)).toSorted((x, y) => x - y) as [
          number,
          number,
          number,
        ];
        const answer = replay(all.slice(0, answered));
        const unsent = all.slice(accepted);
        const changes = [
          ...all.slice(from, accepted).map(({ id, text }) => put(id, text, 'sent')),
          // The outbox keeps the last unsent change of each subject.
          ...unsent.filter(({ id }, at) => !unsent.slice(at + 1).some((later) => later.id === id)).map(({ id, text }) => put(id, text)),
        ];
        const merged = mergeChanges(answer, changes, apply);
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
        expect(byId(merged)).toEqual(byId(replay(all)));
      }),
    );
  });

  it('is the same in whatever order changes of different elements arrive', () => {
    const arrival = edits.chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(), { minLength: all.length, maxLength: all.length })));
    fc.assert(
      fc.property(arrival, edits, ([all, ranks], before) => {
        const changes = all.map(({ id, text }) => put(id, text));
        const rankOf = new Map(changes.map(({ id }, at) => [id, ranks[at]!]));
        const shuffled = changes.toSorted((one, other) => rankOf.get(one.id)! - rankOf.get(other.id)!);
        const answer = replay(before);
        expect(byId(mergeChanges(answer, shuffled, apply))).toEqual(byId(mergeChanges(answer, changes, apply)));
        expect(new Map([...pickLatest(shuffled, ({ id }) => id)].toSorted())).toEqual(
          new Map([...pickLatest(changes, ({ id }) => id)].toSorted()),
        );
      }),
    );
  });

  function replay(changes: readonly { id: string; text: string | null }[]): { id: string; text: string }[] {
    const elements = new Map<string, string>();
    for (const { id, text } of changes) {
      if (text === null) elements.delete(id);
      else elements.set(id, text);
    }
    return [...elements].map(([id, text]) => ({ id, text }));
  }
  const byId = (list: readonly { id: string }[]) => list.toSorted((one, other) => one.id.localeCompare(other.id));
});

describe('the last change of each key', () => {
  it('is one that the server has not refused', () => {
    const changes = [put('a', 'accepted', 'sent'), put('a', 'refused', 'needs_attention'), put('b', 'refused', 'needs_attention')];
    expect([...pickLatest(changes, ({ id }) => id).values()]).toEqual([changes[0]]);
  });
});

describe('what is only ever added', () => {
  it('shows each element once, as the server has it where it does, latest first', () => {
    const minute = fc.integer({ min: 0, max: 59 });
    const list = fc.uniqueArray(minute, { maxLength: 8 });
    const entries = (minutes: readonly number[], by: string) =>
      minutes.map((at) => ({ id: `${at}`, created_at: new Date(at * 60_000).toISOString(), by }));
    fc.assert(
      fc.property(list, list, (sent, added) => {
        const merged = mergeAdded(entries(sent, 'server'), entries(added, 'device'));
        const all = [...new Set([...sent, ...added])].toSorted((one, other) => other - one);
        expect(merged.map(({ id, by }) => `${id} ${by}`)).toEqual(all.map((at) => `${at} ${sent.includes(at) ? 'server' : 'device'}`));
      }),
    );
  });

  it.each<[PendingCall['state'], object]>([
    ['waiting', { state: 'waiting', item_id: 'item' }],
    ['sending', { state: 'waiting', item_id: 'item' }],
    ['needs_attention', { state: 'rejected', item_id: 'item' }],
    ['sent', { state: 'open', item_id: null }],
  ])('says of a call that is %s whether it waits, was rejected or has arrived', (state, expected) => {
    const call: PendingCall = { id: 'item', route: 'PUT /api/reports/:id', subject: 'report:a', input: {}, at: 0, state, error: null };
    expect(describeAdded(call, 'report:', 'open')).toEqual({ id: 'a', created_at: '1970-01-01T00:00:00.000Z', ...expected });
  });
});
