import type { Check } from './candidates.ts';
import { foldName } from '../text/fold.ts';
import { hitOf, type TaxonHit } from './hit.ts';
import type { Match } from '../ranking.ts';
import type { CandidateSink } from './merge-segments.ts';
import type { CachedName, NameCache } from './name-cache.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';
import { nameHash } from '../storage/row-chunk.ts';
import { clearSeenIds, isSeen, addSeen } from './seen-ids.ts';

/** What the collector needs to know of a copy. */
export interface HitContext {
  mainLanguage: string;
  /** Hashes of displayed names that several taxa may share. */
  shared: ReadonlySet<number>;
  /** The row of a segment, or the row it was merged into. */
  storedOf(layer: number, row: number): StoredTaxon;
}

/** Turns candidates into hits, each taxon once. One search at a time. */
export class HitCollector implements CandidateSink {
  readonly hits: TaxonHit[] = [];
  /** Hits whose displayed name may be shared, and their index in `hits`. */
  readonly withoutLabel: [at: number, read: CachedName][] = [];
  match: Match = 'exact';
  limit: number;
  readonly #segmentSet: readonly NameCache[];
  readonly #rules: HitContext;

  constructor(segmentSet: readonly NameCache[], rules: HitContext, limit: number, except: ReadonlySet<number> | undefined) {
    this.#segmentSet = segmentSet;
    this.#rules = rules;
    this.limit = limit;
    clearSeenIds();
    if (except !== undefined) for (const id of except) addSeen(id);
  }

  get wanted(): number {
    return this.limit - this.hits.length;
  }

  take(layer: number, name: number, check: Check | null): boolean {
    const read = this.#segmentSet[layer]!.name(name);
    if (read.isHidden || isSeen(read.id) || (check !== null && !check(foldName(read.folded)))) return true;
    if (read.hit === null || read.match !== this.match) this.#make(layer, read);
    addSeen(read.id);
    // The ids differ only if the taxon was merged into another.
    if (read.shownId !== read.id) {
      if (isSeen(read.shownId)) return true;
      addSeen(read.shownId);
    }
    if (read.needsLabel) this.withoutLabel.push([this.hits.length, read]);
    this.hits.push(read.hit!);
    return this.hits.length < this.limit;
  }

  #make(layer: number, read: CachedName): void {
    if (read.hit !== null) {
      // Found before in another class: only the class differs.
      read.hit = Object.freeze({ ...read.hit, match: this.match });
      read.match = this.match;
      return;
    }
    const stored = this.#rules.storedOf(layer, read.row);
    read.hit = hitOf(stored, this.#rules.mainLanguage, this.match, this.#segmentSet[layer]!.spelled(read.name));
    read.match = this.match;
    read.shownId = stored.id;
    read.needsLabel = this.#rules.shared.has(nameHash(stored.name));
  }
}
