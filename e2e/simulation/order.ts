interface Relation {
  device: string;
  /** Whether the first of the pair, by id, comes first. */
  isForward: boolean;
  /** Earlier relations that this one turned round, as far as it surely saw them. */
  turned: Set<Relation>;
  isKept: boolean;
}

/**
 * Which photo was put before which. An order is one wish: whoever moves anything says something of every pair. Of two wishes
 * that did not know of each other either may win; one that was seen and changed may not come back by itself.
 */
export class Order {
  readonly #pairs = new Map<string, Relation[]>();
  readonly #lists: ReadonlySet<string>[] = [];
  /** How often photos that were there were moved among each other. */
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
      // Whoever leaves the two as they were shown turned nothing round, whatever others wish that this device has not heard of.
      const wasOther = before.includes(one) && before.indexOf(one) > before.indexOf(other) && before.includes(other);
      const seen = others.length === 1 ? others : others.filter((relation) => relation.device === device);
      const turned = wasOther ? seen : [];
      this.#pairs.set(pair, [...known, { device, isForward, turned: new Set(turned), isKept: true }]);
    }
  }

  gaveUp(device: string): void {
    for (const relations of this.#pairs.values()) for (const relation of relations) if (relation.device === device) relation.isKept = false;
  }

  faultsOf(what: string, stored: readonly string[]): string[] {
    const faults: string[] = [];
    for (const [pair, isForward, one, other] of pairsOf(stored)) {
      const relations = this.#pairs.get(pair);
      // A wish that knew only one of them, or neither, may have moved what the other stands behind.
      if (!relations || this.#lists.some((list) => !list.has(one) || !list.has(other))) continue;
      const isTurned = (relation: Relation) => relations.some((later) => later.isKept && later.turned.has(relation));
      if (!relations.some((relation) => relation.isForward === isForward && !isTurned(relation)))
        faults.push(`${what} has photo ${one} before ${other}, which nobody wanted any more`);
    }
    return faults;
  }
}

/** Every pair of a list: its name, whether its first by id comes first, and the two as they come. */
function pairsOf(list: readonly string[]): [string, boolean, string, string][] {
  return list.flatMap((one, at) =>
    list.slice(at + 1).map((other): [string, boolean, string, string] => [[one, other].toSorted().join(), one < other, one, other]),
  );
}
