/** What the device remembers about one question: a species by its picture, or by its names. */

import { itemAt } from '@veld/contract';

export interface Card {
  /** The interval it has reached, from 0. */
  level: number;
  /** When it is asked again, in milliseconds since 1970. */
  due: number;
}

const DAY = 86_400_000;
/** The time until a question comes again, by level. A wrong answer leads back to the first. */
export const INTERVALS: readonly number[] = [10 * 60_000, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY];
const LAST = INTERVALS.length - 1;

/**
 * A card after an answer. A right answer before it is due proves little, so it changes nothing; a wrong one always starts over.
 */
export function reviewed(card: Card | undefined, isRight: boolean, now: number): Card {
  if (card && isRight && now < card.due) return card;
  const level = isRight ? Math.min((card?.level ?? 0) + 1, LAST) : 0;
  return { level, due: now + itemAt(INTERVALS, level) };
}

/**
 * The order in which to ask: what is due, the longest overdue first; then what was never asked, in the given order; then the rest, the
 * soonest due first.
 */
export function inOrder<T>(items: readonly T[], cardOf: (item: T) => Card | undefined, now: number): T[] {
  const rank = (card: Card | undefined) => (card === undefined ? 1 : card.due <= now ? 0 : 2);
  return items
    .map((item) => ({ item, card: cardOf(item) }))
    .toSorted((one, other) => rank(one.card) - rank(other.card) || (one.card?.due ?? 0) - (other.card?.due ?? 0))
    .map(({ item }) => item);
}
