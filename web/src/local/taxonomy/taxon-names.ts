import type { Taxon } from './search';

/**
 * The taxa of what is shown, as named on this device. Taxa asked for at the same time are looked up in one query. Known ones are there at
 * once, and are looked up again when the copies change.
 */
export class TaxonNames {
  readonly #lookUp: (ids: readonly number[]) => Promise<Taxon[]>;
  /** Null for a taxon that has no name here. */
  readonly #known = new Map<number, Taxon | null>();
  readonly #watchers = new Map<() => void, readonly number[]>();
  readonly #wanted = new Set<number>();
  #isLooking = false;

  constructor(lookUp: (ids: readonly number[]) => Promise<Taxon[]>) {
    this.#lookUp = lookUp;
  }

  /** Null for an unknown taxon, and until it has been looked up. */
  get(id: number): Taxon | null {
    return this.#known.get(id) ?? null;
  }

  /** Looks up the taxa that are not known yet. Calls `onChange` after every look-up until the returned function is called. */
  watch(ids: readonly number[], onChange: () => void): () => void {
    this.#watchers.set(onChange, ids);
    this.#want(ids.filter((id) => !this.#known.has(id)));
    return () => this.#watchers.delete(onChange);
  }

  /** The copies changed: forgets the taxa that are not shown, and replaces the others once their new names are known. */
  refresh(): void {
    const shown = new Set([...this.#watchers.values()].flat());
    for (const id of this.#known.keys()) if (!shown.has(id)) this.#known.delete(id);
    this.#want([...shown]);
  }

  #want(ids: readonly number[]): void {
    for (const id of ids) this.#wanted.add(id);
    if (this.#isLooking || this.#wanted.size === 0) return;
    this.#isLooking = true;
    // Components that appear together ask in the same task.
    queueMicrotask(() => void this.#look());
  }

  /** One query at a time, so that an older answer never replaces a newer one. */
  async #look(): Promise<void> {
    while (this.#wanted.size > 0) {
      const ids = [...this.#wanted];
      this.#wanted.clear();
      try {
        const found = new Map((await this.#lookUp(ids)).map((taxon) => [taxon.id, taxon]));
        for (const id of ids) this.#known.set(id, found.get(id) ?? null);
      } catch (error) {
        // What is shown keeps the names it has.
        console.error('Taxonomy', error);
      }
      const watchers = [...this.#watchers.keys()];
      for (const onChange of watchers) onChange();
    }
    this.#isLooking = false;
  }
}
