const AT_ONCE = 10;
const ONE_EACH_MS = 15 * 60_000;
/** Older ones no longer count: by then ten may come at once again. */
export const LOOK_BACK_MS = 86_400_000;

/**
 * Milliseconds until a person may send again, 0 for now: ten at once, then one in a quarter of an hour. So what a device
 * collected in the field goes by and by, and nobody is ever told to wait longer than that quarter.
 */
export function waitFor(sent: Date[], now: Date): number {
  // Each one takes a quarter; they may stand in line up to ten deep.
  let lineEnds = 0;
  for (const at of sent) lineEnds = Math.max(lineEnds, at.getTime()) + ONE_EACH_MS;
  return Math.max(0, lineEnds - now.getTime() - (AT_ONCE - 1) * ONE_EACH_MS);
}
