import { foldFlat } from '../text/fold.ts';
import type { TaxonHit } from './hit.ts';
import type { Match } from '../ranking.ts';
import type { Segment } from '../segment/segment.ts';

/** A name as a search meets it. */
export interface CachedName {
  readonly of: NameCache;
  readonly name: number;
  readonly row: number;
  /** The taxon it is of. */
  readonly id: number;
  /** That row is not valid any more. */
  readonly isHidden: boolean;
  /** Its words, folded, with a space between them: what texts are compared with. */
  readonly folded: string;
  /** The same without spaces, once it was needed. */
  letters: string | null;
  /** The taxon that is shown for it, once an answer was made. */
  shownId: number;
  /** The answer made of it last, and in which class; null before the first one. */
  hit: TaxonHit | null;
  match: Match | null;
  /** Several taxa may be displayed by the same name, and the answer does not tell them apart yet. */
  needsLabel: boolean;
}

/** Names that are kept as they were read, of all segments of a copy spanBuffer. */
export type NameCacheSlots = (CachedName | undefined)[];

/** Room for so many, which is a power of two. */
export function nameCacheSlots(most: number): NameCacheSlots {
  // `Array.from({ length })` takes ten times as long.
  return new Array<CachedName | undefined>(most).fill(undefined);
}

/**
 * The names of a segment, decoded when they are first decoded and kept for the next time: the common taxa are decoded again and
 * again. A name has two places where it can be kept, side by side; a third one takes the place of the one used less.
 */
export class NameCache {
  readonly segment: Segment;
  readonly #isHidden: (id: number) => boolean;
  readonly #kept: NameCacheSlots;
  readonly #mask: number;
  readonly #salt: number;

  /** `layer`: tells segments apart that keep their names spanBuffer. */
  constructor(segment: Segment, isHidden: (id: number) => boolean, kept: NameCacheSlots, layer: number) {
    this.segment = segment;
    this.#isHidden = isHidden;
    this.#kept = kept;
    this.#mask = kept.length - 2;
    this.#salt = Math.imul(layer, 0x85ebca6b);
  }

  name(name: number): CachedName {
    const kept = this.#kept;
    const place = ((Math.imul(name, 0x9e3779b1) + this.#salt) >>> 15) & this.#mask;
    let known = kept[place];
    if (known?.name !== name || known.of !== this) {
      known = kept[place + 1];
      if (known?.name !== name || known.of !== this) return this.#read(name, place);
    }
    return known;
  }

  #read(name: number, place: number): CachedName {
    const { row, rows, at, ordinal } = this.segment.name(name);
    const id = rows.ids[at] ?? 0;
    const read: CachedName = {
      of: this,
      name,
      row,
      id,
      isHidden: this.#isHidden(id),
      folded: foldFlat(rows.name(at, ordinal)),
      letters: null,
      shownId: id,
      hit: null,
      match: null,
      needsLabel: false,
    };
    this.#kept[place + 1] = this.#kept[place];
    this.#kept[place] = read;
    return read;
  }

  /** A name as people write it. */
  spelled(name: number): string {
    const { rows, at, ordinal } = this.segment.name(name);
    return rows.name(at, ordinal);
  }
}
