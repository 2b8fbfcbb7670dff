/** What was used last, by number, within a bound: what has not been asked for while as many others were is let go. */
export class Recent<T> {
  readonly #most: number;
  #young = new Map<number, T>();
  #old = new Map<number, T>();

  /** Keeps at least half of `most`, at most all of it. */
  constructor(most: number) {
    this.#most = most >>> 1;
  }

  get(key: number): T | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: number, value: T): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    if (this.#young.size > 0) this.#young = new Map();
    if (this.#old.size > 0) this.#old = new Map();
  }
}
