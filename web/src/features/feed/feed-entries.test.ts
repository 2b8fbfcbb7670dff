import type { PublicObservation } from '@veld/contract';
import { expect, it } from 'vitest';
import { feedEntries } from './feed-entries';
import { type FeedPage, placeEvents, type PlacedEvent, withTop } from './feed-pages';

const record = (id: string, user = 'ben', created_at: string | null = null) =>
  ({ id, user: { id: user, name: user, is_pro: false }, created_at }) as PublicObservation;
const event = (id: string, below: string | null, user: string | null = 'ben') =>
  ({ id, below, kind: 'joined', user: user && { id: user, name: user, is_pro: false } }) as PlacedEvent;
const page = (data: PublicObservation[], events: PlacedEvent[] = []): FeedPage => ({ data, events, next_cursor: 'next', fetched_at: 0 });
const everybody = () => true;
const shown = (pages: FeedPage[], isShown: (user: { id: string }) => boolean = everybody) =>
  feedEntries(pages, isShown).map((item) => (item.kind === 'event' ? item.event.id : item.kind === 'group' ? 'group' : item.record.id));

it('events stand below the record that the server puts before them, also at the top and between pages', () => {
  const placed = placeEvents([record('a'), record('b')], [
    { id: 'x', place: 0 },
    { id: 'y', place: 2 },
  ] as never);
  expect(placed.map(({ id, below }) => [id, below])).toEqual([
    ['x', null],
    ['y', 'b'],
  ]);
  const pages = [page([record('a'), record('b')], [event('x', null), event('y', 'b')]), page([record('c')], [event('z', null)])];
  expect(shown(pages)).toEqual(['x', 'a', 'b', 'y', 'z', 'c']);
});

it('an event below a record of a walk stands below the walk', () => {
  const at = '2026-05-01T10:00:00.000Z';
  const walk = ['a', 'b', 'c', 'd'].map((id) => record(id, 'ben', at));
  expect(shown([page([...walk, record('e')], [event('x', 'b')])])).toEqual(['group', 'x', 'e']);
});

it('events of people who are not shown are left out, and the others stay where they were', () => {
  const pages = [page([record('a'), record('b', 'chen'), record('c')], [event('x', 'b'), event('y', 'b', 'chen')])];
  expect(shown(pages, ({ id }) => id !== 'chen')).toEqual(['a', 'x', 'c']);
});

it('a new top keeps each event once', () => {
  const pages = { pages: [page([record('b'), record('c')], [event('x', null), event('y', 'c')])], pageParams: [null] };
  const top = page([record('a'), record('b')], [event('w', null), event('x', 'a')]);
  expect(shown(withTop(pages, top).pages)).toEqual(['w', 'a', 'x', 'b', 'c', 'y']);
});
