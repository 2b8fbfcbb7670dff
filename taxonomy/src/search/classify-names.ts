import { inRankOrder, isLetters, type Match, takesPart } from '../ranking.ts';
import { type FoldedName, foldName } from '../text/fold.ts';
import {
  containsAllTokens,
  containsLetters,
  endsWithHead,
  equalsTokens,
  hasAllTokens,
  hasTokensInOrder,
  hasWholeWords,
  hasWordPrefix,
  isHead,
  runsFromWordStart,
  startsWithTokens,
} from '../text/name-predicates.ts';
import type { Query, Scope } from '../text/query.ts';
import { LEVEL } from './intersect-postings.ts';
import type { NameCache } from './name-cache.ts';
import { byteAt } from '../elements.ts';

/** Classes that depend only on which words of a name begin with the tokens. */
export type WordMatch = 'exact' | 'name_prefix' | 'words_in_order' | 'word_prefix';
/** Classes that can be decided on a single name. `joined_parts` and letters of several words are searched separately. */
type NameMatch = WordMatch | 'head' | 'whole_words' | 'other_words' | 'joined' | 'part';

/** Names grouped by the best class they are in. */
export type WordMatches = Record<WordMatch, number[]>;
export type NameMatches = Record<NameMatch, number[]>;

const PREDICATES: Record<NameMatch, (name: FoldedName, query: Query, isMain: boolean) => boolean> = {
  exact: (name, { tokens }) => equalsTokens(name, tokens),
  head: isNameHead,
  whole_words: (name, { tokens }, isMain) => isMain && hasWholeWords(name, tokens),
  other_words: (name, { tokens }, isMain) => !isMain && hasWholeWords(name, tokens),
  name_prefix: (name, { tokens }) => startsWithTokens(name, tokens),
  words_in_order: (name, { tokens }) => tokens.length > 1 && hasTokensInOrder(name, tokens),
  // A single token that is a prefix of one word belongs to another class.
  joined: (name, { tokens, joined }) => runsFromWordStart(name, joined) && !(tokens.length === 1 && hasWordPrefix(name, joined)),
  word_prefix: (name, { tokens }) => hasAllTokens(name, tokens),
  part: (name, { tokens, joined }) =>
    containsLetters(name, joined) || (tokens.some(({ length }) => length >= 3) && containsAllTokens(name, tokens)),
};

/** The text is the head of a name of the main language: its last or first words, or the end of a compound. */
export function isNameHead(name: FoldedName, query: Query, isMain: boolean): boolean {
  const { tokens, joined, grammar } = query;
  return isMain && (isHead(name, tokens, grammar.isHeadFirst) || (mayBeCompoundHead(query) && endsWithHead(name, joined)));
}

/** Minimum letters of a head of a compound; shorter ones are listed (`grammar.ts`). */
const MIN_HEAD_LETTERS = 4;

/** Whether the text is one word that compounds of the main language may have as their head. */
export function mayBeCompoundHead({ tokens, joined, grammar: { hasCompounds, shortHeads } }: Query): boolean {
  return hasCompounds && tokens.length === 1 && (joined.length >= MIN_HEAD_LETTERS || shortHeads.includes(joined));
}

const WORD_MATCHES = inRankOrder<WordMatch>(['exact', 'name_prefix', 'words_in_order', 'word_prefix']);
const NAME_MATCHES = inRankOrder(Object.keys(PREDICATES) as NameMatch[]);

export function noWordMatches(): WordMatches {
  return { exact: [], name_prefix: [], words_in_order: [], word_prefix: [] };
}

export function noNameMatches(): NameMatches {
  return { ...noWordMatches(), head: [], whole_words: [], other_words: [], joined: [], part: [] };
}

/** Whether names of a class are wanted. Those with the initials of a text may be in any. */
function mayBeIn({ scope }: Query, match: Match): boolean {
  return isLetters(scope) || takesPart(scope, match);
}

/** For each scope, the classes of names that are wanted, best first. */
const nameMatchesByScope = new Map<Scope, readonly NameMatch[]>();

function nameMatchesOf(query: Query): readonly NameMatch[] {
  let matches = nameMatchesByScope.get(query.scope);
  if (matches === undefined) nameMatchesByScope.set(query.scope, (matches = NAME_MATCHES.filter((match) => mayBeIn(query, match))));
  return matches;
}

/** The best class a name is in, or null. */
export function bestNameMatch(name: FoldedName, query: Query, isMain: boolean): NameMatch | null {
  for (const match of nameMatchesOf(query)) if (PREDICATES[match](name, query, isMain)) return match;
  return null;
}

/** Classifies a few names by reading them. */
export function classifyWordMatches(cache: NameCache, names: readonly number[], query: Query): WordMatches {
  const matches = noWordMatches();
  const wanted = WORD_MATCHES.filter((match) => mayBeIn(query, match));
  for (const name of names) cache.segment.requestName(name);
  cache.segment.chunks.cache?.throwIfMissing();
  for (const name of names) {
    const folded = foldName(cache.name(name).folded);
    const isMain = cache.segment.isMain(name);
    const match = wanted.find((one) => PREDICATES[one](folded, query, isMain));
    if (match !== undefined) matches[match].push(name);
  }
  return matches;
}

const LEVEL_OF: Record<WordMatch, number> = {
  word_prefix: LEVEL.anyOrder,
  words_in_order: LEVEL.inOrder,
  name_prefix: LEVEL.prefix,
  exact: LEVEL.exact,
};

/** For each scope, the best class of each level. */
const bestByScope = new Map<Scope, readonly (WordMatch | null)[]>();

function bestOfLevels(query: Query): readonly (WordMatch | null)[] {
  let best = bestByScope.get(query.scope);
  if (best === undefined) {
    best = Object.values(LEVEL).map((level) => WORD_MATCHES.find((match) => level >= LEVEL_OF[match] && mayBeIn(query, match)) ?? null);
    bestByScope.set(query.scope, best);
  }
  return best;
}

/** Groups names by the best class that their level implies. */
export function groupByLevel(names: readonly number[], levels: Uint8Array, query: Query): WordMatches {
  const matches = noWordMatches();
  const best = bestOfLevels(query);
  for (let at = 0; at < names.length; at++) {
    const match = best[byteAt(levels, at)]!;
    if (match !== null) matches[match].push(names[at]!);
  }
  return matches;
}
