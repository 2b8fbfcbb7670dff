import type { ListedJourney } from '@veld/contract';
import type { FeedItem } from './feed-entries';

/** A card of the feed, of which some are finished journeys. */
export type FeedCard = FeedItem | { kind: 'journey'; journey: ListedJourney };

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
