import { type Notification, notificationPath } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import type { NotificationChanges } from '../../local/changes/notifications';
import { filtered, unreadCount, withChanges } from './shown-entries';
import { makeEntry } from './testing/entries';

const NOTHING: NotificationChanges = { read: new Map(), allReadAt: null, muted: new Map() };
const AT = Date.parse('2026-05-17T10:00:00Z');
const states = (entries: readonly Notification[], changes: Partial<NotificationChanges>, fetchedAt = AT) =>
  withChanges(entries, { ...NOTHING, ...changes }, fetchedAt).map((one) => [one.is_read, one.is_muted]);

describe('entries with the changes of this device', () => {
  const entry = makeEntry({ through: 'first' });

  it('are read through what was shown, and unread again with what came later', () => {
    const read = new Map([[entry.id, 'first']]);
    expect(states([entry], { read })).toEqual([[true, false]]);
    expect(states([{ ...entry, through: 'later' }], { read })).toEqual([[false, false]]);
    expect(states([entry], {})).toEqual([[false, false]]);
  });

  it('are read with all that were there', () => {
    const [older, newer] = [makeEntry({ created_at: '2026-05-17T09:00:00Z' }), makeEntry({ created_at: '2026-05-17T11:00:00Z' })];
    expect(states([newer, older], { allReadAt: AT }, AT + 1)).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(states([newer, older], { allReadAt: AT + 1 }, AT), 'of an answer from before').toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('are muted by record, all of it', () => {
    const [one, two, other] = [entry, { ...entry, id: 'two' }, makeEntry()];
    const muted = new Map([[one.record!.id, true]]);
    expect(states([one, two, other], { muted })).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    expect(states([{ ...one, is_muted: true, is_read: true }], { muted: new Map([[one.record!.id, false]]) })).toEqual([[true, false]]);
  });

  it('are counted less those read here, never below none', () => {
    const read = new Map([
      ['a', ''],
      ['b', ''],
    ]);
    expect(unreadCount(5, undefined)).toBe(5);
    expect(unreadCount(5, { ...NOTHING, read })).toBe(3);
    expect(unreadCount(1, { ...NOTHING, read })).toBe(0);
    expect(unreadCount(5, { ...NOTHING, allReadAt: AT })).toBe(0);
  });

  it('are filtered by kind and by whether they are unread', () => {
    const all = [makeEntry(), makeEntry({ is_read: true }), makeEntry({ kind: 'follow', record: null })];
    expect(filtered(all, { kind: null, isUnread: false })).toEqual(all);
    expect(filtered(all, { kind: 'comment', isUnread: true })).toEqual([all[0]]);
    const graded = makeEntry({ kind: 'identification', quality: { quality: 'confirmed', taxon: null } });
    for (const kind of ['identification', 'quality'] as const)
      expect(filtered([...all, graded], { kind, isUnread: false }), kind).toEqual([graded]);
  });

  it('lead to their path, their record or their person, and outside of the app only for announcements', () => {
    expect(notificationPath(entry)).toBe(`/observations/${entry.record!.id}#comments`);
    expect(notificationPath({ ...entry, path: '/profile' })).toBe('/profile');
    expect(notificationPath({ ...entry, path: '//example.org' })).toBe(`/observations/${entry.record!.id}#comments`);
    const announcement = makeEntry({ kind: 'announcement', record: null });
    expect(notificationPath({ ...announcement, path: 'https://example.org' })).toBe('https://example.org');
    expect(notificationPath({ ...announcement, path: 'javascript:alert(1)' })).toBeNull();
    const follow = makeEntry({ kind: 'follow', record: null });
    expect(notificationPath(follow)).toBe(`/profile/${follow.people[0]!.id}`);
    expect(notificationPath({ ...follow, people: [...follow.people, { id: 'ben', name: 'ben' }] })).toBe('/settings/people');
  });
});
