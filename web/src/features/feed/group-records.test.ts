import { describe, expect, it } from 'vitest';
import { groupRecords } from './feed-entries';

const HOUR = 60;
/** A record of a person, received `minute` minutes after midnight; null if it hides that. */
const record = (who: string, minute: number | null) => ({
  id: `${who}${minute}`,
  user: { id: who, name: who, is_pro: false },
  created_at: minute === null ? null : new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString(),
});
const shape = (...records: ReturnType<typeof record>[]) =>
  groupRecords(records).map((entry) => (entry.kind === 'record' ? entry.record.id : entry.records.map(({ id }) => id).join(' ')));

describe('records of the feed', () => {
  it('are one entry if one person made four or more within two hours, at the place of the newest', () => {
    expect(shape(record('a', 90), record('a', 60), record('a', 30))).toEqual(['a90', 'a60', 'a30']);
    expect(shape(record('b', 95), record('a', 90), record('a', 60), record('b', 50), record('a', 30), record('a', 0))).toEqual([
      'b95',
      'a90 a60 a30 a0',
      'b50',
    ]);
  });

  it('that are further apart are other entries', () => {
    const walk = [5, 4, 3, 2].map((minute) => record('a', minute));
    const later = [8, 7, 6, 5].map((minute) => record('a', 3 * HOUR + minute));
    expect(shape(...later, ...walk)).toEqual(['a188 a187 a186 a185', 'a5 a4 a3 a2']);
    expect(shape(record('a', 3 * HOUR), ...walk)).toEqual(['a180', 'a5 a4 a3 a2']);
    expect(shape(record('a', 125), record('a', 65), record('a', 5), record('a', 4))).toEqual(['a125', 'a65', 'a5', 'a4']);
  });

  it('that hide when they were received stand alone', () => {
    const hidden = [1, 2, 3, 4].map((number) => ({ ...record('a', null), id: `hidden ${number}` }));
    expect(shape(...hidden)).toHaveLength(4);
    expect(shape(record('a', 4), hidden[0]!, record('a', 3), record('a', 2), record('a', 1))).toEqual(['a4 a3 a2 a1', 'hidden 1']);
  });

  it('keep the key of their entry when newer ones join it', () => {
    const walk = [5, 4, 3, 2].map((minute) => record('a', minute));
    const keys = (...records: ReturnType<typeof record>[]) => groupRecords(records).map((entry) => entry.kind === 'group' && entry.key);
    expect(keys(record('a', 9), ...walk)).toEqual(keys(...walk));
  });
});
