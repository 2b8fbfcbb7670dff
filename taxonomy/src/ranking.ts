import type { LetterScope, Scope } from './text/query.ts';

/**
 * The only place that defines the order of hits: the match classes, the order within a class, and the order across copies.
 * Change it here and every search path follows; `ranking.test.ts` checks that. DESIGN.md describes the classes.
 */

/** How a name matches a query, best first. A taxon is listed once, in the best class that any of its names reaches. */
export const MATCHES = [
  'exact',
  'head',
  'whole_words',
  'code',
  'name_prefix',
  'other_words',
  'words_in_order',
  'joined',
  'word_prefix',
  'initials',
  'part',
  'typo',
  'possible_code',
  'joined_parts',
  'fuzzy',
  'similar',
] as const;
export type Match = (typeof MATCHES)[number];

/** Only tried if the text has no better hit in any copy. Similar names are guesses, to be shown as such. */
const FALLBACK_MATCHES = ['typo', 'fuzzy', 'similar'] as const;
type FallbackMatch = (typeof FALLBACK_MATCHES)[number];
export type PrimaryMatch = Exclude<Match, FallbackMatch>;

/**
 * The phases of a search. Those after the first run only if no copy has a certain hit:
 *
 * 1. `certain`: the text as typed
 * 2. `sound`: words that sound the same but are spelled differently
 * 3. `core`: without words that are not part of a name
 * 4. `typos`: one typo in a whole word
 * 5. `alike`: names that sound the same or differ in one letter
 * 6. `weak`: the certain hits in classes after `typo`
 * 7. `fuzzy`: one typo in the prefix of a word
 * 8. `near`: names that differ in a few letters
 * 9. `some_words`: without the least specific words
 * 10. `similar`: names with similar letters
 */
export const PHASES = ['certain', 'sound', 'core', 'typos', 'alike', 'weak', 'fuzzy', 'near', 'some_words', 'similar'] as const;
export type Phase = (typeof PHASES)[number];

/** With this many uncertain hits, no more are guessed. */
export const ENOUGH_HITS = 5;

/** Across copies, hits of this class precede all others; otherwise the first copy's hits come first. */
export const LEAD_MATCH: Match = 'exact';

/**
 * How far down a higher taxon follows the first species below it in its class: who types `fox` means the species rather than its genus.
 * Guesses only change places with their neighbour: others between them are more like the text.
 */
export const SPECIES_FIRST: Partial<Record<Match, number>> = { exact: Infinity, similar: 1 };

/** So many hits of the lead class are put into that order, even if fewer are wanted. */
export const MOST_REORDERED = 16;

/** Exact hits: displayed names of the main language precede its other names. */
export const DISPLAYED_NAME_FIRST = [true, false] as const;

const SHORTENED_MATCHES: readonly Match[] = ['exact', 'head', 'whole_words', 'other_words'];
/** A text that only begins like a plural is more likely half-typed than the singular inside a name. */
const INFLECTED_MATCHES: readonly Match[] = ['exact', 'head', 'other_words'];

/** Readings that take a text apart into letters have a class of their own, of the same name. */
const LETTER_MATCHES = ['code', 'initials', 'possible_code'] as const satisfies readonly LetterScope[];

export function isLetters(match: Scope | Match): match is LetterScope {
  return LETTER_MATCHES.some((one) => one === match);
}

/** Whether a reading of a text takes part in a class. Less certain readings do only with whole words. */
export function takesPart(scope: Scope, match: Match): boolean {
  if (isLetters(scope)) return match === scope;
  if (isLetters(match)) return false;
  if (scope === 'shortened') return SHORTENED_MATCHES.includes(match);
  return scope !== 'inflected' || INFLECTED_MATCHES.includes(match);
}

/** Typos: in names of no more words than the text before others. */
export const TYPO_IN_WHOLE_NAME = [true, false] as const;

/**
 * Within a class, the readings of the text (`readings.ts`) come in their order. For each, names of the main language precede the English,
 * scientific and added ones, these the foreign ones, and within that the order is the rarity key. A segment numbers its names in this
 * order when it is built, so inside one segment the ranking order is ascending name number.
 */
export const NAME_SECTIONS = ['main', 'others', 'foreign'] as const;

/** Negative if the row with rarity key `a` precedes the one with key `b`. A row of the delta follows a row with the same key. */
export function compareRarity(a: number, b: number): number {
  return a - b;
}

/** Helpers derived from an order of the match classes. */
export function rankingBy(matches: readonly Match[]) {
  const ranks = new Map(matches.map((match, rank) => [match, rank]));
  const rankOf = (match: Match): number => {
    const rank = ranks.get(match);
    if (rank === undefined) throw new Error(`The class ${match} has no rank`);
    return rank;
  };
  return {
    /** The classes of an ordinary search, best first. */
    PRIMARY_MATCHES: matches.filter((match): match is PrimaryMatch => !FALLBACK_MATCHES.some((one) => one === match)),
    /** Whether class `a` precedes class `b`. */
    outranks: (a: Match, b: Match): boolean => rankOf(a) < rankOf(b),
    /** The classes given, best first. */
    inRankOrder: <M extends Match>(some: readonly M[]): M[] => some.toSorted((a, b) => rankOf(a) - rankOf(b)),
  };
}

export const { PRIMARY_MATCHES, outranks, inRankOrder } = rankingBy(MATCHES);

/** Beginnings of words; of a rare taxon, and in a language that is not the main one, they are chance as often as not. */
const DOUBTFUL_MATCHES: readonly Match[] = ['name_prefix', 'words_in_order', 'joined', 'word_prefix'];

/** A taxon with a higher rarity key is rare. */
const COMMONEST = 1 << 13;

/** Whether a hit leaves no doubt. `isMain`: whether a name of the main language has the words of the text. */
export function isBeyondDoubt(match: Match, rarity: number, isMain: () => boolean): boolean {
  return isReliable(match) && (!DOUBTFUL_MATCHES.includes(match) || rarity <= COMMONEST || isMain());
}

/** Whether hits of a class leave no doubt what is meant, so that nothing is guessed. */
export function isReliable(match: Match): boolean {
  return outranks(match, 'part');
}

/** For a small limit, so many hits are compared, in case that a likely taxon ties with the first ones. */
export const MOST_COMPARED = 24;

/** How a hit matches. */
export interface Matched {
  match: Match;
  matched: string | null;
  matched_language: string | null;
}

/**
 * Whether neighbouring hits match equally well, so that the likelier taxon goes first: in the same reliable class, by a displayed name,
 * another one of the main language, or one of another language, both.
 */
export function areTies(one: Matched, other: Matched): boolean {
  const kindOf = ({ matched, matched_language }: Matched) => (matched === null ? 0 : matched_language === null ? 1 : 2);
  return one.match === other.match && isReliable(one.match) && kindOf(one) === kindOf(other);
}

/** Orders the hits of several copies, given copy by copy. */
export function orderAcrossCopies<Hit extends { match: Match }>(hits: readonly Hit[]): Hit[] {
  return [...hits.filter(({ match }) => match === LEAD_MATCH), ...hits.filter(({ match }) => match !== LEAD_MATCH)];
}
