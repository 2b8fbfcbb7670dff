import type { TaxonomyType } from './database';

/** What tabs and workers tell each other about the stored copies. */
export interface Announcement {
  type: TaxonomyType;
  /** A whole copy took the place of another, or a page of a first copy was stored. */
  what: 'swapped' | 'page';
}

const CHANNEL = 'veld-taxonomy';

/** Hears of changes made by any tab, this one included. Returns how to stop; without BroadcastChannel nothing is heard. */
export function onAnnouncement(listener: (announcement: Announcement) => void, channelName = CHANNEL): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<Announcement>) => listener(event.data));
  return () => channel.close();
}

/** Tells every listener, those of this page too: a channel does not hear itself, so each listener has its own. */
export function makeAnnouncer(channelName = CHANNEL): (announcement: Announcement) => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  return (announcement) => channel.postMessage(announcement);
}
