import type { PublicObservation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { countArrived, type FeedPage, type FeedPages, isStale, keepLatest, withTop } from './feed-pages';

/** Records named by number: the higher, the later it arrived. */
const page = (numbers: readonly number[], next: string | null, fetched_at = 0): FeedPage => ({
  data: numbers.map((number) => ({ id: String(number) }) as PublicObservation),
  next_cursor: next,
  fetched_at,
});
const pages = (...all: FeedPage[]): FeedPages => ({ pages: all, pageParams: [null, ...all.slice(0, -1).map((one) => one.next_cursor)] });
const idsOf = (feed: FeedPages) => feed.pages.flatMap((one) => one.data.map(({ id }) => Number(id)));
const down = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

describe('new records in the feed', () => {
  it('are counted against everything on the screen', () => {
    const shown = pages(page([9, 8, 7], 'after-7'), page([6, 5, 4], 'after-4'));
    expect(countArrived(shown, page([11, 10, 9], 'after-9'))).toBe(2);
    expect(countArrived(shown, page([9, 8, 7], 'after-7'))).toBe(0);
    // Two were deleted: older ones move up, and are not new.
    expect(countArrived(shown, page([9, 6, 5], 'after-5'))).toBe(0);
    expect(countArrived(undefined, page([1], null))).toBe(0);
  });

  it('go on top, without duplicates or gaps', () => {
    const joined = withTop(pages(page([9, 8, 7], 'after-7'), page([6, 5, 4], 'after-4')), page([11, 10, 9], 'after-9'));
    expect(idsOf(joined)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
    expect(joined.pages.at(-1)!.next_cursor).toBe('after-4');
    expect(joined.pageParams).toEqual([null, null, 'after-7']);
  });

  it('remove deleted records as far as the new page reaches', () => {
    const joined = withTop(pages(page([9, 8, 7], 'after-7'), page([6, 5, 4], 'after-4')), page([9, 7, 6], 'after-6'));
    expect(idsOf(joined)).toEqual([9, 7, 6, 5, 4]);
  });

  it('replace the list if there are more than a page, so that no gap is hidden', () => {
    const joined = withTop(pages(page([9, 8, 7], 'after-7')), page([20, 19, 18], 'after-18'));
    expect(idsOf(joined)).toEqual([20, 19, 18]);
    expect(joined.pages.at(-1)!.next_cursor).toBe('after-18');
  });

  it('replace the list if the new page is the last one', () => {
    expect(idsOf(withTop(pages(page([9, 8, 7], 'after-7'), page([6], null)), page([9], null)))).toEqual([9]);
    expect(idsOf(withTop(pages(page([9], null)), page([], null)))).toEqual([]);
  });
});

describe('the part of the feed stored on the device', () => {
  it('is the latest whole pages with up to 200 records', () => {
    const long = pages(...Array.from({ length: 14 }, (_, index) => page(down(500 - index * 20, 20), `after-${481 - index * 20}`)));
    const kept = keepLatest(long);
    expect(idsOf(kept)).toEqual(down(500, 200));
    expect(kept.pageParams).toHaveLength(10);
    expect(kept.pages.at(-1)!.next_cursor).toBe('after-301');
  });

  it('is everything if there are fewer', () => {
    const short = pages(page([2, 1], null));
    expect(keepLatest(short)).toBe(short);
  });

  it('is requested again as a whole once photo addresses may have expired', () => {
    const feed = pages(page([2], 'a', 3_600_000), page([1], null, 0));
    expect(isStale(feed, 10 * 60_000)).toBe(false);
    expect(isStale(feed, 51 * 60_000)).toBe(true);
  });
});
