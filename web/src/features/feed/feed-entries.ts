import type { PublicObservation } from '@veld/contract';
import type { FeedPage, PlacedEvent } from './feed-pages';
import { type FeedEntry, groupRecords } from './group-records';

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
