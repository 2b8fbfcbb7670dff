import type { TaxonomyType } from './database';

/** A message between tabs and workers about the stored copies. */
export interface CopyChange {
  type: TaxonomyType;
  /** `swapped`: a complete copy replaced another. `page`: a page of a first copy was stored. */
  what: 'swapped' | 'page';
}

const CHANNEL = 'veld-taxonomy';

/**
 * Calls back on changes made by any tab, including this one. Returns the unsubscribe function. Does nothing without
 * BroadcastChannel.
 */
export function onCopyChange(listener: (announcement: CopyChange) => void, channelName = CHANNEL): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<CopyChange>) => listener(event.data));
  return () => channel.close();
}

/**
 * Notifies all listeners, including those of this page: a channel does not receive its own messages, so each listener has its
 * own.
 */
export function createCopyNotifier(channelName = CHANNEL): (announcement: CopyChange) => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  return (announcement) => channel.postMessage(announcement);
}
