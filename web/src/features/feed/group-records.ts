import type { PublicObservation } from '@veld/contract';

/** Records of one person within this time that become one card, if there are more than `GROUPED_FROM - 1`. */
const SPAN_MS = 2 * 3_600_000;
const GROUPED_FROM = 4;

export type FeedEntry<T> = { kind: 'record'; record: T } | { kind: 'group'; key: string; records: readonly [T, ...T[]] };

type Grouped = Pick<PublicObservation, 'id' | 'user' | 'created_at'>;

/**
 * The records of a walk or a tally as one entry, at the place of its newest record; the others in their order. Records that hide when
 * they were received stand alone.
 */
export function groupRecords<T extends Grouped>(records: readonly T[]): FeedEntry<T>[] {
  const groups = groupsOf(records);
  const groupOf = new Map(groups.flatMap((group) => group.map((record) => [record.id, group] as const)));
  return records.flatMap((record): FeedEntry<T>[] => {
    const group = groupOf.get(record.id);
    if (!group) return [{ kind: 'record', record }];
    // The oldest record names the group, so that newer ones do not make it another.
    return group[0] === record ? [{ kind: 'group', key: group.at(-1)!.id, records: group }] : [];
  });
}

function groupsOf<T extends Grouped>(records: readonly T[]): [T, ...T[]][] {
  const closed: [T, ...T[]][] = [];
  const open = new Map<string, { newest: number; records: [T, ...T[]] }>();
  for (const record of records) {
    const at = record.created_at === null ? NaN : Date.parse(record.created_at);
    if (Number.isNaN(at)) continue;
    const group = open.get(record.user.id);
    if (group && Math.abs(group.newest - at) <= SPAN_MS) group.records.push(record);
    else {
      if (group) closed.push(group.records);
      open.set(record.user.id, { newest: at, records: [record] });
    }
  }
  return [...closed, ...[...open.values()].map((group) => group.records)].filter((group) => group.length >= GROUPED_FROM);
}
