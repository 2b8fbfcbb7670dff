import { availableParallelism } from 'node:os';
import { Fault } from './fault.ts';

export interface QueueLimits {
  /** Pieces of work at the same time. */
  running: number;
  /** Of these, for one person. */
  runningOfOne: number;
  waiting: number;
  waitingOfOne: number;
  maxWaitMs: number;
}

/** Seconds after which a refused client may try again. */
const RETRY_AFTER_S = 10;

/** As many as there are processors. One person leaves a processor to others, where there is more than one. */
export function forDecoders(processors = availableParallelism()): QueueLimits {
  return { running: processors, runningOfOne: Math.max(1, processors - 1), waiting: 16 * processors, waitingOfOne: 12, maxWaitMs: 20_000 };
}

interface Waiting {
  start: () => void;
}

/**
 * Runs a limited number of pieces of work at the same time. Each person has a line of their own, and the lines take turns, so that
 * nobody waits for all the work of somebody else.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Lines of what waits, by person; the first is the next one to be served. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when it is the turn of `person`. Rejects with `unavailable` if too many are waiting, or if it waited for too long. */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(person)?.length ?? 0;
    if (this.#waitingCount >= this.#limits.waiting || line >= this.#limits.waitingOfOne) throw isBusy();
    await this.#turn(person, this.#limits.maxWaitMs);
    return this.#started(person, work);
  }

  /** As `run`, for a job, which nobody is waiting for: it waits as long as it takes. */
  async runLater<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(person, null);
    return this.#started(person, work);
  }

  /** The turn is taken when this resolves. */
  #turn(person: string, maxWaitMs: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { start: resolve };
      const line = this.#lines.get(person);
      if (line) line.push(entry);
      else this.#lines.set(person, [entry]);
      this.#waitingCount += 1;
      if (maxWaitMs !== null) {
        const timeout = setTimeout(() => {
          this.#remove(person, entry);
          reject(isBusy());
        }, maxWaitMs);
        entry.start = () => {
          clearTimeout(timeout);
          resolve();
        };
      }
      this.#startNext();
    });
  }

  async #started<T>(person: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#runningCount -= 1;
      const left = (this.#running.get(person) ?? 1) - 1;
      if (left > 0) this.#running.set(person, left);
      else this.#running.delete(person);
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#runningCount < this.#limits.running) {
      const line = [...this.#lines].find(([person]) => (this.#running.get(person) ?? 0) < this.#limits.runningOfOne);
      if (!line) return;
      const [next, [entry]] = line;
      if (!entry) return;
      this.#remove(next, entry);
      // To the end, for the next one of this person.
      const rest = this.#lines.get(next);
      if (rest) {
        this.#lines.delete(next);
        this.#lines.set(next, rest);
      }
      this.#runningCount += 1;
      this.#running.set(next, (this.#running.get(next) ?? 0) + 1);
      entry.start();
    }
  }

  #remove(person: string, entry: Waiting): void {
    const left = (this.#lines.get(person) ?? []).filter((other) => other !== entry);
    if (left.length > 0) this.#lines.set(person, left);
    else this.#lines.delete(person);
    this.#waitingCount -= 1;
  }
}

function isBusy(): Fault {
  return new Fault('unavailable', { retryAfter: RETRY_AFTER_S });
}
