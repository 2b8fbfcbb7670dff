import { describe, expect, it } from 'vitest';
import { groupRelationIds, type Relation, type RelationKind, withChanges, withoutName } from './data';

const stored = (kind: RelationKind, id: string): Relation => ({
  kind,
  user: { id, name: id, is_pro: false },
  created_at: '2026-05-01T00:00:00.000Z',
});
const change = (kind: RelationKind, id: string, isOn: boolean, state: 'waiting' | 'sent' | 'needs_attention' = 'waiting') => ({
  kind,
  id,
  isOn,
  at: 0,
  state,
});
const shown = (ids: Record<RelationKind, ReadonlySet<string>>) =>
  Object.fromEntries(Object.entries(ids).map(([kind, people]) => [kind, [...people]]));

describe('relations', () => {
  it('are those of the server with the last change of each on this device', () => {
    const ids = groupRelationIds(
      [stored('follow', 'ben'), stored('follow', 'chen'), stored('mute', 'ben')],
      [change('follow', 'dora', true), change('follow', 'ben', false), change('mute', 'ben', false, 'sent'), change('mute', 'ben', true)],
    );
    expect(shown(ids)).toEqual({ follow: ['chen', 'dora'], mute: ['ben'], block: [] });
  });

  it('end a follow with a block, and are not changed by what the server refused', () => {
    const people = [stored('follow', 'ben'), stored('follow', 'chen')];
    const changes = [change('block', 'ben', true), change('follow', 'emil', true, 'needs_attention')];
    expect(shown(groupRelationIds(people, changes))).toEqual({ follow: ['chen'], mute: [], block: ['ben'] });
    expect(withChanges([stored('block', 'ben')], [change('block', 'ben', false)])).toEqual([]);
    expect(withChanges([stored('block', 'ben')], [change('block', 'ben', false, 'needs_attention')])).toHaveLength(1);
  });

  it('lack a name where the server has accepted a change that is not in its answer', () => {
    const changes = [
      change('block', 'anna', true, 'sent'),
      change('block', 'ben', true, 'sent'),
      change('mute', 'chen', true, 'sent'),
      change('mute', 'chen', false, 'sent'),
      change('follow', 'dora', true),
    ];
    expect(withoutName([stored('block', 'ben'), stored('follow', 'anna')], changes)).toEqual(['block anna']);
  });
});
