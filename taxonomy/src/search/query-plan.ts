import { EMPTY_RANGE, type PrefixRange } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import { tokensByPrefixCode } from '../segment/word-prefix-fingerprints.ts';
import type { Grammar } from '../text/grammar.ts';
import type { Query } from '../text/query.ts';
import {
  mayBeCompoundHead,
  classifyWordMatches,
  groupByLevel,
  type NameMatches,
  noWordMatches,
  type WordMatches,
} from './classify-names.ts';
import { classifyDirectly } from './direct-classification.ts';
import { intersectPostings, keepInOrder } from './intersect-postings.ts';
import type { NameCache } from './name-cache.ts';
import type { PostingRange } from './name-slots.ts';
import { intersectTrigrams, shortestTrigramList, type TrigramMatches } from './trigram-intersection.ts';

/** Later segments have to find only one in this many of the wanted names outside the main language. */
const LATER_SEGMENT_SHARE = 16;

/** In segments with more names, compounds are looked for only with a word that also stands alone. */
const MANY_NAMES = 1 << 15;

/** The postings of words that a token with one typo may mean: as a whole word, and as a prefix. */
export interface TypoRanges {
  whole: PostingRange[];
  prefix: PostingRange[];
}

function isNotEmpty(range: PrefixRange | null): boolean {
  return range !== null && range.end > range.start;
}

const simpleGrammars = new WeakMap<Grammar, Grammar>();

function withoutCompounds(grammar: Grammar): Grammar {
  let simple = simpleGrammars.get(grammar);
  if (simple === undefined) simpleGrammars.set(grammar, (simple = { ...grammar, hasCompounds: false }));
  return simple;
}

/** One query against one segment, with the intermediate results that several match classes share. */
export class QueryPlan {
  readonly segment: Segment;
  readonly #given: Query;
  #query: Query | null = null;
  readonly #names: NameCache;
  #direct: NameMatches | null | undefined;
  #tokenRanges: PrefixRange[] | null = null;
  #wordMatches: WordMatches | null = null;
  #trigramMatches: (TrigramMatches & { enough: number }) | null = null;
  #wholeWords: Uint32Array | null = null;
  #mayContainAll: boolean | null = null;
  #tokensByPrefixCode: Uint32Array | null = null;
  /** The names that match with one typo, once found. */
  readonly fuzzyNames: { whole?: number[]; prefix?: number[] } = {};
  /** Names of a later segment rank after those of earlier ones. */
  readonly isLaterSegment: boolean;

  constructor(names: NameCache, query: Query, isLaterSegment: boolean) {
    this.segment = names.segment;
    this.#names = names;
    this.#given = query;
    this.isLaterSegment = isLaterSegment;
  }

  /** The query. In a large segment, a text that is no word of its own is not looked for at the end of compounds: most are half-typed. */
  get query(): Query {
    if (this.#query !== null) return this.#query;
    const query = this.#given;
    const isHalfTyped = this.segment.head.names > MANY_NAMES && mayBeCompoundHead(query) && this.first.start === this.first.exactEnd;
    return (this.#query = isHalfTyped ? { ...query, grammar: withoutCompounds(query.grammar) } : query);
  }

  /** Per token, the postings of the words beginning with it. */
  get tokenRanges(): readonly PrefixRange[] {
    return (this.#tokenRanges ??= this.#given.tokens.map((token) => this.segment.words.tokenRange(token)));
  }

  /** Whether some name has each token as a whole word, or may have the only one as the head of a compound. */
  get mayHaveWords(): boolean {
    const { words, head } = this.segment;
    const mayBeWords = this.#given.tokens.every((token) => words.mayHavePrefix(token));
    // No lookup for a form that is no word, as most are.
    if (!mayBeWords && (head.names > MANY_NAMES || !mayBeCompoundHead(this.#given))) return false;
    if (mayBeCompoundHead(this.query)) return this.mayContainAll;
    return this.query.tokens.every((token) => words.mayHavePrefix(token) && isNotEmpty(words.wordRange(token)));
  }

  /** The postings of the words beginning with the first token. */
  get first(): PrefixRange {
    return this.tokenRanges[0] ?? EMPTY_RANGE;
  }

  /** All matching names by class if there are few, else null. */
  get direct(): NameMatches | null {
    if (this.#direct === undefined) this.#direct = classifyDirectly(this.#names, this.query);
    return this.#direct;
  }

  /** The names whose words begin with the tokens. Only for queries of several tokens. */
  get wordMatches(): WordMatches {
    return (this.#wordMatches ??= this.direct ?? this.#intersect());
  }

  #intersect(): WordMatches {
    const ranges = this.tokenRanges.map(({ start, exactEnd, end }) => ({
      whole: exactEnd > start ? { start, end: exactEnd } : null,
      others: end > exactEnd ? [{ start: exactEnd, end }] : [],
    }));
    const found = intersectPostings(this.segment, ranges, true);
    if (found === null) return noWordMatches();
    return found.levels === null
      ? classifyWordMatches(this.#names, found.names, this.query)
      : groupByLevel(found.names, found.levels, this.query);
  }

  /** The names that have the tokens as whole words, in order, ascending. Only for queries of several tokens. */
  get wholeWords(): Uint32Array {
    return (this.#wholeWords ??= this.#intersectWholeWords());
  }

  #intersectWholeWords(): Uint32Array {
    const found = intersectPostings(
      this.segment,
      this.tokenRanges.map(({ start, exactEnd }) => ({ whole: null, others: [{ start, end: exactEnd }] })),
      false,
    );
    const list: number[] = [];
    if (found !== null) keepInOrder(found, list);
    return Uint32Array.from(list).sort();
  }

  /** For each two-letter fingerprint code, the tokens a word may begin with. */
  get tokensByPrefixCode(): Uint32Array {
    return (this.#tokensByPrefixCode ??= tokensByPrefixCode(this.query.tokens));
  }

  /** Whether some word of the name begins with the letters. */
  hasWordBeginning(name: number, letters: string): boolean {
    const { folded } = this.#names.name(name);
    return folded.startsWith(letters) || folded.includes(` ${letters}`);
  }

  /** The folded name, with words separated by spaces. */
  foldedName(name: number): string {
    return this.#names.name(name).folded;
  }

  /** Whether every trigram of the text occurs in some name. */
  get mayContainAll(): boolean {
    return (this.#mayContainAll ??= shortestTrigramList(this.segment, [this.query.joined]) > 0);
  }

  /** The number of names that suffices once all main-language names are included; later segments contribute few others. */
  sufficientOf(most: number): number {
    return this.isLaterSegment ? Math.ceil(most / LATER_SEGMENT_SHARE) : most;
  }

  /** The first `most` (or more) names that contain the trigrams of the whole text; see `intersectTrigrams` for `enough`. */
  trigramMatchesUpTo(most: number, enough = most): TrigramMatches {
    const known = this.#trigramMatches;
    const isKnown = known !== null && (!known.isTruncated || known.names.length >= most || known.enough >= enough);
    if (!isKnown) this.#trigramMatches = { ...intersectTrigrams(this.segment, [this.query.joined], most, enough), enough };
    return this.#trigramMatches!;
  }

  /** All names that contain the trigrams of the whole text, across word boundaries. */
  get trigramMatches(): Uint32Array {
    return this.trigramMatchesUpTo(Infinity).names;
  }
}
