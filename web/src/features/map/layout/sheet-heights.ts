import { wantsStill } from '../../../ui/motion';

/** Scroll positions at which the sheet is collapsed, half open and fully open. */
export type SheetHeights = readonly [low: number, half: number, full: number];

export function heightsOver(map: HTMLElement): SheetHeights {
  const height = map.offsetHeight;
  return [0, Math.round(height / 2), height];
}

/** Tolerance within which a scroll position counts as one of the heights. */
const NEAR_PX = 8;

/** The next scroll position up (1) or down (-1), or the outermost one. */
export function nextHeight(heights: SheetHeights, scrolled: number, direction: 1 | -1): number {
  const further = direction === 1 ? heights.find((one) => one > scrolled + NEAR_PX) : heights.findLast((one) => one < scrolled - NEAR_PX);
  return further ?? (direction === 1 ? Math.max(scrolled, heights[2]) : heights[0]);
}

export function scrollToHeight(top: number): void {
  window.scrollTo({ top, behavior: wantsStill() ? 'instant' : 'smooth' });
}
