import { backoff } from '../net/backoff';

/** After this many failures in a row the trouble is not with single items. */
const FAILURES_UNTIL_BACKOFF = 3;

interface Failure {
  /** The trouble is not with this item, so the others need not be tried now. */
  isGeneral: boolean;
  /** Milliseconds the server asked to wait, or null. */
  retryAfter: number | null;
}

/** Backoff of the whole queue. Kept in memory: after a reload the first request finds out how things are. */
export class QueueBackoff {
  readonly #random: (() => number) | undefined;
  #failures = 0;
  #until = 0;
  /** As `#until`, where the server asked for it. */
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

  /** Counts a failure. Returns how many milliseconds the whole queue waits; 0 where only the item does. */
  failed(now: number, { isGeneral, retryAfter }: Failure): number {
    this.#failures++;
    if (!isGeneral && this.#failures < FAILURES_UNTIL_BACKOFF) return 0;
    const wait = backoff(this.#failures, retryAfter, this.#random);
    this.#until = now + wait;
    if (retryAfter) this.#requestedUntil = this.#until;
    return wait;
  }

  /** The network is back: only what the server asked for still holds. */
  networkReturned(): void {
    this.#until = this.#requestedUntil;
  }

  /** Forgets a wait that was set while the device's clock was wrong. */
  dropBeyond(latest: number): void {
    if (this.#until > latest) this.#until = this.#requestedUntil = 0;
  }
}
