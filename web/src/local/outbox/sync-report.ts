import type { OutboxItem } from '../db/rows';

/** What became of a burst of sending, in records. */
export interface SyncReport {
  /** New at the server, or their photos are. */
  sent: number;
  /** Edited or deleted at the server. */
  changed: number;
  /** Their person has to decide something. */
  attention: number;
}

/** What waited less was saved a moment ago, by somebody who saw it being saved. */
const WAITED_MS = 60_000;
const MANY = 3;

/** Counts what is sent until the queue comes to rest, each record once. */
export function createBurst() {
  let sent = new Set<string>();
  let changed = new Set<string>();
  let attention = new Set<string>();
  let hasWaited = false;

  function noteDone(item: OutboxItem, now: number) {
    const id = item.observation_id;
    if (!id) return;
    attention.delete(id);
    if (now - item.created_at >= WAITED_MS) hasWaited = true;
    if (item.kind === 'deletion' || (item.kind === 'record' && item.base_version > 0)) {
      if (!sent.has(id)) changed.add(id);
    } else if (!changed.has(id)) sent.add(id);
  }

  function noteAttention(item: OutboxItem) {
    if (item.observation_id) attention.add(item.observation_id);
  }

  /** Ends the burst. Null where nothing happened that its person did not just see. */
  function end(): SyncReport | null {
    const report = { sent: sent.size, changed: changed.size, attention: attention.size };
    const isWorthTelling = report.attention > 0 || hasWaited || report.sent + report.changed >= MANY;
    [sent, changed, attention, hasWaited] = [new Set(), new Set(), new Set(), false];
    return isWorthTelling ? report : null;
  }

  return { noteDone, noteAttention, end };
}
