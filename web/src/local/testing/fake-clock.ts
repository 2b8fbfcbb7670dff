import type { Clock } from '../device/clock';

/** Waits for pending database requests and promises. */
export async function waitForIdle(rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A clock that stands still until it is advanced. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; work: () => void }[] = [];

  constructor(now = Date.parse('2026-05-10T08:00:00Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Milliseconds until the next timer, or null. */
  get next(): number | null {
    const at = Math.min(...this.#timers.map((timer) => timer.at));
    return this.#timers.length > 0 ? at - this.#now : null;
  }

  /** Advances the time, running due timers in order and waiting for each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((one, two) => one.at - two.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.work();
      await waitForIdle();
    }
    this.#now = end;
    await waitForIdle();
  }
}
