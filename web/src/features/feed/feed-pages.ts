import type { InfiniteData } from '@tanstack/react-query';
import type { PublicObservation } from '@veld/contract';

/** A page of the feed as the device keeps it. */
export interface FeedPage {
  data: PublicObservation[];
  next_cursor: string | null;
  /** When it came, in milliseconds: the addresses of its photos hold for an hour. */
  fetched_at: number;
}

export type FeedPages = InfiniteData<FeedPage, string | null>;

export const FEED_PAGE_SIZE = 20;
/** What stays on the device for a place without a network. */
export const FEED_KEPT = 200;
/** Signed photo addresses are good for an hour at least; older pages are asked for again as a whole. */
export const FEED_FRESH_MS = 50 * 60_000;

/** Records of `top` that the pages do not have yet. They are at its beginning, because the feed is in order of arrival. */
export function countArrived(pages: FeedPages | undefined, top: FeedPage | undefined): number {
  if (!pages || !top) return 0;
  const known = new Set(pages.pages.flatMap((page) => page.data.map((record) => record.id)));
  return top.data.filter((record) => !known.has(record.id)).length;
}

/**
 * The pages with the latest one on top. What `top` covers is taken from it alone, so that a record deleted meanwhile goes.
 * Where nothing joins them, more arrived than a page holds: then only `top` is left, and paging goes on from there.
 */
export function withTop(pages: FeedPages | undefined, top: FeedPage): FeedPages {
  const alone: FeedPages = { pages: [top], pageParams: [null] };
  if (!pages || top.next_cursor === null) return alone;
  const fresh = new Set(top.data.map((record) => record.id));
  const all = pages.pages.flatMap((page) => page.data);
  const last = all.findLastIndex((record) => fresh.has(record.id));
  if (last < 0) return alone;
  const covered = new Set(all.slice(0, last + 1).map((record) => record.id));
  const below = pages.pages
    .map((page, index) => ({
      page: { ...page, data: page.data.filter((record) => !covered.has(record.id)) },
      param: pages.pageParams[index] ?? null,
    }))
    .filter(({ page }) => page.data.length > 0);
  return { pages: [top, ...below.map(({ page }) => page)], pageParams: [null, ...below.map(({ param }) => param)] };
}

/** As many whole pages as hold the latest `most` records; the same object where nothing is too much. */
export function keepLatest(pages: FeedPages, most = FEED_KEPT): FeedPages {
  let count = 0;
  const wanted = pages.pages.findIndex((page) => (count += page.data.length) >= most);
  if (wanted < 0 || wanted === pages.pages.length - 1) return pages;
  return { pages: pages.pages.slice(0, wanted + 1), pageParams: pages.pageParams.slice(0, wanted + 1) };
}

export function isStale(pages: FeedPages, now: number): boolean {
  return pages.pages.some((page) => now - page.fetched_at > FEED_FRESH_MS);
}
