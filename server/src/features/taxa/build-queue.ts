import { Fault } from '../../http/fault.ts';
import { keyedSlots, NoSlot, Slots } from '../../slots.ts';

/** How many answers about the taxonomy are built at the same time: each takes a connection, and a processor to compress it. */
const AT_ONCE = 2;
/** Limits of what waits, for one network address and in all. */
const MAX_WAITING_EACH = 500;
const MAX_WAITING = 5_000;
/** Longer than a device waits for an answer: what it asked for is then built for its next try. */
const MAX_WAIT_MS = 60_000;
const RETRY_SECONDS = 10;

/** Builds answers for devices, which need no login to ask for them. */
export interface BuildQueue {
  run<T>(from: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Queues what has to be built, so that a flood of requests for pages that are not cached waits instead of taking the connections of
 * everybody. Network addresses take turns, with one build each, so that a flood from one does not hold up the others.
 */
export function buildQueue(maxWaitMs = MAX_WAIT_MS): BuildQueue {
  const turns = keyedSlots({ atOnce: 1, maxWaiting: MAX_WAITING_EACH, maxWaitMs });
  const all = new Slots({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING, maxWaitMs });
  return {
    async run(from, work) {
      try {
        return await turns(from, () => all.run(work));
      } catch (error) {
        throw error instanceof NoSlot ? new Fault('unavailable', { retryAfter: RETRY_SECONDS }) : error;
      }
    },
  };
}
