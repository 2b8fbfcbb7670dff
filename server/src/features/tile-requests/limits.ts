export const HOUR_MS = 3_600_000;

/** Milliseconds until a person may ask again; 0 for now. `asks` are those of the last hour, oldest first. */
export function waitFor(asks: readonly Date[], limit: number, now: Date): number {
  const oldest = asks[asks.length - limit];
  return oldest === undefined ? 0 : Math.max(0, oldest.getTime() + HOUR_MS - now.getTime());
}
