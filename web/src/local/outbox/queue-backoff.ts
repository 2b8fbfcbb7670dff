import { backoff } from '../net/backoff';

/** After this many failures in a row, the cause is not a single item. */
const FAILURES_UNTIL_BACKOFF = 3;

interface Failure {
  /** The cause is not this item, so other items would fail too. */
  isGeneral: boolean;
  /** Milliseconds the server asked to wait, or null. */
  retryAfter: number | null;
}

/** Backoff of the whole queue. Held in memory only: after a reload, the first request shows whether it is still needed. */
export class QueueBackoff {
  readonly #random: (() => number) | undefined;
  #failures = 0;
  #until = 0;
  /** Like `#until`, but requested by the server. */
  #requestedUntil = 0;

  constructor(random?: () => number) {
    this.#random = random;
  }

  /** Nothing is sent before this instant. */
  get until(): number {
    return this.#until;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Counts a failure. Returns how many milliseconds the whole queue waits; 0 if only the item does. */
  failed(now: number, { isGeneral, retryAfter }: Failure): number {
    this.#failures++;
    if (!isGeneral && this.#failures < FAILURES_UNTIL_BACKOFF) return 0;
    const wait = backoff(this.#failures, retryAfter, this.#random);
    this.#until = now + wait;
    if (retryAfter) this.#requestedUntil = this.#until;
    return wait;
  }

  /** The network is back: ends all waits except those requested by the server. */
  networkReturned(): void {
    this.#until = this.#requestedUntil;
  }

  /** Clears a wait that was set while the device's clock was wrong. */
  clearBeyond(latest: number): void {
    if (this.#until > latest) this.#until = this.#requestedUntil = 0;
  }
}
