import type { TaxonomyPage } from '@veld/contract';
import type { RowPacker } from '@veld/taxonomy';

/** Packs the rows of one page of an update, some at a time so that the update can yield in between. */
export class PageRows {
  readonly #packer: RowPacker;
  readonly #rowsBefore: number | null;
  /** Rows packed. */
  size = 0;
  /** Taxa without a name in any of the languages. */
  skipped = 0;
  readonly removed: number[] = [];
  readonly merged: [from: number, into: number][];

  /** `rowsBefore`: number of rows already in the copy; null for a delta, whose rows keep their keys. */
  constructor(packer: RowPacker, rowsBefore: number | null, mergedBefore: readonly [from: number, into: number][]) {
    this.#packer = packer;
    this.#rowsBefore = rowsBefore;
    this.merged = [...mergedBefore];
  }

  take(taxa: TaxonomyPage['data'], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const taxon = taxa[at]!;
      if (taxon.is_deleted) {
        this.removed.push(taxon.id);
        if (taxon.accepted_id !== null) this.merged.push([taxon.id, taxon.accepted_id]);
      } else if (this.#packer.addInput(taxon, this.#rowsBefore === null ? 0 : this.#rowsBefore + this.size + 1)) this.size++;
      else {
        this.skipped++;
        // A taxon that lost its name cannot be displayed.
        this.removed.push(taxon.id);
      }
    }
  }

  packed(): Uint8Array[] {
    return this.#packer.finish();
  }
}
