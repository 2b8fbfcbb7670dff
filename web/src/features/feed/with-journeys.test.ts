import type { ListedJourney } from '@veld/contract';
import { expect, it } from 'vitest';
import { type FeedItem, withJourneys } from './feed-entries';

const record = (created_at: string | null) => ({ kind: 'record', record: { id: String(created_at), created_at } }) as FeedItem;
const event = { kind: 'event', event: { id: 'event' } } as FeedItem;
const journey = (name: string, started_on: string) => ({ name, started_on }) as ListedJourney;
const namesIn = (...args: Parameters<typeof withJourneys>) =>
  withJourneys(...args).map((card) =>
    card.kind === 'journey' ? card.journey.name : card.kind === 'record' ? card.record.id.slice(0, 10) : card.kind,
  );

it('journeys stand among the records of their days, and older ones follow with more records', () => {
  const records = [event, record('2026-05-09T20:00:00Z'), record(null), record('2026-05-07T08:00:00Z')];
  const journeys = [
    journey('old', '2026-05-01'),
    journey('seventh', '2026-05-07'),
    journey('tenth', '2026-05-10'),
    journey('eighth', '2026-05-08'),
  ];
  expect(namesIn(records, journeys, false)).toEqual(['event', 'tenth', '2026-05-09', 'null', 'eighth', 'seventh', '2026-05-07']);
  expect(namesIn(records, journeys, true).at(-1)).toBe('old');
  expect(namesIn([], journeys, false)).toEqual([]);
  expect(namesIn([], [journey('a', '2026-05-01'), journey('b', '2026-05-02')], true)).toEqual(['b', 'a']);
});
