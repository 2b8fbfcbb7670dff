export type Value = string | number;

export interface WrittenValue {
  device: string;
  /** Values that the person saw when writing this one; it supersedes them. */
  saw: Set<Value>;
  /** Acknowledged and not discarded by the person: it must not be lost. */
  isKept: boolean;
}

/** All values ever written to one field. Values are nearly always unique. */
export class ValueHistory {
  readonly #all = new Map<Value, WrittenValue>();

  get size(): number {
    return this.#all.size;
  }

  write(device: string, value: Value, saw: Value | null): void {
    const known = this.#all.get(value);
    if (known && saw != null) known.saw.add(saw);
    if (!known) this.#all.set(value, { device, saw: new Set(saw == null ? [] : [saw]), isKept: true });
  }

  /** The person saw both values and chose `mine`. */
  chose(mine: Value, theirs: Value): void {
    if (mine !== theirs) this.#all.get(mine)!.saw.add(theirs);
  }

  /** The person discarded the unsent values of this device, back to `base`. The server may have received them anyway. */
  discard(device: string, mine: Value | null | undefined, base: Value | null | undefined): void {
    const line = [mine];
    for (let value = line.pop(); value != null; value = line.pop()) {
      const written = this.#all.get(value);
      if (!written || written.device !== device || !written.isKept || value === base) continue;
      written.isKept = false;
      line.push(...written.saw);
    }
  }

  /** Compares the final value with the history. Returns one line per fault; `what` names the field. */
  faultsOf(what: string, value: Value | null | undefined): string[] {
    if (value == null || !this.#all.has(value)) return [`${what} is ${value}, which nobody wrote`];
    const superseded = this.#closure(value);
    return [...this.#all]
      .filter(([other, { isKept }]) => isKept && !superseded.has(other))
      .map(([other]) => `${what} is ${value}, and ${other} was lost silently`);
  }

  /** A value and all values that it supersedes, directly or through others. */
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
