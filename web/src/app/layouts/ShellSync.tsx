import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';
import { sendingRules } from '../../local/outbox/sending-rules';
import { pausedLabel, sendingLabel, waitingLabel } from '../../features/observations/sync-labels';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth, currentDatabase, currentSync, network } from '../../local/app/veld';
import { SyncChip } from '../../ui/SyncChip';

/** The sync state of the user's records, with a link to the outbox. */
export function ShellSync() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  const needsLogin = useStore(auth.store, (state) => state.needs_login);
  const senderState = useStore(currentSync().sender.store, (state) => state.state);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const counts = useThrottledQuery(() => outboxCounts(currentDatabase()), [userId]);
  const isPaused = useLiveQuery(async () => (await sendingRules(currentDatabase(), null)).paused, [userId]);
  if (!counts) return null;
  const { needsAttention } = counts;
  const isAny = isAnyUnsent(counts);
  if (needsLogin) return <SyncChip state="login" label={t('sync.log_in_again')} to="/login" />;
  if (needsAttention > 0) return <SyncChip state="attention" label={t('sync.attention', { count: needsAttention })} to="/outbox" />;
  if (isPaused) return <SyncChip state="paused" label={pausedLabel(counts, t)} to="/outbox" />;
  // Offline, the offline chip is enough.
  if (!isAny && !isOnline) return null;
  if (!isAny) return <SyncChip state="safe" label={t('sync.all_synced')} to="/outbox" />;
  if (senderState === 'sending') return <SyncChip state="sending" label={sendingLabel(counts, t)} to="/outbox" />;
  return <SyncChip state="waiting" label={waitingLabel(counts, t)} to="/outbox" />;
}
