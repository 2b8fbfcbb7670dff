import type { Clock } from './clock';

/** A wait that can be cut short. */
export class Pause {
  readonly #clock: Clock;
  #end = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after `ms`, or once `end` is called. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      this.#end = () => {
        cancel();
        resolve();
      };
    });
  }

  end(): void {
    this.#end();
  }
}
