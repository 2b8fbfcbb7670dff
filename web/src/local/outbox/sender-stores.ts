import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SyncReport } from './sync-report';

/** `needs_login`: the server no longer accepts the token; everything waits, untouched, until the same person logs in. */
export type SenderState = 'idle' | 'sending' | 'waiting' | 'needs_login';

export interface SenderStores {
  store: StoreApi<{ state: SenderState; nextTryAt: number | null }>;
  /** Bytes sent of each photo that is being uploaded, by photo id. */
  progress: StoreApi<Record<string, { sent: number; total: number }>>;
  /** Of the last burst that is worth reporting. */
  report: StoreApi<{ report: SyncReport | null }>;
}

export interface Sender extends SenderStores {
  /** Sends everything that is due; resolves when nothing more is. */
  flush(): Promise<void>;
  /** As `flush`, without waiting out what failed for want of a network. */
  flushNow(): Promise<void>;
  /** Sends now and whenever something becomes due (`sender-triggers.ts`). Returns what stops it. */
  start(): () => void;
}

export function createSenderStores(): SenderStores {
  return {
    store: createStore(() => ({ state: 'idle', nextTryAt: null })),
    progress: createStore(() => ({})),
    report: createStore(() => ({ report: null })),
  };
}
