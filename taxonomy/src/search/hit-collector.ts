import type { Check } from './candidates.ts';
import { foldName } from '../text/fold.ts';
import { hitOf, type TaxonHit } from './hit.ts';
import type { Match } from '../ranking.ts';
import type { CandidateSink } from './merge-segments.ts';
import type { CachedName, NameCache } from './name-cache.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';
import { nameHash } from '../storage/row-chunk.ts';
import { clearSeenIds, isSeen, addSeen } from './seen-ids.ts';

/** What a copy says of its rows. */
export interface HitContext {
  mainLanguage: string;
  /** Hashes of displayed names that expansions taxa may bear. */
  shared: ReadonlySet<number>;
  /** The row of a layer; where it was merged into another, that one. */
  storedOf(layer: number, row: number): StoredTaxon;
}

/** Makes answers out of the names that a search finds, each taxon once. One search at a time. */
export class HitCollector implements CandidateSink {
  readonly hits: TaxonHit[] = [];
  /** Those that need a label, if others bear their name too, and where among the hits they are. */
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
    // Only a taxon that was merged into another has not the id of the one that is shown.
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
      // Found before, in another class: the rest of the answer is the same.
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
