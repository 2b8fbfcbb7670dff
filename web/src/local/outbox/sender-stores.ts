import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SyncReport } from './sync-report';

/** `needs_login`: the server no longer takes the token; everything waits, untouched, for the same person to log in. */
export type SenderState = 'idle' | 'sending' | 'waiting' | 'needs_login';

export interface SenderStores {
  store: StoreApi<{ state: SenderState; nextTryAt: number | null }>;
  /** Bytes sent of each photo that is on its way, by photo id. */
  progress: StoreApi<Record<string, { sent: number; total: number }>>;
  /** Of the last burst of sending that was worth a word. */
  report: StoreApi<{ report: SyncReport | null }>;
}

export interface Sender extends SenderStores {
  /** Sends everything that is due; resolves when nothing more is. */
  flush(): Promise<void>;
  /** As `flush`, without waiting out what failed for want of a network. */
  flushNow(): Promise<void>;
  /** Sends by itself: now, after each save, when the network or the page comes back, and when something is due. */
  start(): () => void;
}

export function createSenderStores(): SenderStores {
  return {
    store: createStore(() => ({ state: 'idle', nextTryAt: null })),
    progress: createStore(() => ({})),
    report: createStore(() => ({ report: null })),
  };
}
