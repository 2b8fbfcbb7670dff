import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SyncReport } from './sync-report';

/** `needs_login`: the server rejected the token; everything waits until the same user logs in. */
export type SenderState = 'idle' | 'sending' | 'waiting' | 'needs_login';

export interface SenderStores {
  store: StoreApi<{ state: SenderState; nextTryAt: number | null }>;
  /** Bytes sent of each photo that is being uploaded, by photo id. */
  progress: StoreApi<Record<string, { sent: number; total: number }>>;
  /** The report of the last burst worth reporting. */
  report: StoreApi<{ report: SyncReport | null }>;
}

export interface Sender extends SenderStores {
  /** Sends all due items; resolves when none is left. */
  flush(): Promise<void>;
  /** Like `flush`, and also retries items that failed without a network. */
  flushNow(): Promise<void>;
  /** Sends now and whenever an item becomes due (`sender-triggers.ts`). Returns a stop function. */
  start(): () => void;
}

export function createSenderStores(): SenderStores {
  return {
    store: createStore(() => ({ state: 'idle', nextTryAt: null })),
    progress: createStore(() => ({})),
    report: createStore(() => ({ report: null })),
  };
}
