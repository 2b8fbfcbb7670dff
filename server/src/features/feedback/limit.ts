const AT_ONCE = 10;
const ONE_EACH_MS = 15 * 60_000;
/** Older feedback does not count: by then ten may be sent at once again. */
export const LOOK_BACK_MS = 86_400_000;

/**
 * Milliseconds until a person may send again, 0 for now. A leaky bucket: ten at once, then one every 15 minutes, so that feedback
 * collected in the field is sent step by step and nobody waits longer than 15 minutes.
 */
export function waitFor(sent: Date[], now: Date): number {
  // Each takes 15 minutes; up to ten may queue.
  let lineEnds = 0;
  for (const at of sent) lineEnds = Math.max(lineEnds, at.getTime()) + ONE_EACH_MS;
  return Math.max(0, lineEnds - now.getTime() - (AT_ONCE - 1) * ONE_EACH_MS);
}
