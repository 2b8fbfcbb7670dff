import type { Clock } from '../local/device/clock';
import { createAveraging } from './averaging';
import { contradicts, type Fix, readFix, type FixRejection } from './fix';

/** How long a fix that contradicts the previous one waits for a third that decides between them. */
const JUMP_MS = 5000;

interface Listener {
  /** The new fix, or the average it is part of. */
  onAccept(fix: Fix): void;
  onReject(rejection: FixRejection): void;
}

export interface FixFilter {
  add(position: GeolocationPosition): void;
  average(isEnabled: boolean): void;
  /** Discards all fixes and cancels the pending decision. */
  clear(): void;
}

/** Rejects positions that cannot be right, and averages the others on request. */
export function createFixFilter(clock: Clock, { onAccept, onReject }: Listener): FixFilter {
  const averaging = createAveraging();
  let isAveraging = false;
  /** The last accepted fix, before averaging. */
  let last: Fix | null = null;
  let doubtful: Fix | null = null;
  let cancelDoubt = () => {};

  function accept(fix: Fix) {
    cancelDoubt();
    doubtful = null;
    last = fix;
    onAccept(isAveraging ? averaging.add(fix) : fix);
  }

  function doubt(fix: Fix) {
    doubtful = fix;
    onReject('jump');
    cancelDoubt();
    // If the location service falls silent now, nothing contradicts its newest fix.
    cancelDoubt = clock.after(JUMP_MS, () => {
      if (doubtful !== null) accept(doubtful);
    });
  }

  return {
    add(position) {
      const fix = readFix(position, clock.now());
      if (typeof fix === 'string') onReject(fix);
      else if (last === null || !contradicts(last, fix) || (doubtful !== null && !contradicts(doubtful, fix))) accept(fix);
      else doubt(fix);
    },
    average(isEnabled) {
      if (isEnabled === isAveraging) return;
      isAveraging = isEnabled;
      averaging.clear();
    },
    clear() {
      cancelDoubt();
      last = null;
      doubtful = null;
      averaging.clear();
    },
  };
}
