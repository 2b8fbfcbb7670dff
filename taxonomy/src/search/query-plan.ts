import { NOWHERE, type Places } from '../segment/dictionary.ts';
import { type FewNames, fewNames } from './direct-classification.ts';
import { tokensByInitials } from '../segment/word-prefix-fingerprints.ts';
import type { Stretch } from './name-slots.ts';
import type { Query } from '../text/query.ts';
import type { ReadNames } from './name-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { type Holding, keepHolding, shortestList } from './trigram-intersection.ts';
import { walkWords } from './intersect-postings.ts';
import { type Walked, walkNames } from './classify-names.ts';

/** Of a segment after the first, one in so many of the names is asked for that are not of the main language. */
const LATER_SHARE = 16;

/** What a token may mean with one slip: words that are it, and words that begin with it. */
export interface Slips {
  whole: Stretch[];
  begun: Stretch[];
}

/** One question put to one segment, and what several classes need to know for it. */
export class Asking {
  readonly segment: Segment;
  readonly query: Query;
  readonly #read: ReadNames;
  #few: FewNames | null | undefined;
  #places: Places[] | null = null;
  #walked: Walked | null = null;
  #holding: (Holding & { enough: number }) | null = null;
  #mayHold: boolean | null = null;
  #tokensByInitials: Uint32Array | null = null;
  /** Of each token, once they were looked for: both ways of forgiving ask for them. */
  readonly slips: (Slips | undefined)[] = [];
  /** Of several segments, not the first: its names come late. */
  readonly isLater: boolean;

  constructor(read: ReadNames, query: Query, isLater: boolean) {
    this.segment = read.segment;
    this.#read = read;
    this.query = query;
    this.isLater = isLater;
  }

  /** Where the words stand that begin with each token. */
  get places(): readonly Places[] {
    return (this.#places ??= this.query.tokens.map((token) => this.segment.words.places(token)));
  }

  /** Where the words stand that begin with the first token. */
  get first(): Places {
    return this.places[0] ?? NOWHERE;
  }

  /** All names that answer, where they are few. */
  get few(): FewNames | null {
    if (this.#few === undefined) this.#few = fewNames(this.#read, this.query);
    return this.#few;
  }

  /** The names whose words begin with the tokens, of which there are several. */
  get walked(): Walked {
    return (this.#walked ??=
      this.few ??
      walkWords(
        this.segment,
        this.places.map(({ start, exactEnd, end }) => ({
          whole: exactEnd > start ? { start, end: exactEnd } : null,
          others: end > exactEnd ? [{ start: exactEnd, end }] : [],
        })),
        (names) => walkNames(this.#read, names, this.query.tokens),
      ));
  }

  /** Which of the tokens a word may begin with, by its first letters. */
  get tokensByInitials(): Uint32Array {
    return (this.#tokensByInitials ??= tokensByInitials(this.query.tokens));
  }

  /** Whether a word of a name begins with some letters. */
  hasWordBeginning(name: number, letters: string): boolean {
    const { folded } = this.#read.name(name);
    return folded.startsWith(letters) || folded.includes(` ${letters}`);
  }

  /** Whether there are names for each group of three letters of the text. */
  get mayHold(): boolean {
    return (this.#mayHold ??= shortestList(this.segment, [this.query.joined]) > 0);
  }

  /** So many names are enough where all of the main language are among them: in a later segment few others are wanted. */
  enoughOf(most: number): number {
    return this.isLater ? Math.ceil(most / LATER_SHARE) : most;
  }

  /** The first names that hold all groups of three letters of the text, up to `most` or some more; or `enough`. */
  holdingUpTo(most: number, enough = most): Holding {
    const known = this.#holding;
    const isKnown = known !== null && (!known.isCut || known.names.length >= most || known.enough >= enough);
    if (!isKnown) this.#holding = { ...keepHolding(this.segment, [this.query.joined], most, enough), enough };
    return this.#holding!;
  }

  /** All names that hold all groups of three letters of the text, over spaces too. */
  get holding(): Uint32Array {
    return this.holdingUpTo(Infinity).names;
  }
}
