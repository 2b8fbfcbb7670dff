/** The request was deleted or cancelled, or this process was asleep for so long that another may work on it. */
export class GaveUp extends Error {}

/** The files are larger than the person may have. */
export class TooLarge extends Error {}

/** The operator removed the map, or no longer allows it to be stored. */
export class SourceGone extends Error {}

const LEASE_MS = 120_000;

/** Until when a request belongs to the process that works on it, unless it goes on. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
