import type { Scope } from './text/query.ts';

/**
 * The only place that defines the order of hits: the match classes, the order within a class, and the order across copies.
 * Change it here and every search path follows; `ranking.test.ts` checks that. DESIGN.md describes the classes.
 */

/** How a name matches a query, best first. A taxon is listed once, in the best class that any of its names reaches. */
export const MATCHES = [
  'exact',
  'head',
  'whole_words',
  'name_prefix',
  'other_words',
  'words_in_order',
  'initials',
  'joined',
  'joined_parts',
  'word_prefix',
  'part',
  'fuzzy',
  'similar',
] as const;
export type Match = (typeof MATCHES)[number];

/** Only tried if no copy has a hit in any other class. Similar names are guesses, to be shown as such. */
type FallbackMatch = 'fuzzy' | 'similar';
export type PrimaryMatch = Exclude<Match, FallbackMatch>;

/**
 * How a search goes on as long as no copy has a hit: all words of the text as they are meant, then one typo, then names that differ in
 * a few letters or sound the same, then without the words that say least, then names with similar letters.
 */
export const PHASES = ['certain', 'fuzzy', 'near', 'some_words', 'similar'] as const;
export type Phase = (typeof PHASES)[number];

/** Across copies, hits of this class precede all others; otherwise the first copy's hits come first. */
export const LEAD_MATCH: Match = 'exact';

/** Exact hits: displayed names of the main language precede its other names. */
export const DISPLAYED_NAME_FIRST = [true, false] as const;

const WHOLE_WORD_MATCHES: readonly Match[] = ['exact', 'head', 'whole_words', 'other_words'];

/** Whether a reading of a text takes part in a class. Less certain readings do only with whole words. */
export function takesPart(scope: Scope, match: Match): boolean {
  if (scope === 'initials') return match === 'initials';
  return match !== 'initials' && (scope === 'all' || WHOLE_WORD_MATCHES.includes(match));
}

/** Fuzzy hits: typos in a whole word precede typos in a prefix of one. */
export const TYPO_IN_WHOLE_WORD = [true, false] as const;

/**
 * Within a class, the readings of the text (`readings.ts`) come in their order. For each, names of the main language precede the others, and within that the order is the rarity key. A segment
 * numbers its names in this order when it is built, so inside one segment the ranking order is ascending name number.
 */
export const MAIN_LANGUAGE_FIRST = [true, false] as const;

/** Negative if the row with rarity key `a` precedes the one with key `b`. A row of the delta follows a row with the same key. */
export function compareRarity(a: number, b: number): number {
  return a - b;
}

/** Helpers derived from an order of the match classes. */
export function rankingBy(matches: readonly Match[]) {
  const ranks = new Map(matches.map((match, rank) => [match, rank]));
  return {
    /** The classes of an ordinary search, best first. */
    PRIMARY_MATCHES: matches.filter((match): match is PrimaryMatch => match !== 'fuzzy' && match !== 'similar'),
    /** Whether class `a` precedes class `b`. */
    outranks: (a: Match, b: Match): boolean => ranks.get(a)! < ranks.get(b)!,
    /** The classes given, best first. */
    inRankOrder: <M extends Match>(some: readonly M[]): M[] => some.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!),
  };
}

export const { PRIMARY_MATCHES, outranks, inRankOrder } = rankingBy(MATCHES);

/** Orders the hits of several copies, given copy by copy. */
export function orderAcrossCopies<Hit extends { match: Match }>(hits: readonly Hit[]): Hit[] {
  return [...hits.filter(({ match }) => match === LEAD_MATCH), ...hits.filter(({ match }) => match !== LEAD_MATCH)];
}
