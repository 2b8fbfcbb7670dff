import { EMPTY_RANGE, type PrefixRange } from '../segment/dictionary.ts';
import { type DirectMatches, classifyDirectly } from './direct-classification.ts';
import { tokensByPrefixCode } from '../segment/word-prefix-fingerprints.ts';
import type { PostingRange } from './name-slots.ts';
import type { Query } from '../text/query.ts';
import type { NameCache } from './name-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { type TrigramMatches, intersectTrigrams, shortestTrigramList } from './trigram-intersection.ts';
import { intersectPostings } from './intersect-postings.ts';
import { type WordMatches, classifyNames } from './classify-names.ts';

/** Of a segment after the first, one in so many of the names is asked for that are not of the main language. */
const LATER_SEGMENT_SHARE = 16;

/** What a token may mean with one slip: words that are it, and words that begin with it. */
export interface TypoRanges {
  whole: PostingRange[];
  begun: PostingRange[];
}

/** One question put to one segment, and what expansions classes need to know for it. */
export class QueryPlan {
  readonly segment: Segment;
  readonly query: Query;
  readonly #read: NameCache;
  #direct: DirectMatches | null | undefined;
  #tokenRanges: PrefixRange[] | null = null;
  #wordMatches: WordMatches | null = null;
  #trigramMatches: (TrigramMatches & { enough: number }) | null = null;
  #mayContainAll: boolean | null = null;
  #tokensByPrefixCode: Uint32Array | null = null;
  /** Of each token, once they were looked for: both ways of forgiving ask for them. */
  readonly typos: (TypoRanges | undefined)[] = [];
  /** Of expansions segments, not the first: its names come late. */
  readonly isLaterSegment: boolean;

  constructor(read: NameCache, query: Query, isLaterSegment: boolean) {
    this.segment = read.segment;
    this.#read = read;
    this.query = query;
    this.isLaterSegment = isLaterSegment;
  }

  /** Where the words stand that begin with each token. */
  get tokenRanges(): readonly PrefixRange[] {
    return (this.#tokenRanges ??= this.query.tokens.map((token) => this.segment.words.prefixRange(token)));
  }

  /** Where the words stand that begin with the first token. */
  get first(): PrefixRange {
    return this.tokenRanges[0] ?? EMPTY_RANGE;
  }

  /** All names that answer, where they are direct. */
  get direct(): DirectMatches | null {
    if (this.#direct === undefined) this.#direct = classifyDirectly(this.#read, this.query);
    return this.#direct;
  }

  /** The names whose words begin with the tokens, of which there are expansions. */
  get wordMatches(): WordMatches {
    return (this.#wordMatches ??=
      this.direct ??
      intersectPostings(
        this.segment,
        this.tokenRanges.map(({ start, exactEnd, end }) => ({
          whole: exactEnd > start ? { start, end: exactEnd } : null,
          others: end > exactEnd ? [{ start: exactEnd, end }] : [],
        })),
        (names) => classifyNames(this.#read, names, this.query.tokens),
      ));
  }

  /** Which of the tokens a word may begin with, by its first letters. */
  get tokensByPrefixCode(): Uint32Array {
    return (this.#tokensByPrefixCode ??= tokensByPrefixCode(this.query.tokens));
  }

  /** Whether a word of a name begins with some letters. */
  hasWordBeginning(name: number, letters: string): boolean {
    const { folded } = this.#read.name(name);
    return folded.startsWith(letters) || folded.includes(` ${letters}`);
  }

  /** Whether there are names for each group of three letters of the text. */
  get mayContainAll(): boolean {
    return (this.#mayContainAll ??= shortestTrigramList(this.segment, [this.query.joined]) > 0);
  }

  /** So many names are enough where all of the main language are among them: in a later segment direct others are wanted. */
  sufficientOf(most: number): number {
    return this.isLaterSegment ? Math.ceil(most / LATER_SEGMENT_SHARE) : most;
  }

  /** The first names that hold all groups of three letters of the text, up to `most` or some more; or `enough`. */
  trigramMatchesUpTo(most: number, enough = most): TrigramMatches {
    const known = this.#trigramMatches;
    const isKnown = known !== null && (!known.isTruncated || known.names.length >= most || known.enough >= enough);
    if (!isKnown) this.#trigramMatches = { ...intersectTrigrams(this.segment, [this.query.joined], most, enough), enough };
    return this.#trigramMatches!;
  }

  /** All names that hold all groups of three letters of the text, over spaces too. */
  get trigramMatches(): Uint32Array {
    return this.trigramMatchesUpTo(Infinity).names;
  }
}
