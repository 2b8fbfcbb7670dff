import { flatFold } from './fold.ts';
import type { TaxonHit } from './hit.ts';
import type { Match } from './query.ts';
import type { Segment } from './segment.ts';

/** A name as a search meets it. */
export interface ReadName {
  readonly name: number;
  readonly row: number;
  /** The taxon it is of. */
  readonly id: number;
  /** That row is not valid any more. */
  readonly isHidden: boolean;
  /** Its words, folded, with a space between them: what texts are compared with. */
  readonly folded: string;
  /** The taxon that is shown for it, once an answer was made. */
  shownId: number;
  /** The answer made of it last, and in which class; null before the first one. */
  hit: TaxonHit | null;
  match: Match | null;
  /** Several taxa may be displayed by the same name, and the answer does not tell them apart yet. */
  isUnlabelled: boolean;
}

/**
 * The names of a segment, decoded when they are first found and kept for the next time: the common taxa are found again and
 * again. A name has two places where it can be kept, side by side; a third one takes the place of the one used less.
 */
export class ReadNames {
  readonly segment: Segment;
  readonly #isHidden: (id: number) => boolean;
  readonly #mask: number;
  #names: (ReadName | undefined)[] = [];

  /** Keeps at most `most` names, which is a power of two. */
  constructor(segment: Segment, isHidden: (id: number) => boolean, most: number) {
    this.segment = segment;
    this.#isHidden = isHidden;
    this.#mask = most - 2;
  }

  /** Answers are to be made anew. */
  forget(): void {
    this.#names = [];
  }

  name(name: number): ReadName {
    const place = (Math.imul(name, 0x9e3779b1) >>> 15) & this.#mask;
    let known = this.#names[place];
    if (known?.name !== name) {
      known = this.#names[place + 1];
      if (known?.name !== name) return this.#read(name, place);
    }
    return known;
  }

  #read(name: number, place: number): ReadName {
    const { row, rows, at, ordinal } = this.segment.name(name);
    const id = rows.ids[at] ?? 0;
    const read: ReadName = {
      name,
      row,
      id,
      isHidden: this.#isHidden(id),
      folded: flatFold(rows.name(at, ordinal)),
      shownId: id,
      hit: null,
      match: null,
      isUnlabelled: false,
    };
    if (this.#names.length === 0) this.#names = Array.from({ length: this.#mask + 2 });
    this.#names[place + 1] = this.#names[place];
    this.#names[place] = read;
    return read;
  }

  /** A name as people write it. */
  spelled(name: number): string {
    const { rows, at, ordinal } = this.segment.name(name);
    return rows.name(at, ordinal);
  }
}
