import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { notificationCalls, sumUpChanges } from '../../local/changes/notifications';
import { auth, currentDatabase, useUser } from '../../shared/session/session';
import { unreadCount } from './shown-entries';

/** What the server accepted so short before may not be in the account that was asked for at the start. */
const BEFORE_MS = 60_000;

/**
 * Passes the number of unread notifications to the shell: as many as the account says, without those read on this device since. Loaded
 * after the first screen; it asks the server nothing but the account, and that only when a push message arrives or the server has accepted
 * what was read. Also opens what a tapped message is about.
 */
export default function UnreadCount({ onCount }: { onCount: (count: number) => void }) {
  const user = useUser();
  const database = currentDatabase();
  const navigate = useNavigate();
  const [since, setSince] = useState(() => Date.now() - BEFORE_MS);
  useEffect(() => auth.store.subscribe((after, before) => after.user !== before.user && setSince(Date.now())), []);
  const counted = useStore(auth.store, (state) => state.user?.unread_notifications ?? 0);
  const calls = useLiveQuery(() => notificationCalls(database, since), [database, since]);
  const sent = calls?.filter(({ state }) => state === 'sent').length ?? 0;
  useEffect(() => {
    if (sent > 0) auth.fetchUser().catch(() => undefined);
  }, [sent]);
  const count = unreadCount(counted, calls && sumUpChanges(calls));
  useEffect(() => {
    onCount(count);
  }, [onCount, count]);
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      if (data?.type === 'notified') auth.fetchUser().catch(() => undefined);
      // The service worker has made sure that it is a path of the app.
      if (data?.type === 'open' && typeof data.path === 'string') void navigate(data.path);
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [user.id, navigate]);
  return null;
}
