import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../device/clock';

export type NoticeType = 'positive' | 'negative' | 'warning' | 'info' | 'ongoing';

export interface Notice {
  id: number;
  type: NoticeType;
  /** Already translated. */
  text: string;
  /** A screen with details. */
  link?: NoticeLink;
}

export interface NoticeLink {
  to: string;
  label: string;
}

interface NoticeOptions {
  timeout?: number;
  cause?: unknown;
  link?: NoticeLink;
}

export interface Notifier {
  /** The message on the screen, or null. */
  store: StoreApi<{ notice: Notice | null }>;
  show(type: NoticeType, text: string, options?: NoticeOptions): number;
  dismiss(id?: number): void;
}

const TIMEOUT_MS = 5000;

/** Shows one message at a time (decision 0025). An ongoing message stays until another replaces it. */
export function createNotifier(parts: { clock?: Clock; logError?: (...parts: unknown[]) => void } = {}): Notifier {
  const clock = parts.clock ?? systemClock;
  const store = createStore<{ notice: Notice | null }>(() => ({ notice: null }));
  let last = 0;
  let cancel = () => {};

  function show(type: NoticeType, text: string, options: NoticeOptions = {}): number {
    cancel();
    const id = ++last;
    store.setState({ notice: { id, type, text, ...(options.link ? { link: options.link } : {}) } });
    if (type === 'negative') (parts.logError ?? console.error)(text, ...(options.cause === undefined ? [] : [options.cause]));
    cancel = type === 'ongoing' ? () => {} : clock.after(options.timeout ?? TIMEOUT_MS, () => dismiss(id));
    return id;
  }

  /** Without an id: any message. With an id: only that one. */
  function dismiss(id?: number) {
    const { notice } = store.getState();
    if (!notice || (id !== undefined && notice.id !== id)) return;
    cancel();
    store.setState({ notice: null });
  }

  return { store, show, dismiss };
}
