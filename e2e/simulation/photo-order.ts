interface Relation {
  device: string;
  /** Whether the photo with the lower id comes first. */
  isForward: boolean;
  /** Earlier relations that this one reversed and that its device had certainly seen. */
  reversed: Set<Relation>;
  isKept: boolean;
}

/**
 * The order of a record's photos, pair by pair. A save that moves a photo sets the order of every pair. Of two orders set
 * independently either may win; an order that was seen and then changed must not come back.
 */
export class PhotoOrder {
  readonly #pairs = new Map<string, Relation[]>();
  readonly #lists: ReadonlySet<string>[] = [];
  /** Number of saves that reordered existing photos. */
  moves = 0;

  saved(device: string, before: readonly string[], after: readonly string[]): void {
    const both = (list: readonly string[]) => list.filter((id) => before.includes(id) && after.includes(id));
    const isMoved = both(before).join() !== both(after).join();
    if (isMoved) {
      this.#lists.push(new Set(after));
      this.moves++;
    }
    for (const [pair, isForward, one, other] of pairsOf(after)) {
      if (!isMoved && before.includes(one) && before.includes(other)) continue;
      const known = this.#pairs.get(pair) ?? [];
      const others = known.filter((relation) => relation.isForward !== isForward);
      // A pair left as it was shown reverses nothing, even if a device that has not synced yet wants the opposite.
      const wasOther = before.includes(one) && before.indexOf(one) > before.indexOf(other) && before.includes(other);
      const seen = others.length === 1 ? others : others.filter((relation) => relation.device === device);
      const reversed = wasOther ? seen : [];
      this.#pairs.set(pair, [...known, { device, isForward, reversed: new Set(reversed), isKept: true }]);
    }
  }

  discarded(device: string): void {
    for (const relations of this.#pairs.values()) for (const relation of relations) if (relation.device === device) relation.isKept = false;
  }

  faultsOf(what: string, stored: readonly string[]): string[] {
    const faults: string[] = [];
    for (const [pair, isForward, one, other] of pairsOf(stored)) {
      const relations = this.#pairs.get(pair);
      // A device that reordered without having both photos may have changed their order indirectly.
      if (!relations || this.#lists.some((list) => !list.has(one) || !list.has(other))) continue;
      const isReversed = (relation: Relation) => relations.some((later) => later.isKept && later.reversed.has(relation));
      if (!relations.some((relation) => relation.isForward === isForward && !isReversed(relation)))
        faults.push(`${what} has photo ${one} before ${other}, an order that was changed later`);
    }
    return faults;
  }
}

/** Every pair of a list: its key, whether the lower id comes first, and the two ids in the order of the list. */
function pairsOf(list: readonly string[]): [string, boolean, string, string][] {
  return list.flatMap((one, at) =>
    list.slice(at + 1).map((other): [string, boolean, string, string] => [[one, other].toSorted().join(), one < other, one, other]),
  );
}
