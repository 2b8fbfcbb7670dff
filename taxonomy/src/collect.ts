import type { Check } from './candidates.ts';
import type { Match } from './query.ts';
import type { Taker } from './ranked.ts';
import { matchedName, type ReadName, type ReadNames, type ReadRow } from './read-names.ts';
import type { StoredTaxon } from './record.ts';

/**
 * A taxon as screens show it. `name` tells homonyms apart and is unique in its copy. Its normalised names, which nobody is
 * shown, follow from `spelled`: see withNormalisedNames.
 */
export interface Taxon extends StoredTaxon {
  main_name: string | null;
  english_name: string | null;
}

/** `matched`: the name that was found where it is none of those shown first: "as X". */
export interface TaxonHit extends Taxon {
  match: Match;
  matched: string | null;
}

/** Makes answers out of the names that a search finds, each taxon once. */
export class Collector implements Taker {
  readonly hits: TaxonHit[] = [];
  /** Those of them that may need a label, because several taxa bear their name. */
  readonly shared: TaxonHit[] = [];
  match: Match = 'exact';
  limit: number;
  readonly #layers: readonly ReadNames[];
  readonly #seen: Set<number>;
  readonly #accepted: (layer: number, row: number) => ReadRow;

  /** `accepted`: the row that is shown for one that was merged into another. */
  constructor(
    layers: readonly ReadNames[],
    limit: number,
    except: ReadonlySet<number> | undefined,
    accepted: (layer: number, row: number) => ReadRow,
  ) {
    this.#layers = layers;
    this.limit = limit;
    this.#seen = new Set(except);
    this.#accepted = accepted;
  }

  get wanted(): number {
    return this.limit - this.hits.length;
  }

  take(layer: number, name: number, check: Check | null): boolean {
    const read = this.#layers[layer]!.name(name);
    if (read.isHidden || this.#seen.has(read.id) || (check !== null && !check(read.spelled))) return true;
    const { read: row, matched } = (read.shown ??= this.#shown(layer, read));
    this.#seen.add(read.id);
    const { id } = row.stored;
    if (id !== read.id) {
      if (this.#seen.has(id)) return true;
      this.#seen.add(id);
    }
    const hit = hitOf(row, this.match, matched);
    this.hits.push(hit);
    if (row.isShared) this.shared.push(hit);
    return this.hits.length < this.limit;
  }

  #shown(layer: number, { row, spelled }: ReadName): NonNullable<ReadName['shown']> {
    const own = this.#layers[layer]!.row(row);
    const read = own.stored.accepted_id === null ? own : this.#accepted(layer, row);
    return { read, matched: matchedName(read, spelled) };
  }
}

function hitOf({ stored, mainName, englishName }: ReadRow, match: Match, matched: string | null): TaxonHit {
  // Written out: a hit is made for every line of a list, and spreading takes several times as long.
  return {
    rarity: stored.rarity,
    id: stored.id,
    name: stored.name,
    spelled: stored.spelled,
    scientific_name: stored.scientific_name,
    image_url: stored.image_url,
    image_attribution: stored.image_attribution,
    external_observation_count: stored.external_observation_count,
    rank: stored.rank,
    group: stored.group,
    family: stored.family,
    parent_id: stored.parent_id,
    accepted_id: stored.accepted_id,
    rarity_class: stored.rarity_class,
    main_name: mainName,
    english_name: englishName,
    match,
    matched,
  };
}
