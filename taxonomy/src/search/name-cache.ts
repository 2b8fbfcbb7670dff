import { foldFlat } from '../text/fold.ts';
import type { TaxonHit } from './hit.ts';
import type { Match } from '../ranking.ts';
import type { Segment } from '../segment/segment.ts';

/** A decoded name, and the last hit made from it. */
export interface CachedName {
  readonly of: NameCache;
  readonly name: number;
  readonly row: number;
  /** The id of its taxon. */
  readonly id: number;
  /** The row is covered by a tombstone. */
  readonly isHidden: boolean;
  /** Folded, with words separated by spaces. */
  readonly folded: string;
  /** Folded without spaces, once needed. */
  letters: string | null;
  /** The id of the taxon in the hit, once there was one. */
  shownId: number;
  /** The last hit and its class; null before the first. */
  hit: TaxonHit | null;
  match: Match | null;
  /** Several taxa may share the displayed name, and the hit has no label yet. */
  needsLabel: boolean;
}

/** The slots, shared by all segments of a copy. */
export type NameCacheSlots = (CachedName | undefined)[];

/** Makes `most` slots; `most` is a power of two. */
export function nameCacheSlots(most: number): NameCacheSlots {
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from({ length }) takes ten times as long
  return new Array<CachedName | undefined>(most).fill(undefined);
}

/** A two-way set-associative cache of decoded names, because searches find the same common taxa again. Evicts the older entry of a set. */
export class NameCache {
  readonly segment: Segment;
  readonly #isHidden: (id: number) => boolean;
  readonly #kept: NameCacheSlots;
  readonly #mask: number;
  readonly #salt: number;

  /** `layer` distinguishes segments that share the slots. */
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

  /** Whether the name may have a digit. */
  mayHaveDigits(name: number): boolean {
    const { rows, at } = this.segment.name(name);
    return rows.hasDigits(at);
  }

  /** The name as written. */
  spelled(name: number): string {
    const { rows, at, ordinal } = this.segment.name(name);
    return rows.name(at, ordinal);
  }
}
