import { flatFold } from './fold.ts';
import type { TaxonHit } from './hit.ts';
import type { Match } from './query.ts';
import type { Segment } from './segment.ts';

/** A name as a search meets it. */
export interface ReadName {
  readonly of: ReadNames;
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
 * Names decoded when they are first found are kept for the next time, of all segments of a copy together: the common taxa
 * are found again and again. A name has two places where it can be kept, side by side; a third one takes the place of the
 * one used less.
 */
export class KeptNames {
  readonly #mask: number;
  places: (ReadName | undefined)[] = [];

  /** At most `most`, which is a power of two. */
  constructor(most: number) {
    this.#mask = most - 2;
  }

  /** Where a name may be, there or in the next place. */
  placeOf(name: number, salt: number): number {
    return ((Math.imul(name, 0x9e3779b1) + salt) >>> 15) & this.#mask;
  }

  keep(place: number, read: ReadName): void {
    if (this.places.length === 0) this.places = Array.from({ length: this.#mask + 2 });
    this.places[place + 1] = this.places[place];
    this.places[place] = read;
  }

  /** Answers are to be made anew. */
  forget(): void {
    this.places = [];
  }
}

/** The names of a segment, as a search meets them. */
export class ReadNames {
  readonly segment: Segment;
  readonly #isHidden: (id: number) => boolean;
  readonly #kept: KeptNames;
  readonly #salt: number;

  /** `layer`: tells segments apart that keep their names together. */
  constructor(segment: Segment, isHidden: (id: number) => boolean, kept: KeptNames, layer: number) {
    this.segment = segment;
    this.#isHidden = isHidden;
    this.#kept = kept;
    this.#salt = Math.imul(layer, 0x85ebca6b);
  }

  name(name: number): ReadName {
    const place = this.#kept.placeOf(name, this.#salt);
    const { places } = this.#kept;
    let known = places[place];
    if (known?.name !== name || known.of !== this) {
      known = places[place + 1];
      if (known?.name !== name || known.of !== this) return this.#read(name, place);
    }
    return known;
  }

  #read(name: number, place: number): ReadName {
    const { row, rows, at, ordinal } = this.segment.name(name);
    const id = rows.ids[at] ?? 0;
    const read: ReadName = {
      of: this,
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
    this.#kept.keep(place, read);
    return read;
  }

  /** A name as people write it. */
  spelled(name: number): string {
    const { rows, at, ordinal } = this.segment.name(name);
    return rows.name(at, ordinal);
  }
}
