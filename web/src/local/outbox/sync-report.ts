import type { OutboxItem } from '../db/rows';
import { classifyUnsent } from './outbox-counts';

/** Result of a burst of sending, in numbers of records; ticks are none. */
export interface SyncReport {
  /** Records or photos that are new on the server. */
  sent: number;
  /** Records edited or deleted on the server. */
  changed: number;
  /** Records that need the user's decision. */
  attention: number;
  /** Settings that another device had changed later than this one. */
  overruled: number;
}

/** Items that waited less are not reported: the user has just saved them. */
const LONG_WAIT_MS = 60_000;
const MANY = 3;

/** Counts what is sent until the queue is empty or backs off, each record once. */
export function createBurst() {
  let sent = new Set<string>();
  let changed = new Set<string>();
  let attention = new Set<string>();
  let overruled = 0;
  let hasWaited = false;

  function noteDone(item: OutboxItem, now: number) {
    const id = item.observation_id;
    if (!id || classifyUnsent([item]) === 'tick') return;
    attention.delete(id);
    if (now - item.created_at >= LONG_WAIT_MS) hasWaited = true;
    if (item.kind === 'deletion' || (item.kind === 'record' && item.base_version > 0)) {
      if (!sent.has(id)) changed.add(id);
    } else if (!changed.has(id)) sent.add(id);
  }

  function noteAttention(item: OutboxItem) {
    if (item.observation_id) attention.add(item.observation_id);
  }

  function noteOverruled() {
    overruled++;
  }

  /** Ends the burst. Null if there is nothing the user has not seen. */
  function end(): SyncReport | null {
    const report = { sent: sent.size, changed: changed.size, attention: attention.size, overruled };
    const isWorthReporting = report.attention + overruled > 0 || hasWaited || report.sent + report.changed >= MANY;
    [sent, changed, attention, overruled, hasWaited] = [new Set(), new Set(), new Set(), 0, false];
    return isWorthReporting ? report : null;
  }

  return { noteDone, noteAttention, noteOverruled, end };
}
