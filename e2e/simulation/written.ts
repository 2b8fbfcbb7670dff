export type Value = string | number;

export interface Writing {
  device: string;
  /** What the person saw when writing this: by it, that is superseded. */
  saw: Set<Value>;
  /** Acknowledged and not given up by its person: it must not get lost. */
  isKept: boolean;
}

/** Everything that was ever written in one place, by value; nearly every value is written once. */
export class Written {
  readonly #all = new Map<Value, Writing>();

  get size(): number {
    return this.#all.size;
  }

  write(device: string, value: Value, saw: Value | null): void {
    const known = this.#all.get(value);
    if (known && saw != null) known.saw.add(saw);
    if (!known) this.#all.set(value, { device, saw: new Set(saw == null ? [] : [saw]), isKept: true });
  }

  /** A person saw both and chose `mine`. */
  chose(mine: Value, theirs: Value): void {
    if (mine !== theirs) this.#all.get(mine)!.saw.add(theirs);
  }

  /** What this device wrote down to what it was based on was thrown away; the server may have had it all the same. */
  giveUp(device: string, mine: Value | null | undefined, base: Value | null | undefined): void {
    const line = [mine];
    for (let value = line.pop(); value != null; value = line.pop()) {
      const written = this.#all.get(value);
      if (!written || written.device !== device || !written.isKept || value === base) continue;
      written.isKept = false;
      line.push(...written.saw);
    }
  }

  /** What is wrong with a value in the end. `what` names the place. */
  faultsOf(what: string, value: Value | null | undefined): string[] {
    if (value == null || !this.#all.has(value)) return [`${what} is ${value}, which nobody wrote`];
    const superseded = this.#closure(value);
    return [...this.#all]
      .filter(([other, { isKept }]) => isKept && !superseded.has(other))
      .map(([other]) => `${what} is ${value}, and ${other} got lost without a word`);
  }

  /** A value and all that it was written on top of. */
  #closure(value: Value): Set<Value> {
    const found = new Set<Value>();
    const line = [value];
    for (let next = line.pop(); next !== undefined; next = line.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      line.push(...(this.#all.get(next)?.saw ?? []));
    }
    return found;
  }
}
