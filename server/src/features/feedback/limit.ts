const BURST = 10;
const INTERVAL_MS = 15 * 60_000;
/** Feedback older than this no longer counts. */
export const WINDOW_MS = 86_400_000;

/**
 * Milliseconds until a person may send feedback again; 0 for now. A leaky bucket: ten at once, then one every 15 minutes, so that
 * feedback collected offline is sent step by step and the wait is at most 15 minutes. `sent` is in order of time.
 */
export function waitFor(sent: Date[], now: Date): number {
  let emptyAt = 0;
  for (const at of sent) emptyAt = Math.max(emptyAt, at.getTime()) + INTERVAL_MS;
  return Math.max(0, emptyAt - now.getTime() - (BURST - 1) * INTERVAL_MS);
}
