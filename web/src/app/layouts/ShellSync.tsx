import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';
import { sendingRules } from '../../local/outbox/sending-rules';
import { pausedLabel, receivingLabel, sendingLabel, waitingLabel } from '../../shared/records/sync-labels';
import { number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { readReceiving } from '../../local/pull/pull-store';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth, currentDatabase, currentSync, network } from '../../local/app/veld';
import { SyncChip, type SyncState } from '../../ui/SyncChip';

/** The sync state of the user's records, with a link to the outbox. */
export function ShellSync() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  const needsLogin = useStore(auth.store, (state) => state.needs_login);
  const senderState = useStore(currentSync().sender.store, (state) => state.state);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const counts = useThrottledQuery(() => outboxCounts(currentDatabase()), [userId]);
  const isPaused = useLiveQuery(async () => (await sendingRules(currentDatabase(), null)).paused, [userId]);
  const receiving = useThrottledQuery(() => readReceiving(currentDatabase()), [userId]);
  if (!counts || receiving === undefined) return null;
  const { needsAttention } = counts;
  const waiting = counts.unsent || counts.changes;
  const isAny = isAnyUnsent(counts);
  const chip = (state: SyncState, label: string, count?: number | string) => (
    <SyncChip state={state} label={label} count={count} to={state === 'login' ? '/login' : '/outbox'} />
  );
  if (needsLogin) return chip('login', t('sync.log_in_again'));
  if (needsAttention > 0) return chip('attention', t('sync.attention', { count: needsAttention }), needsAttention);
  if (receiving) {
    const format = (value: number) => number(value, currentLocale());
    const { received, total } = receiving;
    return (
      <SyncChip
        state="receiving"
        label={receivingLabel(receiving, isOnline, format, t)}
        count={total === null ? undefined : `${format(received)}/${format(total)}`}
      />
    );
  }
  if (isPaused) return chip('paused', pausedLabel(counts, t), waiting);
  // Offline, the offline chip is enough.
  if (!isAny) return isOnline ? chip('safe', t('sync.all_synced')) : null;
  return senderState === 'sending' ? chip('sending', sendingLabel(counts, t), waiting) : chip('waiting', waitingLabel(counts, t), waiting);
}
