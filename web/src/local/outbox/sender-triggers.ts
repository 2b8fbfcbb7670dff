import type { UserDatabase } from '../db/database';
import type { NetworkKind } from '../net/network-kind';
import type { Auth } from '../session/auth';

export interface TriggerParts {
  database: UserDatabase;
  auth: Pick<Auth, 'store'>;
  networkKind: NetworkKind;
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Calls `flush` after each save, on a new token, when the account allows photos on mobile data, when the kind of network changes and
 * when the page is shown; `flushNow` when the network is back. Returns a stop function.
 */
export function watchTriggers(parts: TriggerParts, { flush, flushNow }: { flush: () => void; flushNow: () => void }): () => void {
  const events = parts.events ?? globalThis;
  const page = parts.page ?? globalThis.document;
  const onVisible = () => {
    if (page?.visibilityState === 'visible') flush();
  };
  events.addEventListener('online', flushNow);
  page?.addEventListener('visibilitychange', onVisible);
  const subscriptions = [
    parts.database.onEnqueued(flush),
    parts.auth.store.subscribe((after, before) => {
      const mayUseMobile = before.user?.preferences.sync.photos_on_wifi_only && !after.user?.preferences.sync.photos_on_wifi_only;
      if (after.token !== before.token || mayUseMobile) flush();
    }),
    parts.networkKind.onChange(flush),
  ];
  return () => {
    events.removeEventListener('online', flushNow);
    page?.removeEventListener('visibilitychange', onVisible);
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
