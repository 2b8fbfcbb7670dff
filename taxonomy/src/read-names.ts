import { fold } from './fold.ts';
import type { Held } from './pieces.ts';
import { Recent } from './recent.ts';
import type { NameLanguages, StoredTaxon } from './record.ts';
import { languageList } from './record.ts';
import { nameHash, type RowPiece } from './rows.ts';
import type { Segment } from './segment.ts';

/** Rows and names of a segment that are kept as they were read: the common taxa are found again and again. */
const KEPT = 16_384;

/** A row as it is read from its piece. */
export interface ReadRow {
  stored: StoredTaxon;
  /** Several taxa may be displayed by this name. */
  isShared: boolean;
  mainName: string | null;
  englishName: string | null;
}

/** A name as a search meets it. */
export interface ReadName {
  /** The taxon it is of. */
  id: number;
  /** That row is not valid any more. */
  isHidden: boolean;
  spelled: string;
  row: number;
  /** The taxon that is shown for it, and the name it was found by where that is not one of those shown first; null before it was. */
  shown: { read: ReadRow; matched: string | null } | null;
  /** Keeps its piece of rows in memory. */
  held: Held;
}

/** What a copy says of the rows of one of its segments. */
export interface RowRules {
  languages: NameLanguages;
  isHidden(id: number): boolean;
  shared: ReadonlySet<number>;
}

/** The names of a segment, decoded when they are first found. */
export class ReadNames {
  readonly segment: Segment;
  readonly #rules: RowRules;
  readonly #list: readonly string[];
  readonly #names = new Recent<ReadName>(KEPT);
  readonly #rows = new Recent<ReadRow>(KEPT);

  constructor(segment: Segment, rules: RowRules) {
    this.segment = segment;
    this.#rules = rules;
    this.#list = languageList(rules.languages);
  }

  name(name: number): ReadName {
    const known = this.#names.get(name);
    if (known !== undefined) {
      this.segment.pieces.cache?.touch(known.held);
      return known;
    }
    const { row, rows, at, ordinal } = this.segment.name(name);
    const id = rows.ids[at] ?? 0;
    const held = this.segment.holding(name);
    const read = { id, isHidden: this.#rules.isHidden(id), spelled: rows.name(at, ordinal), row, shown: null, held };
    this.#names.set(name, read);
    return read;
  }

  row(row: number): ReadRow {
    const known = this.#rows.get(row);
    if (known !== undefined) return known;
    const { rows, at } = this.segment.place(row);
    const read = this.#read(rows, at);
    this.#rows.set(row, read);
    return read;
  }

  #read(rows: RowPiece, at: number): ReadRow {
    const stored = rows.stored(at, this.#list);
    return {
      stored,
      isShared: this.#rules.shared.has(nameHash(stored.name)),
      mainName: stored.spelled[this.#rules.languages.main]?.[0] ?? null,
      englishName: stored.spelled['en']?.[0] ?? null,
    };
  }

  /** What was read is let go, so that the pieces it was read from can be. */
  clear(): void {
    this.#names.clear();
    this.#rows.clear();
  }
}

/** The name a taxon was found by, where that is not one of those shown first. */
export function matchedName({ stored }: ReadRow, spelled: string): string | null {
  if (spelled === stored.name || spelled === stored.scientific_name) return null;
  const folded = fold(spelled);
  return folded === fold(stored.name) || folded === fold(stored.scientific_name) ? null : spelled;
}
