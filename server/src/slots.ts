/** A call did not get a slot: too many were waiting, or none became free in time. */
export class NoSlot extends Error {
  constructor() {
    super('No slot became free in time');
    this.name = 'NoSlot';
  }
}

export interface SlotLimits {
  /** How many calls run at the same time. */
  atOnce: number;
  /** How many others may wait for their turn. */
  maxWaiting: number;
  maxWaitMs: number;
}

interface Waiting {
  start: () => void;
  timer: NodeJS.Timeout;
}

/** Runs a limited number of calls at the same time. Others wait in the order in which they came, and reject with `NoSlot` if it takes too long. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Whether no call runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #take(): Promise<void> | undefined {
    if (this.#running < this.#limits.atOnce) {
      this.#running++;
      return undefined;
    }
    if (this.#waiting.size >= this.#limits.maxWaiting) throw new NoSlot();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiting);
          reject(new NoSlot());
        }, this.#limits.maxWaitMs),
      };
      this.#waiting.add(waiting);
    });
  }

  /** Passes the slot on to who has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) return void this.#running--;
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }
}

/** Slots for each key, such as a person. */
export function keyedSlots(limits: SlotLimits): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const byKey = new Map<string, Slots>();
  return async (key, work) => {
    let slots = byKey.get(key);
    if (!slots) byKey.set(key, (slots = new Slots(limits)));
    try {
      return await slots.run(work);
    } finally {
      if (slots.isIdle && byKey.get(key) === slots) byKey.delete(key);
    }
  };
}
