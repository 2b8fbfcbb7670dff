import type { InfiniteData } from '@tanstack/react-query';
import type { FeedEvent, PublicObservation } from '@veld/contract';

/** What happened besides records, with the id of the record of its page that it stands below; null for the top of the page. */
export type PlacedEvent = Omit<FeedEvent, 'place'> & { below: string | null };

/** A stored page of the feed. */
export interface FeedPage {
  data: PublicObservation[];
  /** Missing in pages that were stored by earlier versions. */
  events?: PlacedEvent[];
  next_cursor: string | null;
  /** Time of the response in milliseconds; its photo URLs are valid for an hour. */
  fetched_at: number;
}

export type FeedPages = InfiniteData<FeedPage, string | null>;

export const FEED_PAGE_SIZE = 20;
/** Number of records stored for offline use. */
export const FEED_STORED = 200;
/** Signed photo URLs are valid for at least an hour; older pages are fetched again. */
export const FEED_FRESH_MS = 50 * 60_000;

/** The number of records in `top` that are not in the pages. They are at its start, because the feed is in order of arrival. */
export function countArrived(pages: FeedPages | undefined, top: FeedPage | undefined): number {
  if (!pages || !top) return 0;
  const known = new Set(pages.pages.flatMap((page) => page.data.map((record) => record.id)));
  return top.data.filter((record) => !known.has(record.id)).length;
}

/**
 * Replaces the start of the pages with `top`, so that deleted records disappear. If `top` does not overlap the pages, more records
 * arrived than fit on a page: then only `top` is kept, and paging continues from it.
 */
export function withTop(pages: FeedPages | undefined, top: FeedPage): FeedPages {
  const alone: FeedPages = { pages: [top], pageParams: [null] };
  if (!pages || top.next_cursor === null) return alone;
  const fresh = new Set(top.data.map((record) => record.id));
  const all = pages.pages.flatMap((page) => page.data);
  const last = all.findLastIndex((record) => fresh.has(record.id));
  if (last < 0) return alone;
  const covered = new Set(all.slice(0, last + 1).map((record) => record.id));
  const told = new Set(top.events?.map((event) => event.id));
  const isLeft = ({ id, below: record }: PlacedEvent) => !told.has(id) && (record === null || !covered.has(record));
  const below = pages.pages
    .map((page, index) => ({
      page: { ...page, data: page.data.filter((record) => !covered.has(record.id)), events: page.events?.filter(isLeft) ?? [] },
      param: pages.pageParams[index] ?? null,
    }))
    .filter(({ page }) => page.data.length > 0);
  return { pages: [top, ...below.map(({ page }) => page)], pageParams: [null, ...below.map(({ param }) => param)] };
}

/** The events of a page as the server places them, each below a record. */
export function placeEvents(data: readonly { id: string }[], events: readonly FeedEvent[]): PlacedEvent[] {
  return events.map(({ place, ...event }) => ({ ...event, below: data[place - 1]?.id ?? null }));
}

/** Limits the pages to the latest `max` records, in whole pages; the same object if nothing is dropped. */
export function keepLatest(pages: FeedPages, max = FEED_STORED): FeedPages {
  let count = 0;
  const wanted = pages.pages.findIndex((page) => (count += page.data.length) >= max);
  if (wanted < 0 || wanted === pages.pages.length - 1) return pages;
  return { pages: pages.pages.slice(0, wanted + 1), pageParams: pages.pageParams.slice(0, wanted + 1) };
}

export function isStale(pages: FeedPages, now: number): boolean {
  return pages.pages.some((page) => now - page.fetched_at > FEED_FRESH_MS);
}
