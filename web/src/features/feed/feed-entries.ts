import type { PublicObservation, ListedJourney } from '@veld/contract';
import type { FeedPage, PlacedEvent } from './feed-pages';

export type FeedItem = FeedEntry<PublicObservation> | { kind: 'event'; event: PlacedEvent };

/** The cards of the feed: records, those of a walk as one, and what happened besides, each below the card of the record before it. */
export function feedEntries(pages: readonly FeedPage[], isShown: (user: { id: string }) => boolean): FeedItem[] {
  const records = pages.flatMap((page) => page.data).filter(({ user }) => isShown(user));
  const below = eventsByRecord(pages, new Set(records.map(({ id }) => id)), isShown);
  const itemsBelow = (id: string | null) => (below.get(id) ?? []).map((event): FeedItem => ({ kind: 'event', event }));
  return [
    ...itemsBelow(null),
    ...groupRecords(records).flatMap((entry): FeedItem[] => {
      const ids = entry.kind === 'group' ? entry.records.map(({ id }) => id) : [entry.record.id];
      return [entry, ...ids.flatMap(itemsBelow)];
    }),
  ];
}

/** The events by the shown record that they stand below; null for the top. */
function eventsByRecord(pages: readonly FeedPage[], shown: ReadonlySet<string>, isShown: (user: { id: string }) => boolean) {
  const found = new Map<string | null, PlacedEvent[]>();
  const known = new Set<string>();
  let last: string | null = null;
  for (const { data, events = [] } of pages) {
    const ids = [null, ...data.map(({ id }) => id)];
    for (const id of ids) {
      if (id !== null && shown.has(id)) last = id;
      for (const event of events.filter((one) => one.below === id)) {
        const who = event.user ?? event.record?.user;
        if (known.has(event.id) || (who && !isShown(who))) continue;
        known.add(event.id);
        found.set(last, [...(found.get(last) ?? []), event]);
      }
    }
  }
  return found;
}

/** Records of one person within this time that become one card, if there are more than `GROUPED_FROM - 1`. */
const SPAN_MS = 2 * 3_600_000;
const GROUPED_FROM = 4;

type FeedEntry<T> = { kind: 'record'; record: T } | { kind: 'group'; key: string; records: readonly [T, ...T[]] };

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

/** A card of the feed, of which some are finished journeys. */
type FeedCard = FeedItem | { kind: 'journey'; journey: ListedJourney };

/**
 * Journeys among the cards, before the first record that was received earlier than the end of their day. Those older than all records wait
 * until more records are loaded; `isComplete`: there are no more.
 */
export function withJourneys(items: readonly FeedItem[], journeys: readonly ListedJourney[], isComplete: boolean): FeedCard[] {
  const waiting = journeys.toSorted((one, other) => (one.started_on < other.started_on ? 1 : -1));
  const cards: FeedCard[] = [];
  for (const item of items) {
    const received = receivedOn(item);
    while (received && waiting[0] && waiting[0].started_on >= received) cards.push({ kind: 'journey', journey: waiting.shift()! });
    cards.push(item);
  }
  return isComplete ? [...cards, ...waiting.map((journey) => ({ kind: 'journey' as const, journey }))] : cards;
}

/** Undefined for what does not say when it was received. */
function receivedOn(item: FeedItem): string | undefined {
  if (item.kind === 'event') return undefined;
  return (item.kind === 'record' ? item.record : item.records[0]).created_at?.slice(0, 10);
}
