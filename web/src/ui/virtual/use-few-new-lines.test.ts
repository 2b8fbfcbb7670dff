import type { VirtualItem } from '@tanstack/react-virtual';
import { describe, expect, it } from 'vitest';
import { withFewNew } from './use-few-new-lines';

const line = (index: number): VirtualItem => ({ index, key: `line ${index}`, start: 80 * index, end: 80 * (index + 1), size: 80, lane: 0 });
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at));

describe('the lines of a list while it scrolls', () => {
  const rendered = new Set(lines(0, 9).map(({ key }) => key));

  it('grow by a few in a frame, the nearest to the view first, and keep those that are there', () => {
    expect(withFewNew(lines(0, 20), rendered, { startIndex: 3, endIndex: 7 }, 2)).toEqual(lines(0, 11));
    const below = new Set(lines(10, 20).map(({ key }) => key));
    expect(withFewNew(lines(4, 20), below, { startIndex: 12, endIndex: 16 }, 2)).toEqual(lines(8, 20));
  });

  it('are all there in view, however many are new', () => {
    expect(withFewNew(lines(88, 112), rendered, { startIndex: 100, endIndex: 109 }, 2)).toEqual(lines(99, 110));
  });
});
