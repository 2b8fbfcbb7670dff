import { expect, it } from 'vitest';
import { nextHeight, type SheetHeights } from './MapLayout';

const HEIGHTS: SheetHeights = [0, 300, 600];

it('the sheet has three heights, and goes to the next from wherever it was dragged to', () => {
  expect(nextHeight(HEIGHTS, 0, 1)).toBe(300);
  expect(nextHeight(HEIGHTS, 120, 1)).toBe(300);
  expect(nextHeight(HEIGHTS, 296, 1)).toBe(600);
  expect(nextHeight(HEIGHTS, 600, -1)).toBe(300);
  expect(nextHeight(HEIGHTS, 420, -1)).toBe(300);
  expect(nextHeight(HEIGHTS, 304, -1)).toBe(0);
});

it('the sheet stays at its ends, and a list that is scrolled further stays where it is', () => {
  expect(nextHeight(HEIGHTS, 0, -1)).toBe(0);
  expect(nextHeight(HEIGHTS, 600, 1)).toBe(600);
  expect(nextHeight(HEIGHTS, 2000, 1)).toBe(2000);
  expect(nextHeight(HEIGHTS, 2000, -1)).toBe(600);
});
