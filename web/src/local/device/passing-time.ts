import type { Clock } from './clock';

export interface PassingTime {
  /** Stops the time while `isHeld`; afterwards it begins anew. */
  hold(isHeld: boolean): void;
  stop(): void;
}

/** Calls `end` once a message has been shown for a time without being held. */
export function passingTime(clock: Clock, milliseconds: number, end: () => void): PassingTime {
  let cancel = clock.after(milliseconds, end);
  return {
    hold(isHeld) {
      cancel();
      if (!isHeld) cancel = clock.after(milliseconds, end);
    },
    stop: () => cancel(),
  };
}
